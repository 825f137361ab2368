"""A finished run as a folder that `onerun audit` reads: scores, assignment, commitment and manifest."""

import hashlib
import json
import math
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from onerun.assignment import Assignment, SetAssignment
from onerun.errors import InvalidInput


def write_run(
    folder: str | os.PathLike[str],
    *,
    assignment: Assignment | SetAssignment,
    scores: Mapping[str, Sequence[float]],
    audited: str | None = None,
    claim: str | None = None,
    sides: str | None = None,
    delta: float = 1e-5,
    families: Sequence[str] = (),
    guesses: Sequence[int] = (),
    parameters: Mapping[str, Any] | None = None,
) -> None:
    """Writes the run; the manifest comes last, so that half a run is none.

    `scores` has a column per score, of which `audited` was chosen beforehand; of sets it has one per candidate,
    score_0 and so on. `sides` says at which end of the scores canaries are guessed ("in" is the top alone), `guesses`
    are numbers of guesses, both fixed beforehand; without guesses the audit plans them from the claim. A finished run
    is not replaced.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / "manifest.json"
    if manifest.exists():
        raise InvalidInput(f"{manifest} exists; a finished run is not replaced")
    _check_copies(assignment.path, folder)
    of_sets = isinstance(assignment, SetAssignment)
    drawn = assignment.truth if isinstance(assignment, SetAssignment) else assignment.included
    rows = zip(assignment.ids, drawn, *scores.values())
    lines = [f"{name},{int(coin)}," + ",".join(f"{value:.6g}" for value in row) for name, coin, *row in rows]
    header = ",".join(["id", "truth" if of_sets else "included", *scores])
    write_whole(folder / "scores.csv", "\n".join([header, *lines, ""]))
    named = {"scores": "scores.csv", **_copy_assignment(assignment.path, folder)}
    hashed = {key: name for key, name in named.items() if key != "commitment"}
    document = {
        "schema": "onerun-run/1",
        **({} if claim is None else {"claim": claim}),
        **({} if audited is None else {"scoreColumn": audited}),
        **({} if sides is None else {"sides": sides}),
        **({"options": len(scores)} if of_sets else {}),
        **named,
        "sha256": {key: _sha256(folder / name) for key, name in hashed.items()},
        "delta": delta,
        **({"guesses": list(guesses)} if guesses else {}),
        **({"families": list(families)} if families else {}),
        "parameters": _plain(parameters or {}),
    }
    write_whole(manifest, json.dumps(document, indent=2) + "\n")


def _plain(value: Any) -> Any:
    """A fact as JSON can hold it: a run is not lost because a number of it comes from an array library, or is none.

    >>> _plain({"accuracy": memoryview(b"ab"), "loss": float("nan"), "widths": (2, 3)})
    {'accuracy': [97, 98], 'loss': 'nan', 'widths': [2, 3]}
    """
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if value is None or isinstance(value, (bool, int, str)) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return _plain(value.tolist()) if hasattr(value, "tolist") else str(value)


def _committed_files(assignment: Path) -> dict[str, Path]:
    """The assignment, and its commitment where one lies beside it."""
    names = {"assignment": assignment, "commitment": Path(f"{assignment}.commitment.json")}
    return {key: path for key, path in names.items() if path.exists()}


def _check_copies(assignment: Path, folder: Path) -> None:
    """Refuses to copy an assignment over another one, or under the name of another file of the run."""
    if assignment.name in ("scores.csv", "manifest.json"):
        raise InvalidInput(f"invalid assignment; a run has another file of that name: {assignment.name}")
    for path in _committed_files(assignment).values():
        copy = folder / path.name
        if copy.exists() and copy.read_bytes() != path.read_bytes():
            raise InvalidInput(f"{copy} exists, differs from {path} and is not replaced")


def _copy_assignment(assignment: Path, folder: Path) -> dict[str, str]:
    """The very bytes that were committed to."""
    there = _committed_files(assignment)
    for path in there.values():
        if path.resolve() != (folder / path.name).resolve():
            shutil.copyfile(path, folder / path.name)
    return {key: path.name for key, path in there.items()}


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_whole(path: Path, text: str) -> None:
    """Writes a file that is there whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
