"""A finished run as a folder that `onerun audit` reads: scores, assignment, commitment and manifest."""

import csv
import hashlib
import io
import json
import math
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
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
    for name, values in scores.items():
        if len(values) != len(assignment.ids):
            raise InvalidInput(
                f"invalid scores {name}; must be as many as canaries ({len(assignment.ids)}): {len(values)}"
            )
    folder = Path(folder)
    manifest = folder / "manifest.json"
    if manifest.exists():
        raise InvalidInput(f"{manifest} exists; a finished run is not replaced")
    copies = _assignment_copies(assignment.path, folder)
    folder.mkdir(parents=True, exist_ok=True)
    of_sets = isinstance(assignment, SetAssignment)
    drawn = assignment.truth if isinstance(assignment, SetAssignment) else assignment.included
    rows = zip(assignment.ids, drawn, *scores.values())
    lines = [[name, int(coin), *(f"{value:.6g}" for value in row)] for name, coin, *row in rows]
    table = _csv([["id", "truth" if of_sets else "included", *scores], *lines])
    target = folder / "scores.csv"
    if target.exists() and target.read_bytes() != table.encode("utf-8"):
        raise InvalidInput(f"{target} exists and holds other scores; write the run to a folder of its own")
    write_whole(target, table)
    for source, target in copies.values():
        if source.resolve() != target.resolve():
            shutil.copyfile(source, target)
    named = {"scores": "scores.csv", **{key: target.name for key, (_, target) in copies.items()}}
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


def _assignment_copies(assignment: Path, folder: Path) -> dict[str, tuple[Path, Path]]:
    """Where the very bytes that were committed to go, and the commitment where it lies beside them."""
    name = "assignment.csv" if assignment.name in ("scores.csv", "manifest.json") else assignment.name
    commitment = Path(f"{assignment}.commitment.json")
    copies = {
        "assignment": (assignment, folder / name),
        "commitment": (commitment, folder / f"{name}.commitment.json"),
    }
    if name != assignment.name and assignment.resolve() == (folder / assignment.name).resolve():
        raise InvalidInput(f"{assignment} is the assignment; write the run to a folder of its own")
    there = {key: pair for key, pair in copies.items() if pair[0].exists()}
    for source, target in there.values():
        if target.exists() and target.read_bytes() != source.read_bytes():
            raise InvalidInput(f"{target} exists and is another than {source}; write the run to a folder of its own")
    return there


def _csv(rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_whole(path: Path, text: str) -> None:
    """Writes a file that is there whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
