"""Many games in one training: fresh canaries in every step, and their evidence while it trains.

    rounds = Rounds("plan.json", [p.numel() for p in parameters], clip=1.0, out="run")
    each step:  rounds.plant(summed)     after clipping and summing, before the noise
                rounds.read(released)    what is released: the sum with its noise
    at the end: rounds.finish()          then: onerun audit run/rounds.npz --rounds step --plan run/plan.json

`plan.json` is of `onerun plan --rounds step`. `summed` and `released` are lists of tensors or NumPy arrays, one per
parameter, in the units of the clipped gradients. In each step every canary has a coordinate of its own, a sign and a
coin; those that are in join the sum with the clip norm. A score is what was released at the coordinate, less what the
other records sum to there, which the attacker may know. Where the plan has two scores, the second is less a multiple
of the noise that the last step released at the same coordinate, fitted to the steps before: noise that repeats shows.

Reading does not wait for the device: a step's evidence is there when the next one is read, or when it is asked for.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from onerun_audit.errors import InvalidInput
from onerun_audit.rounds import Rounds as Followed
from onerun_audit.torch.arrays import Array, arrays_for, sized_parts
from onerun_audit.torch.rounds_folder import RoundsFolder

# Canaries that go through clipping are so many clip norms long.
LONG = 10.0


class RoundsRefuted(RuntimeError):
    """The rounds so far refute the claim; the message is the verdict's sentence."""


