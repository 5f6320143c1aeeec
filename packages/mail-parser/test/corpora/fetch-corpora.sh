#!/bin/sh
# Fetches the test messages of CPython (from the Python that is installed), enmime (Go) and Apache Mime4j (Maven):
#   fetch-corpora.sh FOLDER
set -eu
out=$1
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir -p "$out/cpython" "$out/enmime" "$out/mime4j"

data=$(python3 -c 'import pathlib, test.test_email as t; print(pathlib.Path(t.__file__).parent / "data")')
cp "$data"/msg_*.txt "$out/cpython/"

GOPATH="$work/go" GOFLAGS=-mod=mod go mod download github.com/jhillyerd/enmime@v1.3.0
(cd "$work/go/pkg/mod/github.com/jhillyerd/enmime@v1.3.0/testdata" && find . -name '*.raw' -exec cp --parents {} "$out/enmime" \;)

mvn -q -B dependency:get -Dtransitive=false -Dmaven.repo.local="$work/m2" \
  -Dartifact=org.apache.james:apache-mime4j-core:0.8.11:jar:tests
unzip -qo "$work"/m2/org/apache/james/apache-mime4j-core/0.8.11/*-tests.jar '*.msg' -d "$out/mime4j"
chmod -R u+w "$out"
