# Tells which modules changed since their tests last passed. Sourced by ./dev; needs root and java_version.
#
# A module's fingerprint covers its own sources, the parent's pom.xml, the JDK, and the fingerprints of the modules it depends on, those
# of its tests included. build/tested holds the fingerprint with which a module's tests last passed.

# The modules in the order of the parent, which is the order in which they are built.
all_modules() {
  sed -n 's:.*<module>\(.*\)</module>.*:\1:p' "$root/pom.xml"
}

# The modules that the module $1 names as dependencies.
module_dependencies() {
  sed -n '/<dependencies>/,/<\/dependencies>/s:.*<artifactId>\(guerdon-[a-z-]*\)</artifactId>.*:\1:p' "$root/$1/pom.xml" | sort -u
}

# Prints one hash for the files of module $1.
own_hash() {
  (cd "$root/$1" && find pom.xml src -type f -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 cksum | cksum)
}

# Sets fingerprints, one "module hash" a line, in the order of the build.
take_fingerprints() {
  local module dependency line
  fingerprints=
  for module in $(all_modules); do
    line="$java_version $(cksum <"$root/pom.xml") $(own_hash "$module")"
    for dependency in $(module_dependencies "$module"); do
      line="$line $(printf '%s' "$fingerprints" | sed -n "s/^$dependency //p")"
    done
    fingerprints=$fingerprints"$module $(printf '%s' "$line" | cksum | tr ' ' -)"$'\n'
  done
}

# Prints the modules whose tests passed with the fingerprint they have now, with commas.
unchanged_modules() {
  local module hash known names=
  while read -r module hash; do
    [ -n "$module" ] || continue
    known=
    [ ! -r "$root/build/tested/$module" ] || read -r known <"$root/build/tested/$module"
    [ "$known" != "$hash" ] || names=$names,$module
  done <<<"$fingerprints"
  printf '%s' "${names#,}"
}

# Notes that the tests of every module passed, with the fingerprints that were taken before they ran.
remember_passed() {
  local module hash
  mkdir -p "$root/build/tested"
  while read -r module hash; do
    [ -z "$module" ] || echo "$hash" >"$root/build/tested/$module"
  done <<<"$fingerprints"
}
