#!/usr/bin/env bash
# Sends generated requests, valid and invalid, to every route of a running service and checks the responses against its
# OpenAPI document. The argument is the time in seconds (default 120). Needs node, python3 and, for the first run, PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds="${1:-120}"
version=4.32.5
tools="${XDG_CACHE_HOME:-$HOME/.cache}/postline/schemathesis-$version"
work="$(mktemp -d)"
service=''
stripe=''

stop() {
  for process in $service $stripe; do
    kill "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap stop EXIT

if [ ! -x "$tools/bin/schemathesis" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"
fi

export POSTLINE_OWNER='owner@postline.test'
POSTLINE_KEY="sk_live_$(node -p 'require("node:crypto").randomBytes(24).toString("hex")')"
export POSTLINE_KEY
# With billing off, its routes would answer nothing but 503.
node --import tsx scripts/fuzz-openapi/stripe.ts >"$work/stripe.env" &
stripe=$!
for _ in $(seq 300); do
  [ -s "$work/stripe.env" ] && break
  sleep 0.2
done
mapfile -t billing <"$work/stripe.env"

# Uses its own folder, ports and key, no rate limit, and allows webhooks to this machine.
env "${billing[@]}" DATA_DIR="$work/data" PORT=0 METRICS_PORT=0 SMTP_PORT=0 RATE_LIMIT_PER_SECOND=0 LOG_LEVEL=warn \
  BOOTSTRAP_OWNER_EMAIL="$POSTLINE_OWNER" BOOTSTRAP_ADMIN_KEY="$POSTLINE_KEY" \
  WEBHOOK_ALLOW_HTTP=true WEBHOOK_ALLOW_CIDRS=127.0.0.0/8 \
  node dist/main.js >"$work/service.log" 2>&1 &
service=$!

for _ in $(seq 300); do
  POSTLINE_URL="$(sed -n 's/^Postline is ready at \(http[^ ]*\).*/\1/p' "$work/service.log")"
  [ -n "$POSTLINE_URL" ] && break
  kill -0 "$service" 2>/dev/null || break
  sleep 1
done
if [ -z "$POSTLINE_URL" ]; then
  cat "$work/service.log" >&2
  exit 1
fi
export POSTLINE_URL

# Run in the temporary folder, because schemathesis leaves caches in its working directory.
config="$PWD/scripts/fuzz-openapi"
cd "$work"
PYTHONDONTWRITEBYTECODE=1 SCHEMATHESIS_HOOKS="$config/hooks.py" \
  "$tools/bin/schemathesis" --config-file "$config/schemathesis.toml" run "$POSTLINE_URL/openapi.json" \
  --max-time "$seconds" --no-shrink --no-color && result=0 || result=$?

if grep -E '"level":(50|60)' "$work/service.log"; then
  echo 'The service has logged errors, shown above.' >&2
  result=1
fi
exit "$result"
