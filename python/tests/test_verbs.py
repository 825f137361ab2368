"""The verbs say what the command line says, bit for bit."""

import json
import pickle
import subprocess
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import onerun_audit as onerun
import pytest
from conftest import ROOT

CLAIM = "gaussian(sigma=1)"
FIXED = ["--claim", CLAIM, "--seed", "1", "--guesses", "100", "--at-least", "90"]


def command_line(started: list[str], *words: str, **options: Any) -> dict[str, Any]:
    found = subprocess.run([*started, *words, "--json"], capture_output=True, check=False, **options)
    assert found.returncode in (0, 1), found.stderr
    return json.loads(found.stdout)


def without_names(data: dict[str, Any]) -> dict[str, Any]:
    """All but what the input and the call were named."""
    inputs = [{**each, "name": "", "sha256": ""} for each in data["inputs"]]
    return {**data, "inputs": inputs, "provenance": {**data["provenance"], "command": "", "files": []}}


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16, np.int64, ">f8"])
def test_an_audit_of_arrays_is_that_of_the_command_line(
    started: list[str], folder: Path, half_noise: tuple[np.ndarray, np.ndarray], kind: Any
) -> None:
    scores, included = half_noise
    scores = (scores * 1000 if kind is np.int64 else scores).astype(kind)
    np.savez("scores.npz", score=scores, included=included)
    expected = command_line(started, "audit", "scores.npz", "--claim", CLAIM, "--seed", "7")
    result = onerun.audit(scores, included, claim=CLAIM, seed=7)
    assert without_names(result.to_dict()) == without_names(expected)
    by_path = onerun.audit("scores.npz", claim=CLAIM, seed=7)
    assert by_path.to_dict()["inputs"] == expected["inputs"]
    assert by_path.results == result.results
    assert list((folder / "scratch").iterdir()) == []


def test_an_audit_says_how_it_was_called(started: list[str], half_noise: Any) -> None:
    result = onerun.audit(*half_noise, claim=CLAIM, guesses=[100, 200])
    assert result.provenance.command == f"onerun_audit.audit(scores, included, claim='{CLAIM}', guesses=[100, 200])"
    assert [each.guesses for each in result.observations] == [100, 200]


def test_lists_tensors_and_series_are_arrays_too(started: list[str], half_noise: Any) -> None:
    scores, included = half_noise
    expected = onerun.audit(scores, included, claim=CLAIM, seed=1).results
    given = [(list(scores), [bool(each) for each in included]), (tuple(scores), included.astype(np.uint8))]
    torch = pytest.importorskip("torch")
    given.append((torch.tensor(scores, requires_grad=True), torch.tensor(included)))
    pandas = pytest.importorskip("pandas")
    index = np.arange(1000)[::-1]
    given.append((pandas.Series(scores, index=index), pandas.Series(included, index=index, dtype="boolean")))
    for values, truth in given:
        assert onerun.audit(values, truth, claim=CLAIM, seed=1).results == expected


def test_several_runs_are_lists_of_arrays_or_have_labels(started: list[str], folder: Path) -> None:
    rng = np.random.default_rng(5)
    truths = [rng.integers(0, 2, 500) for _ in range(3)]
    runs = [each + rng.normal(size=500) for each in truths]
    for i, (scores, included) in enumerate(zip(runs, truths)):
        np.savez(f"run-{i}.npz", score=scores, included=included)
    options = {"claim": CLAIM, "seed": 1, "guesses": 100, "at_least": 90}
    expected = command_line(started, "audit", "run-0.npz", "run-1.npz", "run-2.npz", *FIXED)
    by_list = onerun.audit(runs, truths, **options)
    labels = np.repeat(["a", "b", "c"], 500)
    by_label = onerun.audit(np.concatenate(runs), np.concatenate(truths), run=labels, **options)
    by_path = onerun.audit([Path(f"run-{i}.npz") for i in range(3)], **options)
    for result in (by_list, by_label, by_path):
        assert result.joint is not None and result.joint.runs == 3
        assert [each["correct"] for each in result.to_dict()["observations"]] == [
            each["correct"] for each in expected["observations"]
        ]
        assert result.to_dict()["results"] == expected["results"]


