"""Canaries that take the whole path of a record: sampling, clipping, summing, noise."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy

from onerun_audit.dirac.phases import Phase, phases_of
from onerun_audit.errors import InvalidInput
from onerun_audit.torch.arrays import Array, parts_of, size_of
from onerun_audit.torch.observed import ObservedCanaries
from onerun_audit.torch.records import NO_CANARY, CanaryRecords


class RecordCanaries(ObservedCanaries):
    """Dirac canaries in the rows of per-example gradients.

        canaries = RecordCanaries(records, [p.numel() for p in parameters], clip=1.0, phases=[(2.5, 1000)], rate=0.01)
        each step:   canaries.replace(gradients, indices, clip_and_sum)    once for each physical batch
                     canaries.observe(released)

    `size` is the norm of a canary's gradient in units of the clip norm. Above 1, clipping must bring it down; a canary
    of 10 that is not clipped, or clipped together with others, shows.
    """

    no_sum = "its gradients were not replaced"

    def __init__(
        self,
        records: CanaryRecords,
        sizes: Sequence[int],
        *,
        clip: float,
        rate: float,
        phases: Sequence[Phase | tuple[float, int]],
        size: float = 1.0,
        seed: int = 0,
        audited: str = "fitted_ratio",
        sides: str = "in",
        device: Any = "cpu",
    ) -> None:
        """`phases` are claimed noise, in units of `clip`, and number of steps, in the order of training."""
        if not 0 < size < float("inf"):
            raise InvalidInput(f"invalid size; must be a positive number: {size}")
        super().__init__(
            records.assignment,
            sizes,
            clip=clip,
            rate=rate,
            phases=phases_of(phases),
            seed=seed,
            audited=audited,
            sides=sides,
            device=device,
        )
        self.records, self.size = records, float(size)

    def replace(
        self, gradients: Array, indices: Iterable[int], clip_and_sum: Callable[[list[Array]], Sequence[Array]]
    ) -> None:
        """Overwrites the rows of canaries with their gradients, and remembers what becomes of the other rows.

        `gradients` has a tensor per parameter with a row per record, `indices` says which records these are.
        `clip_and_sum` is the function under test: it is called with the rows of real records alone, and its sum is
        what will be taken off. The caller then calls it with all rows.
        """
        parts = parts_of(self.arrays, gradients)
        real = self.overwrite(parts, indices)
        rest = [self.arrays.rows(part, real) for part in parts]
        self.remember(clip_and_sum(rest) if len(real) > 0 else None)

    def overwrite(self, gradients: Array, indices: Iterable[int]) -> numpy.ndarray:
        """Overwrites the rows of canaries in all parameters, and says which rows are of real records."""
        parts = parts_of(self.arrays, gradients)
        canaries = self.records.canaries_at(indices)
        sizes = [size_of(part.shape[1:]) for part in parts]
        if sizes != self.sizes or any(part.shape[0] != len(canaries) for part in parts):
            raise InvalidInput(
                f"invalid gradients; must have {len(canaries)} rows of the sizes given at the start ({self.sizes}): "
                f"{[tuple(part.shape) for part in parts]}"
            )
        coarse = [str(part.dtype) for part in parts if str(part.dtype).endswith("float16")]
        if coarse:
            raise InvalidInput(f"invalid gradients; must be in float32 or better, for sums and norms: {coarse[0]}")
        rows = numpy.flatnonzero(canaries != NO_CANARY)
        tensors, local = self._where(canaries[rows])
        for number, part in enumerate(parts):
            self.arrays.put(part, [rows], 0.0)
            mine = tensors == number
            places = numpy.unravel_index(local[mine], tuple(part.shape[1:])) if part.ndim > 1 else ()
            self.arrays.put(part, [rows[mine], *places], self.size * self.clip)
        return numpy.flatnonzero(canaries == NO_CANARY)

    def remember(self, summed: Array | None) -> None:
        """Adds what real records of a physical batch sum to; None where there were none."""
        values = self.arrays.zeros(len(self.ids)) if summed is None else self._read(summed)
        self.others = values if self.others is None else self.others + values