class Rounds:
    """Plants canaries in every step and follows their evidence, which is valid at every moment.

    `through` of the canaries of each step (None: a fifth) are ten clip norms long and go through its own clipping:
    `plant` is then given `clipped`, which takes their lengths (with signs; 0 for those that are out) and returns what
    clipping leaves of them. The others test summing and noise alone.
    """

    def __init__(
        self,
        plan: "dict[str, Any] | str | os.PathLike[str]",
        sizes: Sequence[int],
        *,
        clip: float,
        out: "str | os.PathLike[str]",
        through: int | None = 0,
        device: Any = "cpu",
        resume: bool = False,
        stop_when_refuted: bool = False,
        progress: bool = True,
        callback: "Callable[[Rounds], None] | None" = None,
    ) -> None:
        self.followed = Followed(plan)
        self.plan = self.followed.plan
        canaries, size = self.plan["canaries"], sum(sizes)
        through = canaries // 5 if through is None else through
        self.sizes, self.clip, self.through = list(sizes), float(clip), through
        if self.plan["scores"] > 2:
            raise InvalidInput(f"invalid plan; a step has one score or two here: {self.plan['scores']}")
        if self.plan["lowerIsIn"] or self.plan["length"] != "step":
            raise InvalidInput("invalid plan; must be one of onerun plan --rounds step, where a higher score is in")
        if 2 * canaries > size:
            raise InvalidInput(
                f"invalid plan; must have at most half as many canaries as parameters ({size}): {canaries}"
            )
        if not 0 <= through <= canaries:
            raise InvalidInput(f"invalid through; must be from 0 to the canaries ({canaries}): {through}")
        if not 0 < self.clip < float("inf"):
            raise InvalidInput(f"invalid clip; must be a positive number: {clip}")
        self.stop_when_refuted, self.progress, self.callback = stop_when_refuted, progress, callback
        self.folder = RoundsFolder(out, self.plan, size, resume)
        self.arrays = arrays_for(0, device)
        # Canaries lie in the order of their coordinates: these are of all tensors.
        self._long = np.linspace(0, canaries - 1, through).astype(int)
        for number in range(1, self.folder.begun + 1):
            self._follow(self.folder.recorded(number))
        self._planted: Any = None
        self._unsettled: Any = None
        self._next = self._placed(self.folder.begun + 1)
        # The noise of the last step at the coordinates of this one, and how noise followed it until now.
        self._last = np.zeros(canaries)
        self._fit = [0.0, 0.0]
        self._shown = 0.0

    def plant(self, summed: Array, clipped: "Callable[[np.ndarray], Any] | None" = None) -> None:
        """Adds the canaries of this step to the sum of clipped gradients."""
        if self._planted is not None:
            raise InvalidInput("invalid step; it was planted and not read: plant and read take turns, once a step")
        if self.through > 0 and clipped is None:
            raise InvalidInput("invalid step; canaries that go through clipping need clipped=...")
        parts = sized_parts(self.arrays, summed, self.sizes)
        drawn, places = self._next
        lengths = self.clip * drawn.signs * drawn.included
        if clipped is not None:
            lengths[self._long] = np.asarray(clipped(LONG * lengths[self._long]), dtype=float)
        self.folder.begin(drawn.included)
        before = self._read(parts, places)
        values = self.arrays.numbers(lengths)
        for part, (local, which) in zip(parts, places):
            self.arrays.add(part, local, values[which])
        self._next = self._placed(self.folder.begun + 1)
        after = self._read(parts, self._next[1]) if self.plan["scores"] > 1 else None
        self._planted = self.folder.begun, drawn, places, before, after

    def read(self, released: Array) -> None:
        """Looks at the sum with its noise; the evidence of the step before is settled meanwhile."""
        if self._planted is None:
            raise InvalidInput("invalid step; it had no plant: plant and read take turns, once a step")
        number, drawn, places, before, after = self._planted
        self._planted = None
        parts = sized_parts(self.arrays, released, self.sizes)
        seen = [self._read(parts, places) - before]
        if after is not None:
            seen.append(self._read(parts, self._next[1]) - after)
        waiting = [self.arrays.sent(each) for each in seen]
        try:
            self.settle()
        finally:
            self._unsettled = number, drawn, waiting

    def settle(self) -> None:
        """Waits for what was read last, and counts it."""
        if self._unsettled is None:
            return
        (number, drawn, waiting), self._unsettled = self._unsettled, None
        seen = [self.arrays.received(each) / self.clip for each in waiting]
        if not all(np.isfinite(each).all() for each in seen):
            raise InvalidInput(f"invalid step {number}; what is released must be finite")
        scores = [seen[0] * drawn.signs]
        if len(seen) > 1:
            last = self._last * drawn.signs
            scores.append(scores[0] - self._share() * last)
            self._fit[0] += float((scores[0] - drawn.included) @ last)
            self._fit[1] += float(last @ last)
            self._last = seen[1]
        kept = np.asarray(scores, dtype=np.float32)
        self._follow((kept, drawn.included))
        self.folder.end(number, kept, self.followed.log_evidence, self.followed.epsilon)
        self._show()
        if self.callback is not None:
            self.callback(self)
        if self.stop_when_refuted and self.followed.refuted_at is not None:
            raise RoundsRefuted(self.sentence)

    def finish(self) -> None:
        """Counts the last step, and writes the rounds for `onerun audit`."""
        stopping, self.stop_when_refuted = self.stop_when_refuted, False
        try:
            self.settle()
        finally:
            self.stop_when_refuted = stopping
        self._show(done=True)
        self.folder.finish(self.followed.guesses)

    @property
    def long_coordinates(self) -> np.ndarray:
        """Where the canaries lie that go through clipping in the step that is planted next."""
        return self._next[0].coordinates[self._long]

    @property
    def evidence(self) -> float:
        """The evidence against the claim now: from 1 / tau on, at any moment, it is refuted."""
        self.settle()
        return self.followed.evidence

    @property
    def epsilon(self) -> float:
        """The epsilon that the rounds so far prove of the training, if all steps are alike and sampled as stated."""
        self.settle()
        return self.followed.epsilon

    @property
    def refuted_at(self) -> "int | None":
        """The step at which evidence reached 1 / tau."""
        self.settle()
        return self.followed.refuted_at

    @property
    def sentence(self) -> str:
        at, count = self.followed.refuted_at, self.followed.count
        if at is None:
            return f"{self.plan['claim']} is not refuted after {count} steps"
        return f"{self.plan['claim']} does not hold: refuted at step {at} (evidence {self.followed.evidence:.3g})"

    def _follow(self, recorded: "tuple[np.ndarray, np.ndarray] | None") -> None:
        if recorded is None:
            self.followed.add(None)
        else:
            self.followed.add_scores(*recorded)

    def _share(self) -> float:
        """How much of the last step's noise came again, by the steps before this one."""
        return self._fit[0] / self._fit[1] if self._fit[1] > 0 else 0.0

    def _show(self, done: bool = False) -> None:
        now = time.monotonic()
        if not self.progress or not sys.stderr.isatty() or (now - self._shown < 0.5 and not done):
            return
        self._shown = now
        one = self.followed
        sys.stderr.write(
            f"\rstep {one.count:,} of {self.plan['rounds']:,}: "
            f"evidence {one.evidence:.3g} of {1 / self.plan['tau']:g}, epsilon proved {one.epsilon:.2f}{chr(10) if done else ''}"
        )
        sys.stderr.flush()

    def _placed(self, number: int) -> Any:
        """The canaries of a round, and for each tensor where they lie in it and which ones they are."""
        drawn = self.folder.draws.round(number)
        places, start = [], 0
        for size in self.sizes:
            first, last = np.searchsorted(drawn.coordinates, [start, start + size])
            local = self.arrays.indices(drawn.coordinates[first:last] - start)
            places.append((local, slice(int(first), int(last))))
            start += size
        return drawn, places

    def _read(self, parts: Sequence[Array], places: Any) -> Array:
        """The values at a round's coordinates, in double precision."""
        values = self.arrays.zeros(self.plan["canaries"])
        for part, (local, which) in zip(parts, places):
            values[which] = self.arrays.taken(part, local)
        return values
