"""Many small private trainings with a canary at every parameter: prints each run's scores and coins as a line of JSON.

    record_runs.py FIRST_SEED RUNS NOISE_SHARE [opacus]

The canaries are records: sampling, clipping, summing and noise are those of a stand-in for Opacus, or of Opacus itself.
Batches are trained on in parts, whose number depends on how many canaries were drawn.
"""

import json
import pathlib
import sys
import warnings

import report  # noqa: F401 (finds the package)
import torch

sys.path.insert(0, str(report.ROOT / "python" / "tests"))

import dp_optimizer
import numpy
from onerun_audit.assignment import Assignment
from onerun_audit.opacus import attach
from onerun_audit.torch import CanaryRecords
from torch.utils.data import TensorDataset

warnings.simplefilter("ignore")
torch.set_num_threads(1)
CANARIES, CLIP, NOISE, STEPS, RECORDS = 40, 0.5, 3.0, 10, 16
first, runs, share = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])


def by_stand_in(records, seed):
    model, optimizer, loader, accountant = dp_optimizer.make_private(records, records.loader(8), NOISE, CLIP, seed)
    return model.backward, optimizer, loader, lambda: dp_optimizer.virtual(loader, 12, optimizer), accountant


def by_opacus(records, seed):
    from opacus import PrivacyEngine
    from opacus.utils.batch_memory_manager import BatchMemoryManager

    engine, model = PrivacyEngine(accountant="rdp"), torch.nn.Linear(dp_optimizer.INPUTS, 1)
    model, optimizer, loader = engine.make_private(
        module=model,
        optimizer=torch.optim.SGD(model.parameters(), lr=0.01),
        data_loader=records.loader(8),
        noise_multiplier=NOISE,
        max_grad_norm=CLIP,
    )
    backward = lambda x, y: torch.nn.functional.mse_loss(model(x).reshape(-1), y).backward()
    parts = BatchMemoryManager(data_loader=loader, max_physical_batch_size=12, optimizer=optimizer).__enter__
    return backward, optimizer, loader, parts, engine.accountant


for seed in range(first, first + runs):
    torch.manual_seed(seed)
    coins = numpy.random.default_rng([seed, 2]).integers(2, size=CANARIES)
    assignment = Assignment(pathlib.Path("canaries.csv"), tuple(map(str, range(CANARIES))), tuple(map(bool, coins)))
    x, y = 3 * torch.randn(RECORDS, dp_optimizer.INPUTS), torch.randn(RECORDS)
    records = CanaryRecords(TensorDataset(x, y), assignment)
    made = by_opacus if sys.argv[4:] == ["opacus"] else by_stand_in
    backward, optimizer, loader, parts, accountant = made(records, seed)
    plain_noise = optimizer.add_noise

    def scaled(optimizer=optimizer, plain_noise=plain_noise):
        plain_noise()
        for p in optimizer.params:
            p.grad = p.summed_grad + share * (p.grad - p.summed_grad)

    if share != 1:
        optimizer.add_noise = scaled
    audited = attach(optimizer, records, loader=loader, steps=STEPS, size=10, seed=seed)
    while audited.observed < STEPS:
        for x, y in parts():
            optimizer.zero_grad()
            backward(x, y)
            optimizer.step()
    assert audited.claim == "dpsgd(noise=3.0, rate=0.5, steps=10)", audited.claim
    scores = {name: values.tolist() for name, values in audited.canaries.scores.items()}
    print(json.dumps({"scores": scores, "included": coins.tolist()}))
