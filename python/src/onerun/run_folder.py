"""A finished run as a folder that `onerun audit` reads: scores, assignment, commitment and manifest."""

import hashlib
import json
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
    of_sets = isinstance(assignment, SetAssignment)
    drawn = assignment.truth if isinstance(assignment, SetAssignment) else assignment.included
    rows = zip(assignment.ids, drawn, *scores.values())
    lines = [f"{name},{int(coin)}," + ",".join(f"{value:.6g}" for value in row) for name, coin, *row in rows]
    _write(folder / "scores.csv", "\n".join([",".join(["id", "truth" if of_sets else "included", *scores]), *lines, ""]))
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
        "parameters": dict(parameters or {}),
    }
    _write(manifest, json.dumps(document, indent=2) + "\n")


def _copy_assignment(assignment: Path, folder: Path) -> dict[str, str]:
    """The very bytes that were committed to, and the commitment where it lies beside them."""
    names = {"assignment": assignment, "commitment": Path(f"{assignment}.commitment.json")}
    there = {key: path for key, path in names.items() if path.exists()}
    for path in there.values():
        if path.resolve() != (folder / path.name).resolve():
            shutil.copyfile(path, folder / path.name)
    return {key: path.name for key, path in there.items()}


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _write(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