def test_a_choice_among_candidates_has_scores_in_columns(started: list[str], folder: Path) -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 5, 200)
    scores = 3.0 * np.eye(5)[truth] + rng.normal(size=(200, 5))
    np.savez("scores.npz", scores=scores, truth=truth)
    expected = command_line(started, "audit", "scores.npz", "--claim", CLAIM, "--seed", "1")
    result = onerun.audit(np.asfortranarray(scores), truth, claim=CLAIM, seed=1)
    assert result.game == "reconstruction" and result.observation.k == 5
    assert without_names(result.to_dict()) == without_names(expected)


def test_a_plan_is_kept_as_an_object_and_as_a_file(started: list[str], folder: Path, half_noise: Any) -> None:
    design = onerun.plan(1000, claim=CLAIM, guesses=150, seed="fixed", out="plan.json")
    results = [onerun.audit(*half_noise, plan=plan) for plan in (design, "plan.json", Path("plan.json"))]
    for result in results:
        assert result.provenance.seed == "fixed" and result.provenance.seed_from == "plan"
        assert result.observation.guesses == 150 and result.refuted
        assert without_names(result.to_dict()) == without_names(results[0].to_dict())
    with pytest.raises(onerun.InvalidInput, match="depart_from_plan"):
        onerun.audit(*half_noise, plan=design, guesses=100)
    read = onerun.audit(*half_noise, plan=json.loads(design.json()))
    assert without_names(read.to_dict()) == without_names(results[0].to_dict())
    for column in ("white_box", "file"):
        named = onerun.plan(1000, claim=CLAIM, score_column=column)
        assert onerun.audit(*half_noise, plan=named).provenance.score_column == column
    assert list((folder / "scratch").iterdir()) == []


def test_an_assignment_is_joined_by_id_and_held_to_its_commitment(started: list[str], folder: Path) -> None:
    drawn = onerun.draw_canaries(1000, out="canaries.csv")
    scores = drawn.included + np.random.default_rng(1).normal(size=1000)
    order = np.random.default_rng(2).permutation(1000)
    result = onerun.audit(
        scores[order],
        ids=np.array(drawn.ids)[order],
        assignment="canaries.csv",
        commitment=drawn.commitment,
        claim=CLAIM,
    )
    assert result.provenance.commitment is not None and result.provenance.commitment.hash == drawn.hash
    assert result.observation.correct == onerun.audit(scores, drawn.included, claim=CLAIM).observation.correct
    assert onerun.verify(drawn.commitment).hash == drawn.hash
    with pytest.raises(onerun.InvalidInput, match="canaries.csv"):
        onerun.draw_canaries(1000, out="canaries.csv")


def test_canaries_are_drawn_into_arrays(started: list[str], folder: Path) -> None:
    drawn = onerun.draw_canaries(100, options=7, seed=3)
    assert set(drawn.included) <= set(range(7)) and drawn.included.max() > 2
    assert (drawn.included == onerun.draw_canaries(100, options=7, seed=3).included).all()
    assert len(drawn.ids) == 100 and len(drawn.salt) == 64 and not drawn.included.flags.writeable
    assert sorted(each.name for each in folder.iterdir()) == ["scratch"] and not list((folder / "scratch").iterdir())


