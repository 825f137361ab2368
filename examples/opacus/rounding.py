"""How far the sum of real records alone is from their share of the whole sum, in clip norms: see docs/opacus.md.

    python3 rounding.py [BATCH_SIZE]

Noise is left out, so that what is released at a canary's coordinate, less the real records' sum, is how often it was
drawn; what is left to the next whole number is rounding.
"""

import sys
import warnings
from pathlib import Path

import numpy
import opacus
import torch
from onerun_audit.assignment import Assignment
from onerun_audit.opacus import attach
from onerun_audit.torch import CanaryRecords
from opacus import PrivacyEngine
from opacus.optimizers import DPOptimizer
from opacus.utils.batch_memory_manager import BatchMemoryManager

warnings.simplefilter("ignore")
torch.manual_seed(0)
batch_size = int(sys.argv[1]) if len(sys.argv) > 1 else 100
DPOptimizer.add_noise = lambda self: [setattr(p, "grad", p.summed_grad.clone()) for p in self.params]
coins = numpy.random.default_rng(0).integers(2, size=1000)
records = CanaryRecords(
    torch.utils.data.TensorDataset(torch.randn(2000, 42) + 3, torch.randint(10, (2000,))),
    Assignment(Path("canaries.csv"), tuple(map(str, range(1000))), tuple(map(bool, coins))),
)
model = torch.nn.Sequential(torch.nn.Linear(42, 64), torch.nn.Tanh(), torch.nn.Linear(64, 10))
engine = PrivacyEngine()
model, optimizer, loader = engine.make_private(
    module=model,
    optimizer=torch.optim.SGD(model.parameters(), lr=0.5),
    data_loader=records.loader(batch_size),
    noise_multiplier=1.0,
    max_grad_norm=1.0,
)
audited = attach(optimizer, records, loader=loader, steps=60, size=10)
worst, before = 0.0, numpy.zeros(1000)
while audited.observed < 60:
    with BatchMemoryManager(data_loader=loader, max_physical_batch_size=40, optimizer=optimizer) as parts:
        for x, y in parts:
            if audited.observed == 60:
                break
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            now = audited.canaries.scores["sum"].numpy()
            worst = max(worst, abs((now - before) - numpy.round(now - before)).max())
            before = now.copy()
expected = round(len(records) / len(loader))
print(f"Opacus {opacus.__version__}, batches of {expected} in expectation: {worst:.1e} clip norms")
