# Completes guerdon in bash. Written by 'guerdon completion bash'; load it with: source <(guerdon completion bash)

# Sets the commands below the command $1, its options (NAME=KIND if it takes a value, NAME:=KIND if it may) and the kinds of its arguments.
_guerdon_table() {
  commands='' options='' arguments=''
  case $1 in
@TABLE@
  esac
}

# Sets names to what guerdon knows of the kind $1; asks once a minute in a folder.
_guerdon_names() {
  local key="$1 $PWD ${GUERDON_PLUGINS-}" given=''
  case $line in
    *--plugin* | *--classpath* | *--source*) given=yes ;;
  esac
  if [ -z "$given" ] && [ "$key" = "${_guerdon_key-}" ] && [ $((SECONDS - _guerdon_time)) -lt 60 ]; then
    names=$_guerdon_known
    return
  fi
  names=$("${words[0]/#\~/$HOME}" completion --names "$1" -- bash "${words[@]:1}" 2>/dev/null </dev/null)
  [ -n "$given" ] || { _guerdon_key=$key _guerdon_time=$SECONDS _guerdon_known=$names; }
}

# Sets names to the runs in the folder of runs.
_guerdon_runs() {
  local folder=${GUERDON_RUNS:-runs} i run
  for ((i = 1; i < ${#words[@]}; i++)); do
    case ${words[i]} in
      --runs) folder=${words[i + 1]-} ;;
      --runs=*) folder=${words[i]#--runs=} ;;
    esac
  done
  names=latest
  for run in "${folder/#\~/$HOME}"/*/run.json; do
    [ -e "$run" ] || continue
    run=${run%/run.json}
    names="$names ${run##*/}"
  done
}

_guerdon() {
  local line=${COMP_LINE:0:COMP_POINT} path=guerdon kind='' count=0
  local current words commands options arguments names='' word option i last
  current=${line##*[[:space:]]}
  IFS=$' \t\n' read -r -a words <<<"$line"
  last=${#words[@]}
  [ -z "$current" ] || last=$((last - 1))
  _guerdon_table "$path"
  for ((i = 1; i < last; i++)); do
    word=${words[i]}
    if [ -n "$kind" ]; then
      kind=''
      continue
    fi
    case $word in
      -*)
        for option in $options; do
          [ "${option%%=*}" != "$word" ] || [ "$option" = "$word" ] || kind=${option#*=}
        done
        ;;
      *)
        case " $commands " in
          *" $word "*)
            path="$path $word"
            _guerdon_table "$path"
            ;;
          *) count=$((count + 1)) ;;
        esac
        ;;
    esac
  done

  local typed=$current
  COMPREPLY=()
  if [ -z "$kind" ]; then
    case $current in
      -*=*)
        for option in $options; do
          word=${option%%=*}
          [ "${word%:}" != "${current%%=*}" ] || kind=${option#*=}
        done
        typed=${current#*=}
        ;;
      -*)
        for option in $options; do
          word=${option%%=*}
          names="$names ${word%:}"
        done
        kind=given
        ;;
      *)
        i=0
        for word in $arguments; do
          if [ "$i" -eq "$count" ] || { [ "$i" -lt "$count" ] && [ "$word" != "${word%+}" ]; }; then
            kind=${word%+}
          fi
          i=$((i + 1))
        done
        case $path in
          'guerdon env play' | 'guerdon env serve') kind=environments ;;
        esac
        ;;
    esac
  fi
  case $kind in
    given | '') ;;
    files | folders) return ;; # what bash completes by itself
    none)
      compopt +o default 2>/dev/null
      return
      ;;
    words:*) names=${kind#words:} names=${names//,/ } ;;
    runs) _guerdon_runs ;;
    commands)
      path=guerdon
      for ((i = 2; i < last; i++)); do
        path="$path ${words[i]}"
      done
      _guerdon_table "$path"
      ;;
    *) _guerdon_names "$kind" ;;
  esac
  case $current in
    -*) ;;
    *) [ "$typed" != "$current" ] || names="$names $commands" ;;
  esac
  # bash replaces only what stands behind the last colon or equals sign.
  local before=''
  case $COMP_WORDBREAKS in
    *:*) before=${typed%"${typed##*:}"} ;;
  esac
  IFS=$' \t\n'
  for word in $names; do
    case $word in
      "$typed"*) COMPREPLY+=("${word#"$before"}") ;;
    esac
  done
  case ${COMPREPLY[0]-} in
    *:) compopt -o nospace 2>/dev/null ;;
  esac
}

complete -o default -F _guerdon guerdon
