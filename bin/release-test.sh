#!/usr/bin/env bash
# Tries a release as its users do. Run by ./dev release-test: release-test.sh FOLDER, with JAVA_HOME set to a JDK.
#
# Needs Linux for most of it: a view of the machine in which every Java is hidden is made with unshare, as root or in a user namespace.
set -u

root=$(CDPATH='' cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd) || exit 2
release=$1
version=$(sed -n 's:.*<revision>\(.*\)</revision>.*:\1:p' "$root/pom.xml" | head -n 1)
version=${version%-SNAPSHOT}

# shellcheck source=bin/checks.sh
. "$root/bin/checks.sh"

# ---- inside the view: no Java anywhere

# The checks of a release with a runtime, in the folder $work/a folder/guerdon-VERSION.
in_view() {
  local home="$work/a folder/guerdon-$version" nobody=() private=(env -i "PATH=$PATH")
  unset JAVA_HOME GUERDON_JAVA_HOME
  log=$work/view.log
  try "no Java is left in this view" hide_javas
  mkdir -p "$work/runs here/nobody" "$work/home" "$work/links"
  chmod 755 "$work" "$work/a folder" "$work/links" "$work/runs here"
  chmod 777 "$work/runs here/nobody" "$work/home"
  ln -sf "../a folder/guerdon-$version/bin/guerdon" "$work/links/first"
  ln -sf first "$work/links/second"
  cd "$work/runs here" || exit 2
  log="$work/runs here/log"

  # Read-only, for the administrator, too.
  mount --bind "$home" "$home" && mount -o remount,bind,ro "$home" || echo "  (could not mount the release read-only)"
  try "run starter without a JDK, from a read-only folder with a space" \
    prints "32 of 32 episodes" "${private[@]}" "HOME=$work/home" "$home/bin/guerdon" run starter
  try "the archive for fast starts is in the user's cache" test -n "$(find "$work/home/.cache/guerdon/archive" -type f -size +1M)"
  try "a later start says nothing but its answer" \
    test "$(env -i "PATH=$PATH" "HOME=$work/home" "$home/bin/guerdon" --version 2>&1 | head -n 1)" = "guerdon $version"
  try "through two symbolic links" prints "guerdon $version" "${private[@]}" "$work/links/second" --version
  try "by name, from the PATH" prints "guerdon $version" env -i "PATH=$home/bin:$PATH" guerdon --version
  try "a reward of one's own, compiled from source" prints '"reward":' "${private[@]}" "$home/bin/guerdon" score \
    --source "$work/Own.java" --reward own --in "$root/examples/qa.jsonl" --limit 1
  mkdir "$work/noexec" && mount -t tmpfs -o noexec none "$work/noexec"
  try "run starter where temporary files may not be executed" prints "32 of 32 episodes" \
    "${private[@]}" "HOME=$work/home" "GUERDON_JAVA_OPTS=-Djava.io.tmpdir=$work/noexec" "$home/bin/guerdon" run starter
  try "without HOME" prints "32 of 32 episodes" "${private[@]}" "$home/bin/guerdon" run starter
  if [ -n "${unprivileged-}" ]; then
    cd nobody || exit 2
    nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    try "as a user who has no HOME and may not write to the release" \
      prints "32 of 32 episodes" "${nobody[@]}" "${private[@]}" "$home/bin/guerdon" run starter
    # What a container with --read-only and --tmpfs /tmp sees: nothing else can be written but the mounted folder.
    mount --bind "$work/runs here" "$work/runs here" && cd "$work/runs here/nobody" && mount -o remount,bind,ro / && mount -t tmpfs none /tmp
    case $work in
      /tmp/*) skip "as nobody, with a read-only root file system" "the files of this test are in /tmp" ;;
      *)
        try "as nobody, with a read-only root file system and a /tmp" \
          prints "32 of 32 episodes" "${nobody[@]}" "${private[@]}" "$home/bin/guerdon" run starter
        # What docker makes of --tmpfs /tmp, where nothing else is said.
        mount -o remount,noexec /tmp
        try "one sentence where no folder is left whose files may be executed" \
          refuses 2 GUERDON_NATIVE_DIR "${nobody[@]}" "${private[@]}" "$home/bin/guerdon" run starter
        try "and such a folder that the user names" prints "32 of 32 episodes" \
          "${nobody[@]}" "${private[@]}" "GUERDON_NATIVE_DIR=$PWD" "$home/bin/guerdon" run starter
        ;;
    esac
  else
    skip "as a user without rights" "this is not root"
  fi
  exit "$((failures > 0))"
}

# ---- the rest

write_reward() {
  cat >"$work/Own.java" <<'END'
import dev.guerdon.api.Reward;

public final class Own {
    @Reward("own")
    public static double score(String finalResponse, String answer) {
        return finalResponse.contains(answer) ? 1 : 0;
    }
}
END
}

# A machine whose only Java is too old.
old_java() {
  mkdir -p "$work/old/bin"
  echo 'JAVA_VERSION="17.0.1"' >"$work/old/release"
  printf '#!/bin/sh\nexit 99\n' >"$work/old/bin/java"
  chmod +x "$work/old/bin/java"
}

test_archives() {
  local home=$work/portable/guerdon-$version name
  try "the checksums are right" sh -c 'cd "$1" && sha256sum --check --quiet SHA256SUMS' sh "$release"
  mkdir -p "$work/portable" "$work/zipped" "$work/a folder"
  tar -xzf "$release/guerdon-$version.tar.gz" -C "$work/portable"
  (cd "$work/zipped" && "$JAVA_HOME/bin/jar" xf "$release/guerdon-$version.zip")
  try "the zip holds what the tar.gz holds" diff -r "$work/portable" "$work/zipped"
  old_java
  try "starts with a JDK of the machine" prints "guerdon $version" "$home/bin/guerdon" --version
  try "one sentence where Java is too old" refuses 2 "21 or newer" env "JAVA_HOME=$work/old" "PATH=$work/old/bin:/usr/bin:/bin" \
    "GUERDON_JDK_PREFIX=$work/nothing" "$home/bin/guerdon" --version
  mv "$home" "$work/moved"
  try "starts from another folder after a move" prints "guerdon $version" "$work/moved/bin/guerdon" --version
  for name in "$release"/guerdon-"$version"-linux-*.tar.gz; do
    if [ -e "$name" ]; then
      tar -xzf "$name" -C "$work/a folder"
    fi
  done
  [ -x "$work/a folder/guerdon-$version/runtime/bin/java" ]
}

test_runtime() {
  local kind=(unshare -m) unprivileged=
  if [ "$(id -u)" = 0 ]; then
    ! command -v setpriv >/dev/null || unprivileged=yes
  else
    kind=(unshare --map-root-user -m)
  fi
  if ! command -v unshare >/dev/null || ! "${kind[@]}" true 2>/dev/null; then
    skip "the release without a JDK" "this machine makes no view of itself (unshare)"
    return
  fi
  work=$work unprivileged=$unprivileged "${kind[@]}" --propagation private bash "$0" "$release" --in-view || failures=$((failures + 1))
}

# Builds the project $1 with Maven, with Guerdon from the repository of the release, and what else it needs from the user's own.
build_with_maven() {
  local maven=$root/.tools/apache-maven-3.9.12/bin/mvn
  [ -x "$maven" ] || maven=mvn
  cat >"$work/settings.xml" <<END
<settings>
  <profiles>
    <profile>
      <id>release</id>
      <repositories>
        <repository><id>release</id><url>file://${release// /%20}/maven</url></repository>
      </repositories>
    </profile>
  </profiles>
  <activeProfiles><activeProfile>release</activeProfile></activeProfiles>
</settings>
END
  "$maven" -f "$1" -B -q -ntp -gs "$work/settings.xml" "-Dguerdon.version=$version" \
    "-Dmaven.repo.local=$work/repository" "-Dmaven.repo.local.tail=${HOME-}/.m2/repository" verify </dev/null
}

build_with_gradle() {
  gradle -p "$1" --no-daemon -q "-Pguerdon.version=$version" "-Pguerdon.repository=$release/maven" check </dev/null
}

# Projects that know Guerdon only as a dependency.
test_dependents() {
  local project copy
  for project in "$root"/examples/outside-*; do
    copy=$work/${project##*/}
    cp -R "$project" "$copy"
    rm -rf "$copy/target" "$copy/build"
    if [ -e "$copy/pom.xml" ]; then
      try "${project##*/}: built against the release, and its tests" build_with_maven "$copy"
    elif command -v gradle >/dev/null; then
      try "${project##*/}: built against the release, and its tests" build_with_gradle "$copy"
    else
      skip "${project##*/}" "there is no gradle here"
    fi
  done
}

