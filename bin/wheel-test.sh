#!/usr/bin/env bash
# Tries the wheels as their users do. Run by ./dev wheel-test: wheel-test.sh FOLDER PYTHON, with JAVA_HOME set to a JDK.
#
# Needs Linux for most of it: a view of the machine in which every Java is hidden is made with unshare, as root or in a user namespace.
set -u

root=$(CDPATH='' cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd) || exit 2
wheels=$1
python=$2

# shellcheck source=bin/checks.sh
. "$root/bin/checks.sh"

# Prints the only file of the folder $1.
only_one() {
  ls -l "$1"
  [ "$(ls "$1" | wc -l)" = 1 ]
}

write_scripts() {
  cat >"$work/ten lines.py" <<'END'
import guerdon
score = guerdon.score("math_equal_reward", final_response=r"The answer is \boxed{\frac{1}{2}}", answer="0.5")
assert score.reward == 1.0, score
with guerdon.make("alfworld", n=1, seed=0, auto_reset="disabled") as game:
    observations, infos = game.reset()
    for step in range(5):
        observations, rewards, terminated, truncated, infos = game.step([game.actions()[0][step]])
assert observations[0], observations
print("all is well")
END
  cat >"$work/first.py" <<'END'
import time
began = time.perf_counter()
import guerdon
imported = time.perf_counter()
guerdon.score("math_equal_reward", final_response="42", answer="42")
print("import %.0f ms, first score after %.2f s" % ((imported - began) * 1e3, time.perf_counter() - imported))
END
}

# The checks without any Java, with what is installed in $work/venv.
in_view() {
  local private=(env -i "PATH=/usr/bin:/bin") at=$work/venv/bin
  unset JAVA_HOME GUERDON_JAVA_HOME GUERDON_ENGINE
  log=$work/view.log
  mkdir -p "$work/home" "$work/elsewhere"
  chmod -R a+rX "$work"
  chmod 777 "$work/home"
  cd "$work/elsewhere" || exit 2
  try "no Java is left in this view" hide_javas
  try "ten lines score math and play a game" prints "all is well" "${private[@]}" "HOME=$work/home" "$at/python" "$work/ten lines.py"
  try "without HOME" prints "all is well" "${private[@]}" "$at/python" "$work/ten lines.py"
  try "the command says what to install" refuses 2 "pip install 'guerdon[cli]'" "${private[@]}" "$at/guerdon" rewards
  try "the command tells its version" prints "guerdon " "${private[@]}" "$at/guerdon" --version
  "${private[@]}" "HOME=$work/home" "$at/python" "$work/first.py" 2>&1 | sed 's/^/          without an archive: /'
  try "guerdon prepare makes fast starts" prints "prepared fast starts" "${private[@]}" "HOME=$work/home" "$at/guerdon" prepare
  try "the archive is there, and nothing else" prints "python-" only_one "$work/home/.cache/guerdon/archive"
  try "with it, the same" prints "all is well" "${private[@]}" "HOME=$work/home" "$at/python" "$work/ten lines.py"
  "${private[@]}" "HOME=$work/home" "$at/python" "$work/first.py" 2>&1 | sed 's/^/          with an archive: /'
  mount --bind "$work/venv" "$work/venv" && mount -o remount,bind,ro "$work/venv" || echo "  (could not mount the environment read-only)"
  try "from a read-only environment, with a read-only cache" prints "all is well" \
    "${private[@]}" "XDG_CACHE_HOME=/proc/nothing" "$at/python" "$work/ten lines.py"
  if [ -z "${unprivileged-}" ] || ! setpriv --reuid=65534 --regid=65534 --clear-groups "${private[@]}" "$at/python" -c '' 2>/dev/null; then
    skip "as a user without rights" "this is not root, or that user may not use this Python"
  else
    try "as a user without rights" prints "all is well" setpriv --reuid=65534 --regid=65534 --clear-groups "${private[@]}" \
      "$at/python" "$work/ten lines.py"
  fi
  if [ -d "$work/venv-cli" ]; then
    at=$work/venv-cli/bin
    try "the whole command line" prints "guerdon " "${private[@]}" "HOME=$work/home" "$at/guerdon" --version
    try "its score command" prints '"reward":1.0' sh -c \
      'echo "{\"final_response\":\"42\",\"answer\":\"42\"}" | env -i PATH=/usr/bin:/bin HOME="$2" "$1" score --quiet --reward math_equal_reward' \
      sh "$at/guerdon" "$work/home"
    try "the package beside it" prints "all is well" "${private[@]}" "HOME=$work/home" "$at/python" "$work/ten lines.py"
    try "a reward from a source, compiled without a JDK" prints "1.0" "${private[@]}" "HOME=$work/home" "$at/python" -c \
      'import guerdon, sys; print(guerdon.load(sys.argv[1]), guerdon.score("own", final_response="in Lima", answer="Lima").reward)' "$work/Own.java"
  fi
  try "the pure wheel says what it needs" refuses 1 "install a JDK" "${private[@]}" "$work/venv-pure/bin/python" "$work/ten lines.py"
  exit "$((failures > 0))"
}

