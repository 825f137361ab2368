"""The sum of clipped per-example gradients: each example is clipped by the norm of the very gradient that is summed.

An example is `views` augmented images side by side; its gradient is that of its mean loss. Layers are called through a
`Tape`, which keeps for each layer either the per-example gradients themselves, or, where that is cheaper, the layer's
inputs and output gradients, from which the norms follow by Gram matrices.
"""

import math

import torch
import torch.nn.functional as F

try:
    import kernels
except ImportError:  # no Triton
    kernels = None

CHANNELS_LAST = torch.channels_last

# Gradients are scaled to this much less than the clip norm, so that rounding (float32 sums, TF32 products) stays below it.
MARGIN = 2**-10


def clip_factors(norms, clip):
    """What brings gradients of these norms below `clip`; an infinite one clips nothing."""
    limit = clip * (1 - MARGIN)
    return torch.ones_like(norms) if math.isinf(limit) else limit / norms.clamp(min=limit)


class Tape:
    """Records one forward and backward pass; `plain` means PyTorch's own operations alone, without Triton kernels."""

    def __init__(self, slices, size, examples, views, plain=False):
        self.slices, self.size, self.examples, self.views = slices, size, examples, views
        self.plain = plain
        self.squares = 0
        self.kept = []

    def conv(self, x, name, parts, stride=1):
        return _Conv.apply(x, parts[name], stride, name, self)

    def relu_norm(self, x, added, name, parts, groups, second=None, stride=1):
        """x plus `added`, where it is given; group norm of relu(that sum); and a second norm of the same.

        The second one has scale and shift of its own, and is computed at every `stride`-th row and column alone.
        """
        vectors = [parts.get(f"{norm}.{vector}") for norm in (name, second) for vector in ("scale", "shift")]
        return _ReluNorm.apply(x, added, *vectors, groups, stride, (name, second), self)

    def mean(self, x, dtype):
        """The mean over an image's positions."""
        return _Mean.apply(x, dtype)

    def linear(self, x, name, parts):
        return _Linear.apply(x, parts[name], parts[f"{name}.bias"], name, self)

    def uses_kernels(self, x):
        return kernels is not None and not self.plain and kernels.supports(x)

    def keep(self, name, gradients, squares=None):
        """Takes per-example gradients, one row each, and the squares of their norms where they are known."""
        rows = gradients.reshape(self.examples, -1)
        if squares is None:
            squares = torch.linalg.vector_norm(rows, dim=1, dtype=_wide(rows)) ** 2
        self.squares = self.squares + squares
        self.kept.append((name, rows, None))

    def keep_conv(self, name, x, g, kernel, stride):
        """A convolution's gradient is the product of output gradients with the patches of the input that they saw."""
        out, positions = g.shape[1], self.views * g.shape[2] * g.shape[3]
        by_gram = 16 * positions**2 <= out * x.shape[1] * kernel**2
        if not by_gram and kernel == 3 and x.shape[1] >= 16 and self.uses_kernels(x):
            return self.keep(name, *kernels.conv_gradient(x, g, self.examples, stride))
        if not by_gram and self.uses_kernels(x) and kernels.is_stem(x, out, kernel, stride):
            return self.keep(name, *kernels.stem_gradient(x, g, self.examples))
        patches = _patches(x, kernel, stride).view(self.examples, positions, -1)
        rows = g.permute(0, 2, 3, 1).reshape(self.examples, positions, out)
        if not by_gram:
            gradients = (rows.transpose(1, 2) @ patches).view(self.examples, out * kernel**2, -1)
            return self.keep(name, gradients[:, :, : x.shape[1]])
        self.squares = self.squares + (_gram(patches) * _gram(rows)).sum((1, 2)).clamp_(min=0)
        # Detached, or graph and tape hold each other, and gigabytes, until Python looks for circles.
        self.kept.append((name, x.detach(), (g, kernel, stride)))

    def clipped_sum(self, clip, counted):
        """The sum over the examples of their gradients, each scaled to a norm below `clip`; and the norms.

        `counted` is 1 for examples and 0 for rows that only fill the batch.
        """
        norms = self.squares.sqrt()
        weights = counted * clip_factors(norms, clip)
        total = torch.empty(self.size, dtype=weights.dtype, device=weights.device)
        for name, kept, of_conv in self.kept:
            if of_conv is not None:
                total[self.slices[name]] = self._weighted_conv(kept, *of_conv, weights)
            elif self.uses_kernels(kept):
                total[self.slices[name]] = kernels.weighted_sum(kept, weights)
            else:
                total[self.slices[name]] = weights @ kept.to(weights.dtype)
        return total, norms

    def _weighted_conv(self, x, g, kernel, stride, weights):
        # On a GPU in TF32: what was bfloat16 stays exact, weighted output gradients are rounded to 11 bits.
        x = x.to(weights.dtype)
        g = g * weights.repeat_interleave(self.views)[:, None, None, None]
        weight = x.new_empty((g.shape[1], x.shape[1], kernel, kernel)).contiguous(memory_format=CHANNELS_LAST)
        _, gradient, _ = _conv_backward(g, x, weight, kernel, stride, (False, True, False))
        return gradient.permute(0, 2, 3, 1).reshape(-1)


