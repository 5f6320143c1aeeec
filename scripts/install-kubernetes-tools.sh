#!/usr/bin/env bash
# Installs what the tests of the Helm chart and of the workflows need, outside the project: Helm, kubeconform and actionlint,
# built by Go, and the schemas of Kubernetes, from PyPI. Takes some minutes the first time. What is missing is not tested.
set -uo pipefail

helm=3.22.0
kubeconform=0.8.0
actionlint=1.7.12
# Has the schemas of these versions of Kubernetes: the oldest that the chart allows, and the newest.
validate=1.37.0
kubernetes=(1.27.0 1.37.0)

# The folder is named in test/support/kubernetes-tools.ts too.
tools="${XDG_CACHE_HOME:-$HOME/.cache}/postline/kubernetes-tools-1"
mkdir -p "$tools"

. "$(dirname "$0")/provide-tool.sh"

go_program() {
  command -v go || return
  GOBIN="$PWD" GOFLAGS=-buildvcs=false timeout 900 nice go install "$1"
}

# kubeconform looks for references beside the file, where these schemas name an address.
schemas() {
  timeout 300 python3 -m pip download --quiet --disable-pip-version-check --no-deps "kubernetes-validate==$validate" &&
    python3 - "${kubernetes[@]}" <<'PYTHON' && rm ./*.whl
import glob, json, os, sys, zipfile

archive = zipfile.ZipFile(glob.glob("*.whl")[0])
for version in sys.argv[1:]:
    folder = f"kubernetes_validate/kubernetes-json-schema/v{version}-local-strict/"
    os.mkdir(version)
    for name in archive.namelist():
        if not name.startswith(folder):
            continue
        text = archive.read(name).decode().replace("/api/_definitions.json#", "_definitions.json#")
        schema = json.loads(text)
        schema.pop("$id", None)
        with open(os.path.join(version, os.path.basename(name)), "w") as file:
            json.dump(schema, file)
    assert os.listdir(version), f"no schemas of {version}"
PYTHON
}

provide "kubeconform-$kubeconform" go_program "github.com/yannh/kubeconform/cmd/kubeconform@v$kubeconform"
provide "actionlint-$actionlint" go_program "github.com/rhysd/actionlint/cmd/actionlint@v$actionlint"
provide "helm-$helm" go_program "helm.sh/helm/v3/cmd/helm@v$helm"
provide "schemas-$validate" schemas
echo "Tools for Kubernetes are in $tools."
