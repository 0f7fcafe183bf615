# Builds the distribution. Sourced by ./guerdon where it is missing or out of date.

. "$root/bin/lock.sh"
. "$root/bin/maven.sh"

# A distribution is a folder of its own, and the file build/current names the one in use. So a build that is interrupted leaves the
# old one as it was, and a running program keeps its jars. The arguments are those of the command, which may need more than others.
build_distribution() {
  if [ ! -w "$root" ] || { [ -e "$root/build" ] && [ ! -w "$root/build" ]; }; then
    [ -z "$dist" ] || return 0
    echo "guerdon: not built yet, and $root is not writable; start it once as a user who may write there" >&2
    exit 2
  fi
  mkdir -p "$root/build" || exit 2
  lock "$root/build/lock"
  find_distribution
  if [ -z "$dist" ] || sources_changed; then
    make_distribution "$@"
  fi
  unlock
}

make_distribution() {
  local new=$root/build/new.$$ build name log=$root/build/build.log parts=(-P distribution -pl :guerdon-cli)
  need_java javac
  find_maven
  if [ -z "$dist" ]; then
    echo "guerdon: building, for the first use (a minute or two)" >&2
  else
    echo "guerdon: sources changed, building" >&2
  fi
  if wants_spark "$@" && [ "${GUERDON_INSTALL-}" != no ]; then
    parts=(-P distribution,spark -pl :guerdon-cli,:guerdon-spark "-Dspark.folder=$new/lib/spark")
    echo "$spark_notice" >&2
  fi
  rm -rf "$root"/build/new.*
  mkdir -p "$new/lib"
  # Before the sources are read: what changes while the build runs is newer than the stamp.
  : >"$new/stamp"
  # In a process group of its own, so that an interrupt ends Maven with everything it started.
  set -m
  choose_folder
  run_maven "$log" -T 1C "${parts[@]}" "${target[@]}" -am "-Ddistribution.folder=$new/lib" package &
  build=$!
  set +m
  trap 'kill -- "-$build" 2>/dev/null; wait "$build" 2>/dev/null; rm -rf "$new"; exit 130' INT TERM HUP
  if ! wait "$build" || [ ! -s "$new/lib/guerdon.jar" ]; then
    rm -rf "$new"
    echo "guerdon: the build failed; the log is $log, and this is what matters in it:" >&2
    explain_failure "$log"
    exit 2
  fi
  trap - INT TERM HUP
  [ -n "$own_folder" ] || end_unchecked "$log"
  modernise "$new/lib"
  name=dist-$(date +%Y%m%d%H%M%S)-$$
  mv "$new" "$root/build/$name"
  echo "$name" >"$root/build/current.new"
  mv -f "$root/build/current.new" "$root/build/current"
  remove_outdated "$name"
  find_distribution
  find_java java
}

# Sets target to the option for the folders to compile in: those of ./dev, so that everything is compiled once, but others while it builds
# or tests what is in them.
choose_folder() {
  local busy=
  own_folder=
  [ ! -r "$root/build/busy" ] || read -r busy <"$root/build/busy"
  if [ -n "$busy" ] && kill -0 "$busy" 2>/dev/null; then
    target=(-Dtarget.folder=target/distribution)
    own_folder=yes
  else
    target=(-Dtarget.folder=target)
    begin_unchecked
  fi
}

spark_notice="guerdon: building what runs on Spark, once; Maven fetches Spark's jars where they are missing (278 MB, some minutes)"

# Whether the arguments ask for what runs on Apache Spark.
wants_spark() {
  local argument previous= wanted=1
  for argument; do
    case $previous/$argument in
      */-- | */--help | */-h) return 1 ;;
      setup/spark | */--on | */--on=*) wanted=0 ;;
    esac
    previous=$argument
  done
  return "$wanted"
}

# Adds what runs on Spark to the distribution, where it is missing. Only then: Spark's jars, which the build needs, are many.
add_spark() {
  local build log=$root/build/spark.log offline=
  [ -w "$dist/lib" ] || return 0
  lock "$root/build/lock"
  if [ ! -e "$dist/lib/spark/guerdon-spark.jar" ]; then
    need_java javac
    find_maven
    if [ "${GUERDON_INSTALL-}" = no ]; then
      offline=-o
      echo "guerdon: building what runs on Spark, once, with what your Maven repository has: GUERDON_INSTALL=no forbids to fetch Spark's jars" >&2
    else
      echo "$spark_notice" >&2
    fi
    set -m
    choose_folder
    run_maven "$log" $offline -T 1C -P distribution,spark "${target[@]}" -pl :guerdon-spark -am "-Dspark.folder=$dist/spark.new" -Dmdep.skip package &
    build=$!
    set +m
    trap 'kill -- "-$build" 2>/dev/null; wait "$build" 2>/dev/null; rm -rf "$dist/spark.new"; exit 130' INT TERM HUP
    if ! wait "$build" || [ ! -s "$dist/spark.new/guerdon-spark.jar" ]; then
      rm -rf "$dist/spark.new"
      echo "guerdon: the build failed; the log is $log, and this is what matters in it:" >&2
      explain_failure "$log"
      exit 2
    fi
    trap - INT TERM HUP
    [ -n "$own_folder" ] || end_unchecked "$log"
    rm -rf "$dist/lib/spark"
    mv "$dist/spark.new" "$dist/lib/spark"
    find_java java
  fi
  unlock
}

# Class files from before Java 6 cannot be archived, and the command-line library has no others: a quarter of the start-up time.
modernise() {
  local jar
  [ "$java_major" -ge 24 ] || return 0
  for jar in "$1"/picocli-*.jar; do
    [ -e "$jar" ] || continue
    if "$java_home/bin/java" "$root/bin/ModernClassFiles.java" "$jar" "$jar.new" >>"$root/build/build.log" 2>&1; then
      mv -f "$jar.new" "$jar"
    else
      rm -f "$jar.new"
    fi
  done
}

# Keeps the distribution named $1 and the one before it, which may still be running.
remove_outdated() {
  local folder before=
  for folder in "$root"/build/dist-*; do
    if [ "$folder" != "$root/build/$1" ]; then
      [ -z "$before" ] || rm -rf "$before"
      before=$folder
    fi
  done
}
