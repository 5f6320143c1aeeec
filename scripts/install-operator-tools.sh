#!/usr/bin/env bash
# Installs what the tests of the drills and of the alerts need: mongosh, from npm, redis-cli and promtool, from Debian. Takes
# a minute the first time. What is missing is not tested.
set -uo pipefail

mongosh=2.12.0

# The folder is named in test/support/operator-tools.ts too.
tools="${XDG_CACHE_HOME:-$HOME/.cache}/postline/operator-tools-1"
mkdir -p "$tools"

. "$(dirname "$0")/provide-tool.sh"

npm_program() {
  timeout 600 npm install --prefix . --no-audit --no-fund --ignore-scripts "$1"
}

# Only its files: as a service, Prometheus is not wanted here.
prometheus() {
  command -v apt-get && apt-get download -qq prometheus && dpkg -x prometheus_*.deb . && rm prometheus_*.deb
}

sudo="$([ "$(id -u)" -eq 0 ] || echo sudo)"
if ! command -v redis-cli >/dev/null && command -v apt-get >/dev/null; then
  log="$(mktemp)"
  if ! { $sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends redis-tools; } >"$log" 2>&1; then
    tail -5 "$log"
  fi
  rm -f "$log"
fi
command -v redis-cli >/dev/null || echo 'redis-cli cannot be installed: its tests will be skipped.'
provide "mongosh-$mongosh" npm_program "mongosh@$mongosh"
provide prometheus prometheus
echo "Tools of operators are in $tools."
