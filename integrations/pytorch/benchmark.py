"""Times the sum of a batch's clipped gradients, ours and others': train_cifar10.py --benchmark --data random:50000"""

import copy
import pathlib
import tempfile

import torch

import per_example
from train import Trainer

# The chunks of the others last, a row for each: they hold the gradients of all of a chunk's examples in all layers.
SETTINGS = [
    ("1 view", {}, [1024, 4096]),
    ("1 view, without Triton", {"plain": True}, []),
    ("1 view, chunks of 1,408", {"chunk": 1408}, []),
    ("4 views, chunks of 1,088", {"views": 4, "chunk": 1088}, [256, 1024]),
    ("16 views, chunks of 1,088", {"views": 16, "chunk": 1088}, [64, 512]),
]

WAYS = [("hooks", per_example.by_hooks)]
if hasattr(torch, "func"):  # from PyTorch 2.0 on
    WAYS.append(("vmap of grad", per_example.by_vmap))


def benchmark(settings, images, labels):
    """A table in Markdown; the others are timed with each chunk size that is given for them."""
    print("| | way | time | images per second | memory |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        settings.canaries = pathlib.Path(folder, "canaries.csv")
        settings.canaries.write_text("id,included\n" + "".join(f"{i},{i % 2}\n" for i in range(5000)))
        for name, changes, chunks in SETTINGS:
            changed = copy.copy(settings)
            vars(changed).update(changes)
            trainer = Trainer(changed, images, labels, changed.device)
            indices = torch.arange(min(changed.batch, len(labels)))
            _row(name, "this recipe", trainer, lambda: trainer.summed_gradient(indices), 8)
            for way, peer in WAYS:
                for chunk in chunks:
                    step = lambda: _others(trainer, peer, indices, chunk)
                    _row(name, f"{way}, chunks of {chunk:,}", trainer, step, 1)


def _others(trainer, peer, indices, chunk):
    """A batch in the usual way, in the precision of this recipe."""
    views, settings = trainer.settings.views, trainer.settings
    layers = per_example.Layers(trainer.model, trainer.theta).to(trainer.dtype, memory_format=torch.channels_last)
    for part in indices.to(trainer.device).split(chunk):
        images = trainer.augment(part, views, trainer.dtype)
        peer(trainer.model, layers, images, trainer.labels[part], clip=settings.clip, views=views)


def _row(name, way, trainer, step, steps):
    cuda = trainer.device.type == "cuda"
    if cuda:
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()
    for _ in range(min(3, steps)):
        step()
    start = trainer.synchronise()
    for _ in range(steps):
        step()
    seconds = (trainer.synchronise() - start) / steps
    images = min(trainer.settings.batch, len(trainer.labels))
    memory = f"{torch.cuda.max_memory_allocated() / 2**30:.0f} GiB" if cuda else ""
    print(f"| {name} | {way} | {1000 * seconds:.0f} ms | {images / seconds:,.0f} | {memory} |", flush=True)
