"""Which records are in a batch: the loader's own sampler says it, and what it says is kept until it is trained on."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from onerun_audit.errors import InvalidInput

RULE = "invalid batch; each must be trained on once, whole and in the order in which it was drawn"


@dataclass
class LoaderPass:
    """One pass over the loader: the index lists that were drawn and not trained on yet."""

    drawn: deque[list[int]] = field(default_factory=deque)
    finished: bool = False

    @property
    def waits(self) -> bool:
        """Whether records wait to be trained on. Empty batches need not be: a step on them adds noise to nothing."""
        return any(self.drawn)


class DrawnBatches:
    """What a batch sampler draws, until it is trained on.

    A list may be trained on in pieces (virtual steps), or be drawn long before (workers that prefetch). A pass that
    was left early is forgotten.
    """

    def __init__(self, sampler: Any, *, prefetched: bool) -> None:
        self.passes: list[LoaderPass] = []
        self.prefetched = prefetched
        self.left_in_batch = 0
        # The pass whose batch is trained on in parts, until its last one.
        self.within: LoaderPass | None = None
        self.torn = False
        _record(sampler, self)

    def take(self, rows: int) -> list[int]:
        """The indices of the next rows that are trained on."""
        if self.torn:
            raise InvalidInput(
                f"{RULE}: a pass over the loader was left in the middle of one, and the parts that were trained on are "
                "still in the sum of the next step"
            )
        waiting = [one for one in self.passes if one.waits]
        if len(waiting) > 1:
            raise InvalidInput(
                "invalid passes over the loader; two have batches that were not trained on: "
                "give evaluation a loader of its own, and with workers train on each pass to its end"
            )
        if rows == 0:
            return self._take_empty(waiting)
        if not waiting:
            raise InvalidInput(f"{RULE}: {rows} rows are not from the loader that was attached")
        drawn = waiting[0].drawn
        while not drawn[0]:
            drawn.popleft()
        batch = drawn.popleft()
        if rows > len(batch):
            raise InvalidInput(f"{RULE}: {rows} rows came where {len(batch)} were drawn")
        if rows < len(batch):
            drawn.appendleft(batch[rows:])
        self.left_in_batch = len(batch) - rows
        self.within = waiting[0] if self.left_in_batch > 0 else None
        return batch[:rows]

    def _take_empty(self, waiting: list[LoaderPass]) -> list[int]:
        holding = waiting or [one for one in self.passes if one.drawn][-1:]
        if not holding or holding[0].drawn[0]:
            raise InvalidInput(f"{RULE}: an empty batch came where none was drawn")
        return holding[0].drawn.popleft()

    def forget(self, left: LoaderPass) -> None:
        """A pass was left early; in the middle of a batch, Opacus keeps the sum of its first parts."""
        self.passes = [one for one in self.passes if one is not left]
        self.torn = self.torn or self.within is left

    def check_none_skipped(self) -> None:
        """Where nothing is prefetched, no further batch has been drawn when one is trained on."""
        ahead = sum(1 for one in self.passes for batch in one.drawn if batch) - (self.left_in_batch > 0)
        if ahead > 0 and not self.prefetched:
            raise InvalidInput(f"{RULE}: {ahead} drawn before this one {'was' if ahead == 1 else 'were'} not")

    def check_whole(self) -> None:
        """At the end of a step no batch is half trained on."""
        if self.left_in_batch > 0:
            raise InvalidInput(f"{RULE}: the step ended with {self.left_in_batch} of its rows to come")


def _record(sampler: Any, batches: DrawnBatches) -> None:
    """Makes the sampler tell what it draws. It stays of its own class, by which Opacus knows what to do with it."""
    own = type(sampler)

    def recorded(self: Any) -> Iterator[Any]:
        one = LoaderPass()
        batches.passes = [other for other in batches.passes if other.waits or not other.finished]
        batches.passes.append(one)
        try:
            for batch in own.__iter__(self):
                one.drawn.append([int(index) for index in batch])
                yield batch
        except GeneratorExit:
            # The pass was left early: what it has drawn will not come.
            batches.forget(one)
            raise
        one.finished = True

    sampler.__class__ = type(own.__name__, (own,), {"__iter__": recorded, "__module__": own.__module__})
