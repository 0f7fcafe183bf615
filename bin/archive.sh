# Makes the archive of loaded classes, from which the JVM starts faster. Sourced where one is missing.

# Makes the archive $1 for the jar $2, by running the command lines in the file $3 in its folder; the log goes to the file $4.
# Where that fails an empty file says so, and nobody tries again.
make_archive() {
  local new=$1.$$ output=-XX:ArchiveClassesAtExit
  mkdir -p "${1%/*}" 2>/dev/null && [ -w "${1%/*}" ] || return 0
  [ "$java_major" -lt 25 ] || output=-XX:AOTCacheOutput
  trap 'rm -f "$new" "$new".*; exit 130' INT TERM HUP
  (cd "${3%/*}" && "$java_home/bin/java" "$output=$new" "-Dguerdon.training=$3" -jar "$2") >"$4" 2>&1 </dev/null
  trap - INT TERM HUP
  [ -s "$new" ] || : >"$new"
  mv -f "$new" "$1"
  rm -f "$new".*
}