def test_bounds_curves_and_certificates_are_the_command_lines(started: list[str], folder: Path) -> None:
    words = ["bound", "-m", "1000", "-g", "100", "-c", "90", "--claim", "gaussian(sigma=2)", "--delta", "1e-5,1e-6"]
    found = onerun.bound(1000, 90, guesses=100, claim="gaussian(sigma=2)", delta=[1e-5, 1e-6])
    assert found.to_dict() == command_line(started, *words)
    with pytest.raises(onerun.InvalidInput, match="several deltas"):
        found.epsilon  # noqa: B018
    assert [found.proved(delta=each).family for each in (1e-5, 1e-6)] == [
        "approx-dp(delta=1e-5)",
        "approx-dp(delta=1e-6)",
    ]
    drawn = onerun.curve("laplace(scale=1)", alpha=[0.01, 0.1], delta=0, plot="curve.png")
    assert drawn.to_dict() == command_line(
        started, "curve", "--claim", "laplace(scale=1)", "--alpha", "0.01,0.1", "--delta", "0"
    )
    assert Path("curve.png").read_bytes().startswith(b"\x89PNG")
    unbounded = onerun.curve("gaussian(sigma=1)", delta=0)
    assert unbounded.epsilon[0].epsilon == float("inf") and unbounded.to_dict()["epsilon"][0]["epsilon"] is None
    onerun.bound(1000, 90, guesses=100, certificate="certificate.json")
    content = json.loads(Path("certificate.json").read_text())
    assert onerun.verify(content) == onerun.verify("certificate.json")
    with pytest.raises(onerun.InvalidInput, match="certificate"):
        onerun.verify({**content, "bound": content["bound"] / 2})


def test_a_ledger_grows(started: list[str], folder: Path) -> None:
    quick: dict[str, Any] = {"method": "paper", "family": "approx-dp(delta=1e-5)", "guesses": 200}
    ledger = onerun.Ledger.new("ledger.jsonl", claim=CLAIM, canaries=1000, score_column="white_box", **quick)
    drawn = onerun.draw_canaries(1000, out="canaries.csv", seed=7)
    ledger.start(drawn.commitment)
    scores = drawn.included + 0.5 * np.random.default_rng(1).normal(size=1000)
    report = ledger.add(scores, ids=drawn.ids, assignment="canaries.csv", commitment=drawn.commitment)
    assert report.to_dict() == command_line(started, "ledger", "show", "ledger.jsonl")
    assert ledger.refuted is report.refuted is True and ledger.epsilon == report.epsilon > 0
    assert onerun.Ledger("ledger.jsonl").show(expect_head=report.head) == report
    assert "gaussian(sigma=1)" in repr(report)
    ledger.html("ledger.html")
    assert "<!doctype html>" in Path("ledger.html").read_text()
    with pytest.raises(onerun.InvalidInput, match="ledger.jsonl"):
        onerun.Ledger.new("ledger.jsonl", claim=CLAIM, canaries=1000)
    with pytest.raises(onerun.InvalidInput, match="missing.jsonl"):
        onerun.Ledger("missing.jsonl").show()


def test_run_folders_are_audited_by_path(started: list[str]) -> None:
    result = onerun.audit(ROOT / "examples" / "mnist")
    assert result.claim is not None and result.claim.startswith("dpsgd") and result.refuted is False


