"""From what models say about canaries to scores: `onerun score` on arrays."""

from typing import Literal

import numpy as np

from onerun_audit.arrays import ArrayLike, as_array, truth_of
from onerun_audit.errors import InvalidInput
from onerun_audit.process import ask_for_text, flags


def score_signals(
    target: ArrayLike,
    *,
    kind: Literal["loss", "calibrated", "lira", "rmia"],
    references: ArrayLike = None,
    members: ArrayLike = None,
    included: ArrayLike = None,
    signal: Literal["loss", "probability", "logit"] = "loss",
    mode: Literal["online", "offline"] | None = None,
    variance: Literal["pooled", "each"] | None = None,
    gamma: float | None = None,
    a: float | None = None,
) -> np.ndarray:
    """Scores for `audit`, the higher the more likely in. Choose the kind before you look at any verdict.

    `target` has the signal of each canary under the model that is audited: its loss, the probability of its true
    answer, or the logit of that. `references` has a column for each reference model, `members` says the same way which
    canaries were in it; without members, nobody was. `included`, who was in the target, makes no score: where it is
    given, references whose coins are the target's are refused; where it is not, nobody checks that, and an audit of
    scores by such references proves nothing.

    >>> import numpy as np
    >>> losses = np.array([0.25, 2.0, 0.5])
    >>> score_signals(losses, kind="loss").tolist()
    [-0.25, -2.0, -0.5]
    >>> score_signals(losses, kind="calibrated", references=[[1.25], [1.0], [0.25]]).tolist()
    [1.0, -1.0, -0.25]
    """
    arrays = {signal: _signals(target, "target", dimensions=1)}
    count = len(arrays[signal])
    if members is not None and references is None:
        raise InvalidInput("invalid members; goes with references")
    if references is not None:
        arrays["reference"] = _signals(references, "references", dimensions=2, count=count)
    if members is not None:
        arrays["in"] = _members(members, arrays["reference"].shape)
    if included is not None:
        arrays["included"] = truth_of(included, arrays[signal])
    options = {"kind": kind, "mode": mode, "variance": variance, "gamma": gamma, "a": a}
    rows = ask_for_text(["score", "-", *flags(options)], arrays).splitlines()
    column = rows[0].split(",").index("score")
    return np.array([float(row.split(",")[column]) for row in rows[1:]])


def _signals(value: ArrayLike, name: str, *, dimensions: int, count: int | None = None) -> np.ndarray:
    array = as_array(value, name)
    if array.ndim != dimensions:
        what = "one dimension" if dimensions == 1 else "a row per canary and a column per model"
        raise InvalidInput(f"invalid {name}; must have {what}: {array.shape}")
    if array.size == 0:
        raise InvalidInput(f"invalid {name}; must have at least one: {array.shape}")
    if count is not None and len(array) != count:
        raise InvalidInput(f"invalid {name}; must have a row for each of the {count} canaries: {len(array)}")
    return array.astype(np.float64)


def _members(value: ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    array = as_array(value, "members")
    if array.shape != shape:
        raise InvalidInput(f"invalid members; must have the shape of references {shape}: {array.shape}")
    if array.dtype.kind == "f" or not np.isin(array, (0, 1)).all():
        raise InvalidInput(f"invalid members; must be bool, or whole numbers 0 and 1: {array.dtype}")
    return array.astype(np.bool_)