# What runs on Spark: the part is in the archive, and scores, where Spark's jars are at hand.
test_spark() {
  local home=$work/moved cache=$work/a\ cache out=$work/scored
  try "the part that runs on Spark is in the archive" test -s "$home/lib/spark/guerdon-spark.jar"
  if [ ! -e "${HOME-}/.m2/repository/org/apache/spark/spark-sql_2.13/4.2.0/spark-sql_2.13-4.2.0.jar" ]; then
    skip "setup spark and score --on" "Spark's jars are not in the local Maven repository"
    return
  fi
  try "without Spark, --on says what to do" refuses 2 "guerdon setup spark" env "XDG_CACHE_HOME=$cache" "SPARK_HOME=" \
    "$home/bin/guerdon" score --on 'local[2]' --reward qa_f1_reward --in "$root/examples/qa.jsonl" --out "$out"
  try "setup spark makes the one jar" prints "--jars $cache/guerdon/spark/guerdon-spark-$version-" \
    env "XDG_CACHE_HOME=$cache" "SPARK_HOME=" "$home/bin/guerdon" setup spark
  try "score --on local[2]" prints "14 lines are scored" env "XDG_CACHE_HOME=$cache" "SPARK_HOME=" \
    "$home/bin/guerdon" score --on 'local[2]' --reward qa_f1_reward --in "$root/examples/qa.jsonl" --out "$out"
  if [ -x "$work/a folder/guerdon-$version/runtime/bin/java" ]; then
    try "score --on with the runtime of the release" prints "14 lines are scored" env "XDG_CACHE_HOME=$cache" "SPARK_HOME=" \
      "$work/a folder/guerdon-$version/bin/guerdon" score --on 'local[2]' --reward qa_f1_reward --in "$root/examples/qa.jsonl" --out "$out with runtime"
  fi
}

