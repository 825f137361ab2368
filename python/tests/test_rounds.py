"""The evidence of rounds is followed from the table of a plan, without Node, as the program computes it."""

import json
from pathlib import Path

import numpy as np
import onerun_audit as onerun
import pytest

GOLDEN = json.loads((Path(__file__).parents[2] / "test" / "golden" / "answers" / "rounds.json").read_text())


def test_counts_give_the_evidence_of_the_program() -> None:
    training = onerun.Rounds(GOLDEN["plan"])
    assert training.guesses == GOLDEN["guesses"]
    # Behind these the scores have equal ones, of which there is a mean.
    for seen in GOLDEN["perRound"][:36]:
        training.add(seen["right"])
        assert training.log_evidence == pytest.approx(seen["logEvidence"], rel=1e-12, abs=1e-12)
    assert training.refuted_at == GOLDEN["refutedAt"]


def test_scores_give_the_same(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(GOLDEN["plan"]))
    training = onerun.Rounds(path)
    for round_, seen in zip(GOLDEN["seen"], GOLDEN["perRound"]):
        if round_["scores"] is None:
            training.add(None)
        else:
            training.add_scores(np.array(round_["scores"]), np.array(round_["included"]))
        assert training.log_evidence == pytest.approx(seen["logEvidence"], rel=1e-12, abs=1e-12)


def test_the_table_proves_no_more_than_the_program() -> None:
    training = onerun.Rounds(GOLDEN["plan"])
    training.add_all(*whole())
    assert 0 < training.epsilon <= GOLDEN["epsilon"]


def whole() -> "tuple[np.ndarray, np.ndarray]":
    none = {"scores": [float("nan")] * 60, "included": [0] * 60}
    rows = [none if row["scores"] is None else row for row in GOLDEN["seen"]]
    return np.array([row["scores"] for row in rows]), np.array([row["included"] for row in rows])


def test_arrays_give_the_whole_at_once() -> None:
    training = onerun.Rounds(GOLDEN["plan"])
    training.add_all(*whole())
    assert training.log_evidence == pytest.approx(GOLDEN["perRound"][-1]["logEvidence"], rel=1e-12)
    assert (training.count, training.refuted_at) == (40, GOLDEN["refutedAt"])


def test_two_scores_share_the_evidence() -> None:
    plan = GOLDEN["plan"]
    halves = [dict(expert, score=score, weight=expert["weight"] / 2) for score in (0, 1) for expert in plan["experts"]]
    members = [dict(member, prices=member["prices"] * 2) for member in plan["members"]]
    both = onerun.Rounds(dict(plan, scores=2, experts=halves, members=members))
    one = onerun.Rounds(plan)
    scores, included = whole()
    both.add_all(scores, included, scores)
    one.add_all(scores, included)
    assert both.log_evidence == pytest.approx(one.log_evidence, rel=1e-12)
    assert both.epsilon == one.epsilon


def test_equal_scores_prove_nothing() -> None:
    training = onerun.Rounds(GOLDEN["plan"])
    included = np.arange(60) % 2
    training.add_scores(np.zeros(60), included)
    assert training.evidence < 1


def test_what_does_not_fit_is_refused() -> None:
    training = onerun.Rounds(GOLDEN["plan"])
    with pytest.raises(onerun.InvalidInput, match="must be one for each number of guesses"):
        training.add([1] * (len(training.guesses) + 1))
    with pytest.raises(onerun.InvalidInput, match="must be a whole number"):
        training.add([1000] * len(training.guesses))
    with pytest.raises(onerun.InvalidInput, match="must be finite"):
        training.add_scores([float("nan")] * 60, [1] * 60)
    with pytest.raises(onerun.InvalidInput, match="must be one that onerun plan --rounds wrote"):
        onerun.Rounds({"schema": "other"})
    assert training.count == 0
