"""From what a verb was given to what the program reads: paths as they are, arrays as one archive on its input."""

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from onerun_audit.arrays import are_runs, check_paired, joined, labels_of, scores_of, truth_of
from onerun_audit.errors import InvalidInput
from onerun_audit.process import path_word


@dataclass(frozen=True)
class Given:
    """The words that name the scores, the arrays that come with them, and how to show both in a call."""

    words: list[str]
    arrays: dict[str, np.ndarray] | None
    shown: list[str]


def given_scores(
    scores: Any, included: Any, *, ids: Any = None, run: Any = None, assignment: Any = None, column: str | None = None
) -> Given:
    """Paths of files and run folders, or arrays."""
    paths = _paths_of(scores)
    if paths is not None:
        for name, value in {"included": included, "ids": ids, "run": run}.items():
            if value is not None:
                raise InvalidInput(f"invalid {name}; goes with arrays: files hold it themselves")
        return Given([path_word(path) for path in paths], None, [repr(os.fspath(path)) for path in paths])
    arrays = _arrays_of(scores, included, ids=ids, run=run, assignment=assignment, column=column)
    return Given(["-"], arrays, ["scores"] if included is None else ["scores", "included"])


def _paths_of(scores: Any) -> "list[str | os.PathLike[str]] | None":
    if isinstance(scores, (str, os.PathLike)):
        return [scores]
    if isinstance(scores, (list, tuple)) and scores and all(isinstance(each, (str, os.PathLike)) for each in scores):
        return list(scores)
    return None


def _arrays_of(
    scores: Any, included: Any, *, ids: Any, run: Any, assignment: Any, column: str | None
) -> dict[str, np.ndarray]:
    if scores is None:
        raise InvalidInput("no scores; give arrays, or the path of a file or a run folder")
    if are_runs(included):
        if run is not None:
            raise InvalidInput("invalid run; goes with one array of scores: lists of arrays are runs already")
        return _several(scores, included, ids, column)
    values = scores_of(scores)
    for name, value in {"included": included, "ids": ids, "run": run}.items():
        check_paired(value, scores, name)
    if included is None and assignment is None:
        raise InvalidInput("no included; say who was in, or name an assignment and ids")
    if included is not None and assignment is not None:
        raise InvalidInput("invalid assignment; says who was in, and so does included: give one")
    if assignment is not None and ids is None:
        raise InvalidInput("no ids; an assignment is joined to the scores by id")
    arrays = _named(values, None if included is None else truth_of(included, values), column)
    if ids is not None:
        arrays["id"] = labels_of(ids, len(values), "ids")
    if run is not None:
        arrays["run"] = labels_of(run, len(values), "run")
    return arrays


def _several(scores: Any, included: Any, ids: Any, column: str | None) -> dict[str, np.ndarray]:
    """Runs in their order, one behind the other, with a column that tells them apart."""
    if not are_runs(scores) or len(scores) != len(included):
        count = len(scores) if are_runs(scores) else "no list"
        raise InvalidInput(f"invalid scores; must be a list with an array per run ({len(included)}): {count}")
    if ids is not None and (not are_runs(ids) or len(ids) != len(included)):
        raise InvalidInput(f"invalid ids; must be a list with an array per run ({len(included)})")
    values = [scores_of(each, f"scores[{i}]") for i, each in enumerate(scores)]
    shapes = {each.shape[1:] for each in values}
    if len(shapes) > 1:
        raise InvalidInput("invalid scores; must have the same number of candidates in every run")
    for name, given in {"included": included, "ids": ids or []}.items():
        for i, each in enumerate(given):
            check_paired(each, scores[i], f"{name}[{i}]")
    truths = [truth_of(each, values[i], f"included[{i}]") for i, each in enumerate(included)]
    if len({each.dtype.kind == "b" for each in truths}) > 1:
        truths = [each.astype(np.int8) for each in truths]
    arrays = _named(joined(values), np.concatenate(truths), column)
    if ids is not None:
        labels = [labels_of(each, len(values[i]), f"ids[{i}]") for i, each in enumerate(ids)]
        if len({each.dtype.kind for each in labels}) > 1:
            raise InvalidInput("invalid ids; must be of one type in all runs")
        arrays["id"] = np.concatenate(labels)
    if len(values) > 1:
        arrays["run"] = np.repeat(np.arange(1, len(values) + 1), [len(each) for each in values])
    return arrays


def _named(scores: np.ndarray, truth: np.ndarray | None, column: str | None) -> dict[str, np.ndarray]:
    several = scores.ndim == 2
    arrays = {column or ("scores" if several else "score"): scores}
    if truth is not None:
        arrays["truth" if several else "included"] = truth
    return arrays

