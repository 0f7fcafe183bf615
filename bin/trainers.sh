# Tries the adapters with the trainers' own packages, and measures the Python package. Sourced by ./dev after bin/wheel.sh; needs root, python and java_home.

# What pip installs for each adapter. Trainers for GPUs want libraries that do not install everywhere: they come without them, on top of
# what TRL brings, as far as their rewards are concerned.
trainer_packages() {
  case $1 in
    trl) echo 'trl==1.16.0 numpy accelerate jinja2' ;;
    verifiers) echo 'verifiers==0.4.0' ;;
    inspect) echo 'inspect-ai==0.3.285' ;;
    evalprotocol) echo 'eval-protocol==0.3.33' ;;
    datasets) echo 'datasets' ;;
    verl) echo '--no-deps verl==0.9.1 tensordict==0.10.0 hydra-core omegaconf antlr4-python3-runtime==4.9.3 ray codetiming dill peft torchdata pybind11 pylatexenc cloudpickle pyvers orjson importlib_metadata zipp msgpack jsonschema jsonschema-specifications referencing rpds-py attrs protobuf click requests urllib3 charset-normalizer idna certifi' ;;
    openrlhf) echo '--no-deps openrlhf==0.11.2 aiohttp aiosignal frozenlist multidict yarl propcache attrs aiohappyeyeballs pylatexenc requests urllib3 charset-normalizer idna certifi sympy mpmath' ;;
    *) return 1 ;;
  esac
}

# Makes the virtual environment of the adapter $1, and sets venv to its folder.
trainer_venv() {
  local packages
  packages=$(trainer_packages "$1") || {
    echo "dev: there is no package to try '$1' with; there are: trl, verifiers, inspect, evalprotocol, datasets, verl, openrlhf" >&2
    exit 2
  }
  venv=$root/build/venv/$1
  [ ! -e "$venv/complete" ] || return 0
  case $packages in
    --no-deps*)
      trainer_venv trl
      local shared
      shared=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))') || exit 1
      venv=$root/build/venv/$1
      "$python" -m venv --clear "$venv" || exit 1
      echo "$shared" >"$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/shared.pth"
      ;;
    *) "$python" -m venv --clear "$venv" || exit 1 ;;
  esac
  echo "dev: installing ${packages%% *} and what it needs into ${venv#"$root"/}"
  # shellcheck disable=SC2086 # several packages in one variable
  "$venv/bin/python" -m pip install -q --disable-pip-version-check $packages || exit 1
  : >"$venv/complete"
}

# Lets Python's tests and programs find the sources of the package, and an engine: GUERDON_ENGINE where it is set, else the distribution's jars.
use_engine() {
  export PYTHONPATH=$root/python/src HF_HUB_OFFLINE=1
  [ -z "${GUERDON_ENGINE-}" ] || return 0
  "$root/guerdon" --version >/dev/null || exit 1
  GUERDON_ENGINE="'$java_home/bin/java' -Xlog:disable -XX:-UsePerfData -Xmx512m -XX:+UseSerialGC -cp '$root/build/$(cat "$root/build/current")/lib/*' dev.guerdon.stdio.Main"
  export GUERDON_ENGINE
}

# Runs the tests of adapters with their trainers' packages.
test_adapters() {
  local name failed=
  [ $# -gt 0 ] || set -- verifiers inspect evalprotocol datasets
  use_engine
  cd "$root/python/tests" || exit 2
  for name; do
    trainer_venv "$name"
    echo "$name"
    "$venv/bin/python" -W ignore -m unittest "test_$name" test_pages || failed="$failed $name"
  done
  [ -z "$failed" ] || {
    echo "dev: failed:$failed" >&2
    exit 1
  }
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
