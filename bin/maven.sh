# Finds Maven, or brings it. Sourced by the scripts that build; needs java_home, root and lock.sh.

maven_version=3.9.12
. "$root/bin/checksums.sh"

# Runs the Maven program $1 with the JDK in java_home.
with_jdk() {
  local program=$1 options=
  shift
  # Maven's own libraries touch memory in ways that newer JDKs warn about and older ones have no option for.
  [ "$java_major" -lt 23 ] || options=--sun-misc-unsafe-memory-access=allow
  JAVA_HOME=$java_home MAVEN_OPTS="$options ${MAVEN_OPTS-}" "$program" "$@"
}

# Prints the version of the Maven program $1. Asked from a folder without project settings, which are for JDK 21 and newer.
maven_reports() {
  (cd "$root/.tools" && with_jdk "$1" -v 2>/dev/null) | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p'
}

# Sets maven to a Maven 3.9 or a later 3.x: one that was brought before, the machine's own, or one brought now.
find_maven() {
  local own version
  maven=$root/.tools/apache-maven-$maven_version/bin/mvn
  [ ! -x "$maven" ] || return 0
  mkdir -p "$root/.tools" || exit 2
  own=$(type -P mvn) || own=${MAVEN_HOME:+$MAVEN_HOME/bin/mvn}
  if [ -z "$own" ] || [ ! -x "$own" ]; then
    install_maven_package
    own=$(type -P mvn) || {
      echo "guerdon: no Maven found to fetch Maven $maven_version with; install any version of it (such as 'apt-get install maven' or 'brew install maven') and try again" >&2
      exit 2
    }
  fi
  version=$(maven_reports "$own")
  case $version in
    3.9.* | 3.[1-9][0-9].*) maven=$own ;;
    *)
      lock "$root/.tools/lock"
      [ -x "$maven" ] || fetch_maven "$own" "$version"
      unlock
      ;;
  esac
}

install_maven_package() {
  command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] && [ "${GUERDON_INSTALL-}" != no ] || return 0
  echo "guerdon: no Maven found; installing the package 'maven' with apt-get, into the system" >&2
  {
    apt-get install -y --no-install-recommends maven ||
      { apt-get update && apt-get install -y --no-install-recommends maven; }
  } >"$root/.tools/apt.log" 2>&1 </dev/null
  hash -r
}

# Fetches Maven by its coordinates with the Maven program $1 of version $2, so that the user's own repositories serve it.
fetch_maven() {
  local new=$root/.tools/new.$$ log=$root/.tools/fetch.log attempt home
  if [ "${GUERDON_INSTALL-}" = no ]; then
    echo "guerdon: Maven 3.9 or a later 3.x is needed, this one is ${2:-of an unknown version}; GUERDON_INSTALL=no forbids to fetch it" >&2
    exit 2
  fi
  echo "guerdon: fetching Maven $maven_version into $root/.tools (the one here is ${2:-of an unknown version})" >&2
  for attempt in 1 2 3; do
    rm -rf "$root"/.tools/new.*
    mkdir -p "$new"
    if (cd "$new" && with_jdk "$1" -q -B -U org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
      "-Dartifact=org.apache.maven:apache-maven:$maven_version:zip:bin" "-DoutputDirectory=$new") >"$log" 2>&1 </dev/null &&
      (cd "$new" && "$java_home/bin/jar" xf ./*.zip) >>"$log" 2>&1 &&
      chmod +x "$new/apache-maven-$maven_version/bin/mvn" &&
      [ "$(maven_reports "$new/apache-maven-$maven_version/bin/mvn")" = "$maven_version" ]; then
      # The machine's settings, where they name repositories or a proxy, hold for this one as well.
      home=$(cd "$new" && with_jdk "$1" -v 2>/dev/null | sed -n 's/^Maven home: //p')
      [ ! -r "$home/conf/settings.xml" ] ||
        cp "$home/conf/settings.xml" "$new/apache-maven-$maven_version/conf/settings.xml"
      mv "$new/apache-maven-$maven_version" "$root/.tools/"
      rm -rf "$new"
      return
    fi
    sleep $((attempt * 2))
  done
  rm -rf "$new"
  echo "guerdon: could not fetch Maven $maven_version; is the network there? The log is $log, and it ends with:" >&2
  tail -n 5 "$log" >&2
  exit 2
}

# Whether the log $1 of a failed build tells of a lost connection.
network_failed() {
  grep -qE 'Could not transfer|Connection (reset|refused|timed out)|Read timed out|status: 5[0-9][0-9]' "$1"
}

# Runs Maven on the project with the rest of the arguments, all output to the log $1. Tries again where the network failed.
run_maven() {
  local log=$1 attempt
  shift
  for attempt in 1 2 3; do
    (cd "$root" && with_jdk "$maven" -B -ntp "${verified[@]}" "$@") >"$log" 2>&1 </dev/null && return
    network_failed "$log" || return 1
    sleep $((attempt * 2))
  done
  return 1
}

# What Maven says after every error.
maven_boilerplate='^\[ERROR\] *$|^\[ERROR\] (-> )?\[Help 1\]|Re-run Maven|re-run Maven|more information about the errors|After correcting|mvn <args>|COMPILATION ERROR'

# Prints what matters in the log $1 of a failed build.
explain_failure() {
  local lines
  ! explain_checksum "$1" || return 0
  lines=$(grep -E '^\[ERROR\]|^Error|^\[WARNING\] .*\.java:' "$1" | grep -vE "$maven_boilerplate" |
    awk '!seen[$0]++' | head -n 12)
  [ -n "$lines" ] || lines=$(tail -n 12 "$1")
  printf '%s\n' "$lines" | sed "s|$root/||g; s|^|  |" >&2
}
