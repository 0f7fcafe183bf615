# Checks that tell whether they passed; sourced by release-test.sh and wheel-test.sh. "log" is the file that holds what a check printed.

failures=0

# Tells whether the check $1 passed; $2 is its exit code, $3 a file with what it printed.
tell() {
  if [ "$2" = 0 ]; then
    echo "  passed  $1"
  else
    failures=$((failures + 1))
    echo "  FAILED  $1"
    [ -z "${3-}" ] || tail -n 12 "$3" | sed 's/^/          /'
  fi
}

skip() {
  echo "  skipped $1: $2"
}

# Runs the command line, and tells by its exit code.
try() {
  local name=$1
  shift
  "$@" >"$log" 2>&1
  tell "$name" "$?" "$log"
}

# Whether the command line after $1 ends with 0 and prints the text $1.
prints() {
  local text=$1 output
  shift
  output=$("$@" 2>&1) || {
    echo "exit code $?: $output"
    return 1
  }
  case $output in
    *"$text"*) ;;
    *)
      echo "expected '$text' in: $output"
      return 1
      ;;
  esac
}

# Whether the command line after $1 and $2 ends with the exit code $1 and prints the text $2.
refuses() {
  local code=$1 text=$2 output
  shift 2
  output=$("$@" 2>&1)
  [ "$?" = "$code" ] && [ -z "${output##*"$text"*}" ] || {
    echo "expected exit code $code and '$text': $output"
    return 1
  }
}

# Hides every Java of this view of the machine.
hide_javas() {
  local home file
  while IFS= read -r file; do
    home=$(readlink -f "$file")
    home=${home%/bin/java*}
    [ ! -x "$home/bin/java" ] || mount -t tmpfs none "$home" || return 1
  done < <(
    type -ap java
    ls -d "${JAVA_HOME-}"/bin/java /usr/lib/jvm/*/bin/java /usr/java/*/bin/java /opt/*/bin/java /opt/java/*/bin/java \
      "${HOME-}"/.sdkman/candidates/java/*/bin/java "${HOME-}"/.jdks/*/bin/java 2>/dev/null
  )
  hash -r
  ! java -version >/dev/null 2>&1
}
