# Finds a Java of version 21 or newer. Sourced by ./guerdon and ./dev.
# Written for bash 3.2, which macOS has, and without forks on the common path: this runs at every start.

oldest_java=21

# Reads the version of the Java installed in folder $1 into java_version and java_major.
java_release() {
  local line
  java_version=
  [ -x "$1/bin/java" ] || return 1
  if [ -r "$1/release" ]; then
    while IFS= read -r line || [ -n "$line" ]; do
      case $line in
        JAVA_VERSION=*)
          java_version=${line#*=}
          java_version=${java_version//\"/}
          break
          ;;
      esac
    done <"$1/release"
  fi
  if [ -z "$java_version" ]; then
    # A few packagers leave the release file out: ask the program itself.
    line=$("$1/bin/java" -version 2>&1) || return 1
    line=${line#*version \"}
    java_version=${line%%\"*}
  fi
  java_major=${java_version%%[!0-9]*}
  [ -n "$java_major" ]
}

# Whether folder $1 holds a Java that will do; with $2 = javac, one that can compile.
java_suits() {
  [ "$2" != javac ] || [ -x "$1/bin/javac" ] || return 1
  java_release "$1" && [ "$java_major" -ge "$oldest_java" ]
}

# Sets path_home to the folder of the java on the PATH.
java_on_path() {
  local file link
  path_home=
  file=$(type -P java) || return 1
  while [ -h "$file" ]; do
    link=$(readlink "$file")
    case $link in
      /*) file=$link ;;
      *) file=${file%/*}/$link ;;
    esac
  done
  path_home=${file%/bin/java}
  if [ ! -r "$path_home/release" ]; then
    # A shim of a version manager, or the stub of macOS: only the program itself knows.
    path_home=$("$file" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
  fi
  [ -n "$path_home" ]
}

# Sets best_home to the best Java in the usual install folders: one that can compile before one that cannot, then the newest.
# GUERDON_JDK_PREFIX stands before each folder; the tests use it to hide what this machine has installed.
installed_java() {
  local before=${GUERDON_JDK_PREFIX-} home rank best_rank=0
  best_home=
  for home in "$before"/usr/lib/jvm/* "$before"/usr/lib64/jvm/* "$before"/usr/local/lib/jvm/* "$before"/usr/java/* \
    "$before"/usr/local/java/* "$before"/opt/* "$before"/opt/java/* "$before"/opt/jvm/* \
    "$before${HOME-}"/.sdkman/candidates/java/* "$before${HOME-}"/.jdks/* "$before${HOME-}"/.asdf/installs/java/* \
    "$before${HOME-}"/.local/share/mise/installs/java/* \
    "$before"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$before${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$before"/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "$before"/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "$before"/home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
    java_suits "$home" "$1" || continue
    rank=$java_major
    [ ! -x "$home/bin/javac" ] || rank=$((rank + 1000))
    if [ "$rank" -gt "$best_rank" ]; then
      best_rank=$rank
      best_home=$home
    fi
  done
  [ -n "$best_home" ]
}

# Sets java_home, java_version and java_major to a Java that will do; with $1 = javac, one that can compile.
# The one that a release brings, in the folder own_java, comes before those of the machine.
find_java() {
  if [ -n "${GUERDON_JAVA_HOME-}" ]; then
    java_home=${GUERDON_JAVA_HOME%/}
    ! java_suits "$java_home" "$1" || return 0
    # Said once, though the build looks for a compiler after the start looked for a Java.
    [ -n "${said_unsuitable-}" ] ||
      echo "guerdon: GUERDON_JAVA_HOME=$GUERDON_JAVA_HOME holds no JDK of version $oldest_java or newer; looking further" >&2
    said_unsuitable=yes
  fi
  if [ -n "${own_java-}" ]; then
    java_home=$own_java
    ! java_suits "$java_home" "$1" || return 0
  fi
  if [ -n "${JAVA_HOME-}" ]; then
    java_home=${JAVA_HOME%/}
    ! java_suits "$java_home" "$1" || return 0
  fi
  if java_on_path; then
    java_home=$path_home
    ! java_suits "$java_home" "$1" || return 0
  fi
  installed_java "$1" || return 1
  java_home=$best_home
  java_release "$java_home"
}

# The same, or the end.
need_java() {
  find_java "$1" && return
  echo "guerdon: no JDK of version $oldest_java or newer found; install one (JDK 25 is best, for example Eclipse Temurin) or set GUERDON_JAVA_HOME to its folder" >&2
  exit 2
}

# Without a locale the JVM takes file names and arguments for ASCII. Not every system has this one: hence no complaints.
use_utf8() {
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
    C | POSIX) { export LC_ALL=C.UTF-8; } 2>/dev/null ;;
  esac
}
