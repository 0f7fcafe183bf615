# Finds Maven, or brings it. Sourced by the scripts that build; needs java_home, root and lock.sh.
#
#   GUERDON_MAVEN_REPOSITORY  the address of a repository that Maven and all libraries come from, where the user's settings name no mirror
#   GUERDON_INSTALL=no        forbids to bring Maven

maven_version=3.9.12
maven_sha512=0ef0d074761a55e7b982fd7f2cd6ea2da028289c73156ebd488c0513efbff8a64ac5bc0c11c3b8bbced930ce15238ecef344b0e065ae54f7cdca8c86cf39e736
. "$root/bin/checksums.sh"

# Runs the Maven program $1 with the JDK in java_home.
with_jdk() {
  local program=$1 options=
  shift
  # Maven's own libraries touch memory in ways that newer JDKs warn about and older ones have no option for.
  [ "$java_major" -lt 23 ] || options=--sun-misc-unsafe-memory-access=allow
  JAVA_HOME=$java_home MAVEN_OPTS="$options ${MAVEN_OPTS-}" "$program" ${maven_settings[@]+"${maven_settings[@]}"} "$@"
}

# Prints the version of the Maven program $1. Asked from a folder without project settings, which are for JDK 21 and newer.
maven_reports() {
  (cd "$root/.tools" && with_jdk "$1" -v 2>/dev/null) | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p'
}

# Sets maven to a Maven 3.9 or a later 3.x: one that was brought before, the machine's own, or one brought now.
find_maven() {
  local own version=
  mkdir -p "$root/.tools" || exit 2
  use_named_repository
  maven=$root/.tools/apache-maven-$maven_version/bin/mvn
  [ ! -x "$maven" ] || return 0
  own=$(type -P mvn) || own=${MAVEN_HOME:+$MAVEN_HOME/bin/mvn}
  [ -x "$own" ] || own=
  [ -z "$own" ] || version=$(maven_reports "$own")
  case $version in
    3.9.* | 3.[1-9][0-9].*) maven=$own ;;
    *)
      lock "$root/.tools/lock"
      [ -x "$maven" ] || bring_maven "$own" "$version"
      unlock
      ;;
  esac
}

