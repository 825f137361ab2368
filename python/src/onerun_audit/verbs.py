"""The verbs of onerun, on arrays and files. Each runs the program once; results are the command line's, bit for bit.

Arguments are the command line's options. What is None is left to the program, whose documentation says what it
chooses: the number of guesses, for one, is planned from the number of canaries and the claim alone.
"""

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import Any, Literal

import numpy as np

from onerun_audit.arrays import ArrayLike
from onerun_audit.assignment import read_assignment, read_set_assignment
from onerun_audit.errors import InvalidInput, NoVerdict
from onerun_audit.inputs import given_scores
from onerun_audit.process import Answer, ask, call_of, flags, limit_words, listed, path_text, path_word, typed_options
from onerun_audit.record import read_record
from onerun_audit.records import CanariesRecord
from onerun_audit.results import AuditResult, BoundResult, Calibration, Curve, DrawnCanaries, Path, Plan, Verified

Sides = Literal["in", "out", "both"]
Method = Literal["paper", "optimal", "steinke", "all"]


def audit(
    scores: ArrayLike | Path | Sequence[Path],
    included: ArrayLike = None,
    *,
    claim: str | None = None,
    family: str | Sequence[str] | None = None,
    method: Method | None = None,
    plan: Plan | Mapping[str, Any] | Path | None = None,
    depart_from_plan: bool = False,
    guesses: int | Sequence[int] | None = None,
    sides: Sides | None = None,
    lower_is_in: bool = False,
    ids: ArrayLike = None,
    run: ArrayLike = None,
    assignment: Path | None = None,
    commitment: Path | None = None,
    at_least: int | None = None,
    threshold: float | None = None,
    threshold_runs: int | None = None,
    same_canary: bool = False,
    one_per_run: bool = False,
    assume: Literal["independent-canaries"] | None = None,
    independent_guesses: int | None = None,
    violation: str | None = None,
    model: str | None = None,
    require_power: float | None = None,
    confidence: float | None = None,
    tau: float | None = None,
    delta: float | None = None,
    options: int | None = None,
    score_column: str | None = None,
    included_column: str | None = None,
    id_column: str | None = None,
    run_column: str | None = None,
    limit: Mapping[str, float] | None = None,
    seed: str | int | None = None,
    report: Path | None = None,
    plots: Path | None = None,
    certificate: Path | None = None,
    force: bool = False,
) -> AuditResult:
    """Tests a claim by the scores of canaries, and says what epsilon they prove.

    `scores` are one per canary, the higher the more likely in (`lower_is_in` for losses), and `included` says who was
    in: truth values, or 0 and 1. Scores of m x k candidates go with the number of the candidate that was in. Lists of
    arrays are several runs; so is one array with a `run` for each canary. A path names a score file or a run folder,
    several paths several runs.

    Everything but the scores is to be fixed before they are seen. A check that the theorem rests on and that fails
    raises `NoVerdict`.

    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> included = rng.integers(0, 2, 1000)
    >>> released = included + 0.5 * rng.normal(size=1000)  # half the noise that is claimed
    >>> result = audit(released, included, claim="gaussian(sigma=1)")
    >>> result.refuted, result.observation.correct, result.observation.guesses
    (True, 214, 216)
    >>> round(result.epsilon, 2)  # proved of any mechanism; within a family it is more
    3.52
    >>> result.html("report.html", force=True)
    """
    several = {"family": _several(family), "guesses": listed(guesses), "limit": limit_words(limit)}
    typed = typed_options(locals(), "scores", "included", "ids", "run", "plan", "several", **several)
    planned = plan.to_dict() if isinstance(plan, Plan) else plan
    column = score_column or (planned.get("scoreColumn") if isinstance(planned, Mapping) else None)
    given = given_scores(scores, included, ids=ids, run=run, assignment=assignment, column=column)
    if given.arrays is not None:
        for name, value in {"included_column": included_column, "id_column": id_column, "run_column": run_column}.items():
            if value is not None:
                raise InvalidInput(f"invalid {name}; goes with files: arrays have no names")
    with _json_file(planned, "plan") as plan_path:
        shown = call_of("audit", given.shown, {**typed, **({} if plan is None else {"plan": _named(plan)})})
        words = ["audit", *given.words, *flags({**typed, "plan": plan_path}), f"--for-python={shown}"]
        answer = ask(words, arrays=given.arrays)
    document = answer.document
    result = _read(AuditResult, answer, facts=document["facts"])
    if answer.problem is not None:
        raise NoVerdict(answer.problem, result)
    return result


