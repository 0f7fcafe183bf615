# Builds what is released. Sourced by ./dev; needs root and java_home.

. "$root/bin/distribution.sh"

# What is built for publication: all but the parent, which nothing published refers to, and the benchmarks.
published=(-P distribution,publication,spark -Dtarget.folder=target/publication -pl '!:guerdon,!benchmarks')

# Prints the value of the property $1 of the parent's pom.xml.
property() {
  sed -n "s:.*<$1>\(.*\)</$1>.*:\1:p" "$root/pom.xml" | head -n 1
}

# Prints the version that a release of this tree has.
release_version() {
  local version
  version=$(property revision)
  echo "${version%-SNAPSHOT}"
}

# Prints the version that Maven builds with the arguments given.
installed_version() {
  local argument version
  version=$(property revision)
  for argument; do
    case $argument in
      -Drevision=*) version=${argument#*=} ;;
    esac
  done
  echo "$version"
}

# Prints the name of this platform, such as linux-x64.
platform() {
  local system machine
  case $(uname -s) in
    Darwin) system=macos ;;
    *) system=$(uname -s | tr '[:upper:]' '[:lower:]') ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) machine=x64 ;;
    arm64 | aarch64) machine=aarch64 ;;
    *) machine=$(uname -m) ;;
  esac
  echo "$system-$machine"
}

# Ends where a release could not be what it says.
check_release() {
  local version=$1 newest
  if [ "$java_major" -lt 25 ] || [ ! -x "$java_home/bin/jlink" ]; then
    echo "dev: a release is built with JDK 25 or newer and its jlink; this is Java $java_version in $java_home" >&2
    exit 2
  fi
  # What users find out about a release from nothing else.
  if [ -n "$(awk '/^## / { inside = ($0 == "## Unreleased"); next } inside && NF && !/^#/' "$root/CHANGELOG.md")" ]; then
    echo "dev: CHANGELOG.md has lines under 'Unreleased', which a release of $version would contain without saying so; make that heading the version and" \
      "the date, or move its lines into the section $version (docs/design/release.md, 2.)" >&2
    exit 2
  fi
  newest=$(sed -n 's/^## //p' "$root/CHANGELOG.md" | grep -v '^Unreleased$' | head -n 1)
  case $newest in
    "$version ("[0-9]*")") ;;
    *)
      echo "dev: the newest version in CHANGELOG.md is '$newest'; expected '$version (date)', as pom.xml has <revision>$(property revision)</revision>" >&2
      exit 2
      ;;
  esac
}

# Copies the sources to the folder $1, all with the same rights: archives keep those. From git, what is committed.
export_sources() {
  mkdir -p "$1" || exit 2
  if git -C "$root" rev-parse --verify -q HEAD >/dev/null 2>&1 && [ "$(git -C "$root" rev-parse --show-prefix)" = '' ]; then
    [ -z "$(git -C "$root" status --porcelain)" ] || echo "dev: there are changes that are not committed; the release is of what is" >&2
    : "${release_commit:=$(git -C "$root" rev-parse HEAD)}" # the same one for all that this process builds
    git -C "$root" archive "$release_commit" | tar -xf - -C "$1" || exit 2
  else
    (cd "$root" && tar -cf - --exclude=./build --exclude=./.tools --exclude='./*/target' .) | tar -xf - -C "$1" || exit 2
  fi
  chmod -R u=rwX,go=rX "$1"
}

