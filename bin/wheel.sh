# Builds the Python wheels. Sourced by ./dev after bin/release.sh; needs root and java_home.

# Sets python to a Python of version 3.9 or newer.
find_python() {
  local name
  for name in "${GUERDON_PYTHON-}" python3 python; do
    [ -n "$name" ] && command -v "$name" >/dev/null || continue
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
      python=$name
      return 0
    fi
  done
  return 1
}

need_python() {
  find_python || {
    echo "dev: no Python of version 3.9 or newer found; install one, or set GUERDON_PYTHON" >&2
    exit 2
  }
}

# Makes the runtime in folder $1 with the modules that the file $2 lists, from the jmods in the folder $3 if one is given.
# Not compressed: the wheel compresses it as a whole, which gives 5 MB less.
link_runtime() {
  local from=()
  [ -z "${3-}" ] || from=(--module-path "$3")
  rm -rf "$1"
  "$java_home/bin/jlink" ${from[@]+"${from[@]}"} --add-modules "$(paste -sd, "$2")" --strip-debug --no-header-files --no-man-pages \
    --vm server --compress zip-0 --output "$1" || exit 1
}

# Copies the jars that the wheel has from the folder $1 to the folder $2.
choose_jars() {
  local name file found
  rm -rf "$2"
  mkdir -p "$2"
  while IFS= read -r name; do
    found=
    for file in "$1/$name"-[0-9]*.jar; do
      [ ! -e "$file" ] || found=$file
    done
    [ -n "$found" ] || {
      echo "dev: bin/packaging/wheel-jars.txt names $name, which the distribution does not have" >&2
      exit 1
    }
    cp "$found" "$2/" || exit 2
  done <"$root/bin/packaging/wheel-jars.txt"
}

# Makes the wheels in the folder $1: for this platform, or with $2 and $3 for the platform tag $2 with the jmods in the folder $3.
make_wheels() {
  local out=$1 tag=${2-} jmods=${3-} version work lib time log=$root/build/wheel.log
  version=$(release_version)
  time=$(property project.build.outputTimestamp)
  if [ "$java_major" -lt 25 ] || [ ! -x "$java_home/bin/jlink" ]; then
    echo "dev: the wheels are built with JDK 25 or newer and its jlink; this is Java $java_version in $java_home" >&2
    exit 2
  fi
  work=$out/work
  lib=$work/cli/lib
  umask 022
  rm -rf "$out"
  mkdir -p "$lib" "$work/cli/bin" "$work/cli/launcher" || exit 2
  echo "dev: building Guerdon $version (some minutes)"
  run_maven "$log" -T 1C -P distribution,publication -Dtarget.folder=target/wheel -Dmaven.javadoc.skip=true -Dmaven.source.skip=true \
    -pl :guerdon-cli -am "-Drevision=$version" "-Ddistribution.folder=$lib" package || {
    echo "dev: the build failed; the log is ${log#"$root"/}, and this is what matters in it:" >&2
    explain_failure "$log"
    exit 1
  }
  modernise "$lib"
  choose_jars "$lib" "$work/lib"
  cp "$root/bin/packaging/guerdon" "$work/cli/bin/" && cp "$root/bin/jdk.sh" "$root/bin/start.sh" "$root/bin/archive.sh" "$root"/bin/training*.txt \
    "$work/cli/launcher/" && mkdir "$work/cli/examples" && cp "$root"/examples/*.* "$work/cli/examples/" || exit 2
  chmod +x "$work/cli/bin/guerdon"
  echo "$version" >"$work/cli/launcher/version"
  local bill=$root/cli/target/wheel/guerdon-cli-$version-cyclonedx.json
  "$java_home/bin/java" -cp "$lib/*" "$root/bin/Notices.java" "$bill" "$work/lib" "$work/NOTICES.txt" || exit 1
  "$java_home/bin/java" -cp "$lib/*" "$root/bin/Notices.java" "$bill" "$lib" "$work/NOTICES-cli.txt" || exit 1
  echo "dev: linking the runtimes"
  link_runtime "$work/runtime" "$root/bin/packaging/wheel-modules.txt" "$jmods"
  # Without the names of days and months in all languages, to stay below what package indexes take.
  grep -v '^jdk.localedata$' "$root/bin/packaging/modules.txt" >"$work/cli-modules.txt"
  link_runtime "$work/cli/runtime" "$work/cli-modules.txt" "$jmods"
  echo "dev: packing"
  "$python" -I "$root/python/pack.py" --root "$root" --work "$work" --version "$version" --time "$time" --out "$out" ${tag:+--tag "$tag"} || exit 1
  rm -rf "$work"
  echo "dev: the wheels are in ${out#"$root"/}:"
  (cd "$out" && ls -l ./*.whl | awk '{printf "  %10d  %s\n", $5, substr($NF, 3)}')
}

# Makes the wheels again, and compares them with the first.
compare_wheels() {
  local first=$1 second=$2 file count=0 differing=0
  make_wheels "$second" "${@:3}"
  for file in "$first"/*.whl; do
    count=$((count + 1))
    cmp -s "$file" "$second/${file##*/}" && continue
    differing=$((differing + 1))
    echo "differs: ${file##*/}"
  done
  echo "$count wheels built twice, $differing differ"
  [ "$count" -gt 0 ] && [ "$differing" = 0 ] || exit 1
  rm -rf "$second"
}

wheel_command() {
  local twice= tag= jmods=
  while [ $# -gt 0 ]; do
    case $1 in
      --twice) twice=yes ;;
      --tag | --jmods)
        [ $# -gt 1 ] || { echo "dev: $1 needs a value" >&2; exit 2; }
        [ "$1" = --tag ] && tag=$2 || jmods=$2
        shift
        ;;
      *)
        echo "dev: expected ./dev wheel [--twice] [--tag TAG --jmods DIR], found '$1'" >&2
        exit 2
        ;;
    esac
    shift
  done
  make_wheels "$root/build/wheel" "$tag" "$jmods"
  [ -z "$twice" ] || compare_wheels "$root/build/wheel" "$root/build/wheel-again" "$tag" "$jmods"
}

# Runs the tests of the Python package, with an engine from the distribution's jars.
test_python() {
  local lib
  "$root/guerdon" --version >/dev/null || exit 1
  lib=$root/build/$(cat "$root/build/current")/lib
  cd "$root/python" || exit 2
  # A test that hangs ends the run after twenty minutes, with the stacks of all threads.
  GUERDON_TEST_JAVA=$java_home GUERDON_TEST_LIB=$lib "$python" -c 'import faulthandler, sys, unittest
faulthandler.dump_traceback_later(1200, exit=True)
unittest.main(module=None, argv=["unittest", "discover", "-s", "tests", *sys.argv[1:]])' "$@"
}
