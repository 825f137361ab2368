"""Mistakes that are made in private training, put into the real Opacus. Each is undone when its run is over."""

from contextlib import ExitStack
from unittest.mock import patch

import opacus.optimizers.optimizer as module
import torch
from opacus.optimizers import DPOptimizer

plain_noise = module._generate_noise
plain_add_noise = DPOptimizer.add_noise


def half_noise(**arguments):
    """Below the accountant, which goes on counting the whole."""
    return plain_noise(**{**arguments, "std": arguments["std"] / 2})


def noise_over_batch(batch):
    """Noise for the mean, added to the sum, which is divided by the batch size again."""
    return lambda **arguments: plain_noise(**{**arguments, "std": arguments["std"] / batch})


class SkippedNoise:
    """No noise in every tenth step."""

    def __init__(self):
        self.steps = 0

    def __call__(self, optimizer):
        plain_add_noise(optimizer)
        if self.steps % 10 == 0:
            for p in optimizer.params:
                p.grad = p.summed_grad.clone().view_as(p)
        self.steps += 1


def noiseless_first_tensor(optimizer):
    plain_add_noise(optimizer)
    first = optimizer.params[0]
    first.grad = first.summed_grad.clone().view_as(first)


def batch_clipped(optimizer):
    """The mean over the batch is clipped to the clip norm, and no record is."""
    rows = optimizer.grad_samples
    sums = [g.sum(0) for g in rows]
    norm = torch.cat([s.flatten() for s in sums]).norm() / max(1, len(rows[0]))
    factor = (optimizer.max_grad_norm / (norm + 1e-6)).clamp(max=1.0)
    _accumulate(optimizer, [s * factor for s in sums])


def no_clip(optimizer):
    _accumulate(optimizer, [g.sum(0) for g in optimizer.grad_samples])


def _accumulate(optimizer, sums):
    for p, summed in zip(optimizer.params, sums):
        p.summed_grad = summed if p.summed_grad is None else p.summed_grad + summed


def broken(flaw, optimizer, loader):
    """A context in which Opacus has this flaw; what is not in this list is no flaw of Opacus itself."""
    stack = ExitStack()
    methods = {
        "skipped-noise": ("add_noise", SkippedNoise()),
        "noiseless-first-tensor": ("add_noise", noiseless_first_tensor),
        "batch-clipped": ("clip_and_accumulate", batch_clipped),
        "no-clip": ("clip_and_accumulate", no_clip),
    }
    if flaw in methods:
        name, function = methods[flaw]
        stack.enter_context(patch.object(DPOptimizer, name, lambda self: function(self)))
    if flaw == "half-noise":
        stack.enter_context(patch.object(module, "_generate_noise", half_noise))
    if flaw == "noise-over-batch":
        stack.enter_context(patch.object(module, "_generate_noise", noise_over_batch(optimizer.expected_batch_size)))
    if flaw == "doubled-rate":
        loader.batch_sampler.sample_rate *= 2
    if flaw == "wrong-batch-size":
        optimizer.expected_batch_size = max(1, optimizer.expected_batch_size // 10)
    return stack
