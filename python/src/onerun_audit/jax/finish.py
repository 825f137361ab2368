"""From the state after the last step to a run folder that `onerun audit` reads."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy

from onerun_audit.assignment import Assignment, read_assignment
from onerun_audit.dirac.ended import noted_end
from onerun_audit.dirac.ratio import SCORES
from onerun_audit.errors import InvalidInput
from onerun_audit.jax.state import CanaryState
from onerun_audit.run_folder import write_run, write_whole


def finish(
    state: CanaryState,
    folder: str | os.PathLike[str],
    *,
    assignment: str | os.PathLike[str] | Assignment | None = None,
    delta: float = 1e-5,
    parameters: Mapping[str, Any] | None = None,
) -> None:
    """Writes scores, assignment and manifest, with a note where the run had fewer steps than are claimed.

    `assignment` is the file that was planted, or what was read from it before training, which is kept as it was then;
    without one, for coins that were given as an array, a file is written. Of states that `vmap` made, take one run:
    `jax.tree.map(lambda leaf: leaf[3], states)`.
    """
    included = numpy.asarray(state.included)
    if included.ndim != 1:
        raise InvalidInput(f"invalid state; must be of one run, take one of them: {included.shape[0]} runs")
    design, observed = state.design, int(state.observed)
    if int(state.out_of_turn) > 0 or int(state.planted) != observed:
        raise InvalidInput("invalid run; add_to and observe must take turns, once a step")
    parameters = noted_end(observed, design.steps, parameters)
    scores = {name: _total(state.totals[name]) for name in SCORES}
    if not all(numpy.isfinite(score).all() for score in scores.values()):
        raise InvalidInput("invalid scores; must be finite: what was released is not")
    found = _assignment(assignment, included, Path(folder))
    if found.included != tuple(bool(coin) for coin in included):
        raise InvalidInput(f"invalid assignment; {found.path} has other coins than were planted")
    write_run(
        folder,
        assignment=found,
        scores={name: score.tolist() for name, score in scores.items()},
        audited=design.audited,
        sides=design.sides,
        claim=design.claim,
        delta=delta,
        families=design.families(delta),
        parameters=parameters,
    )


def _total(parts: tuple[Any, Any]) -> Any:
    high, low = (numpy.asarray(part, numpy.float64) for part in parts)
    return high + low


def _assignment(given: Any, included: Any, folder: Path) -> Assignment:
    if isinstance(given, Assignment):
        return given
    if given is not None:
        return read_assignment(given)
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / "manifest.json").exists():
        raise InvalidInput(f"{folder / 'manifest.json'} exists; a finished run is not replaced")
    path = folder / "canaries.csv"
    text = "id,included\n" + "".join(f"{i},{int(coin)}\n" for i, coin in enumerate(included))
    if path.exists() and path.read_bytes() != text.encode():
        raise InvalidInput(f"{path} exists with other coins, and is not replaced")
    write_whole(path, text.encode())
    return read_assignment(path)
