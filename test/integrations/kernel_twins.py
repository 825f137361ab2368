"""Each Triton kernel against its formula in float64, on the same bfloat16 inputs. Needs a GPU."""

import torch
import torch.nn.functional as F

from report import relative, report

import cifar10
import dpsgd
import kernels

# A result is rounded to bfloat16 once: half a unit in its 8th bit, as a norm over many numbers less than that.
ROUNDED = 2.0**-8


def drawn(*shape, seed=0, spread=1.0):
    generator = torch.Generator("cuda").manual_seed(seed)
    x = spread * torch.randn(shape, generator=generator, device="cuda")
    return x.bfloat16().contiguous(memory_format=torch.channels_last) if len(shape) == 4 else x


def relu_norm(channels, side, added, stride):
    """Forward and backward, with what a shortcut keeps and with a second norm where there is a stride."""
    x, dh, kept, other = (drawn(6, channels, side, side, seed=seed) for seed in range(4))
    dsecond = drawn(6, channels, side // stride, side // stride, seed=4) if stride else None
    scale, shift, scale2, shift2 = (drawn(channels, seed=seed, spread=0.5) for seed in range(5, 9))
    scale2, shift2 = (scale2, shift2) if stride else (None, None)
    given = (x, other if added else None, scale, shift, scale2, shift2)
    wide = lambda tensors: [None if t is None else t.double() for t in tensors]
    found = kernels.relu_norm(*given, 16, stride or 1, 1e-5)
    # The sum is rounded before all else, in the kernel as in the twin.
    total = x + other if added else x
    expected = dpsgd._relu_norm(*wide((total, None, *given[2:])), 16, stride or 1, 1e-5)
    name = f"{channels} channels, {side} x {side}{', added' * added}{', second' * bool(stride)}"
    for what, a, b in zip(("sum", "norm", "second norm", "mean", "1 / deviation"), found, expected):
        if b is not None:
            report(f"{what} ({name})", relative(a, b), ROUNDED)
    kept = kept if added else None
    tensors = (total, scale, scale2, found[3], found[4], kept, dh, dsecond)
    dx, vectors = kernels.relu_norm_backward(*tensors, 16, stride or 1)
    dx_expected, vectors_expected = dpsgd._relu_norm_backward(*wide(tensors), 16, stride or 1)
    report(f"gradient ({name})", relative(dx, dx_expected), ROUNDED)
    for what, a, b in zip(("scale", "shift", "second scale", "second shift"), vectors, vectors_expected):
        report(f"gradient of {what} ({name})", relative(a, b), 1e-4)


def conv_gradient(channels, out, side, stride, views):
    x = drawn(3 * views, channels, side, side)
    g = drawn(3 * views, out, side // stride, side // stride, seed=1)
    stem = kernels.is_stem(x, out, 3, stride)
    rows, squares = kernels.stem_gradient(x, g, 3) if stem else kernels.conv_gradient(x, g, 3, stride)
    patches = F.unfold(x.double(), 3, padding=1, stride=stride)
    product = torch.einsum("nop,nkp->nok", g.double().flatten(2), patches)
    product = product.view(3, views, out, channels, 9).sum(1).transpose(2, 3)
    name = f"{channels} to {out} channels, {side} x {side}, {views} views"
    report(f"convolution's gradients ({name})", relative(rows.view(product.shape), product), ROUNDED)
    report(f"squares of their norms ({name})", relative(squares, rows.double().flatten(1).square().sum(1)), 1e-5)
    weights = drawn(3, seed=2)
    total = weights.double() @ rows.double().flatten(1)
    report(f"weighted sum ({name})", relative(kernels.weighted_sum(rows.flatten(1), weights), total), 1e-5)


def stem():
    x, weight = drawn(5, 3, 32, 32), drawn(16, 3, 3, 3, seed=1, spread=0.2)
    expected = F.conv2d(x.double(), weight.double(), padding=1)
    report("the first convolution", relative(kernels.stem(x, weight), expected), ROUNDED)


def augmented():
    images = torch.randint(256, (9, 32, 32, 3), dtype=torch.uint8, device="cuda")
    augment = cifar10.Augment(images, torch.Generator("cuda").manual_seed(1), padding=4, jitter=0.3)
    which = torch.arange(9, device="cuda").repeat_interleave(4)
    places, factors = augment.draw(len(which))
    found = kernels.augmented(augment.images, augment.greys, which, places, factors, augment.constants)
    report("views", relative(found, augment.written_out(which, places, factors, torch.float32)), ROUNDED)


def check():
    for channels, side in [(16, 32), (64, 32), (128, 16), (256, 8)]:
        for added, stride in [(False, 0), (True, 0), (True, 2), (False, 1)]:
            relu_norm(channels, side, added, stride)
    for channels, out, side, stride in [(3, 16, 32, 1), (16, 64, 32, 1), (64, 64, 32, 1), (64, 128, 32, 2)]:
        conv_gradient(channels, out, side, stride, 2)
    for channels, out, side, stride in [(128, 128, 16, 1), (128, 256, 16, 2), (256, 256, 8, 1)]:
        conv_gradient(channels, out, side, stride, 16)
    stem()
    augmented()
