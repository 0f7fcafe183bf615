#compdef guerdon
# Completes guerdon in zsh. Written by 'guerdon completion zsh'; load it with: source <(guerdon completion zsh)

# Offers what guerdon knows of the kind $1; asks once a minute in a folder.
__guerdon_names() {
  local key="$1 $PWD ${GUERDON_PLUGINS-}" given=''
  case $_guerdon_line in
    *--plugin* | *--classpath* | *--source*) given=yes ;;
  esac
  if [[ -n $given || $key != ${_guerdon_key-} || $((SECONDS - _guerdon_time)) -ge 60 ]]; then
    typeset -ga _guerdon_known
    typeset -g _guerdon_key=$key _guerdon_time=$SECONDS
    _guerdon_known=(${(f)"$(${~_guerdon_command} completion --names $1 -- zsh ${=_guerdon_line} 2>/dev/null </dev/null)"})
    [[ -z $given ]] || _guerdon_key=
  fi
  compadd -a _guerdon_known
}

__guerdon_names_or_files() {
  __guerdon_names $1
  _files
}

# Offers the runs in the folder of runs.
__guerdon_runs() {
  local folder=${opt_args[--runs]:-${GUERDON_RUNS:-runs}}
  local -a runs
  runs=(${~folder}/*/run.json(N:h:t))
  compadd latest $runs
}

# Offers the commands that 'guerdon help' explains.
__guerdon_commands() {
  local -a commands
  commands=(${(k)functions[(I)_guerdon_*]})
  local prefix="_guerdon_"
  (( CURRENT > 2 )) && prefix="_guerdon_${(j:_:)words[2,CURRENT-1]}_"
  commands=(${(M)commands:#${prefix}[a-z]##})
  commands=(${commands#$prefix})
  commands=(${commands:#root})
  compadd -a commands
}

@FUNCTIONS@

_guerdon() {
  typeset -g _guerdon_command=$words[1] _guerdon_line="$words[2,-1]"
  _guerdon_root
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _guerdon "$@"
else
  compdef _guerdon guerdon
fi
