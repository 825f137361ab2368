"""Fresh canaries in every step of an Opacus optimiser."""

import math
import re
from typing import Any

import numpy as np
import torch

from onerun_audit.errors import InvalidInput
from onerun_audit.opacus.attached import Replaced
from onerun_audit.torch.rounds import Rounds

# So many rows go through clipping at a time: each is as long as the model.
ROWS = 32


class AttachedRounds(Rounds):
    """Plants the canaries of each step before Opacus adds its noise, and reads what it releases.

    Some are rows of ten clip norms that Opacus's own clipping brings to one. Virtual steps count as the step they make.
    """

    def __init__(self, optimizer: Any, plan: Any, **options: Any) -> None:
        parameters = optimizer.params
        super().__init__(
            plan,
            [parameter.numel() for parameter in parameters],
            clip=optimizer.max_grad_norm,
            device=parameters[0].device,
            **options,
        )
        self.optimizer = optimizer
        self._check_noise()
        self._noise = Replaced(optimizer, "add_noise", self._add_noise)

    def _add_noise(self) -> None:
        self._check_noise()
        parameters = self.optimizer.params
        self.plant([parameter.summed_grad for parameter in parameters], self._clipped if self.through > 0 else None)
        self._noise.original()
        self.read([parameter.grad for parameter in parameters])

    def _check_noise(self) -> None:
        planned, own = self.plan["round"], self.optimizer.noise_multiplier
        claimed = re.fullmatch(r"gaussian\(sigma=([^,)]+)\)", planned)
        if claimed is None or not math.isclose(own, float(claimed[1]), rel_tol=1e-9):
            raise InvalidInput(f"invalid noise multiplier; the plan claims {planned} of each step: {own!r}")

    def _clipped(self, lengths: np.ndarray) -> np.ndarray:
        """What Opacus's clipping leaves of rows that are zero but for one coordinate each."""
        parameters = self.optimizer.params
        starts = np.cumsum([0, *self.sizes])
        coordinates = self.long_coordinates
        tensors = np.searchsorted(starts, coordinates, side="right") - 1
        left = np.zeros(len(lengths))
        kept = [(parameter.grad_sample, parameter.summed_grad) for parameter in parameters]
        try:
            for first in range(0, len(lengths), ROWS):
                rows = range(first, min(first + ROWS, len(lengths)))
                for parameter in parameters:
                    parameter.grad_sample = parameter.new_zeros((len(rows), *parameter.shape))
                    parameter.summed_grad = None
                for row, i in enumerate(rows):
                    flat = parameters[tensors[i]].grad_sample[row].view(-1)
                    flat[int(coordinates[i] - starts[tensors[i]])] = float(lengths[i])
                self.optimizer.clip_and_accumulate()
                for i in rows:
                    summed = parameters[tensors[i]].summed_grad.reshape(-1)
                    left[i] = float(summed[int(coordinates[i] - starts[tensors[i]])])
        finally:
            for parameter, (gradients, summed) in zip(parameters, kept):
                parameter.grad_sample, parameter.summed_grad = gradients, summed
        return left
