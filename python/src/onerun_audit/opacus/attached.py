"""Canaries in the training of an Opacus optimiser."""

import math
import os
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from onerun_audit.dirac.phases import first_steps, phase_at
from onerun_audit.errors import InvalidInput
from onerun_audit.opacus.batches import DrawnBatches
from onerun_audit.opacus.history import check_history
from onerun_audit.torch.record_canaries import RecordCanaries


class AttachedCanaries:
    """What `attach` returns: it watches every step, keeps the scores and writes the run."""

    def __init__(
        self, optimizer: Any, canaries: RecordCanaries, batches: DrawnBatches, about: Mapping[str, Any]
    ) -> None:
        self.optimizer, self.canaries, self.batches, self.about = optimizer, canaries, batches, dict(about)
        self._clip = Replaced(optimizer, "clip_and_accumulate", self._clip_and_accumulate)
        self._noise = Replaced(optimizer, "add_noise", self._add_noise)

    @property
    def claim(self) -> str:
        """What is claimed of the whole training."""
        return self.canaries.claim()

    @property
    def observed(self) -> int:
        """How many steps were observed."""
        return self.canaries.observed

    def state_dict(self) -> dict[str, Any]:
        """For a checkpoint between steps. A resumed training starts a new pass over its loader."""
        return self.canaries.state_dict()

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        self.canaries.load_state_dict(state)

    def write(
        self,
        folder: str | os.PathLike[str],
        *,
        accountant: Any,
        delta: float = 1e-5,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        """Writes the run as a folder for `onerun audit`; the accountant must have counted the steps observed."""
        check_history(accountant, first_steps(self.canaries.phases, self.observed), self.canaries.rate)
        self.canaries.write(folder, delta=delta, parameters={**self.about, **(parameters or {})})

    def _clip_and_accumulate(self) -> None:
        """Puts canaries into their rows, has Opacus clip and sum the real rows aside, then all rows as it would."""
        parameters = self.optimizer.params
        # A list has one tensor for each backward pass that was accumulated.
        chunks = zip(*(_chunks(parameter) for parameter in parameters))
        rest: list[list[torch.Tensor]] = [[] for _ in parameters]
        self.canaries.clip = float(self.optimizer.max_grad_norm)
        for gradients in chunks:
            indices = self.batches.take(len(gradients[0]))
            real = torch.from_numpy(self.canaries.overwrite(list(gradients), indices))
            for kept, gradient in zip(rest, gradients):
                kept.append(gradient[real.to(gradient.device)])
        self.batches.check_none_skipped()
        self.canaries.remember(self._sum_aside(parameters, rest))
        self._clip.original()

    def _sum_aside(self, parameters: Sequence[Any], rows: Sequence[list[torch.Tensor]]) -> list[torch.Tensor] | None:
        """What Opacus makes of these rows alone; the sum and the gradients of the step are left as they were."""
        if sum(len(chunk) for chunk in rows[0]) == 0:
            return None
        kept = [(parameter.grad_sample, parameter.summed_grad) for parameter in parameters]
        try:
            for parameter, chunks, (given, _) in zip(parameters, rows, kept):
                parameter.grad_sample = chunks if isinstance(given, list) else chunks[0]
                parameter.summed_grad = None
            self._clip.original()
            return [parameter.summed_grad for parameter in parameters]
        finally:
            for parameter, (gradients, summed) in zip(parameters, kept):
                parameter.grad_sample, parameter.summed_grad = gradients, summed

    def _add_noise(self) -> None:
        """Has Opacus add its noise, and looks at the sum that it releases, before it is divided by the batch size."""
        self.batches.check_whole()
        step = self.canaries.observed
        if step >= self.canaries.steps:
            raise InvalidInput(f"invalid step {step + 1}; the claim has {self.canaries.steps} steps")
        planned = phase_at(self.canaries.phases, step).noise
        if not math.isclose(self.optimizer.noise_multiplier, planned, rel_tol=1e-9):
            raise InvalidInput(
                f"invalid step {step + 1}; its noise multiplier must be {planned!r} as claimed: "
                f"{self.optimizer.noise_multiplier!r}"
            )
        self._noise.original()
        self.canaries.observe([parameter.grad for parameter in self.optimizer.params])


class Replaced:
    """A method of an object that another function stands for, and a way to the method itself."""

    def __init__(self, owner: Any, name: str, function: Any) -> None:
        self.owner, self.name, self.own = owner, name, owner.__dict__.get(name)
        if getattr(self.own, "__module__", "").startswith("onerun_audit."):
            raise InvalidInput("invalid optimizer; canaries are attached to it already")
        setattr(owner, name, function)

    def original(self) -> None:
        # Looked up at each call: what others change in the class shall be what is audited.
        if self.own is not None:
            self.own()
        else:
            getattr(type(self.owner), self.name)(self.owner)


def _chunks(parameter: Any) -> list[torch.Tensor]:
    """The per-example gradients of each backward pass, in memory that can be written to."""
    given = getattr(parameter, "grad_sample", None)
    if given is None:
        raise InvalidInput("invalid step; a parameter has no per-example gradients")
    if isinstance(given, list):
        parameter.grad_sample = [_writable(chunk) for chunk in given]
        return parameter.grad_sample
    parameter.grad_sample = _writable(given)
    return [parameter.grad_sample]


def _writable(gradient: torch.Tensor) -> torch.Tensor:
    """Opacus marks the tensors that it has processed: one that need not be copied stays itself."""
    return gradient if gradient.is_contiguous() else gradient.contiguous()