class _Conv(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, stride, name, tape):
        ctx.save_for_backward(x, weight)
        ctx.rest = stride, name, tape
        if tape.uses_kernels(x) and kernels.is_stem(x, len(weight), weight.shape[2], stride):
            return kernels.stem(x, weight)
        return F.conv2d(x, weight, None, stride, weight.shape[2] // 2)

    @staticmethod
    def backward(ctx, g):
        (x, weight), (stride, name, tape) = ctx.saved_tensors, ctx.rest
        g = g.contiguous(memory_format=CHANNELS_LAST)
        tape.keep_conv(name, x, g, weight.shape[2], stride)
        if name == "stem":
            return None, None, None, None, None
        dx, _, _ = _conv_backward(g, x, weight, weight.shape[2], stride, (True, False, False))
        return dx, None, None, None, None


class _ReluNorm(torch.autograd.Function):
    """Returns the sum as well: the gradient of a shortcut that starts there is added in the same pass."""

    EPS = 1e-5

    @staticmethod
    def forward(ctx, x, added, scale, shift, scale2, shift2, groups, stride, names, tape):
        ctx.set_materialize_grads(False)
        ctx.rest = added is not None, groups, stride, names, tape
        forward = kernels.relu_norm if tape.uses_kernels(x) else _relu_norm
        x, h, second, mean, spread = forward(
            x, added, scale, shift, scale2, shift2, groups, stride, _ReluNorm.EPS
        )
        ctx.save_for_backward(x, scale, scale2, mean, spread)
        return x.view_as(x), h, second

    @staticmethod
    def backward(ctx, kept, dh, dsecond):
        x, scale, scale2, mean, spread = ctx.saved_tensors
        has_added, groups, stride, (name, second), tape = ctx.rest
        kept, dh, dsecond = (
            None if g is None else g.contiguous(memory_format=CHANNELS_LAST) for g in (kept, dh, dsecond)
        )
        backward = kernels.relu_norm_backward if tape.uses_kernels(x) else _relu_norm_backward
        dx, of_vectors = backward(x, scale, scale2, mean, spread, kept, dh, dsecond, groups, stride)
        kinds = [f"{name}.scale", f"{name}.shift", f"{second}.scale", f"{second}.shift"]
        for kind, gradient in zip(kinds, of_vectors):
            tape.keep(kind, gradient.view(tape.examples, tape.views, -1).sum(1))
        return dx, dx if has_added else None, *[None] * 8


class _Mean(torch.autograd.Function):
    """As torch.mean, whose gradient has channels first and is turned around at some cost."""

    @staticmethod
    def forward(ctx, x, dtype):
        ctx.shape, ctx.dtype = x.shape, x.dtype
        return x.mean((2, 3), dtype=dtype)

    @staticmethod
    def backward(ctx, g):
        _, _, height, width = ctx.shape
        g = (g / (height * width)).to(ctx.dtype)[:, :, None, None].expand(ctx.shape)
        return g.contiguous(memory_format=CHANNELS_LAST), None


class _Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias, name, tape):
        ctx.save_for_backward(x, weight)
        ctx.rest = name, tape
        return F.linear(x, weight, bias)

    @staticmethod
    def backward(ctx, g):
        (x, weight), (name, tape) = ctx.saved_tensors, ctx.rest
        rows = g.view(tape.examples, tape.views, -1)
        tape.keep(name, rows.transpose(1, 2) @ x.view(tape.examples, tape.views, -1))
        tape.keep(f"{name}.bias", rows.sum(1))
        return g @ weight, None, None, None, None


