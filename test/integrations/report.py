"""One line per comparison; a failed one makes the script fail."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "integrations" / "pytorch"), str(ROOT / "python" / "src")]

FAILED = []


def report(what, error, limit):
    good = error <= limit
    print(f"{'ok  ' if good else 'FAIL'} {what}: {error:.2e} (limit {limit:.0e})", flush=True)
    if not good:
        FAILED.append(what)


def relative(a, b):
    return ((a.double() - b.double()).norm() / b.double().norm()).item()


def finish():
    sys.exit(1 if FAILED else 0)
