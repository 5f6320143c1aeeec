#!/usr/bin/env bash
# Installs Chromium for the tests of the console, unless there is one. Without it these tests are skipped.
set -uo pipefail

if command -v chromium >/dev/null; then
  chromium --version
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo 'There is no Chromium and no apt-get: the tests of the console will be skipped.'
  exit 0
fi
sudo="$([ "$(id -u)" -eq 0 ] || echo sudo)"
log="$(mktemp)"
if $sudo apt-get update -qq >"$log" 2>&1 && $sudo apt-get install -y -qq --no-install-recommends chromium >>"$log" 2>&1; then
  chromium --version
else
  tail -5 "$log"
  echo 'Chromium cannot be installed: the tests of the console will be skipped.'
fi
rm -f "$log"