# Makes the environment $1 with the wheels after it.
install() {
  local place=$1
  shift
  "$python" -m venv "$place" && "$place/bin/python" -m pip install --no-index --no-deps --disable-pip-version-check -q "$@" &&
    "$place/bin/python" -m pip check
}

if [ "${3-}" = --in-view ]; then
  in_view
fi
platform=$(ls "$wheels"/guerdon-*-manylinux*.whl 2>/dev/null | head -n 1)
pure=$(ls "$wheels"/guerdon-*-none-any.whl 2>/dev/null | head -n 1)
cli=$(ls "$wheels"/guerdon_cli-*-manylinux*.whl 2>/dev/null | head -n 1)
[ -n "$pure" ] || {
  echo "wheel-test: $wheels holds no wheels; build them with ./dev wheel" >&2
  exit 2
}
work=$(mktemp -d "/var/tmp/guerdon wheel test.XXXXXX") || exit 2
work=$(cd -P "$work" && pwd)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
log=$work/log
write_scripts
cat >"$work/Own.java" <<'END'
import dev.guerdon.api.Reward;

public final class Own {
    @Reward("own")
    public static double score(String finalResponse, String answer) {
        return finalResponse.contains(answer) ? 1 : 0;
    }
}
END
try "the pure wheel installs" install "$work/venv-pure" "$pure"
try "the pure wheel works with an installed JDK" prints "all is well" env -u GUERDON_ENGINE "XDG_CACHE_HOME=$work/pure" "GUERDON_JAVA_HOME=$JAVA_HOME" \
  "$work/venv-pure/bin/python" "$work/ten lines.py"
if [ -z "$platform" ]; then
  skip "the wheel with a runtime" "there is none for Linux"
else
  try "the wheel with a runtime installs" install "$work/venv" "$platform"
  size=$(wc -c <"$platform")
  try "it has at most 35 MB, and has $size bytes" test "$size" -le 35000000
  [ -z "$cli" ] || try "the command line installs beside it" install "$work/venv-cli" "$platform" "$cli"
  kind=(unshare -m) unprivileged=
  if [ "$(id -u)" = 0 ]; then
    ! command -v setpriv >/dev/null || unprivileged=yes
  else
    kind=(unshare --map-root-user -m)
  fi
  if ! command -v unshare >/dev/null || ! "${kind[@]}" true 2>/dev/null; then
    skip "the wheel without a JDK" "this machine makes no view of itself (unshare)"
  else
    work=$work unprivileged=$unprivileged "${kind[@]}" --propagation private bash "$0" "$wheels" "$python" --in-view || failures=$((failures + 1))
  fi
fi
if [ "$failures" = 0 ]; then
  echo "the wheels passed"
else
  echo "the wheels FAILED"
  exit 1
fi
