"""What tests share. What needs Node and the program is skipped by name where they are missing, but not in CI."""

import os
from pathlib import Path

import numpy as np
import pytest
from onerun_audit.errors import InternalError, InvalidInput
from onerun_audit.node import program

ROOT = Path(__file__).resolve().parents[2]


def why_no_program() -> str | None:
    try:
        program()
    except (InvalidInput, InternalError) as error:
        return str(error)
    return None


@pytest.fixture(scope="session")
def started() -> list[str]:
    """The words that start the program."""
    problem = why_no_program()
    if problem is not None and os.environ.get("ONERUN_ALL_TESTS") != "1":
        pytest.skip(problem)
    return program()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder as the working directory, and one within it for temporary files."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def half_noise() -> tuple[np.ndarray, np.ndarray]:
    """Scores with half the noise of gaussian(sigma=1), and who was in."""
    rng = np.random.default_rng(1)
    included = rng.integers(0, 2, 1000)
    return included + 0.5 * rng.normal(size=1000), included
