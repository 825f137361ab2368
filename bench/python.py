"""What a call from Python costs over the command line's own time: python3 bench/python.py [--write]

Both audit the same scores with the same program, in turns, so that what else the machine does falls on both. With
--write the table of bench/results/python.md is made anew.
"""

import argparse
import datetime
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onerun_audit as onerun
from onerun_audit.node import program

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "bench" / "results" / "python.md"
CLAIM = "gaussian(sigma=1)"


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def measured(canaries: int, repeats: int, folder: Path) -> str:
    rng = np.random.default_rng(0)
    included = rng.integers(0, 2, canaries)
    scores = included + rng.normal(size=canaries)
    np.savez(folder / "scores.npz", score=scores, included=included)
    command = [*program(), "audit", str(folder / "scores.npz"), "--claim", CLAIM, "--json"]
    alone, called = [], []
    for _ in range(repeats):
        alone.append(seconds(lambda: subprocess.run(command, check=True, capture_output=True)))
        called.append(seconds(lambda: onerun.audit(scores, included, claim=CLAIM)))
    least, median = min(called) - min(alone), statistics.median(called) - statistics.median(alone)
    return (
        f"| {canaries:,} | {min(alone):.3f} s | {min(called):.3f} s | {least:.3f} s | {statistics.median(alone):.3f} s "
        f"| {statistics.median(called):.3f} s | {median:.3f} s |"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--repeats", type=int, default=15)
    options = parser.parse_args()
    onerun.bound(10, 5)  # Loads what is loaded once.
    with tempfile.TemporaryDirectory() as folder:
        rows = [measured(canaries, options.repeats, Path(folder)) for canaries in (1000, 100_000, 1_000_000)]
    node = subprocess.run([program()[0], "--version"], capture_output=True, text=True, check=True).stdout.strip()
    table = "\n".join(
        [
            f"Measured by [bench/python.py](../python.py) on {datetime.date.today()} with Python "
            f"{platform.python_version()}, NumPy {np.__version__} and Node {node[1:]}, {options.repeats} repeats in turns:",
            "",
            "| canaries | command, least | Python, least | over | command, median | Python, median | over |",
            "|---|---|---|---|---|---|---|",
            *rows,
        ]
    )
    print(table)
    if options.write:
        text = PAGE.read_text(encoding="utf-8")
        marked = re.compile(r"(<!-- cost -->\n).*?(<!-- end of cost -->)", re.S)
        if not marked.search(text):
            sys.exit(f"{PAGE} has no place for the table")
        PAGE.write_text(marked.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", text), encoding="utf-8")


if __name__ == "__main__":
    main()
