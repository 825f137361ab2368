"""The sum of clipped per-example gradients: each example is clipped by the norm of the very gradient that is summed.

An example is `views` augmented images side by side; its gradient is that of its mean loss. Layers are called through a
`Tape`, which keeps for each layer either the per-example gradients themselves, or, where that is cheaper, the layer's
inputs and output gradients, from which the norms follow by Gram matrices.
"""

import torch
import torch.nn.functional as F

try:
    import kernels
except ImportError:  # no Triton
    kernels = None

CHANNELS_LAST = torch.channels_last

# Gradients are scaled to this much less than the clip norm, so that rounding (float32 sums, TF32 products) stays below it.
MARGIN = 2**-10


class Tape:
    """Records one forward and backward pass; `plain` means PyTorch's own operations alone, without Triton kernels."""

    def __init__(self, slices, size, examples, views, plain=False):
        self.slices, self.size, self.examples, self.views = slices, size, examples, views
        self.plain = plain
        self.squares = 0
        self.kept = []

    def conv(self, x, name, parts, stride=1):
        return _Conv.apply(x, parts[name], stride, name, self)

    def norm_relu(self, x, name, parts, groups):
        """relu(group norm), and x itself for a shortcut."""
        return _NormRelu.apply(x, parts[f"{name}.scale"], parts[f"{name}.shift"], groups, name, self)

    def linear(self, x, name, parts):
        return _Linear.apply(x, parts[name], parts[f"{name}.bias"], name, self)

    def uses_kernels(self, x):
        return kernels is not None and not self.plain and kernels.supports(x)

    def keep(self, name, gradients):
        """Takes per-example gradients, one row each."""
        rows = gradients.reshape(self.examples, -1)
        self.squares = self.squares + torch.linalg.vector_norm(rows, dim=1, dtype=_wide(rows)) ** 2
        self.kept.append((name, rows, None))

    def keep_conv(self, name, x, g, kernel, stride):
        """A convolution's gradient is the product of output gradients with the patches of the input that they saw."""
        out, positions = g.shape[1], self.views * g.shape[2] * g.shape[3]
        by_gram = 4 * positions**2 <= out * x.shape[1] * kernel**2
        if not by_gram and kernel == 3 and x.shape[1] >= 16 and self.uses_kernels(x):
            return self.keep(name, kernels.conv_gradient(x, g, self.examples, stride))
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
        limit = clip * (1 - MARGIN)
        weights = counted * (limit / norms.clamp(min=limit))
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


class _NormRelu(torch.autograd.Function):
    """Returns x as well, so that a shortcut's gradient is added in the same pass."""

    EPS = 1e-5

    @staticmethod
    def forward(ctx, x, scale, shift, groups, name, tape):
        ctx.set_materialize_grads(False)
        ctx.rest = groups, name, tape
        if tape.uses_kernels(x):
            h, mean, spread = kernels.norm_relu(x, scale, shift, groups, _NormRelu.EPS)
        else:
            mean, spread = _moments(x, groups, _NormRelu.EPS)
            h = (_normalised(x, mean, spread) * _channel(scale) + _channel(shift)).relu_().to(x.dtype)
        ctx.save_for_backward(x, scale, shift, mean, spread)
        return h, x.view_as(x)

    @staticmethod
    def backward(ctx, dh, kept):
        (x, scale, shift, mean, spread), (groups, name, tape) = ctx.saved_tensors, ctx.rest
        dh = dh.contiguous(memory_format=CHANNELS_LAST)
        kept = None if kept is None else kept.contiguous(memory_format=CHANNELS_LAST)
        back = kernels.norm_relu_backward if tape.uses_kernels(x) else _norm_relu_backward
        dx, dscale, dshift = back(x, scale, shift, mean, spread, dh, kept, groups)
        tape.keep(f"{name}.scale", dscale.view(tape.examples, tape.views, -1).sum(1))
        tape.keep(f"{name}.shift", dshift.view(tape.examples, tape.views, -1).sum(1))
        return dx, None, None, None, None, None


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


def _norm_relu_backward(x, scale, shift, mean, spread, dh, kept, groups):
    n, c, height, width = x.shape
    v = _normalised(x, mean, spread)
    d = dh.to(v.dtype) * (v * _channel(scale) + _channel(shift) > 0)
    dscale, dshift = (d * v).sum((2, 3)), d.sum((2, 3))
    share = groups / (c * height * width)
    spread_out = lambda t: (t.view(n, groups, -1).sum(2) * share).repeat_interleave(c // groups, 1)[:, :, None, None]
    d = d * _channel(scale) - spread_out(dshift * scale) - v * spread_out(dscale * scale)
    dx = (d * spread[:, :, None, None]).to(x.dtype)
    return dx if kept is None else dx + kept, dscale, dshift


def _channel(t):
    return t[None, :, None, None]


def _wide(x):
    return torch.float64 if x.dtype == torch.float64 else torch.float32