# Makes the release in the folder $1.
make_release() {
  local out=$1 version work home time lib name file source log=$root/build/release.log
  version=$(release_version)
  time=$(property project.build.outputTimestamp)
  check_release "$version"
  work=$out/work
  home=$work/guerdon-$version
  lib=$home/lib
  source=$work/source
  umask 022
  rm -rf "$out"
  export_sources "$source"
  mkdir -p "$lib" "$home/bin" "$home/launcher" "$home/examples" "$out/maven" || exit 2
  echo "dev: building Guerdon $version (some minutes)"
  (root=$source && run_maven "$log" -T 1C "${published[@]}" "-Drevision=$version" "-Ddistribution.folder=$lib" "-Dspark.folder=$lib/spark" \
    "-DaltDeploymentRepository=release::file://${out// /%20}/maven" -Daether.checksums.algorithms=SHA-512,SHA-256,SHA-1,MD5 deploy) || {
    echo "dev: the build of the release failed; the log is ${log#"$root"/}, and this is what matters in it:" >&2
    explain_failure "$log"
    exit 1
  }
  find "$out/maven" -name 'maven-metadata*' -exec rm -f {} +
  modernise "$lib"

  echo "dev: packing"
  cp "$source/bin/packaging/guerdon" "$source/bin/packaging/guerdon.cmd" "$source/bin/packaging/guerdon.ps1" "$home/bin/" || exit 2
  chmod +x "$home/bin/guerdon"
  cp "$source/bin/jdk.sh" "$source/bin/start.sh" "$source/bin/archive.sh" "$source"/bin/training*.txt "$home/launcher/" || exit 2
  echo "$version" >"$home/launcher/version"
  cp "$source"/examples/*.* "$home/examples/" || exit 2 # the training uses them, too
  cp "$source/LICENSE" "$source/CHANGELOG.md" "$source/SECURITY.md" "$source/bin/packaging/README.txt" "$home/" || exit 2
  file=$out/maven/dev/guerdon/guerdon-cli/$version/guerdon-cli-$version-cyclonedx.json
  cp "$file" "$home/guerdon.cdx.json" && cp "$file" "$out/guerdon-$version.cdx.json" || exit 2
  "$java_home/bin/java" -cp "$lib/*" "$root/bin/Notices.java" "$home/guerdon.cdx.json" "$lib" "$home/NOTICES.txt" || exit 1
  pack "$home" "$time" "$out/guerdon-$version.zip" "$out/guerdon-$version.tar.gz"

  name=guerdon-$version-$(platform)
  # All of Java SE, because rewards of users may use any of it, the compiler for --source, and what the libraries need.
  "$java_home/bin/jlink" --add-modules "$(paste -sd, "$source/bin/packaging/modules.txt")" --no-header-files --no-man-pages --compress zip-6 \
    --output "$home/runtime" || exit 1
  pack "$home" "$time" "$out/$name.zip" "$out/$name.tar.gz"
  pack "$out/maven/dev" "$time" "$out/guerdon-$version-maven.zip"
  rm -rf "$work"
  write_sums "$out"
  echo "dev: the release is in ${out#"$root"/}:"
  (cd "$out" && ls -l ./*.* | awk '{printf "  %10d  %s\n", $5, substr($NF, 3)}')
}

pack() {
  "$java_home/bin/java" -Duser.timezone=UTC "$root/bin/Pack.java" "$@" || exit 1
}

# Writes the checksums of the files in the folder $1, in the form that sha256sum reads.
write_sums() {
  local sum='sha256sum'
  command -v sha256sum >/dev/null || sum='shasum -a 256'
  (cd "$1" && LC_ALL=C $sum guerdon-*.zip guerdon-*.tar.gz guerdon-*.json >SHA256SUMS) || exit 1
}

# Signs what is in the folder $1 with the key $2, or with gpg's default key: every Maven artifact, and the checksums of the archives.
sign_release() {
  local out=$1 key=${2-} file count=0 chosen=()
  [ -z "$key" ] || chosen=(--local-user "$key")
  while IFS= read -r file; do
    rm -f "$file.asc"
    gpg --batch ${chosen[@]+"${chosen[@]}"} --armor --detach-sign "$file" && gpg --batch --verify "$file.asc" "$file" 2>/dev/null || {
      echo "dev: gpg could not sign $file; is there a secret key ${key:+'$key'}? (gpg --list-secret-keys)" >&2
      exit 1
    }
    count=$((count + 1))
  done < <(find "$out/maven" -type f \( -name '*.jar' -o -name '*.pom' -o -name '*.json' \))
  pack "$out/maven/dev" "$(property project.build.outputTimestamp)" "$out/guerdon-$(release_version)-maven.zip"
  write_sums "$out"
  rm -f "$out/SHA256SUMS.asc"
  gpg --batch ${chosen[@]+"${chosen[@]}"} --armor --detach-sign "$out/SHA256SUMS" || exit 1
  echo "dev: signed $count artifacts and SHA256SUMS"
}

# Makes the release again in another folder, as another user might, and compares every file with the first.
compare_releases() {
  local first=$1 second=$2 copy=$root/build/another\ checkout file differing=0 count=0
  rm -rf "$copy" "$second"
  export_sources "$copy"
  chmod -R go= "$copy"
  ln -s "$root/.tools" "$copy/.tools"
  (umask 077 && cd / && TZ=Asia/Kolkata LC_ALL=C GIT_CEILING_DIRECTORIES=$root "$copy/dev" release) || exit 1
  mv "$copy/build/release" "$second"
  rm -rf "$copy"
  while IFS= read -r file; do
    count=$((count + 1))
    cmp -s "$first/$file" "$second/$file" && continue
    differing=$((differing + 1))
    echo "differs: $file"
  done < <( (cd "$first" && find . -type f && cd "$second" && find . -type f) | grep -v '\.asc$' | sort -u)
  echo "$count files built twice, $differing differ"
  [ "$count" -gt 100 ] && [ "$differing" = 0 ] || exit 1
  rm -rf "$second"
}
