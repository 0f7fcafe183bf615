# Lets Maven compare what it resolves with .mvn/checksums/checksums.sha256. Sourced by maven.sh; needs root. Why: docs/design/build.md

checksums=$root/.mvn/checksums

# Sets verified to the options of a build that refuses a library or plugin that the file does not have, or has with another hash.
verified=(
  -Daether.artifactResolver.postProcessor.trustedChecksums=true
  -Daether.artifactResolver.postProcessor.trustedChecksums.checksumAlgorithms=SHA-256
  -Daether.trustedChecksumsSource.summaryFile=true
  -Daether.trustedChecksumsSource.summaryFile.originAware=false
  "-Daether.trustedChecksumsSource.summaryFile.basedir=$checksums"
  -Daether.artifactResolver.postProcessor.trustedChecksums.failIfMissing=true
)

# Sets comparing to the options for a build with the arguments given. Guerdon's own modules are not in the file: as snapshots they are
# not compared, but with the version of a release they would be. Such a build writes down what it resolves, in the folder resolved,
# and compare_resolved looks at that.
compare_with() {
  local argument
  comparing=("${verified[@]}")
  resolved=
  for argument; do
    case $argument in
      -Drevision=*-SNAPSHOT) ;;
      -Drevision=*)
        resolved=$root/build/resolved
        rm -rf "$resolved"
        record "$resolved" comparing
        ;;
    esac
  done
}

# Compares what a build of a release resolved; says in Maven's words what is not in the file, or is with another hash.
compare_resolved() {
  [ -n "$resolved" ] || return 0
  awk 'NR == FNR { hash[$2] = $1; next }
    $2 ~ /^dev\/guerdon\// { next }
    !($2 in hash) { print "Missing from summaryFile trusted checksum(s) [SHA-256] for artifact " $2; bad = 1; next }
    hash[$2] != $1 { print "Artifact " $2 " trusted checksum mismatch: summaryFile=" hash[$2] "; calculated=" $1; bad = 1 }
    END { exit bad }' "$checksums/checksums.sha256" "$resolved/checksums.sha256"
}

# Says in the log $1 of a failed build which file is not listed, or has another hash. Returns 1 where none has.
explain_checksum() {
  local line artifact
  if line=$(grep -m 1 'Missing from summaryFile trusted checksum' "$1"); then
    artifact=${line##*for artifact }
    echo "  ${artifact%% *} is not in .mvn/checksums/checksums.sha256, so nothing says that it is what Guerdon is built with." >&2
    echo "  If you changed a library or a plugin, run ./dev lock. Another Maven than $maven_version may need other files: without one on the PATH, that one is fetched." >&2
    return
  fi
  line=$(grep -m 1 'trusted checksum mismatch' "$1") || return 1
  artifact=${line#*Artifact }
  artifact=${artifact%% *}
  echo "  $artifact has the SHA-256 ${line##*calculated=}, and .mvn/checksums/checksums.sha256 has ${line#*summaryFile=}" |
    sed 's/; calculated=.*//' >&2
  echo "  It is not the file that Guerdon was built with. Remove it from your Maven repository and build again; if you trust the new one, run ./dev lock." >&2
}

# Writes the file anew, with the hash of everything that the builds of the developers, of the launcher and of a release resolve now.
lock_dependencies() {
  local new=$root/build/checksums
  rm -rf "$new"
  record "$new/developers"
  # One test is enough for the plugin that runs tests to bring what it needs; the formatter comes when it is used.
  build -P spark,checks spotless:apply verify -Dtest=RewardResultTest -Dsurefire.failIfNoSpecifiedTests=false
  record "$new/launcher"
  build -P distribution,spark package
  record "$new/release"
  build "${published[@]}" "-DaltDeploymentRepository=lock::file://${new// /%20}/maven" install deploy
  rm -rf "$new/maven"
  mkdir -p "$checksums"
  # Guerdon's own jars are no dependencies.
  cat "$new"/*/checksums.sha256 | grep -v '  dev/guerdon/' | LC_ALL=C sort -u -k 2 >"$checksums/checksums.sha256"
  echo "dev: $(wc -l <"$checksums/checksums.sha256" | tr -d ' ') hashes in .mvn/checksums/checksums.sha256; look at what changed with 'git diff' before you commit it"
}

# Lets the next builds write the hash of what they resolve into the folder $1, and compare nothing: sets $2, or verified.
record() {
  local options=(
    "${verified[@]:0:4}"
    "-Daether.trustedChecksumsSource.summaryFile.basedir=$1"
    -Daether.artifactResolver.postProcessor.trustedChecksums.record=true
  )
  if [ "${2-}" = comparing ]; then
    comparing=("${options[@]}")
  else
    verified=("${options[@]}")
  fi
}
