"""What Opacus's expected batch size, int(len(data) * rate), tells of the number of records: see docs/opacus.md.

    python3 batch_size.py [TRAININGS]

The added record is never drawn, so that nothing but the expected batch size can tell of it. The attack knows what
the other records sum to in each step, and weighs the release under either size.
"""

import math
import sys
import warnings

import opacus
import torch
from onerun_audit.torch.loader import FixedLengthLoader
from opacus import PrivacyEngine

warnings.simplefilter("ignore")
torch.set_num_threads(1)
BATCHES, STEPS, NOISE = 20, 200, 1.0


def started(count, seed):
    """A private training of so many records at rate 1 / 20, which draws the same of them whatever their number."""
    torch.manual_seed(seed)
    inputs, labels = torch.randn(2100, 42), torch.randint(10, (2100,))
    model = torch.nn.Sequential(torch.nn.Linear(42, 64), torch.nn.Tanh(), torch.nn.Linear(64, 10))
    model, optimizer, loader = PrivacyEngine().make_private(
        module=model,
        optimizer=torch.optim.SGD(model.parameters(), lr=0.5),
        data_loader=FixedLengthLoader(torch.utils.data.TensorDataset(inputs[:count], labels[:count]), batches=BATCHES),
        noise_multiplier=NOISE,
        max_grad_norm=1.0,
    )
    loader.batch_sampler.num_samples = 1900
    return model, optimizer, loader


def released(count, seed, steps):
    """What each step releases, and the sum of clipped gradients in it."""
    model, optimizer, loader = started(count, seed)
    while True:
        for x, y in loader:
            if steps == 0:
                return
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            steps -= 1
            yield tuple(
                torch.cat([getattr(p, name).flatten() for p in optimizer.params]).double()
                for name in ("grad", "summed_grad")
            )


def likelihood(release, summed, expected):
    """Of a release that was divided by this expected batch size: the logarithm, but for a constant."""
    deviation = NOISE / expected
    away = (release - summed / expected) / deviation
    return float(-(away @ away) / 2) - len(release) * math.log(deviation)


def expected_size(count):
    return started(count, 0)[1].expected_batch_size


print(f"Opacus {opacus.__version__}, rate 1 / {BATCHES}, {STEPS} steps, noise {NOISE}")
for count in (1998, 1999, 2000):
    ((before, _),) = released(count, 1, 1)
    ((after, _),) = released(count + 1, 1, 1)
    sizes = [expected_size(count), expected_size(count + 1)]
    moved = float((after - before).norm() / before.norm())
    print(f"{count} records, and one more: divided by {sizes[0]} and {sizes[1]}, the release moves by {moved:.2%}")

trainings = int(sys.argv[1]) if len(sys.argv) > 1 else 20
right, least = 0, float("inf")
for seed in range(trainings):
    for count, sign in ((1999, -1), (2000, 1)):
        steps = released(count, seed, STEPS)
        ratio = sign * sum(likelihood(*step, 100) - likelihood(*step, 99) for step in steps)
        right, least = right + (ratio > 0), min(least, ratio)
print(f"1999 or 2000 records: told right in {right} of {2 * trainings} trainings, with odds of at least e^{least:.0f}")