def clipped_gradient(model, parts, images, labels, counted, *, clip, views, plain=False):
    """Sum of clipped gradients of one chunk, norms, and the sum of the losses."""
    tape = Tape(model.slices, model.size, len(counted), views, plain)
    logits = model(parts, images.requires_grad_(), tape)
    losses = F.cross_entropy(logits, labels.repeat_interleave(views), reduction="none").view(-1, views).mean(1)
    losses.sum().backward()
    with torch.no_grad():
        total, norms = tape.clipped_sum(clip, counted)
        return total, norms, (losses * counted).sum()


def _conv_backward(g, x, weight, kernel, stride, wanted):
    padding = kernel // 2
    return torch.ops.aten.convolution_backward(
        g, x, weight, None, [stride] * 2, [padding] * 2, [1, 1], False, [0, 0], 1, wanted
    )


def _patches(x, kernel, stride):
    """What each output position sees, (image, row, column, kernel row, kernel column, channel), by one strided copy.

    Channels are filled up to a multiple of sixteen bytes: copies are faster by sixteen bytes than by two.
    """
    x = x.permute(0, 2, 3, 1)
    if kernel == 1:
        return x[:, ::stride, ::stride].contiguous()
    n, height, width, channels = x.shape
    dtype = x.dtype
    x = F.pad(x, (0, -channels % (16 // x.element_size()), 1, 1, 1, 1)).contiguous().view(torch.complex128)
    of_image, of_row, of_column, _ = x.stride()
    shape = (n, (height - 1) // stride + 1, (width - 1) // stride + 1, kernel, kernel, x.shape[3])
    strides = (of_image, stride * of_row, stride * of_column, of_row, of_column, 1)
    return x.as_strided(shape, strides).contiguous().view(dtype)


def _gram(rows):
    """Products of all pairs of rows; bfloat16 is multiplied exactly and summed in float32."""
    other = rows.transpose(1, 2)
    if rows.dtype != torch.bfloat16:
        return rows @ other
    return torch.bmm(rows, other, out_dtype=torch.float32) if rows.is_cuda else rows.float() @ other.float()


def _moments(x, groups, eps):
    """Each image's mean and 1 / deviation, spread over the channels of a group."""
    n, c, height, width = x.shape
    grouped = x.to(_wide(x)).reshape(n, groups, -1)
    variance, mean = torch.var_mean(grouped, 2, unbiased=False)
    spread = torch.stack([mean, (variance + eps).rsqrt()]).repeat_interleave(c // groups, 2)
    return spread[0], spread[1]


def _normalised(x, mean, spread):
    return (x.to(mean.dtype) - mean[:, :, None, None]) * spread[:, :, None, None]


def _relu_norm(x, added, scale, shift, scale2, shift2, groups, stride, eps):
    """The sum, its first and second norm, and each image's mean and 1 / deviation, spread over the channels."""
    x = x if added is None else x + added
    y = x.to(_wide(x)).relu()
    mean, spread = _moments(y, groups, eps)
    v = _normalised(y, mean, spread)
    h = (v * _channel(scale) + _channel(shift)).to(x.dtype)
    if scale2 is None:
        return x, h, None, mean, spread
    second = (v * _channel(scale2) + _channel(shift2))[:, :, ::stride, ::stride]
    return x, h, second.to(x.dtype).contiguous(memory_format=CHANNELS_LAST), mean, spread


def _relu_norm_backward(x, scale, scale2, mean, spread, kept, dh, dsecond, groups, stride):
    """Gradient of the sum, plus `kept` where it is given, and each image's gradients of scales and shifts."""
    n, c, height, width = x.shape
    y = x.to(_wide(x)).relu()
    v = _normalised(y, mean, spread)
    over_positions = lambda t: t.sum((2, 3))
    d = dh.to(v.dtype)
    of_vectors = [over_positions(d * v), over_positions(d)]
    d = d * _channel(scale)
    if dsecond is not None:
        e = torch.zeros_like(v)
        e[:, :, ::stride, ::stride] = dsecond.to(v.dtype)
        of_second = [over_positions(e * v), over_positions(e)]
        d = d + e * _channel(scale2)
    share = groups / (c * height * width)
    mean_of = lambda t: (t.view(n, groups, -1).sum(2) * share).repeat_interleave(c // groups, 1)[:, :, None, None]
    d = d - mean_of(over_positions(d)) - v * mean_of(over_positions(d * v))
    dx = (d * spread[:, :, None, None] * (y > 0)).to(x.dtype)
    return dx if kept is None else dx + kept, of_vectors + ([] if dsecond is None else of_second)


def _channel(t):
    return t[None, :, None, None]


def _wide(x):
    return torch.float64 if x.dtype == torch.float64 else torch.float32
