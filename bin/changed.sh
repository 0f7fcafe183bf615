# Tells which modules changed since their tests last passed. Sourced by ./dev; needs root, java_home and java_version.
#
# bin/ChangedModules.java makes a fingerprint of each module; build/tested holds the one with which a module's tests last passed.

# Sets fingerprints, one "artifact fingerprint" a line.
take_fingerprints() {
  fingerprints=$("$java_home/bin/java" "$root/bin/ChangedModules.java" "$root" "$java_version") || exit 1
}

# Prints the modules of the build.
all_modules() {
  local module hash
  while read -r module hash; do
    echo "$module"
  done <<<"$fingerprints"
}

# Prints the modules whose tests passed with the fingerprint they have now, with commas.
unchanged_modules() {
  local module hash known names=
  while read -r module hash; do
    known=
    [ ! -r "$root/build/tested/$module" ] || read -r known <"$root/build/tested/$module"
    [ "$known" != "$hash" ] || names=$names,$module
  done <<<"$fingerprints"
  printf '%s' "${names#,}"
}

# Notes that the tests passed of every module that Maven's log $1 names, with the fingerprints that were taken before they ran.
remember_passed() {
  local module hash
  mkdir -p "$root/build/tested"
  while read -r module hash; do
    ! grep -qE -- "--- surefire:[^ ]* \([^)]*\) @ $module ---" "$1" || echo "$hash" >"$root/build/tested/$module"
  done <<<"$fingerprints"
}
