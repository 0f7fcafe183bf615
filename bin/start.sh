# Starts Guerdon with the JVM options that suit the command. Sourced by ./guerdon, and by bin/guerdon of a release.
# Written for bash 3.2, and without forks where nobody watches: this runs at every start.

# Sets command to the first argument that is no option, and training to the file in folder $1 that its archive of loaded classes is made with.
# Scoring has its own: the JVM compiles early whatever was hot when the archive was made.
know_command() {
  local folder=$1 argument
  shift
  command=
  for argument; do
    case $argument in
      -*) ;;
      *)
        command=$argument
        break
        ;;
    esac
  done
  training=$folder/training.txt
  case $command in
    score | rescore) [ ! -e "$folder/training-score.txt" ] || training=$folder/training-score.txt ;;
  esac
}

# Sets called to what the user types to start Guerdon again: the name alone where the PATH has the folder, else the path.
# GUERDON_COMMAND is it where another program stands before this one.
know_name() {
  called=${GUERDON_COMMAND:-$0}
  unset GUERDON_COMMAND # true of this start only
  case $called in
    */*) ;;
    *) called=./$called ;;
  esac
  case :${PATH-}: in
    *":${called%/*}:"*) called=${called##*/} ;;
  esac
}

# Puts the JVM in the place of this process: the jar $1, the archive of loaded classes $2 if there is one, the arguments $3 and on.
# Comes after know_command.
start() {
  local jar=$1 archive=$2 options terminals= size collector= called
  shift 2
  # The JVM's own warnings would end up in standard output, among the data.
  options=(-Xlog:disable -Xlog:all=error:stderr)
  [ ! -t 0 ] || terminals=i
  [ ! -t 1 ] || terminals=${terminals}o
  if [ -t 2 ]; then
    terminals=${terminals}e
    size=$(stty size <&2 2>/dev/null) && options+=("-Dguerdon.columns=${size#* }")
  fi
  know_name
  # Also where there is no terminal: to ask Java itself takes time.
  options+=("-Dguerdon.terminal=$terminals" "-Dguerdon.command=$called")
  if [ -s "$archive" ]; then
    # Options of a user may not suit the archive. The JVM goes on without it then, and need not say so.
    if [ "$java_major" -ge 25 ]; then
      options+=("-XX:AOTCache=$archive" "-Xlog:aot*=off:stderr")
    else
      options+=("-XX:SharedArchiveFile=$archive" "-Xlog:cds*=off:stderr")
    fi
  fi
  [ "$java_major" -lt 23 ] || options+=(--sun-misc-unsafe-memory-access=allow)

  case $command in
    # Over before the second compiler or a second collecting thread would pay.
    '' | help | completion | init | rewards | doctor | runs | show | compare | report | export)
      options+=(-XX:TieredStopAtLevel=1 -Xmx256m)
      collector=-XX:+UseSerialGC
      ;;
    # Its memory does not grow with the runs.
    view)
      options+=(-Xmx256m)
      collector=-XX:+UseSerialGC
      ;;
    # A thread dump would end up among the answers.
    serve) options+=(-XX:+DisplayVMOutputToStderr) ;;
    # Memory stays the same whatever the size of the input, and throughput counts.
    score | rescore)
      options+=(-Xmx512m -Xmn256m) # nearly everything that scoring makes is young
      options+=(-XX:GCHeapFreeLimit=30) # a call that fills the memory fails, where the collector would try for ever
      collector=-XX:+UseParallelGC
      ;;
  esac
  case ${GUERDON_JAVA_OPTS-} in
    *GC*) ;; # two collectors would be an error
    *) [ -z "$collector" ] || options+=("$collector") ;;
  esac

  use_utf8
  # shellcheck disable=SC2086 # several options in one variable
  exec "$java_home/bin/java" "${options[@]}" ${GUERDON_JAVA_OPTS-} -jar "$jar" "$@"
}
