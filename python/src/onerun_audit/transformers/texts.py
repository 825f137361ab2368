"""The texts of canaries: the file that `onerun canaries --text` writes beside the assignment."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from onerun_audit.assignment import Assignment, SetAssignment, read_assignment, read_set_assignment
from onerun_audit.errors import InvalidInput


@dataclass(frozen=True)
class TextCanaries:
    """Ids, and of each canary its texts: one that is in or out, or the candidates of which one is in."""

    ids: tuple[str, ...]
    texts: tuple[tuple[str, ...], ...]

    @property
    def candidates(self) -> int:
        """How many texts each canary has."""
        return len(self.texts[0])


def read_texts(path: str | os.PathLike[str]) -> TextCanaries:
    """Reads JSON Lines with id and text, or id and candidates."""
    try:
        with open(path, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file if line.strip()]
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InvalidInput(f"cannot read {path}: {error}") from error
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not isinstance(row.get("id"), str) or ("text" in row) == ("candidates" in row):
            raise InvalidInput(f"invalid line {number} of {path}; must have id, and text or candidates")
    return _checked(
        [row["id"] for row in rows], [row["candidates"] if "candidates" in row else [row["text"]] for row in rows]
    )


def as_texts(canaries: str | os.PathLike[str] | TextCanaries | Sequence[Any]) -> TextCanaries:
    """A file, or a list of texts, or one of lists of candidates: those get the ids 0, 1, and so on.

    >>> as_texts(["red fox", "blue owl"]).ids
    ('0', '1')
    """
    if isinstance(canaries, TextCanaries):
        return canaries
    if isinstance(canaries, (str, os.PathLike)):
        return read_texts(canaries)
    texts = [[row] if isinstance(row, str) else row for row in canaries]
    return _checked([str(i) for i in range(len(texts))], texts)


def assignment_of(
    canaries: TextCanaries, given: str | os.PathLike[str] | Assignment | SetAssignment
) -> Assignment | SetAssignment:
    """Reads who is in, or which candidate, unless that was done before; checks that it is about these canaries."""
    count = canaries.candidates
    kind = SetAssignment if count > 1 else Assignment
    if isinstance(given, (Assignment, SetAssignment)):
        found = given
    else:
        found = read_set_assignment(given, count) if count > 1 else read_assignment(given)
    if not isinstance(found, kind) or found.ids != canaries.ids:
        raise InvalidInput(f"invalid assignment; {found.path} has other ids than the texts, or in another order")
    return found


def _checked(ids: list[str], texts: list[Any]) -> TextCanaries:
    if not ids:
        raise InvalidInput("missing canaries: there are no texts")
    if len(set(ids)) != len(ids):
        raise InvalidInput("invalid canaries; must have ids of their own")
    for name, row in zip(ids, texts):
        if not isinstance(row, (list, tuple)) or not all(isinstance(text, str) and text for text in row):
            raise InvalidInput(f"invalid canary {name}; must have texts that are not empty")
        if len(row) != len(texts[0]) or not row:
            raise InvalidInput(f"invalid canary {name}; must have as many candidates as the first: {len(row)}")
    return TextCanaries(tuple(ids), tuple(tuple(row) for row in texts))
