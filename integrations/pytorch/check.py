"""Compares the recipe with a naive loop over examples, on this machine's device: python3 check.py

Prints one line per comparison and fails when one is off. On the CPU all is in float64; on a GPU in bfloat16, where a
gradient differs from the loop's by its rounding, but the clipped sum must still fit the norms exactly.
"""

import sys

import torch
import torch.nn.functional as F

from dpsgd import Tape, clipped_gradient
from wrn import WideResNet

FAILED = []


def report(what, error, limit):
    good = error <= limit
    print(f"{'ok  ' if good else 'FAIL'} {what}: {error:.2e} (limit {limit:.0e})")
    if not good:
        FAILED.append(what)


def naive_logits(model, theta, x):
    """The network by PyTorch's own layers, without a tape."""
    part = lambda name: theta[model.slices[name]].view(model.shapes[name])
    conv = lambda x, name, stride=1: F.conv2d(
        x, part(name).permute(0, 3, 1, 2), None, stride, model.shapes[name][1] // 2
    )
    norm = lambda x, name: F.relu(F.group_norm(x, model.groups, part(f"{name}.scale"), part(f"{name}.shift")))
    x = conv(x, "stem")
    for name, stride, projected in model.blocks:
        h = norm(x, f"{name}.norm1")
        shortcut = conv(h, f"{name}.shortcut", stride) if projected else x
        x = conv(norm(conv(h, f"{name}.conv1", stride), f"{name}.norm2"), f"{name}.conv2") + shortcut
    return F.linear(norm(x, "norm").mean((2, 3)), part("head"), part("head.bias"))


def naive_gradients(model, theta, images, labels, views):
    """One backward pass per example."""
    rows = []
    for images, label in zip(images.split(views), labels):
        leaf = theta.clone().requires_grad_()
        F.cross_entropy(naive_logits(model, leaf, images), label.repeat(views)).backward()
        rows.append(leaf.grad)
    return torch.stack(rows)


def clip(rows, limit):
    norms = rows.norm(dim=1)
    return (rows * (limit / norms.clamp(min=limit))[:, None]).sum(0), norms


def relative(a, b):
    return ((a.double() - b.double()).norm() / b.double().norm()).item()


def problem(model, examples, views, dtype, device):
    generator = torch.Generator().manual_seed(1)
    theta = model.initial(generator)
    # Norms away from the identity, so that their gradients are tested too.
    theta += 0.1 * torch.randn(model.size, generator=generator) * (theta == theta.round())
    images = torch.randn(examples * views, 3, 32, 32, generator=generator)
    labels = torch.randint(10, (examples,), generator=generator)
    theta = theta.double() if dtype == torch.float64 else theta
    return (
        theta.to(device),
        images.to(device, dtype).contiguous(memory_format=torch.channels_last),
        labels.to(device),
    )


def against_loop(model, examples, views, dtype, device, limit, gram, fused):
    theta, images, labels = problem(model, examples, views, dtype, device)
    rows = naive_gradients(model, theta.double(), images.double(), labels, views)
    bound = rows.norm(dim=1).median().item()  # half the examples are clipped
    expected, norms = clip(rows, bound)
    counted = torch.ones(examples, dtype=theta.dtype, device=device)
    arguments = dict(clip=bound, views=views, gram=gram, fused=fused)
    parts = model.parts(theta, dtype)
    total, found, _ = clipped_gradient(model, parts, images, labels, counted, **arguments)
    setting = f"{views} views, {'Gram' if gram else 'no Gram'}, {'fused' if fused else 'plain'}"
    report(f"norms against a loop ({setting})", relative(found, norms), limit)
    report(f"clipped sum against a loop ({setting})", relative(total, expected), limit)
    # Alone in its batch, an example's sum is its own clipped gradient: its norm is what the theorem relies on.
    worst = 0.0
    for one in range(examples):
        counted = torch.zeros(examples, dtype=theta.dtype, device=device)
        counted[one] = 1
        total, found, _ = clipped_gradient(model, parts, images.detach(), labels, counted, **arguments)
        worst = max(worst, abs(total.double().norm().item() / min(found[one].item(), bound) - 1))
    report(f"norm of one clipped gradient ({setting})", worst, 1e-12 if dtype == torch.float64 else 1e-3)


def main():
    cuda = torch.cuda.is_available()
    device = "cuda" if cuda else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    # Gram matrices need few positions and many channels: the CPU's network is short, narrow at first and wide at last.
    if cuda:
        for views, gram, fused in [(1, True, True), (1, False, True), (2, True, True), (1, True, False)]:
            against_loop(WideResNet(), 12, views, torch.bfloat16, device, 0.05, gram, fused)
    else:
        for views, gram in [(1, True), (1, False), (2, True)]:
            against_loop(WideResNet(10, 2, 8), 5, views, torch.float64, device, 1e-10, gram, True)
    sys.exit(1 if FAILED else 0)


if __name__ == "__main__":
    main()
