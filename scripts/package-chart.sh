#!/usr/bin/env bash
# package-chart.sh REPOSITORY DIGEST FOLDER: packs the Helm chart into the folder, with the image that belongs to it.
set -euo pipefail
cd "$(dirname "$0")/.."

draft="$(mktemp -d)"
trap 'rm -rf "$draft"' EXIT
cp -R deploy/helm/postline "$draft"
values="$draft/postline/values.yaml"
sed -i -e "s|^  # repository:\$|  repository: $1|" -e "s|^  digest: \"\"\$|  digest: $2|" "$values"
for line in "  repository: $1" "  digest: $2"; do
  grep --quiet --fixed-strings --line-regexp -- "$line" "$values" || { echo "values.yaml has no line for$line" >&2 && exit 1; }
done
"${HELM:-helm}" package "$draft/postline" --destination "$3"
