"""`score_signals` gives what the command `onerun score` gives, and refuses in the argument's name."""

import csv
import io
import subprocess
from pathlib import Path

import numpy as np
import onerun_audit as onerun
import pytest

COUNT, MODELS = 40, 6

pytestmark = pytest.mark.usefixtures("started")


@pytest.fixture
def signals() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {
        "target": rng.exponential(size=COUNT),
        "references": rng.exponential(size=(COUNT, MODELS)),
        "members": rng.integers(0, 2, (COUNT, MODELS)).astype(bool),
    }


def commanded(started: list[str], folder: Path, signals: dict[str, np.ndarray], *words: str) -> np.ndarray:
    """The same by files: every number as text, one row per canary."""
    names = [f"reference_{j}" for j in range(MODELS)] + [f"in_{j}" for j in range(MODELS)]
    rows = [
        [float(loss), *map(float, losses), *map(int, members)]
        for loss, losses, members in zip(signals["target"], signals["references"], signals["members"])
    ]
    file = folder / "signals.csv"
    file.write_text("\n".join([",".join(["loss", *names]), *(",".join(map(repr, row)) for row in rows), ""]))
    out = subprocess.run([*started, "score", str(file), *words], capture_output=True, text=True, check=True).stdout
    return np.array([float(row["score"]) for row in csv.DictReader(io.StringIO(out))])


@pytest.mark.parametrize("kind", ["loss", "calibrated", "lira", "rmia"])
def test_scores_are_the_command_lines(started: list[str], tmp_path: Path, signals: dict[str, np.ndarray], kind: str) -> None:
    found = onerun.score_signals(**signals, kind=kind)
    assert found.dtype == np.float64
    assert found.tolist() == commanded(started, tmp_path, signals, "--kind", kind).tolist()


def test_options_reach_the_program(started: list[str], tmp_path: Path, signals: dict[str, np.ndarray]) -> None:
    found = onerun.score_signals(**signals, kind="rmia", mode="offline", a=0.5, gamma=2)
    words = ["--kind", "rmia", "--mode", "offline", "--a", "0.5", "--gamma", "2"]
    assert found.tolist() == commanded(started, tmp_path, signals, *words).tolist()


def test_probabilities_are_losses_in_another_form(signals: dict[str, np.ndarray]) -> None:
    losses = onerun.score_signals(signals["target"], kind="loss")
    probabilities = onerun.score_signals(np.exp(-signals["target"]), kind="loss", signal="probability")
    np.testing.assert_allclose(probabilities, losses, rtol=1e-9)


def test_who_was_in_the_target_makes_no_score(signals: dict[str, np.ndarray]) -> None:
    included = np.arange(COUNT) % 2
    scores = onerun.score_signals(**signals, kind="lira")
    assert onerun.score_signals(**signals, kind="lira", included=included).tolist() == scores.tolist()
    assert onerun.score_signals(**signals, kind="lira", included=1 - included).tolist() == scores.tolist()


def test_references_with_the_coins_of_the_target_are_refused(signals: dict[str, np.ndarray]) -> None:
    with pytest.raises(onerun.InvalidInput):
        onerun.score_signals(**signals, kind="lira", included=signals["members"][:, 0])


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"target": np.zeros((COUNT, 2))}, "invalid target; must have one dimension: (40, 2)"),
        ({"references": np.zeros(COUNT)}, "invalid references; must have a row per canary and a column per model: (40,)"),
        ({"references": np.zeros((3, 2))}, "invalid references; must have a row for each of the 40 canaries: 3"),
        ({"members": np.zeros((MODELS, COUNT), int)}, "invalid members; must have the shape of references (40, 6): (6, 40)"),
        ({"members": np.full((COUNT, MODELS), 2)}, "invalid members; must be bool, or whole numbers 0 and 1: int64"),
        ({"references": None}, "invalid members; goes with references"),
    ],
)
def test_refusals_name_the_argument(signals: dict[str, np.ndarray], changed: dict, sentence: str) -> None:
    with pytest.raises(onerun.InvalidInput) as refused:
        onerun.score_signals(**{**signals, **changed}, kind="lira")
    assert str(refused.value) == sentence


def test_what_the_program_refuses_is_refused(signals: dict[str, np.ndarray]) -> None:
    with pytest.raises(onerun.InvalidInput, match="unknown kind"):
        onerun.score_signals(**signals, kind="best")
    with pytest.raises(onerun.InvalidInput, match="the arrays"):
        onerun.score_signals([np.nan, 1.0], kind="loss")