def bound(
    canaries: int,
    correct: int,
    *,
    guesses: int | None = None,
    options: int | None = None,
    sides: Sides | None = None,
    claim: str | None = None,
    family: str | Sequence[str] | None = None,
    method: Method | None = None,
    confidence: float | None = None,
    tau: float | None = None,
    delta: float | Sequence[float] | None = None,
    certificate: Path | None = None,
    force: bool = False,
) -> BoundResult:
    """What the counts of one game prove: of so many canaries so many guesses, so many of them right.

    >>> result = bound(1000, 90, guesses=100, claim="gaussian(sigma=2)")
    >>> result.refuted
    True
    >>> result.proved("gaussian").epsilon > result.epsilon > 1.63
    True
    """
    typed = typed_options(locals(), family=_several(family), delta=listed(delta))
    return _read(BoundResult, _ask("bound", typed))


def plan(
    canaries: int | None = None,
    *,
    claim: str,
    target: float | None = None,
    power: float | None = None,
    runs: int | None = None,
    model: str | None = None,
    violation: str | None = None,
    guesses: int | None = None,
    options: int | None = None,
    family: str | None = None,
    confidence: float | None = None,
    tau: float | None = None,
    delta: float | None = None,
    sides: Sides | None = None,
    lower_is_in: bool = False,
    score_column: str | None = None,
    plot: Path | None = None,
    out: Path | None = None,
    seed: str | int | None = None,
    force: bool = False,
) -> Plan:
    """Before training: how many guesses to make of so many canaries, what they can prove, and how likely that is.

    In the place of `canaries`, `target` asks for the fewest that are expected to prove this epsilon, `power` for the
    fewest that catch the violation with this probability.

    >>> design = plan(1000, claim="gaussian(sigma=1)")
    >>> design.guesses, design.chosen.critical, round(design.power, 3)
    (216, 208, 0.998)
    """
    return _read(Plan, _ask("plan", typed_options(locals())))


def draw_canaries(
    canaries: int,
    *,
    options: int = 2,
    out: Path | None = None,
    seed: str | int | None = None,
    force: bool = False,
) -> DrawnCanaries:
    """Draws who is in, by fair coins, and commits to it.

    With `out` the assignment is written there and its commitment beside it, for `onerun_audit.torch` and its like and for
    `audit(..., assignment=, commitment=)`. Without it only the arrays come back. A seed makes the draw repeatable, and
    only as secret as the seed.

    >>> drawn = draw_canaries(1000, seed=7)
    >>> drawn.included.dtype, len(drawn.included), len(drawn.hash)
    (dtype('bool'), 1000, 64)
    """
    with tempfile.TemporaryDirectory(prefix="onerun-") as folder:
        path = os.path.join(folder, "canaries.csv") if out is None else path_text(out, "out")
        typed = {"canaries": canaries, "options": options, "out": path, "seed": seed, "force": force}
        answer = _ask("canaries", typed)
        found = read_record(CanariesRecord, answer.document["data"])
        ids, included = _read_drawn(found)
        salt = json.loads(FilePath(found.commitment).read_text(encoding="utf-8"))["salt"]
    text = answer.document["text"] if out is not None else f"Drawn: {found.m} canaries, committed to by {found.hash}."
    included.flags.writeable = False
    return _read(DrawnCanaries, answer, text=text, screen=text, ids=ids, included=included, salt=salt)


