"""Times the ways to compute a step: train_cifar10.py --benchmark"""

import copy
import pathlib
import tempfile

import torch

from train import Trainer

WAYS = [
    ("Gram matrices, all kernels", {}),
    ("Gram matrices, kernels for norms", {"fused": "norms"}),
    ("no Gram matrices, all kernels", {"gram": False}),
    ("Gram matrices, no kernels", {"fused": "none"}),
    ("Gram matrices, all kernels, chunks of 1408", {"chunk": 1408}),
]


def benchmark(settings, images, labels, steps=8):
    with tempfile.TemporaryDirectory() as folder:
        settings.canaries = pathlib.Path(folder, "canaries.csv")
        settings.canaries.write_text("id,included\n" + "".join(f"{i},{i % 2}\n" for i in range(5000)))
        for name, changes in WAYS:
            try:
                print(f"{name}: {_time(settings, changes, images, labels, steps)}", flush=True)
            except Exception as error:  # one way that fails leaves the others to be timed
                print(f"{name}: failed, {type(error).__name__}: {error}", flush=True)
        if settings.device.startswith("cuda"):
            print(_profile(settings, images, labels))


def _time(settings, changes, images, labels, steps):
    settings = copy.copy(settings)
    vars(settings).update(changes)
    trainer = Trainer(settings, images, labels, settings.device)
    indices = torch.arange(min(settings.batch, len(labels)))
    for _ in range(3):
        trainer.summed_gradient(indices)
    start = trainer.synchronise()
    for _ in range(steps):
        trainer.summed_gradient(indices)
    each = 1000 * (trainer.synchronise() - start) / steps
    memory = f", {torch.cuda.max_memory_allocated() / 2**30:.0f} GiB" if trainer.device.type == "cuda" else ""
    if trainer.device.type == "cuda":
        torch.cuda.reset_peak_memory_stats()
    return f"{each:.1f} ms for {len(indices)} examples of {settings.views} views{memory}"


def _profile(settings, images, labels):
    """Where the time of one step goes, by kernel."""
    trainer = Trainer(settings, images, labels, settings.device)
    indices = torch.arange(settings.batch)
    for _ in range(3):
        trainer.summed_gradient(indices)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        trainer.summed_gradient(indices)
        trainer.synchronise()
    lines = [
        (event.device_time_total / 1000, event.count, event.key[:90])
        for event in profiler.key_averages()
        if event.device_time_total > 0
    ]
    total = sum(line[0] for line in lines)
    shown = sorted(lines, reverse=True)[:40]
    return "\n".join([f"{total:.1f} ms in kernels", *(f"{ms:7.2f} ms {count:4d}x {key}" for ms, count, key in shown)])
