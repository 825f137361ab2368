"""Triton kernels for the parts of a step that PyTorch reads from memory more often than it must. CUDA only.

Tensors are bfloat16 with channels last; one program works on one image, all its channels at once.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def _norm_relu(
    x, scale, shift, h, mean, spread, eps,
    T: tl.constexpr, C: tl.constexpr, G: tl.constexpr, BT: tl.constexpr,
):
    image = tl.program_id(0).to(tl.int64)
    c = tl.arange(0, C)
    tile = tl.arange(0, BT)[:, None] * C + c[None, :]
    x += image * T * C
    h += image * T * C
    first = tl.zeros((BT, C), tl.float32)
    second = tl.zeros((BT, C), tl.float32)
    for start in range(0, T, BT):
        v = tl.load(x + start * C + tile).to(tl.float32)
        first += v
        second += v * v
    m = _group(tl.sum(first, 0), C, G) / (T * (C // G))
    variance = _group(tl.sum(second, 0), C, G) / (T * (C // G)) - m * m
    r = 1 / tl.sqrt(tl.maximum(variance, 0.0) + eps)
    tl.store(mean + image * C + c, m)
    tl.store(spread + image * C + c, r)
    a = tl.load(scale + c) * r
    b = tl.load(shift + c) - m * a
    for start in range(0, T, BT):
        v = tl.load(x + start * C + tile).to(tl.float32)
        tl.store(h + start * C + tile, tl.maximum(v * a[None, :] + b[None, :], 0.0).to(tl.bfloat16))


@triton.jit
def _group(v, C: tl.constexpr, G: tl.constexpr):
    """Each channel gets the sum over its group."""
    if C == G:
        out = v
    else:
        total = tl.sum(tl.reshape(v, (G, C // G)), 1)
        out = tl.reshape(tl.broadcast_to(total[:, None], (G, C // G)), (C,))
    return out


@triton.jit
def _norm_relu_backward(
    x, scale, shift, mean, spread, dh, kept, dx, dscale, dshift,
    T: tl.constexpr, C: tl.constexpr, G: tl.constexpr, BT: tl.constexpr, KEPT: tl.constexpr,
):
    image = tl.program_id(0).to(tl.int64)
    c = tl.arange(0, C)
    tile = tl.arange(0, BT)[:, None] * C + c[None, :]
    x += image * T * C
    dh += image * T * C
    kept += image * T * C
    dx += image * T * C
    m = tl.load(mean + image * C + c)[None, :]
    r = tl.load(spread + image * C + c)[None, :]
    a = tl.load(scale + c)[None, :]
    b = tl.load(shift + c)[None, :]
    first = tl.zeros((BT, C), tl.float32)
    second = tl.zeros((BT, C), tl.float32)
    for start in range(0, T, BT):
        v = (tl.load(x + start * C + tile).to(tl.float32) - m) * r
        d = tl.load(dh + start * C + tile).to(tl.float32)
        d = tl.where(v * a + b > 0, d, 0.0)
        first += d
        second += d * v
    sum_d = tl.sum(first, 0)
    sum_dv = tl.sum(second, 0)
    tl.store(dshift + image * C + c, sum_d)
    tl.store(dscale + image * C + c, sum_dv)
    plain = tl.load(scale + c)
    mean_d = (_group(sum_d * plain, C, G) / (T * (C // G)))[None, :]
    mean_dv = (_group(sum_dv * plain, C, G) / (T * (C // G)))[None, :]
    for start in range(0, T, BT):
        v = (tl.load(x + start * C + tile).to(tl.float32) - m) * r
        d = tl.load(dh + start * C + tile).to(tl.float32)
        d = tl.where(v * a + b > 0, d, 0.0)
        out = r * (d * a - mean_d - v * mean_dv)
        if KEPT:
            out += tl.load(kept + start * C + tile).to(tl.float32)
        tl.store(dx + start * C + tile, out.to(tl.bfloat16))


@triton.jit
def _weighted_sum(rows, weights, out, B, P, SPLIT: tl.constexpr, BB: tl.constexpr, BP: tl.constexpr):
    p = tl.program_id(0) * BP + tl.arange(0, BP)
    part = tl.program_id(1)
    total = tl.zeros((BB, BP), tl.float32)
    for start in range(part * BB, B, SPLIT * BB):
        b = start + tl.arange(0, BB)
        inside = (b < B)[:, None] & (p < P)[None, :]
        v = tl.load(rows + b.to(tl.int64)[:, None] * P + p[None, :], mask=inside, other=0.0).to(tl.float32)
        w = tl.load(weights + b, mask=b < B, other=0.0)
        total += v * w[:, None]
    tl.store(out + part * P + p, tl.sum(total, 0), mask=p < P)


@triton.jit
def _conv_gradient(
    x, g, out,
    H: tl.constexpr, W: tl.constexpr, WO: tl.constexpr, CI: tl.constexpr, CO: tl.constexpr, STRIDE: tl.constexpr,
    VIEWS: tl.constexpr, T: tl.constexpr, BT: tl.constexpr, BI: tl.constexpr, BO: tl.constexpr,
):
    """One example, one row of the 3 x 3 kernel, BO of the output channels by BI of the input channels."""
    example = tl.program_id(1).to(tl.int64)
    tile = tl.program_id(0)
    r = tile % 3
    ci = tile // 3 % (CI // BI) * BI + tl.arange(0, BI)
    co = tile // 3 // (CI // BI) * BO + tl.arange(0, BO)
    left = tl.zeros((BO, BI), tl.float32)
    middle = tl.zeros((BO, BI), tl.float32)
    right = tl.zeros((BO, BI), tl.float32)
    for start in range(0, VIEWS * T, BT):
        t = start + tl.arange(0, BT)
        image = example * VIEWS + t // T
        p = t % T
        row = p // WO * STRIDE + r - 1
        column = p % WO * STRIDE - 1
        inside = (row >= 0) & (row < H)
        there = x + ((image * H + row) * W + column)[:, None] * CI + ci[None, :]
        d = tl.trans(tl.load(g + (image * T + p)[:, None] * CO + co[None, :]))
        left = tl.dot(d, tl.load(there, mask=(inside & (column >= 0))[:, None], other=0.0), left)
        middle = tl.dot(d, tl.load(there + CI, mask=inside[:, None], other=0.0), middle)
        right = tl.dot(d, tl.load(there + 2 * CI, mask=(inside & (column + 2 < W))[:, None], other=0.0), right)
    out += ((example * CO + co) * 9 + r * 3)[:, None] * CI + ci[None, :]
    tl.store(out, left.to(tl.bfloat16))
    tl.store(out + CI, middle.to(tl.bfloat16))
    tl.store(out + 2 * CI, right.to(tl.bfloat16))


def supports(x):
    return x.is_cuda and x.dtype == torch.bfloat16


def _tile(x):
    n, c, height, width = x.shape
    return (n, c, height * width, min(height * width, max(1, 4096 // c)))


def norm_relu(x, scale, shift, groups, eps):
    """relu(group norm of x), with each image's mean and 1 / deviation spread over the channels."""
    n, c, t, bt = _tile(x)
    h = torch.empty_like(x)
    mean, spread = x.new_empty((2, n, c), dtype=torch.float32)
    _norm_relu[(n,)](x, scale, shift, h, mean, spread, eps, T=t, C=c, G=groups, BT=bt)
    return h, mean, spread


