#!/bin/sh
# Builds the wheel into python/dist, with a Python that has the packages build and hatchling. Debian's hatchling wants a
# package for editable installations that it does not need here, so that dependencies are not checked.
cd "$(dirname "$0")"
for python in ${PYTHON:-python3 /usr/bin/python3}; do
  "$python" -c 'import build, hatchling' 2>/dev/null || continue
  rm -f dist/*.whl
  exec "$python" -m build --wheel --no-isolation --skip-dependency-check --outdir dist .
done
echo "no python3 with the packages build and hatchling (Debian: python3-build, python3-hatchling)" >&2
exit 2
