"""The naive twin: PyTorch's own layers, one backward pass per example."""

import torch
import torch.nn.functional as F

from dpsgd import MARGIN


def logits(model, theta, x):
    part = lambda name: theta[model.slices[name]].view(model.shapes[name])
    conv = lambda x, name, stride=1: F.conv2d(
        x, part(name).permute(0, 3, 1, 2), None, stride, model.shapes[name][1] // 2
    )
    norm = lambda x, name: F.group_norm(x, model.groups, part(f"{name}.scale"), part(f"{name}.shift"))
    x = conv(x, "stem")
    for name, stride, projected in model.blocks:
        y = F.relu(x)
        shortcut = conv(norm(y, f"{name}.shortcut"), f"{name}.shortcut", stride) if projected else x
        y = conv(norm(y, f"{name}.norm1"), f"{name}.conv1", stride)
        x = conv(norm(F.relu(y), f"{name}.norm2"), f"{name}.conv2") + shortcut
    return F.linear(norm(F.relu(x), "norm").mean((2, 3)), part("head"), part("head.bias"))


def gradients(model, theta, images, labels, views):
    rows = []
    for images, label in zip(images.split(views), labels):
        leaf = theta.clone().requires_grad_()
        F.cross_entropy(logits(model, leaf, images), label.repeat(views)).backward()
        rows.append(leaf.grad)
    return torch.stack(rows)


def clipped(rows, clip):
    norms = rows.norm(dim=1)
    limit = clip * (1 - MARGIN)
    return (rows * (limit / norms.clamp(min=limit))[:, None]).sum(0), norms
