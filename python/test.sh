#!/bin/sh
# Builds and installs the package into a virtual environment that sees the system's packages, without an index, and runs
# all Python tests with what was installed: nothing that needs Node or the program is skipped.
set -eu
cd "$(dirname "$0")/.."
needed='import numpy, pytest, hatchling, venv, ensurepip'
for python in ${PYTHON:-/usr/bin/python3 python3}; do
  "$python" -c "$needed" 2>/dev/null && break
  python=
done
if [ -z "$python" ]; then
  echo "no python3 with NumPy, pytest, hatchling and venv (Debian: python3-numpy python3-pytest python3-hatchling python3-venv)" >&2
  exit 2
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv --system-site-packages "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-index --no-build-isolation ./python
unset PYTHONPATH
cd python
ONERUN_ALL_TESTS=1 OMP_NUM_THREADS=1 "$folder/venv/bin/python" -m pytest -q -rs -p no:cacheprovider "$@"
