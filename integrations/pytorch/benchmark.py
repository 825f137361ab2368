"""Times the sum of a batch's clipped gradients in several settings: train_cifar10.py --benchmark --data random:50000"""

import copy
import pathlib
import tempfile

import torch

from train import Trainer

SETTINGS = [
    ("the whole batch at once", {}),
    ("without Triton", {"plain": True}),
    ("chunks of 1408", {"chunk": 1408}),
    ("4 views, chunks of 1024", {"views": 4, "chunk": 1024}),
    ("16 views, chunks of 512", {"views": 16, "chunk": 512}),
]


def benchmark(settings, images, labels, steps=8):
    with tempfile.TemporaryDirectory() as folder:
        settings.canaries = pathlib.Path(folder, "canaries.csv")
        settings.canaries.write_text("id,included\n" + "".join(f"{i},{i % 2}\n" for i in range(5000)))
        for name, changes in SETTINGS:
            changed = copy.copy(settings)
            vars(changed).update(changes)
            print(f"{name}: {_time(changed, images, labels, steps)}", flush=True)


def _time(settings, images, labels, steps):
    trainer = Trainer(settings, images, labels, settings.device)
    cuda = trainer.device.type == "cuda"
    if cuda:
        torch.cuda.reset_peak_memory_stats()
    indices = torch.arange(min(settings.batch, len(labels)))
    for _ in range(3):
        trainer.summed_gradient(indices)
    start = trainer.synchronise()
    for _ in range(steps):
        trainer.summed_gradient(indices)
    each = 1000 * (trainer.synchronise() - start) / steps
    memory = f", {torch.cuda.max_memory_allocated() / 2**30:.0f} GiB" if cuda else ""
    return f"{each:.1f} ms for {len(indices)} examples{memory}"
