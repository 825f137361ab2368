"""Who is in: the files that `onerun canaries` makes."""

import csv
import os
from dataclasses import dataclass
from pathlib import Path

from onerun.errors import InvalidInput


@dataclass(frozen=True)
class Assignment:
    """Ids of the canaries and their coins, in the order of the file."""

    path: Path
    ids: tuple[str, ...]
    included: tuple[bool, ...]


def read_assignment(path: str | os.PathLike[str]) -> Assignment:
    """Reads a file made by `onerun canaries`: the columns id and included, with 0 or 1."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"cannot read {path}: {error}") from error
    coins = {"0": False, "1": True}
    if not rows or rows[0] != ["id", "included"] or not all(len(row) == 2 and row[1] in coins for row in rows[1:]):
        raise InvalidInput(f"{path} is not an assignment of onerun canaries: id,included with 0 or 1")
    ids = tuple(row[0] for row in rows[1:])
    if len(set(ids)) != len(ids):
        raise InvalidInput(f"invalid assignment in {path}; must name each canary once")
    return Assignment(Path(path), ids, tuple(coins[row[1]] for row in rows[1:]))