# Lets Maven fetch everything from GUERDON_MAVEN_REPOSITORY, where that is set, as a mirror in the settings would.
use_named_repository() {
  local url=${GUERDON_MAVEN_REPOSITORY-}
  [ -n "$url" ] || return 0
  url=${url//&/&amp;}
  url=${url//</&lt;}
  maven_settings=(-gs "$root/.tools/named-repository.xml")
  (umask 077 && : >"$root/.tools/named-repository.xml") # the address may hold a password
  echo "<settings><mirrors><mirror><id>named</id><mirrorOf>*</mirrorOf><url>$url</url></mirror></mirrors></settings>" \
    >"$root/.tools/named-repository.xml"
}

# Brings Maven into .tools: with the Maven program $1 of version $2, or without one.
bring_maven() {
  local new=$root/.tools/new.$$ log=$root/.tools/fetch.log zip=apache-maven-$maven_version-bin.zip attempt home
  local here='there is none'
  [ -z "$1" ] || here="the one here is ${2:-of an unknown version}"
  if [ "${GUERDON_INSTALL-}" = no ]; then
    echo "guerdon: Maven 3.9 or a later 3.x is needed, and $here; GUERDON_INSTALL=no forbids to fetch it" >&2
    exit 2
  fi
  for attempt in 1 2 3; do
    rm -rf "$root"/.tools/new.*
    mkdir -p "$new"
    if { if [ -n "$1" ]; then fetch_with_maven "$1"; else fetch_without_maven; fi; } &&
      check_maven "$new/$zip" &&
      (cd "$new" && "$java_home/bin/jar" xf "$zip") >>"$log" 2>&1 &&
      chmod +x "$new/apache-maven-$maven_version/bin/mvn" &&
      [ "$(maven_reports "$new/apache-maven-$maven_version/bin/mvn")" = "$maven_version" ]; then
      # The machine's settings, where they name repositories or a proxy, hold for this one as well.
      home=/etc/maven
      [ -z "$1" ] || home=$(cd "$new" && with_jdk "$1" -v 2>/dev/null | sed -n 's/^Maven home: //p')/conf
      [ ! -r "$home/settings.xml" ] || cp "$home/settings.xml" "$new/apache-maven-$maven_version/conf/settings.xml"
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

# Fetches Maven by its coordinates with the Maven program $1, so that the user's own repositories serve it.
fetch_with_maven() {
  [ "$attempt" != 1 ] || echo "guerdon: fetching Maven $maven_version into $root/.tools ($here)" >&2
  (cd "$new" && with_jdk "$1" -q -B -U org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    "-Dartifact=org.apache.maven:apache-maven:$maven_version:zip:bin" "-DoutputDirectory=$new") >"$log" 2>&1 </dev/null
}

# Fetches Maven from where the user's settings send Maven, or from where a library of Maven in the system's packages would look.
fetch_without_maven() {
  local status
  # Said once, whatever the number of attempts.
  if [ "$attempt" = 1 ]; then exec 3>&2; else exec 3>/dev/null; fi
  run_fetch "$maven_version" "$new/$zip" 2>"$log"
  status=$?
  if [ "$status" = 3 ] && bring_maven_library; then
    run_fetch "$maven_version" "$new/$zip" 2>"$log"
    status=$?
  fi
  exec 3>&-
  if [ "$status" = 3 ]; then
    cat "$log" >&2
    rm -rf "$new"
    exit 2
  fi
  return "$status"
}

# Runs bin/FetchMaven.java for the version $1, or none, and the file $2. What it says of its work is for the user.
run_fetch() {
  # shellcheck disable=SC2086 # several options in one variable
  "$java_home/bin/java" ${MAVEN_OPTS-} "$root/bin/FetchMaven.java" "$1" "$maven_sha512" "$2" "$root/.tools/library" >&3 </dev/null
}

# Ends where the file $1 is not Maven as it was released: trying again would not help.
check_maven() {
  run_fetch '' "$1" 3>&2 2>>"$log" && return
  tail -n 1 "$log" >&2
  rm -rf "$new"
  exit 2
}

# Fetches, without installing it, the system's package with the library of Maven that knows the address of Maven Central.
bring_maven_library() {
  local library=$root/.tools/library
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
  rm -rf "$library"
  mkdir -p "$library"
  echo "guerdon: no Maven and no settings of it are here; fetching the package libmaven3-core-java with apt-get into $library (not installed), which knows where Maven Central is" >&2
  (
    cd "$library" || exit 1
    # apt-get's own user may not enter this folder; then it works as this one, and says so.
    apt-get download libmaven3-core-java || { [ "$(id -u)" = 0 ] && apt-get update && apt-get download libmaven3-core-java; }
    dpkg-deb -x ./*.deb .
  ) >"$root/.tools/apt.log" 2>&1 </dev/null
}

# Whether the log $1 of a failed build tells of a lost connection.
network_failed() {
  grep -qE 'Could not transfer|Connection (reset|refused|timed out)|Read timed out|status: 5[0-9][0-9]' "$1"
}

# Shows the modules of a build as they begin, from Maven's output.
show_modules() {
  local line module='^\[INFO\] Building (.+) [^ ]+ +\[([0-9]+/[0-9]+)\]$'
  while IFS= read -r line; do
    ! [[ $line =~ $module ]] || echo "  ${BASH_REMATCH[2]} ${BASH_REMATCH[1]}"
  done
}

# Runs Maven on the project with the rest of the arguments, all output to the log $1. Tries again where the network failed. With
# telling set, the modules are shown as they begin.
run_maven() {
  local log=$1 attempt comparing resolved status
  shift
  compare_with "$@"
  for attempt in 1 2 3; do
    if [ -n "${telling-}" ]; then
      (cd "$root" && with_jdk "$maven" -B -ntp "${comparing[@]}" "$@") 2>&1 </dev/null | tee "$log" | show_modules
      status=${PIPESTATUS[0]}
    else
      (cd "$root" && with_jdk "$maven" -B -ntp "${comparing[@]}" "$@") >"$log" 2>&1 </dev/null
      status=$?
    fi
    if [ "$status" = 0 ]; then
      compare_resolved >>"$log"
      return
    fi
    network_failed "$log" || return 1
    sleep $((attempt * 2))
  done
  return 1
}

# Notes that a build without Error Prone and NullAway begins in the modules' usual folders. ./dev test compiles anew what such a build
# compiled, since Maven does not know with which options a class file was made.
begin_unchecked() {
  unchecked_before=
  [ ! -e "$root/build/unchecked" ] || unchecked_before=yes
  : >"$root/build/unchecked"
}

# Takes that back where the log $1 of the build says that nothing had to be compiled.
end_unchecked() {
  if grep -q '^\[INFO\] Compiling ' "$1"; then
    unchecked_before=yes
    : >"$root/build/unchecked"
  elif [ -z "$unchecked_before" ]; then
    rm -f "$root/build/unchecked"
  fi
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
