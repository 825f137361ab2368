"""The lines of docs/pytorch.md, run as they stand there: in a loop by hand, and around an optimiser's add_noise.

    optimizer_like_opacus.py ASSIGNMENT OUT     writes the runs OUT/full and OUT/half

The optimiser keeps what the docs say of Opacus's: `params`, the sum of clipped gradients in `p.summed_grad`, `add_noise`
once per logical batch, which sets `p.grad`, and the division by the batch size after it. It is a stand-in, not Opacus.
"""

import pathlib
import re
import sys

import torch

from report import finish, report

from canaries import Canaries

ASSIGNMENT, OUT = map(pathlib.Path, sys.argv[1:])
DOCS = pathlib.Path(__file__).parents[2] / "docs" / "pytorch.md"
BLOCKS = re.findall(r"```python[^\n]*\n(.*?)```", DOCS.read_text(), re.DOTALL)
(BY_HAND,) = [block for block in BLOCKS if "for step in range" in block]
(AROUND_NOISE,) = [block for block in BLOCKS if "plain_noise" in block]
(WORKERS,) = [block for block in BLOCKS if "everyone" in block]
SHAPES = [(50, 60), (60,), (60, 5), (5,)]
STEPS, RATE, BATCH = 200, 0.05, 100


class Optimizer:
    def __init__(self, params, noise_multiplier, max_grad_norm, generator):
        self.params, self.generator = params, generator
        self.deviation = noise_multiplier * max_grad_norm

    def accumulate(self, clipped):
        for p, gradient in zip(self.params, clipped):
            p.summed_grad = p.summed_grad + gradient if hasattr(p, "summed_grad") else gradient.clone()

    def add_noise(self):
        for p in self.params:
            p.grad = p.summed_grad + self.deviation * torch.randn(p.shape, generator=self.generator)

    def step(self):
        self.add_noise()
        for p in self.params:
            p.grad /= BATCH
            p.data -= p.grad
            del p.summed_grad


def real_records(parameters, generator):
    """A sum of clipped gradients that is larger than the noise and depends on the weights."""
    draw = lambda p: 2 * torch.sin(p.detach() + torch.randn(p.shape, generator=generator))
    return [draw(p) for p in parameters]


def train(share):
    generator = torch.Generator().manual_seed(11)
    params = [torch.nn.Parameter(torch.zeros(shape)) for shape in SHAPES]
    optimizer = Optimizer(params, share, 1.0, generator)
    canaries = Canaries(ASSIGNMENT, [p.numel() for p in params], clip=1.0, noise=1.0, rate=RATE, steps=STEPS, seed=4)
    exec(AROUND_NOISE, {"optimizer": optimizer, "canaries": canaries})
    for _ in range(STEPS):
        for _ in range(2):  # micro-batches
            optimizer.accumulate(real_records(params, generator))
        optimizer.step()
    return canaries


for name, share in (("full", 1.0), ("half", 0.5)):
    canaries = train(share)
    report(f"steps observed with {name} noise", abs(canaries.observed - STEPS), 0)
    canaries.write(OUT / name)

# The loop by hand, shortened: its scores are those of a naive one.
model = torch.nn.Linear(70, 40)
text = BY_HAND.replace('"canaries.csv"', "assignment").replace("2500", "3")
seen = {"released": [], "summed": []}


def sum_of_clipped_gradients(model):
    summed = real_records(model.parameters(), torch.Generator().manual_seed(len(seen["summed"])))
    seen["summed"].append(torch.cat([s.flatten() for s in summed]).double())
    return summed


def take_step(released):
    seen["released"].append(torch.cat([r.flatten() for r in released]).double())


names = {**globals(), "assignment": ASSIGNMENT}
exec(text, names)
at = names["canaries"].coordinates
naive = sum(r[at] - s[at] for r, s in zip(seen["released"], seen["summed"]))
report("scores of the loop by hand", (names["canaries"].scores["sum"] - naive).abs().max().item(), 1e-9)
report("steps of the loop by hand", abs(names["canaries"].observed - 3), 0)

# Two workers, half of the noise's variance on each: what is left after the others are taken off has the whole.
theirs, canaries = torch.Generator().manual_seed(5), names["canaries"]
canaries.scores["sum"].zero_()
parts = [real_records(model.parameters(), theirs) for _ in range(2)]
noisy = lambda part: [p + 2.57585 * 0.5**0.5 * torch.randn(p.shape, generator=theirs) for p in part]
waiting = [parts[1], noisy(parts[1])]
all_reduced = lambda mine: [a + b for a, b in zip(mine, waiting.pop(0))]
exec(WORKERS, {"mine": parts[0], "noisy": noisy, "all_reduced": all_reduced, "canaries": canaries})
deviation = canaries.scores["sum"][~canaries.included].std().item()
report("deviation of the noise of two workers", abs(deviation / 2.57585 - 1), 0.1)
finish()
