"""The cells of the notebook run, and print what stands there."""

import subprocess
import sys

from conftest import ROOT


def test_the_notebook_prints_what_it_shows(started: list[str]) -> None:
    runner, notebook = ROOT / "python" / "run_notebook.py", ROOT / "docs" / "losses.ipynb"
    done = subprocess.run([sys.executable, runner, notebook], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
