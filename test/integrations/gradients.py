"""Compares clipped gradients with a naive loop over examples, on the GPU where there is one.

On the CPU all is in float64. On a GPU it is in bfloat16, where a gradient differs from the loop's by its rounding; what
must hold there is that the clipped gradient has the norm that it was clipped to, whatever it is. With a checkpoint's
weights, gradients.py THETA.pt, the same is asked of a trained WRN-16-4 with 16 views.
"""

import gc
import sys
import weakref

import torch

from report import finish, relative, report

import gradients_naive
import per_example
from dpsgd import MARGIN, clipped_gradient
from wrn import WideResNet


def problem(model, examples, views, side, dtype, device, trained=None):
    generator = torch.Generator().manual_seed(1)
    theta = trained
    if theta is None:
        theta = model.initial(generator)
        # Norms away from the identity, so that their gradients are tested too.
        theta += 0.1 * torch.randn(model.size, generator=generator) * (theta == theta.round())
    images = torch.randn(examples * views, 3, side, side, generator=generator)
    labels = torch.randint(10, (examples,), generator=generator)
    theta = theta.double() if dtype == torch.float64 else theta
    return (
        theta.to(device),
        images.to(device, dtype).contiguous(memory_format=torch.channels_last),
        labels.to(device),
    )


def against_loop(model, examples, views, side, dtype, device, limit, plain, trained=None):
    theta, images, labels = problem(model, examples, views, side, dtype, device, trained)
    rows = gradients_naive.gradients(model, theta.double(), images.double(), labels, views)
    bound = rows.norm(dim=1).median().item()  # half the examples are clipped
    expected, norms = gradients_naive.clipped(rows, bound)
    counted = torch.ones(examples, dtype=theta.dtype, device=device)
    arguments = dict(clip=bound, views=views, plain=plain)
    parts = model.parts(theta, dtype)
    total, found, _ = clipped_gradient(model, parts, images, labels, counted, **arguments)
    setting = f"{views} views, {'no kernels' if plain else 'kernels'}{'' if trained is None else ', trained'}"
    report(f"norms against a loop ({setting})", relative(found, norms), limit)
    report(f"clipped sum against a loop ({setting})", relative(total, expected), limit)
    # Counted alone, an example's sum is its own clipped gradient: its norm is what the guarantee relies on.
    worst = 0.0
    for one in range(examples):
        counted = torch.zeros(examples, dtype=theta.dtype, device=device)
        counted[one] = 1
        total, found, _ = clipped_gradient(model, parts, images.detach(), labels, counted, **arguments)
        worst = max(worst, abs(total.double().norm().item() / min(found[one].item(), bound * (1 - MARGIN)) - 1))
    report(f"norm of one clipped gradient ({setting})", worst, 1e-12 if dtype == torch.float64 else MARGIN / 2)


def other_ways(model, examples, views, side, device):
    """Hooks and vmap, which the benchmark compares us with, compute the same."""
    theta, images, labels = problem(model, examples, views, side, torch.float64, device)
    counted = torch.ones(examples, dtype=torch.float64, device=device)
    parts = model.parts(theta, torch.float64)
    expected, norms, _ = clipped_gradient(model, parts, images, labels, counted, clip=1.0, views=views, plain=True)
    arguments = dict(clip=1.0, views=views)
    for name, way in (("hooks", per_example.by_hooks), ("vmap of grad", per_example.by_vmap)):
        if name == "hooks" or hasattr(torch, "func"):
            found = way(model, per_example.Layers(model, theta), images.detach(), labels, **arguments)
            report(f"{name} against ours ({views} views)", relative(found, expected), 1e-10)


def freed(model, views, side, dtype, device, plain):
    """A step's memory goes with the step, not when Python next looks for circles."""
    theta, images, labels = problem(model, 4, views, side, dtype, device)
    counted = torch.ones(4, dtype=theta.dtype, device=device)
    alive = weakref.ref(images)
    gc.disable()
    clipped_gradient(model, model.parts(theta, dtype), images, labels, counted, clip=1.0, views=views, plain=plain)
    del images
    report("steps that outlive themselves", int(alive() is not None), 0)
    gc.enable()


if len(sys.argv) > 1:
    weights = torch.load(sys.argv[1], map_location="cpu")
    if torch.cuda.is_available():
        against_loop(WideResNet(), 64, 16, 32, torch.bfloat16, "cuda", 0.25, False, weights)
    else:
        against_loop(WideResNet(), 2, 16, 32, torch.float64, "cpu", 1e-10, True, weights)
elif torch.cuda.is_available():
    import kernel_twins

    kernel_twins.check()
    for views, plain in [(1, False), (2, False), (1, True)]:
        # A ReLU's input that rounding moves across zero changes a gradient by far more than its rounding.
        against_loop(WideResNet(), 12, views, 32, torch.bfloat16, "cuda", 0.25, plain)
        freed(WideResNet(), views, 32, torch.bfloat16, "cuda", plain)
    other_ways(WideResNet(10, 2, 8), 5, 2, 16, "cuda")
else:
    # The first stage keeps gradients, the last one goes by Gram matrices: both ways are in each comparison.
    for views in (1, 2):
        against_loop(WideResNet(10, 2, 8), 5, views, 16, torch.float64, "cpu", 1e-10, True)
    other_ways(WideResNet(10, 2, 8), 5, 2, 16, "cpu")
    freed(WideResNet(10, 2, 8), 1, 16, torch.float64, "cpu", True)
finish()
