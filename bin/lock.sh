# A lock between processes. Sourced by the scripts that build.

# Takes the lock named by the file $1, waiting for whoever has it. Ends with unlock, or with this process and its children.
lock() {
  lock_file=$1
  if command -v flock >/dev/null; then
    exec 9>"$lock_file"
    flock -n 9 && return
    echo "guerdon: waiting for another build of this checkout to end" >&2
    flock 9
    return
  fi
  # No flock on macOS: a symbolic link is made atomically, and its target names the owner.
  local owner waited=0
  until ln -s "$$" "$lock_file.owner" 2>/dev/null; do
    owner=$(readlink "$lock_file.owner") || continue
    if [ "$owner" = "$$" ] || ! kill -0 "$owner" 2>/dev/null; then
      # The owner is gone. One process at a time may clear the link, after a second look.
      if mkdir "$lock_file.clearing" 2>/dev/null; then
        [ "$(readlink "$lock_file.owner")" != "$owner" ] || rm -f "$lock_file.owner"
        rmdir "$lock_file.clearing"
      fi
      continue
    fi
    [ "$waited" != 0 ] || echo "guerdon: waiting for another build of this checkout to end" >&2
    waited=$((waited + 1))
    if [ "$waited" -gt 1200 ]; then
      echo "guerdon: process $owner has held the build for 20 minutes; if it is not a build, remove $lock_file.owner" >&2
      exit 2
    fi
    sleep 1
  done
}

unlock() {
  if command -v flock >/dev/null; then
    exec 9>&-
  else
    rm -f "$lock_file.owner"
  fi
}
