# Tries the adapters with the trainers' own packages, and measures the Python package. Sourced by ./dev after bin/wheel.sh; needs root, python and java_home.

# Makes the virtual environment of the adapter $1 from its file in python/tests/requirements, and sets venv to its folder.
trainer_venv() {
  local list=$root/python/tests/requirements/$1.txt options=() shared
  [ -e "$list" ] || {
    echo "dev: there are no packages to try '$1' with; there are: $(cd "$root/python/tests/requirements" && echo *.txt | sed 's/\.txt//g')" >&2
    exit 2
  }
  if [ "${GUERDON_INSTALL-}" = no ] && [ ! -e "$root/build/venv/$1/complete" ]; then
    echo "dev: the packages of $1 are not here, and GUERDON_INSTALL=no forbids to fetch them" >&2
    exit 2
  fi
  if grep -q '^# on top of trl.txt' "$list"; then
    trainer_venv trl
    shared=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))') || exit 1
    list=$root/python/tests/requirements/$1.txt options=(--no-deps)
  fi
  venv=$root/build/venv/$1
  [ ! -e "$venv/complete" ] || return 0
  "$python" -m venv --clear "$venv" || exit 1
  [ -z "${shared-}" ] || echo "$shared" >"$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/shared.pth"
  echo "dev: installing what python/tests/requirements/$1.txt lists into ${venv#"$root"/}"
  "$venv/bin/python" -m pip install -q --disable-pip-version-check ${options[@]+"${options[@]}"} -r "$list" || exit 1
  : >"$venv/complete"
}

# Lets Python's tests and programs find the sources of the package, and an engine: GUERDON_ENGINE where it is set, else the distribution's jars.
use_engine() {
  export PYTHONPATH=$root/python/src HF_HUB_OFFLINE=1
  [ -z "${GUERDON_ENGINE-}" ] || return 0
  "$root/guerdon" --version >/dev/null || exit 1
  GUERDON_ENGINE="'$java_home/bin/java' -Xlog:disable -XX:-UsePerfData -Xmx512m -XX:+UseSerialGC -cp '$root/build/$(cat "$root/build/current")/lib/*' dev.guerdon.core.stdio.EngineMain"
  export GUERDON_ENGINE
}

# Runs the tests of adapters with their trainers' packages.
test_adapters() {
  local name tests=() failed=
  [ $# -gt 0 ] || set -- verifiers inspect evalprotocol datasets gymnasium ray
  use_engine
  cd "$root/python/tests" || exit 2
  for name; do
    trainer_venv "$name"
    echo "$name"
    tests=("test_$name"*.py test_values.py test_pickles.py test_pages.py)
    "$venv/bin/python" -W ignore -m unittest "${tests[@]%.py}" || failed="$failed $name"
  done
  [ -z "$failed" ] || {
    echo "dev: failed:$failed" >&2
    exit 1
  }
}

# Runs the tests of the server that need a client's own package.
test_clients() {
  local name tests=
  [ $# -gt 0 ] || set -- openenv mcp openreward evalprotocol
  for name; do
    case $name in
      openenv) tests=$tests,OpenEnvClientTest ;;
      mcp) tests=$tests,McpClientTest ;;
      openreward) tests=$tests,OpenRewardClientTest ;;
      evalprotocol) tests=$tests,EvaluateProtocolTest ;;
      *)
        echo "dev: there is no client '$name'; there are: openenv, mcp, openreward, evalprotocol" >&2
        exit 2
        ;;
    esac
    trainer_venv "$name"
    export "GUERDON_$(echo "$name" | tr '[:lower:]' '[:upper:]')=$venv/bin/python"
  done
  build test -pl :guerdon-server -am "-Dtest=${tests#,}" -Dsurefire.failIfNoSpecifiedTests=false
}

# Trains a tiny model with TRL on rewards of the engine.
test_trl() {
  trainer_venv trl
  use_engine
  cd "$root/python/tests" || exit 2
  exec "$venv/bin/python" trl_grpo.py
}

# Measures the wheel in build/wheel, or with GUERDON_ENGINE the sources with that engine, against Math-Verify, plain Python and HTTP.
bench_wheel() {
  local file venv=$root/build/venv/bench wheel=
  for file in "$root"/build/wheel/guerdon-*.whl; do
    case $file in
      *-py3-none-any.whl) ;; # needs a JDK
      *) [ ! -e "$file" ] || wheel=$file ;;
    esac
  done
  [ -n "$wheel" ] || [ -n "${GUERDON_ENGINE-}" ] || {
    echo "dev: there is no wheel in build/wheel; build it with ./dev wheel" >&2
    exit 2
  }
  [ -x "$venv/bin/python" ] || "$python" -m venv "$venv" || exit 1
  "$venv/bin/python" -m pip install -q --disable-pip-version-check math-verify || exit 1
  if [ -n "${GUERDON_ENGINE-}" ]; then
    export PYTHONPATH=$root/python/src
  else
    "$venv/bin/python" -m pip install -q --disable-pip-version-check --force-reinstall --no-deps "$wheel" || exit 1
  fi
  cd "$root" || exit 2
  exec "$venv/bin/python" benchmarks/wheel.py "$@"
}

# Measures guerdon.ray against the engine of one process.
bench_ray() {
  trainer_venv ray
  use_engine
  exec "$venv/bin/python" "$root/benchmarks/ray_pool.py"
}
