#!/usr/bin/env bash
# publish-package.sh FOLDER CHANNEL: publishes a built package to npm with provenance, unless its version is there already.
set -euo pipefail
cd "$(dirname "$0")/../$1"

name="$(node -p 'require("./package.json").name')"
version="$(node -p 'require("./package.json").version')"
if [ "$(npm view "$name@$version" version 2>/dev/null)" = "$version" ]; then
  echo "$name $version is published already."
  exit 0
fi
# Provenance says which repository a package is from, and npm compares it with what the package says.
npm pkg set --no-workspaces "repository.type=git" "repository.url=git+https://github.com/$GITHUB_REPOSITORY.git" \
  "repository.directory=$1"
npm publish --no-workspaces --access public --provenance --tag "$2"
