"""Canaries of a run: where they lie, what is released of them, and the scores that come of it."""

import math
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy

from onerun_audit.assignment import Assignment, read_assignment
from onerun_audit.dirac.ended import noted_end
from onerun_audit.dirac.phases import Phase, claim_of, families_of, phase_at
from onerun_audit.dirac.ratio import LEAST_TO_FIT, SCORES, SIDES, log_ratio
from onerun_audit.errors import InvalidInput
from onerun_audit.run_folder import write_run
from onerun_audit.torch.arrays import Array, arrays_for, sized_parts
from onerun_audit.torch.scores import fitted_ratio


class ObservedCanaries:
    """A canary's gradient is zero but for one coordinate of its own; what is released there is its score.

    `phases` are noise and number of steps, as claimed, in the order of training.
    """

    def __init__(
        self,
        assignment: Assignment | str | os.PathLike[str],
        sizes: Sequence[int],
        *,
        clip: float,
        rate: float,
        phases: Sequence[Phase],
        seed: int,
        audited: str,
        sides: str,
        device: Any = "cpu",
    ) -> None:
        if audited not in SCORES:
            raise InvalidInput(f"unknown score; must be one of {', '.join(SCORES)}: {audited}")
        if sides not in SIDES:
            raise InvalidInput(f"unknown sides; must be one of {', '.join(SIDES)}: {sides}")
        for name, value, good, what in [
            ("clip", clip, 0 < clip < math.inf, "a positive number"),
            ("rate", rate, 0 < rate <= 1, "in (0, 1]"),
            *(("noise", phase.noise, 0 < phase.noise < math.inf, "a positive number") for phase in phases),
            *(("steps", p.steps, p.steps >= 1 and p.steps % 1 == 0, "a positive whole number") for p in phases),
        ]:
            if not good:
                raise InvalidInput(f"invalid {name}; must be {what}: {value}")
        self.assignment = assignment if isinstance(assignment, Assignment) else read_assignment(assignment)
        self.ids = self.assignment.ids
        self.sizes = list(sizes)
        if len(self.ids) > sum(self.sizes):
            raise InvalidInput(f"invalid canaries; must be at most the parameters ({sum(self.sizes)}): {len(self.ids)}")
        self.clip, self.rate = float(clip), float(rate)
        self.phases = tuple(Phase(float(phase.noise), int(phase.steps)) for phase in phases)
        self.audited, self.sides = audited, sides
        self.arrays = arrays_for(seed, device)
        self.included = self.arrays.flags(self.assignment.included)
        # The start of a permutation: no two canaries share a coordinate.
        self.coordinates = self.arrays.permutation(sum(self.sizes))[: len(self.ids)]
        self.places = self._places()
        self.groups = self._groups()
        self.scores = {name: self.arrays.zeros(len(self.ids)) for name in SCORES}
        self.others: Array | None = None
        self.observed = 0

    @property
    def steps(self) -> int:
        return sum(phase.steps for phase in self.phases)

    @property
    def generator(self) -> Any:
        return self.arrays.generator

    def claim(self) -> str:
        return claim_of(self.phases, self.rate)

    def observe(self, released: Array) -> None:
        """Adds this step to the scores: what was released, less what the other records sum to."""
        if self.others is None:
            raise InvalidInput(f"invalid step; {self.no_sum}")
        x = (self._read(released) - self.others) / self.clip
        self.others = None
        if not bool(self.arrays.library.isfinite(x).all()):
            raise InvalidInput(f"invalid step {self.observed + 1}; what is released must be finite")
        noise = phase_at(self.phases, self.observed).noise
        self.scores["sum"] += x
        self.scores["likelihood_ratio"] += log_ratio(self.arrays.library, x, noise, self.rate)
        self.scores["fitted_ratio"] += self.arrays.numbers(
            fitted_ratio(numpy.asarray(self.arrays.on_host(x)), noise, self.rate, self.groups)
        )
        self.observed += 1

    # What a step lacks that is observed without a sum.
    no_sum = "what the other records sum to is not known"

    def state_dict(self) -> dict[str, Any]:
        if self.others is not None:
            raise InvalidInput("invalid checkpoint; must be taken between steps, after observe")
        return {
            "observed": self.observed,
            "scores": {name: self.arrays.saved(score) for name, score in self.scores.items()},
            "coordinates": self.arrays.saved(self.coordinates),
            "ids": list(self.ids),
            "included": list(self.assignment.included),
            "claim": self.claim(),
            "generator": self.arrays.get_state(),
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        if state["coordinates"].tolist() != self.coordinates.tolist():
            raise InvalidInput("invalid checkpoint; its canaries are others, or lie elsewhere: take the same seed")
        if state.get("ids") != list(self.ids):
            raise InvalidInput("invalid checkpoint; its canaries have other ids than here: take the same assignment")
        if list(state["included"]) != list(self.assignment.included):
            raise InvalidInput("invalid checkpoint; other canaries are in than here: take the same assignment")
        if state["claim"] != self.claim():
            raise InvalidInput(f"invalid checkpoint; must be of the same claim ({self.claim()}): {state['claim']}")
        self.observed = state["observed"]
        self.scores = {name: self.arrays.loaded(score) for name, score in state["scores"].items()}
        self.arrays.set_state(state["generator"])
        self.others = None

    def write(
        self,
        folder: str | os.PathLike[str],
        *,
        delta: float = 1e-5,
        guesses: Sequence[int] = (),
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        """Writes the run as a folder for `onerun audit`, with a note where it had fewer steps than are claimed.

        `guesses` are numbers of guesses that were fixed before training; without them the audit plans its own.
        """
        parameters = noted_end(self.observed, self.steps, parameters)
        write_run(
            folder,
            assignment=self.assignment,
            scores={name: self.scores[name].tolist() for name in SCORES},
            audited=self.audited,
            sides=self.sides,
            claim=self.claim(),
            delta=delta,
            families=families_of(self.phases, self.rate, delta),
            guesses=guesses,
            parameters=parameters,
        )

    def _places(self) -> list[tuple[Array, Array]]:
        """For each tensor, where its canaries lie in it and which ones they are."""
        places, start = [], 0
        for size in self.sizes:
            (which,) = self.arrays.library.where((self.coordinates >= start) & (self.coordinates < start + size))
            places.append((self.arrays.on_device(self.coordinates[which] - start), self.arrays.on_device(which)))
            start += size
        return places

    def _groups(self) -> list[numpy.ndarray]:
        """Canaries whose noise is fitted together: those of one tensor, and of all small ones."""
        tensors = [numpy.asarray(self.arrays.on_host(which)) for _, which in self.places]
        small = [which for which in tensors if 0 < len(which) < LEAST_TO_FIT]
        large = [which for which in tensors if len(which) >= LEAST_TO_FIT]
        return [*large, numpy.concatenate(small)] if small else large

    def _read(self, given: Array) -> Array:
        """The values at the canaries' coordinates, in double precision."""
        values = self.arrays.zeros(len(self.ids))
        for part, (local, which) in zip(sized_parts(self.arrays, given, self.sizes), self.places):
            values[which] += part.reshape(-1)[local]
        return values

    def _where(self, canaries: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
        """The tensors that these canaries lie in, and their coordinates there."""
        starts = numpy.cumsum([0, *self.sizes])
        at = numpy.asarray(self.coordinates)[canaries]
        tensors = numpy.searchsorted(starts, at, side="right") - 1
        return tensors, at - starts[tensors]
