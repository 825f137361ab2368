"""A finished run as a folder that `onerun audit` reads: scores, assignment, commitment and manifest."""

import contextlib
import csv
import hashlib
import io
import json
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from onerun_audit.assignment import Assignment, SetAssignment
from onerun_audit.errors import InvalidInput

SCORES, MANIFEST = "scores.csv", "manifest.json"
# What a file is called until it is whole.
PART = ".part"


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
    kept = _kept(assignment, folder)
    folder.mkdir(parents=True, exist_ok=True)
    of_sets = isinstance(assignment, SetAssignment)
    drawn = assignment.truth if isinstance(assignment, SetAssignment) else assignment.included
    rows = zip(assignment.ids, drawn, *scores.values())
    lines = [[name, int(coin), *(f"{value:.6g}" for value in row)] for name, coin, *row in rows]
    table = _csv([["id", "truth" if of_sets else "included", *scores], *lines]).encode()
    if _holds_other(folder / SCORES, table):
        raise _other_scores(folder)
    contents = {"scores": (SCORES, table), **kept}
    for name, content in contents.values():
        if not (folder / name).exists():
            write_whole(folder / name, content)
    document = {
        "schema": "onerun-run/1",
        **({} if claim is None else {"claim": claim}),
        "made": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        **({} if audited is None else {"scoreColumn": audited}),
        **({} if sides is None else {"sides": sides}),
        **({"options": len(scores)} if of_sets else {}),
        **{key: name for key, (name, _) in contents.items()},
        "sha256": {
            key: hashlib.sha256(content).hexdigest() for key, (_, content) in contents.items() if key != "commitment"
        },
        "delta": delta,
        **({"guesses": list(guesses)} if guesses else {}),
        **({"families": list(families)} if families else {}),
        "parameters": _plain(parameters or {}),
    }
    write_whole(folder / MANIFEST, (json.dumps(document, indent=2) + "\n").encode())


def check_folder(folder: str | os.PathLike[str], assignment: Assignment | SetAssignment) -> None:
    """Refuses before a training what would end it in `write_run`; scores that lie there by then are another run's."""
    folder = Path(folder)
    _kept(assignment, folder)
    if (folder / SCORES).exists():
        raise _other_scores(folder)


def _other_scores(folder: Path) -> InvalidInput:
    return InvalidInput(f"{folder / SCORES} exists and holds other scores; write the run to a folder of its own")


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


def _kept(assignment: Assignment | SetAssignment, folder: Path) -> dict[str, tuple[str, bytes]]:
    """By key, name and content: the bytes that were committed to, and the commitment where it lay beside them."""
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not nearest.is_dir():
        raise InvalidInput(f"invalid folder; must be a folder or new, and below no file: {folder}")
    if (folder / MANIFEST).exists():
        raise InvalidInput(f"{folder / MANIFEST} exists; a finished run is not replaced")
    if assignment.files is None:
        return {}
    path = assignment.path
    name = "assignment.csv" if path.name.removesuffix(PART) in (SCORES, MANIFEST) else path.name
    if name != path.name and path.resolve() == (folder / path.name).resolve():
        raise InvalidInput(f"{path} is the assignment; write the run to a folder of its own")
    content, commitment = assignment.files
    kept = {"assignment": (name, content)}
    if commitment is not None:
        kept["commitment"] = (f"{name}.commitment.json", commitment)
    for name, content in kept.values():
        if _holds_other(folder / name, content):
            raise InvalidInput(
                f"{folder / name} exists and is another than was read with {path}; write the run to a folder of its own"
            )
    return kept


def _holds_other(path: Path, content: bytes) -> bool:
    return path.exists() and (not path.is_file() or path.read_bytes() != content)


def _csv(rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def write_whole(path: Path, content: bytes | memoryview) -> None:
    """Writes a file that is there whole or not at all."""
    part = path.with_name(path.name + PART)
    try:
        part.write_bytes(content)
        os.replace(part, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        # A full disk names no file.
        error.filename = error.filename or os.fspath(path)
        raise
