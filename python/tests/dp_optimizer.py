"""A stand-in for Opacus, of our own writing: what `onerun_audit.opacus` relies on, and no more.

Per-example gradients in `p.grad_sample`, their clipped sum in `p.summed_grad`, the noisy sum in `p.grad`, steps that
are skipped for virtual batches, a Poisson sampler, and an accountant that a hook after the noise tells of each step.
"""

from typing import Any

import torch
from torch.utils.data import DataLoader


class Linear:
    """A linear model with squared loss; its per-example gradients have a formula."""

    def __init__(self, inputs: int, generator: torch.Generator) -> None:
        self.weight = torch.nn.Parameter(torch.randn(1, inputs, generator=generator))
        self.bias = torch.nn.Parameter(torch.zeros(1))

    def backward(self, x: torch.Tensor, y: torch.Tensor) -> None:
        with torch.no_grad():
            error = (x @ self.weight.T + self.bias).reshape(-1) - y
            gradients = [(error[:, None] * x)[:, None, :], error[:, None]]
        for p, gradient in zip((self.weight, self.bias), gradients):
            before = getattr(p, "grad_sample", None)
            chunks = before if isinstance(before, list) else [before]
            p.grad_sample = gradient if before is None else [*chunks, gradient]


class DPOptimizer:
    def __init__(
        self, params: list[Any], noise_multiplier: float, max_grad_norm: float, generator: torch.Generator
    ) -> None:
        self.params, self.generator = params, generator
        self.noise_multiplier, self.max_grad_norm = noise_multiplier, max_grad_norm
        self.skips: list[bool] = []
        self.hooks: list[Any] = []
        self.skipped = False
        self.zero_grad()

    def rows(self, p: Any) -> torch.Tensor:
        return torch.cat(p.grad_sample) if isinstance(p.grad_sample, list) else p.grad_sample

    def clip_and_accumulate(self) -> None:
        squares = sum(self.rows(p).flatten(1).square().sum(1) for p in self.params)
        factors = (self.max_grad_norm / squares.sqrt().clamp(min=1e-12)).clamp(max=1.0)
        for p in self.params:
            clipped = torch.tensordot(factors, self.rows(p), dims=1)
            p.summed_grad = clipped if p.summed_grad is None else p.summed_grad + clipped

    def add_noise(self) -> None:
        for p in self.params:
            noise = torch.randn(p.shape, generator=self.generator)
            p.grad = p.summed_grad + self.noise_multiplier * self.max_grad_norm * noise

    def step(self) -> None:
        self.clip_and_accumulate()
        self.skipped = bool(self.skips) and self.skips.pop(0)
        if self.skipped:
            return
        self.add_noise()
        for hook in self.hooks:
            hook(self)
        for p in self.params:
            p.data -= 0.01 * p.grad

    def zero_grad(self) -> None:
        for p in self.params:
            p.grad_sample = None
            if not self.skipped:
                p.summed_grad = None


class PoissonSampler:
    def __init__(self, num_samples: int, sample_rate: float, steps: int, generator: torch.Generator) -> None:
        self.num_samples, self.sample_rate, self.steps, self.generator = num_samples, sample_rate, steps, generator

    def __len__(self) -> int:
        return self.steps

    def __iter__(self) -> Any:
        for _ in range(self.steps):
            drawn = torch.rand(self.num_samples, generator=self.generator) < self.sample_rate
            yield drawn.nonzero().flatten().tolist()


class Splitting:
    """Splits each batch of a sampler, and tells the optimiser which parts end one."""

    def __init__(self, sampler: Any, most: int, optimizer: DPOptimizer) -> None:
        self.sampler, self.most, self.optimizer = sampler, most, optimizer

    def __iter__(self) -> Any:
        for batch in self.sampler:
            parts = [batch[i : i + self.most] for i in range(0, len(batch), self.most)] or [[]]
            for number, part in enumerate(parts, 1):
                self.optimizer.skips.append(number < len(parts))
                yield part


class Accountant:
    def __init__(self) -> None:
        self.history: list[tuple[float, float, int]] = []

    def hook(self, rate: float) -> Any:
        def count(optimizer: DPOptimizer) -> None:
            noise = optimizer.noise_multiplier
            if self.history and self.history[-1][:2] == (noise, rate):
                self.history[-1] = (noise, rate, self.history[-1][2] + 1)
            else:
                self.history.append((noise, rate, 1))

        return count


def collate(batch: list[Any]) -> tuple[torch.Tensor, torch.Tensor]:
    if not batch:
        return torch.zeros(0, INPUTS), torch.zeros(0)
    return torch.stack([x for x, _ in batch]), torch.stack([y for _, y in batch])


INPUTS = 39


def make_private(records: Any, loader: Any, noise: float, clip: float, seed: int) -> tuple[Any, Any, Any, Accountant]:
    """Model, optimiser, loader and accountant, as Opacus's engine would return them."""
    generator = torch.Generator().manual_seed(seed)
    model = Linear(INPUTS, generator)
    optimizer = DPOptimizer([model.weight, model.bias], noise, clip, generator)
    rate = 1 / len(loader)
    sampler = PoissonSampler(len(records), rate, int(1 / rate), generator)
    private = DataLoader(
        records, batch_sampler=sampler, collate_fn=collate, num_workers=loader.num_workers
    )
    accountant = Accountant()
    optimizer.hooks.append(accountant.hook(1 / len(private)))
    return model, optimizer, private, accountant


def virtual(loader: Any, most: int, optimizer: DPOptimizer) -> DataLoader:
    """A loader of the same batches in parts."""
    splitting = Splitting(loader.batch_sampler, most, optimizer)
    return DataLoader(
        loader.dataset, batch_sampler=splitting, collate_fn=loader.collate_fn, num_workers=loader.num_workers
    )
