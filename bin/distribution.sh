# Builds the distribution and its start-up archive. Sourced by ./guerdon where something is missing or out of date.

. "$root/bin/lock.sh"
. "$root/bin/maven.sh"

# A distribution is a folder of its own, and the file build/current names the one in use. So a build that is interrupted leaves the
# old one as it was, and a running program keeps its jars.
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
    make_distribution
  fi
  unlock
}

make_distribution() {
  local new=$root/build/new.$$ build name log=$root/build/build.log
  need_java javac
  find_maven
  if [ -z "$dist" ]; then
    echo "guerdon: building, for the first use (a minute or two)" >&2
  else
    echo "guerdon: sources changed, building" >&2
  fi
  rm -rf "$root"/build/new.*
  mkdir -p "$new/lib"
  # Before the sources are read: what changes while the build runs is newer than the stamp.
  : >"$new/stamp"
  # In a process group of its own, so that an interrupt ends Maven with everything it started.
  set -m
  run_maven "$log" -T 1C -P distribution -pl guerdon-cli -am "-Ddistribution.folder=$new/lib" package &
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
  modernise "$new/lib"
  name=dist-$(date +%Y%m%d%H%M%S)-$$
  mv "$new" "$root/build/$name"
  echo "$name" >"$root/build/current.new"
  mv -f "$root/build/current.new" "$root/build/current"
  remove_outdated "$name"
  find_distribution
  find_java java
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

# Makes the archive of loaded classes for the Java in use, with the commands in bin/$training. Where that fails an empty file says so, and nobody tries again.
make_archive() {
  local new=$archive.$$ output
  [ -w "$dist" ] && mkdir -p "${archive%/*}" && [ -w "${archive%/*}" ] || return 0
  if [ "$java_major" -ge 25 ]; then
    output=-XX:AOTCacheOutput=$new
  else
    output=-XX:ArchiveClassesAtExit=$new
  fi
  (cd "$root" && "$java_home/bin/java" "$output" "-Dguerdon.training=$root/bin/$training" -jar "$dist/lib/guerdon.jar") \
    >"$root/build/archive.log" 2>&1 </dev/null
  [ -s "$new" ] || : >"$new"
  mv -f "$new" "$archive"
  rm -f "$new".*
}
