"""Who is in, or which candidate: the files that `onerun canaries` makes."""

import csv
import hashlib
import io
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from onerun_audit.errors import InvalidInput


class AssignmentFiles(NamedTuple):
    """The bytes of an assignment and of the commitment beside it, as they were when it was read."""

    assignment: bytes
    commitment: bytes | None


@dataclass(frozen=True)
class Assignment:
    """Ids of the canaries and their coins, in the order of the file; coins that are in no file have no `files`."""

    path: Path
    ids: tuple[str, ...]
    included: tuple[bool, ...]
    files: AssignmentFiles | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class SetAssignment:
    """Ids of the canaries and, of each, the number of the candidate that is in, in the order of the file."""

    path: Path
    ids: tuple[str, ...]
    truth: tuple[int, ...]
    files: AssignmentFiles | None = field(default=None, compare=False, repr=False)


def read_assignment(path: str | os.PathLike[str]) -> Assignment:
    """Reads a file made by `onerun canaries`: the columns id and included, with 0 or 1."""
    rows, files = _read(path)
    coins = {"0": False, "1": True}
    if not rows or rows[0] != ["id", "included"] or not all(len(row) == 2 and row[1] in coins for row in rows[1:]):
        raise InvalidInput(f"{path} is not an assignment of onerun canaries: id,included with 0 or 1")
    return Assignment(Path(path), _ids(path, rows), tuple(coins[row[1]] for row in rows[1:]), files)


def read_set_assignment(path: str | os.PathLike[str], options: int) -> SetAssignment:
    """Reads a file made by `onerun canaries` for sets of candidates: the columns id and truth, from 0 on."""
    rows, files = _read(path)
    candidates = {str(i): i for i in range(options)}
    if not rows or rows[0] != ["id", "truth"] or not all(len(row) == 2 and row[1] in candidates for row in rows[1:]):
        raise InvalidInput(
            f"{path} is not an assignment of onerun canaries for {options} candidates: id,truth with 0 to {options - 1}"
        )
    return SetAssignment(Path(path), _ids(path, rows), tuple(candidates[row[1]] for row in rows[1:]), files)


def _read(path: str | os.PathLike[str]) -> tuple[list[list[str]], AssignmentFiles]:
    try:
        content = Path(path).read_bytes()
        rows = list(csv.reader(io.StringIO(content.decode("utf-8"), newline="")))
        commitment = _read_if_there(Path(f"{path}.commitment.json"))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InvalidInput(f"cannot read {path}: {error}") from error
    if commitment is not None and not _is_committed(content, commitment):
        raise InvalidInput(f"{path} is not the assignment that {path}.commitment.json commits to")
    return rows, AssignmentFiles(content, commitment)


def _is_committed(content: bytes, commitment: bytes) -> bool:
    try:
        document = json.loads(commitment)
        return hashlib.sha256(document["salt"].encode() + content).hexdigest() == document["hash"]
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


def _read_if_there(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _ids(path: str | os.PathLike[str], rows: list[list[str]]) -> tuple[str, ...]:
    ids = tuple(row[0] for row in rows[1:])
    if len(set(ids)) != len(ids):
        raise InvalidInput(f"invalid assignment in {path}; must name each canary once")
    return ids