# A project that guerdon init makes: it builds, its suite runs, and its gate holds against a reward that pays less.
test_scaffold() {
  local project="$work/a scaffold" reward
  reward=$project/src/main/java/com/example/myrewards/MyRewards.java
  try "init makes a project" "$work/moved/bin/guerdon" init "$project" --name my-rewards
  try "the project builds against the release, and its tests" build_with_maven "$project"
  try "its suite runs with the reward it built" in_folder "$project" prints '"tasks":3' "$work/moved/bin/guerdon" run suites/my-rewards.yaml --json
  sed -i.bak 's/<= MOST_WORDS ? 1/<= MOST_WORDS ? 0.2/' "$reward"
  cmp -s "$reward" "$reward.bak"
  try "its reward was changed" test "$?" = 1
  try "its gate fails a reward that pays less" fails noTaskRegresses build_with_maven "$project"
}

# Runs the command line after $1 in the folder $1.
in_folder() {
  (cd "$1" && shift && "$@")
}

# Whether the command line after $1 fails and prints the text $1.
fails() {
  local text=$1 output
  shift
  ! output=$("$@" 2>&1) && [ -z "${output##*"$text"*}" ] || {
    echo "expected a failure with '$text': $output"
    return 1
  }
}

if [ "${2-}" = --in-view ]; then
  in_view
fi
[ -e "$release/SHA256SUMS" ] || {
  echo "release-test: $release holds no release; build one with ./dev release" >&2
  exit 2
}
# Not in /tmp, which a part of the test hides.
work=$(mktemp -d /var/tmp/guerdon-release-test.XXXXXX) || exit 2
work=$(cd -P "$work" && pwd)
trap 'rm -rf "$work"' EXIT
log=$work/log
write_reward
if test_archives; then
  test_runtime
else
  skip "the release without a JDK" "there is no archive with a runtime for Linux"
fi
test_dependents
test_spark
test_scaffold
if [ "$failures" = 0 ]; then
  echo "the release $version passed"
else
  echo "the release $version FAILED"
  exit 1
fi