def curve(
    claim: str,
    *,
    alpha: float | Sequence[float] | None = None,
    delta: float | Sequence[float] | None = None,
    epsilon: float | Sequence[float] | None = None,
    plot: Path | None = None,
    force: bool = False,
) -> Curve:
    """What a claim says: beta at false-positive rates alpha, epsilon at deltas, delta at epsilons, and risks.

    >>> found = curve("gaussian(sigma=1)", delta=1e-5)
    >>> round(found.epsilon[0].epsilon, 4), round(found.risk.advantage, 4)
    (4.3772, 0.3829)
    """
    typed = typed_options(locals(), alpha=listed(alpha), delta=listed(delta), epsilon=listed(epsilon))
    return _read(Curve, _ask("curve", typed))


def calibrate(
    family: str,
    parameter: str = "noise",
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    advantage: float | None = None,
    tpr: float | None = None,
    fpr: float | None = None,
) -> Calibration:
    """The value of the parameter that a family leaves out, for a target: epsilon at delta, an advantage, or rates.

    >>> found = calibrate("gaussian", epsilon=8, delta=1e-5)
    >>> found.parameter, round(found.value, 4)
    ('sigma', 0.6002)
    """
    typed = {"calibrate": parameter, **typed_options(locals(), "parameter")}
    return _read(Calibration, _ask("curve", typed, shown="calibrate"))


def verify(
    certificate: Path | Mapping[str, Any],
    *,
    claim: str | None = None,
    assignment: Path | None = None,
    texts: Path | None = None,
) -> Verified:
    """Checks a certificate, a file or its content: that it proves what it says. One that does not is `InvalidInput`.

    Of a commitment it checks that the assignment beside it, or the one that is named, is what was committed to.

    >>> _ = bound(1000, 90, guesses=100, claim="gaussian(sigma=2)", certificate="certificate.json", force=True)
    >>> round(verify("certificate.json").bound, 4)
    0.0091
    """
    typed = typed_options(locals(), "certificate")
    with _json_file(certificate, "certificate") as path:
        words = ["verify", path_word(path, "certificate"), *flags(typed), "--for-python=onerun.verify(certificate)"]
        try:
            return _read(Verified, ask(words))
        except InvalidInput as error:
            # What was handed in as content has no path to be named by.
            raise InvalidInput(str(error).replace(f" {path}", "") if path is not certificate else str(error)) from None


def _several(family: str | Sequence[str] | None) -> Any:
    return [family] if isinstance(family, str) else family


def _ask(verb: str, typed: dict[str, Any], shown: str | None = None) -> Answer:
    return ask([verb, *flags(typed), f"--for-python={call_of(shown or verb, [], typed)}"])


def _read(kind: Any, answer: Answer, **more: Any) -> Any:
    words = {name: answer.document[name] for name in ("text", "screen")}
    return read_record(kind, answer.document["data"], **{**words, **more})


def _read_drawn(found: CanariesRecord) -> tuple[tuple[str, ...], np.ndarray]:
    if found.k == 2:
        drawn = read_assignment(found.assignment)
        return drawn.ids, np.array(drawn.included, dtype=bool)
    sets = read_set_assignment(found.assignment, found.k)
    return sets.ids, np.array(sets.truth)


def _named(plan: Plan | Mapping[str, Any] | Path) -> str:
    return "plan" if isinstance(plan, (Plan, Mapping)) else path_text(plan, "plan")


@contextmanager
def _json_file(value: Mapping[str, Any] | Path | None, name: str) -> Iterator[Any]:
    """The path of a document, which is in a temporary file for as long as it is needed where it is none."""
    if not isinstance(value, Mapping):
        yield value
        return
    # The folder is readable by its owner alone, and goes with the block, however that ends.
    with tempfile.TemporaryDirectory(prefix="onerun-") as folder:
        path = os.path.join(folder, f"{name}.json")
        FilePath(path).write_text(_json_text(value, name), encoding="utf-8")
        yield path


def _json_text(value: Mapping[str, Any], name: str) -> str:
    try:
        return json.dumps(dict(value), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"invalid {name}; cannot be written as JSON: {error}") from error
