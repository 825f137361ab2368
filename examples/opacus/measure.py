"""Trains with the real Opacus, soundly and with mistakes, and writes a run folder for each: see docs/opacus.md.

    python3 measure.py ASSIGNMENTS OUT [--seeds 20] [--processes 16] [--settings honest,half-noise]

ASSIGNMENTS holds canaries-1.csv, canaries-2.csv, ..., one for each seed, made by `onerun canaries`.
"""

import argparse
import datetime
import os
import platform
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy
import opacus
import torch
from flaws import broken
from onerun_audit.opacus import attach
from onerun_audit.torch import CanaryRecords
from onerun_audit.torch.loader import FixedLengthLoader
from opacus import PrivacyEngine
from opacus.utils.batch_memory_manager import BatchMemoryManager


@dataclass(frozen=True)
class Setting:
    """How a run departs from the plain one."""

    records: int = 2000
    batch: int = 100
    noise: float = 1.0
    steps: int = 200
    workers: int = 0
    physical: int = 0  # with virtual steps: records at a time
    shuffled: bool = False
    drop_last: bool = False
    skip_empty: bool = False
    second_noise: float = 0.0  # from the middle of the training on
    device: str = "cpu"


SMALL = dict(records=500, batch=1, noise=0.6, steps=1000)
SETTINGS = {
    "honest": Setting(),
    "honest-virtual-steps": Setting(workers=2, physical=40),
    "honest-two-phases": Setting(second_noise=0.8),
    "honest-empty-batches": Setting(**SMALL),
    "honest-cuda": Setting(device="cuda"),
    "half-noise": Setting(),
    "skipped-noise": Setting(),
    "skipped-noise-virtual-steps": Setting(workers=2, physical=40),
    "noiseless-first-tensor": Setting(),
    "noise-over-batch": Setting(),
    "batch-clipped": Setting(),
    "no-clip": Setting(),
    "doubled-rate": Setting(),
    "wrong-batch-size": Setting(),
    "shuffled": Setting(batch=125, shuffled=True),
    "dropped-last-batch": Setting(batch=125, shuffled=True, drop_last=True),
    "skipped-empty-batches": Setting(**SMALL, skip_empty=True),
}


def data(count, seed):
    """Ten clusters in 42 dimensions."""
    generator = torch.Generator().manual_seed(seed)
    centres = torch.randn(10, 42, generator=generator)
    labels = torch.randint(10, (count,), generator=generator)
    return torch.utils.data.TensorDataset(centres[labels] + torch.randn(count, 42, generator=generator), labels)


def train(name, seed, assignment, out):
    setting = SETTINGS[name]
    flaw = name.removesuffix("-virtual-steps")
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    began = time.monotonic()
    records = CanaryRecords(data(setting.records, seed), assignment)
    if setting.shuffled:
        options = dict(batch_size=setting.batch, shuffle=True, drop_last=setting.drop_last)
        loader, rate = FixedLengthLoader(records, batches=20, **options), 1 / 20
    else:
        options = dict(num_workers=setting.workers, multiprocessing_context="fork") if setting.workers else {}
        loader, rate = records.loader(setting.batch, **options), None
    model = torch.nn.Sequential(torch.nn.Linear(42, 64), torch.nn.Tanh(), torch.nn.Linear(64, 10)).to(setting.device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    engine = PrivacyEngine()
    model, optimizer, loader = engine.make_private(
        module=model,
        optimizer=optimizer,
        data_loader=loader,
        noise_multiplier=setting.noise,
        max_grad_norm=1.0,
        poisson_sampling=not setting.shuffled,
    )
    phases = [(setting.noise, setting.steps)]
    if setting.second_noise:
        half = setting.steps // 2
        phases = [(setting.noise, half), (setting.second_noise, setting.steps - half)]
    audited = attach(optimizer, records, loader=loader, phases=phases, rate=rate, size=10, seed=seed)
    with broken(flaw, optimizer, loader):
        while audited.observed < setting.steps:
            one_pass(setting, model, optimizer, loader, audited)
    with torch.no_grad():
        x, y = records.dataset.tensors
        accuracy = (model(x.to(setting.device)).argmax(1).cpu() == y).double().mean().item()
    parameters = {
        "setting": name,
        "seed": seed,
        "accuracy": round(accuracy, 4),
        "wallSeconds": round(time.monotonic() - began, 1),
        "date": datetime.date.today().isoformat(),
        "machine": torch.cuda.get_device_name() if setting.device == "cuda" else f"CPU, {platform.machine()}",
        "versions": versions(),
    }
    audited.write(Path(out, f"{name}-{seed}"), accountant=engine.accountant, parameters=parameters)
    return name, seed, time.monotonic() - began


def one_pass(setting, model, optimizer, loader, audited):
    """Over the loader, until all steps are done."""
    batches = loader
    if setting.physical:
        manager = BatchMemoryManager(
            data_loader=loader, max_physical_batch_size=setting.physical, optimizer=optimizer
        )
        batches = manager.__enter__()
    for x, y in batches:
        if audited.observed == setting.steps:
            return
        if setting.skip_empty and len(x) == 0:
            continue
        if setting.second_noise and audited.observed >= setting.steps // 2:
            optimizer.noise_multiplier = setting.second_noise
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x.to(setting.device)), y.to(setting.device)).backward()
        optimizer.step()


def versions():
    return {
        "opacus": opacus.__version__,
        "torch": torch.__version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
    }


def task(arguments):
    warnings.simplefilter("ignore")
    return train(*arguments)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assignments")
    parser.add_argument("out")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--processes", type=int, default=16)
    parser.add_argument("--settings", default=",".join(SETTINGS))
    given = parser.parse_args()
    names = [name for name in given.settings.split(",") if SETTINGS[name].device == "cpu" or torch.cuda.is_available()]
    runs = [
        (name, seed, Path(given.assignments, f"canaries-{seed}.csv"), given.out)
        for seed in range(1, given.seeds + 1)
        for name in names
        if SETTINGS[name].device == "cpu" or seed <= 3
    ]
    print(f"{len(runs)} runs, {versions()}", flush=True)
    began = time.monotonic()
    # The longest first.
    runs.sort(key=lambda run: -SETTINGS[run[0]].steps)
    with ProcessPoolExecutor(given.processes, mp_context=get_context("spawn")) as pool:
        for name, seed, seconds in pool.map(task, runs):
            print(f"{time.monotonic() - began:6.1f} s  {name}, seed {seed}: {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
