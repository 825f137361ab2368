"""Canaries as records of the training set: the framework's own sampler draws them."""

import math
import os
from collections.abc import Iterable
from typing import Any

import numpy

from onerun_audit.assignment import Assignment, read_assignment
from onerun_audit.errors import InvalidInput

# What no canary has as its number.
NO_CANARY = -1


class CanaryRecords:
    """A data set with one more record for each canary that is in, after all of its own.

    For canaries whose gradients are replaced, what the further records hold does not matter: they are copies of the
    record `template`. Where real records are the canaries, `records` has one for each canary, in or out.

    >>> coins = Assignment("canaries.csv", ("a", "b", "c"), (True, False, True))
    >>> records = CanaryRecords(["first", "second"], coins)
    >>> [records[i] for i in range(len(records))]
    ['first', 'second', 'first', 'first']
    >>> records.canaries_at([1, 2, 3]).tolist()
    [-1, 0, 2]
    >>> CanaryRecords(["first", "second"], coins, records=["A", "B", "C"])[3]
    'C'
    """

    def __init__(
        self,
        dataset: Any,
        assignment: Assignment | str | os.PathLike[str],
        *,
        template: int = 0,
        records: Any = None,
    ) -> None:
        if not hasattr(dataset, "__getitem__") or not hasattr(dataset, "__len__"):
            raise InvalidInput(f"invalid data set; must have a length and records by index: {type(dataset).__name__}")
        if len(dataset) == 0:
            raise InvalidInput("invalid data set; must not be empty")
        self.dataset = dataset
        self.assignment = assignment if isinstance(assignment, Assignment) else read_assignment(assignment)
        if not 0 <= template < len(dataset):
            last = len(dataset) - 1
            raise InvalidInput(f"invalid template; must be a record of the data set (0 to {last}): {template}")
        if records is not None and len(records) != len(self.assignment.ids):
            raise InvalidInput(
                f"invalid records; must be as many as canaries ({len(self.assignment.ids)}): {len(records)}"
            )
        self.template, self.records = template, records
        self.members = numpy.flatnonzero(self.assignment.included)
        self.batches: int | None = None

    def __len__(self) -> int:
        return len(self.dataset) + len(self.members)

    def __getitem__(self, index: int) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index < len(self.dataset):
            return self.dataset[index]
        if self.records is None:
            return self.dataset[self.template]
        return self.records[int(self.members[index - len(self.dataset)])]

    def canaries_at(self, indices: Iterable[int]) -> numpy.ndarray:
        """The number of the canary at each index, -1 where the record is none."""
        at = numpy.asarray([int(index) for index in indices], dtype=numpy.int64)
        if len(at) > 0 and not (0 <= at.min() and at.max() < len(self)):
            raise InvalidInput(f"invalid indices; must be in the data set (0 to {len(self) - 1})")
        beyond = at - len(self.dataset)
        found = numpy.full(len(at), NO_CANARY)
        found[beyond >= 0] = self.members[beyond[beyond >= 0]]
        return found

    def loader(self, batch_size: int, **options: Any) -> Any:
        """A DataLoader whose length, and with it the sampling rate, does not depend on who is in.

        Its length is that of a loader of the data set without canaries. `options` are those of PyTorch's DataLoader.
        """
        if batch_size < 1 or batch_size % 1 != 0:
            raise InvalidInput(f"invalid batch_size; must be a positive whole number: {batch_size}")
        from onerun_audit.torch.loader import FixedLengthLoader

        self.batches = math.ceil(len(self.dataset) / batch_size)
        return FixedLengthLoader(self, batches=self.batches, batch_size=int(batch_size), **options)
