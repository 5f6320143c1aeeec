# For scripts that install tools outside the project; they source it. $tools is the folder of what they install.

# provide NAME COMMAND…: runs the command in a new folder, which becomes $tools/NAME if it succeeds.
provide() {
  local name="$1"
  shift
  [ -e "$tools/$name" ] && return
  local draft log
  draft="$(mktemp -d "$tools/draft.XXXXXX")"
  log="$draft.log"
  if (cd "$draft" && "$@") >"$log" 2>&1 && mv -T "$draft" "$tools/$name" 2>/dev/null; then
    echo "$name is installed."
  elif [ ! -e "$tools/$name" ]; then
    tail -5 "$log"
    echo "$name cannot be installed: its tests will be skipped."
  fi
  rm -rf "$draft" "$log"
}
