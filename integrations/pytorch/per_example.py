"""Clipped gradients in the two usual ways, to compare ours with: hooks on layers, as in Opacus, and vmap of grad.

Both hold the gradients of all examples at once. They compute what `clipped_gradient` in dpsgd.py computes.
"""

import torch
import torch.nn.functional as F
from torch import nn

from dpsgd import clip_factors


class Block(nn.Module):
    def __init__(self, model, name, stride, projected):
        super().__init__()
        self.norm1, self.conv1 = norm(model, f"{name}.norm1"), conv(model, f"{name}.conv1", stride)
        self.norm2, self.conv2 = norm(model, f"{name}.norm2"), conv(model, f"{name}.conv2")
        self.shortcut = None
        if projected:
            self.shortcut = nn.Sequential(norm(model, f"{name}.shortcut"), conv(model, f"{name}.shortcut", stride))

    def forward(self, x):
        y = F.relu(x)
        h = self.conv2(self.norm2(F.relu(self.conv1(self.norm1(y)))))
        return h + (x if self.shortcut is None else self.shortcut(y))


class Layers(nn.Module):
    """The network of wrn.py as PyTorch's own layers; `names` says which parameter is which slice of the flat vector."""

    def __init__(self, model, theta):
        super().__init__()
        self.stem = conv(model, "stem")
        self.blocks = nn.Sequential(*(Block(model, *block) for block in model.blocks))
        self.norm = norm(model, "norm")
        classes, channels = model.shapes["head"]
        self.head = nn.Linear(channels, classes)
        self.head.flat = "head"
        self.to(theta.device, theta.dtype)
        for layer in self.layers():
            for own, flat in parameters_of(layer).items():
                shape = model.shapes[flat]
                part = theta[model.slices[flat]].view(shape)
                own.data.copy_(part.permute(0, 3, 1, 2) if len(shape) == 4 else part)

    def forward(self, x):
        return self.head(self.norm(F.relu(self.blocks(self.stem(x)))).mean((2, 3)))

    def layers(self):
        return [layer for layer in self.modules() if hasattr(layer, "flat")]


def conv(model, name, stride=1):
    out, kernel, _, channels = model.shapes[name]
    layer = nn.Conv2d(channels, out, kernel, stride, kernel // 2, bias=False)
    layer.flat = name
    return layer


def norm(model, name):
    layer = nn.GroupNorm(model.groups, model.shapes[f"{name}.scale"][0])
    layer.flat = name
    return layer


def parameters_of(layer):
    """A layer's parameters with their names in the flat vector."""
    if isinstance(layer, nn.Conv2d):
        return {layer.weight: layer.flat}
    if isinstance(layer, nn.GroupNorm):
        return {layer.weight: f"{layer.flat}.scale", layer.bias: f"{layer.flat}.shift"}
    return {layer.weight: layer.flat, layer.bias: f"{layer.flat}.bias"}


def by_hooks(model, layers, images, labels, *, clip, views):
    """Hooks keep a layer's input and the gradient of its output; an einsum makes its gradients, one per example."""
    examples, inputs, gradients, handles = len(labels), {}, {}, []
    for layer in layers.layers():
        handles.append(layer.register_forward_hook(lambda layer, given, _: inputs.update({layer: given[0].detach()})))
        handles.append(
            layer.register_full_backward_hook(
                lambda layer, _, g: gradients.update(sampled(layer, inputs.pop(layer), g[0], examples))
            )
        )
    losses = F.cross_entropy(layers(images), labels.repeat_interleave(views), reduction="none")
    (losses.view(-1, views).mean(1)).sum().backward()
    for handle in handles:
        handle.remove()
    layers.zero_grad(set_to_none=True)
    return summed(model, gradients, clip)


def sampled(layer, x, g, examples):
    """The gradients of a layer's parameters, by name in the flat vector, one row per example."""
    rows = lambda t: t.reshape(examples, -1, *t.shape[1:]).sum(1).flatten(1)
    if isinstance(layer, nn.Conv2d):
        patches = F.unfold(x, layer.kernel_size, padding=layer.padding, stride=layer.stride)
        product = torch.einsum("nop,nkp->nok", g.flatten(2), patches)
        # From (channel, kernel row, kernel column) to channels last.
        product = product.view(len(x), g.shape[1], x.shape[1], -1).transpose(2, 3)
        return {layer.flat: rows(product)}
    if isinstance(layer, nn.GroupNorm):
        v = F.group_norm(x, layer.num_groups, eps=layer.eps)
        return {f"{layer.flat}.scale": rows((g * v).sum((2, 3))), f"{layer.flat}.shift": rows(g.sum((2, 3)))}
    return {layer.flat: rows(g[:, :, None] * x[:, None, :]), f"{layer.flat}.bias": rows(g)}


def by_vmap(model, layers, images, labels, *, clip, views):
    """The gradient function of one example, vectorised over examples."""
    from torch.func import functional_call, grad, vmap

    values = dict(layers.named_parameters())

    def loss(values, images, label):
        return F.cross_entropy(functional_call(layers, values, images), label.expand(views))

    grouped = images.reshape(len(labels), views, *images.shape[1:])
    found = vmap(grad(loss), in_dims=(None, 0, 0))({name: v.detach() for name, v in values.items()}, grouped, labels)
    flat = {own: name for layer in layers.layers() for own, name in parameters_of(layer).items()}
    gradients = {}
    for name, own in values.items():
        rows = found[name]
        gradients[flat[own]] = (rows.permute(0, 1, 3, 4, 2) if rows.dim() == 5 else rows).flatten(1)
    return summed(model, gradients, clip)


def summed(model, gradients, clip):
    wide = torch.float64 if all(rows.dtype == torch.float64 for rows in gradients.values()) else torch.float32
    norms = [torch.linalg.vector_norm(rows, dim=1, dtype=wide) for rows in gradients.values()]
    weights = clip_factors(torch.stack(norms).norm(dim=0), clip)
    total = weights.new_empty(model.size)
    for name, rows in gradients.items():
        total[model.slices[name]] = (weights.to(rows.dtype) @ rows).to(weights.dtype)
    return total
