"""Where canaries stand in the training data: once each, as sequences of their own."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from onerun_audit.assignment import Assignment, SetAssignment
from onerun_audit.errors import InvalidInput
from onerun_audit.transformers.texts import TextCanaries
from onerun_audit.transformers.tokens import special_ids, tokenized


@dataclass(frozen=True)
class FoundTexts:
    """By the tokens of a text: how many sequences are just that text, and how often it stands inside longer ones."""

    alone: Counter[tuple[int, ...]]
    inside: Counter[tuple[int, ...]]


# Of texts with at least this many tokens, all but the first are looked for too.
_LEAST_FOR_TAIL = 5


def find_texts(sequences: Iterable[Sequence[int]], contents: Iterable[tuple[int, ...]]) -> FoundTexts:
    """Looks for texts, given by their tokens, in sequences of tokens without padding and special tokens.

    Behind other text the first token of a text is often another one, with a space before it: inside of longer
    sequences the rest of a text is enough, unless two texts share it.
    """
    wanted = {content: content for content in contents}
    tails = Counter(content[1:] for content in wanted)
    for content in [content for content in wanted if len(content) >= _LEAST_FOR_TAIL and tails[content[1:]] == 1]:
        wanted.setdefault(content[1:], content)
    lengths = sorted({len(part) for part in wanted})
    first = {part[0] for part in wanted}
    alone: Counter[tuple[int, ...]] = Counter()
    inside: Counter[tuple[int, ...]] = Counter()
    for sequence in sequences:
        tokens = tuple(sequence)
        for at in (at for at, token in enumerate(tokens) if token in first):
            for part in (tokens[at : at + length] for length in lengths if at + length <= len(tokens)):
                content = wanted.get(part)
                if content == tokens:
                    alone[content] += part == content
                elif content is not None and len(tokens) > len(part) + (part != content):
                    inside[content] += 1
    return FoundTexts(alone, inside)


def check_training_data(
    sequences: Iterable[Sequence[int]],
    tokenizer: Any,
    canaries: TextCanaries,
    assignment: Assignment | SetAssignment | None = None,
) -> None:
    """Refuses data in which a canary stands more than once, or in a sequence with other texts.

    `sequences` are the training set's lists of tokens, special ones included, without padding. Of sets one candidate
    may be there. With the assignment, just those that were drawn must be there; without it, about half of them.

    >>> check_training_data((tokenizer(text)["input_ids"] for text in lines), tokenizer, read_texts(path))  # doctest: +SKIP
    """
    special = special_ids(tokenizer)
    rows = tokenized(tokenizer, canaries)
    own_tokens = ([int(token) for token in sequence if int(token) not in special] for sequence in sequences)
    found = find_texts(own_tokens, (text.content for row in rows for text in row))
    for number, (name, row) in enumerate(zip(canaries.ids, rows)):
        alone = [found.alone[text.content] for text in row]
        for candidate, text in enumerate(row):
            expected = None if assignment is None else _drawn(assignment, number, candidate)
            problem = _problem(alone[candidate], found.inside[text.content], expected)
            if problem is not None:
                what = f"canary {name}" if len(row) == 1 else f"candidate {candidate} of canary {name}"
                raise InvalidInput(f"invalid training data; {what} {problem}")
        if len(row) > 1 and sum(alone) != 1:
            raise InvalidInput(f"invalid training data; canary {name} must have one candidate in it: {sum(alone)}")

    if canaries.candidates == 1 and assignment is None:
        _check_share(sum(found.alone[text.content] for (text,) in rows), len(rows))


def _check_share(there: int, count: int) -> None:
    """Refuses what fair coins do once in a billion: canaries were left out on the way, or put in without a coin."""
    if abs(there - count / 2) > math.sqrt(count * math.log(2e9) / 2):
        raise InvalidInput(
            f"invalid training data; about half of the {count} canaries must be in it, as sequences of their own: "
            f"{there}"
        )


def _drawn(assignment: Assignment | SetAssignment, number: int, candidate: int) -> bool:
    if isinstance(assignment, SetAssignment):
        return assignment.truth[number] == candidate
    return assignment.included[number]


def _problem(alone: int, inside: int, expected: bool | None) -> str | None:
    if inside > 0:
        return (
            "stands inside a longer sequence: packing several texts into one changes the unit of privacy, "
            "train with one text per sequence"
        )
    if alone > 0 and expected is False:
        return "is there, and its coin says that it is not"
    if alone > 1:
        return f"is there {alone} times: that tests the privacy of groups of {alone}, insert it once"
    if alone == 0 and expected is True:
        return "is not there as a sequence of its own: left out, cut, or made into other tokens"
    return None
