#!/usr/bin/env bash
# Installs what the tests of the documentation and of the Go module need: Go, Ruby and PHP, from Debian, unless they are
# there. The tests of a language that is missing are skipped.
set -uo pipefail

declare -A packages=([go]=golang-go [ruby]=ruby [php]=php-cli)
missing=()
for program in "${!packages[@]}"; do
  command -v "$program" >/dev/null || missing+=("${packages[$program]}")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo 'Go, Ruby and PHP are there.'
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "There is no apt-get for ${missing[*]}: tests in these languages will be skipped."
  exit 0
fi
sudo="$([ "$(id -u)" -eq 0 ] || echo sudo)"
log="$(mktemp)"
if ! { $sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
  tail -5 "$log"
  echo "Not everything of ${missing[*]} can be installed: tests in these languages will be skipped."
fi
rm -f "$log"
