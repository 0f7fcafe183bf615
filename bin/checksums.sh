# Lets Maven compare what it resolves with .mvn/checksums/checksums.sha256. Sourced by maven.sh; needs root. Why: docs/design/build.md

checksums=$root/.mvn/checksums

# Sets verified to the options of a build that refuses a library or plugin with another hash than the file has for it.
verified=(
  -Daether.artifactResolver.postProcessor.trustedChecksums=true
  -Daether.artifactResolver.postProcessor.trustedChecksums.checksumAlgorithms=SHA-256
  -Daether.trustedChecksumsSource.summaryFile=true
  -Daether.trustedChecksumsSource.summaryFile.originAware=false
  "-Daether.trustedChecksumsSource.summaryFile.basedir=$checksums"
)

# Says in the log $1 of a failed build which file has another hash. Returns 1 where none has.
explain_checksum() {
  local line artifact
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
  build -P spark spotless:apply verify -Dtest=RewardResultTest -Dsurefire.failIfNoSpecifiedTests=false
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

# Lets the next builds write the hash of what they resolve into the folder $1, and compare nothing.
record() {
  verified=(
    "${verified[@]:0:4}"
    "-Daether.trustedChecksumsSource.summaryFile.basedir=$1"
    -Daether.artifactResolver.postProcessor.trustedChecksums.record=true
  )
}