def norm_relu_backward(x, scale, shift, mean, spread, dh, kept, groups):
    """Gradient of x, plus `kept` where it is given, and each image's gradients of scale and shift."""
    n, c, t, bt = _tile(x)
    dx = torch.empty_like(x)
    dscale, dshift = x.new_empty((2, n, c), dtype=torch.float32)
    _norm_relu_backward[(n,)](
        x, scale, shift, mean, spread, dh, dh if kept is None else kept, dx, dscale, dshift,
        T=t, C=c, G=groups, BT=bt, KEPT=kept is not None,
    )
    return dx, dscale, dshift


def weighted_sum(rows, weights, split=8):
    """weights @ rows in float32, without a float32 copy of the rows."""
    b, p = rows.shape
    out = torch.empty((split, p), dtype=torch.float32, device=rows.device)
    _weighted_sum[(triton.cdiv(p, 256), split)](rows, weights, out, b, p, SPLIT=split, BB=16, BP=256)
    return out.sum(0)


def conv_gradient(x, g, examples, stride):
    """Per-example gradients of a 3 x 3 convolution, (example, output channel, kernel row, kernel column, input channel)."""
    (images, ci, height, width), (_, co, height_out, width_out) = x.shape, g.shape
    t = height_out * width_out
    out = torch.empty((examples, co, 9 * ci), dtype=torch.bfloat16, device=x.device)
    bi, bo = min(ci, 64), min(co, 128)
    _conv_gradient[(3 * (ci // bi) * (co // bo), examples)](
        x, g, out,
        H=height, W=width, WO=width_out, CI=ci, CO=co, STRIDE=stride,
        VIEWS=images // examples, T=t, BT=min(t, 64), BI=bi, BO=bo,
        num_warps=8 if bo == 128 else 4, num_stages=3,
    )
    return out