def test_what_the_command_line_refuses_is_refused_in_its_sentence(started: list[str], half_noise: Any) -> None:
    with pytest.raises(onerun.InvalidInput, match=r"^invalid guesses; .*\(1000\): 2000"):
        onerun.audit(*half_noise, claim=CLAIM, guesses=2000)
    with pytest.raises(onerun.InvalidInput) as refused:
        onerun.bound(10, 5, tau=0.1, confidence=0.9)
    assert str(refused.value) == "tau and confidence say the same: give one"
    with pytest.raises(onerun.InvalidInput, match="^invalid sides; must be one of in, out, both: sideways$"):
        onerun.audit(*half_noise, claim=CLAIM, sides="sideways")  # type: ignore[arg-type]
    for wrong in (True, False):
        with pytest.raises(onerun.InvalidInput, match=f"^invalid guesses; must be a number: {wrong}"):
            onerun.bound(10, 5, guesses=wrong)
    with pytest.raises(onerun.InvalidInput, match="^invalid certificate; at schema"):
        onerun.verify({"schema": "another"})
    with pytest.raises(onerun.InvalidInput, match="gausian"):
        onerun.plan(1000, claim="gausian(sigma=1)")
    with pytest.raises(onerun.InvalidInput, match="cannot read .*no-such-file"):
        onerun.audit("no-such-file.csv")
    with pytest.raises(onerun.InvalidInput, match="-strange"):
        onerun.audit("-strange.csv")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: onerun.curve("a\0b"), r"^invalid claim; must be text without NUL characters: 'a\\x00b'$"),
        (lambda: onerun.curve("a\ud800"), r"^invalid claim; must be text without halves of characters: "),
        (lambda: onerun.audit("a\0b"), r"^invalid path; must be text without NUL characters: "),
        (lambda: onerun.curve(None), "^no claim; it must be given$"),  # type: ignore[arg-type]
        (lambda: onerun.plan(10, claim=CLAIM, out=b"plan.json"), "^invalid out; must be text or a path of text: b'plan"),
        (lambda: onerun.audit([1.0], [1], plan=3), "^invalid plan; must be text or a path of text: 3$"),
        (lambda: onerun.audit([1.0], [1], limit="rows=1"), "^invalid limit; must be a mapping of names to numbers: "),
        (lambda: onerun.audit([1.0], [1], force="no"), "^invalid force; must be True or False: 'no'$"),
        (lambda: onerun.verify(3), "^invalid certificate; must be text or a path of text: 3$"),
        (lambda: onerun.verify({"a": float("nan")}), "^invalid certificate; cannot be written as JSON: "),
        (lambda: onerun.verify({"a": {1}}), "^invalid certificate; cannot be written as JSON: "),
        (lambda: onerun.Ledger(b"ledger"), "^invalid path; must be text or a path of text: b'ledger'$"),
        (lambda: onerun.draw_canaries(10, out=b"canaries.csv"), "^invalid out; must be text or a path of text: "),
    ],
)
def test_arguments_of_another_kind_are_refused_by_name(
    started: list[str], folder: Path, call: Any, sentence: str
) -> None:
    with pytest.raises(onerun.InvalidInput, match=sentence):
        call()
    assert [each.name for each in folder.iterdir()] == ["scratch"]


def test_values_of_numpy_are_options_too(started: list[str], folder: Path, half_noise: Any) -> None:
    scores, included = half_noise
    expected = onerun.audit(-scores, included, claim=CLAIM, seed=1, lower_is_in=True, guesses=[100, 200])
    options = {"lower_is_in": np.True_, "force": np.False_, "guesses": np.array([100, 200])}
    assert onerun.audit(-scores, included, claim=CLAIM, seed=1, **options).results == expected.results
    ledger = onerun.Ledger.new("ledger.jsonl", claim=CLAIM, canaries=1000, method="paper", guesses=np.array([100, 200]))
    assert {each.guesses for each in ledger.show().design.products} == {100, 200}


def test_a_curve_at_many_points(started: list[str]) -> None:
    assert len(onerun.curve(CLAIM, alpha=np.linspace(0, 1, 10_001)).points) == 10_001
    with pytest.raises(onerun.InvalidInput, match="^the arguments are more than the system hands to one process: "):
        onerun.curve(CLAIM, alpha=[0.1] * 1_000_000)


def test_a_check_that_fails_gives_no_verdict(started: list[str], folder: Path) -> None:
    scores = np.arange(1000.0)
    with pytest.raises(onerun.NoVerdict, match="no verdict on the arrays; ") as found:
        onerun.audit(scores, np.ones(1000, bool), claim=CLAIM)
    result = found.value.result
    assert result.outcome == "no-verdict" and result.refuted is None and not all(c.passed for c in result.checks)
    result.html("no-verdict.html")
    again = pickle.loads(pickle.dumps(found.value))
    assert str(again) == str(found.value) and again.result == result
    with pytest.raises(onerun.NoVerdict):
        onerun.audit(scores, scores < 500, claim=CLAIM, lower_is_in=False)


def test_nothing_is_warned_of_where_nothing_is_to_be_said(started: list[str], half_noise: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        onerun.audit(*half_noise, claim=CLAIM)
