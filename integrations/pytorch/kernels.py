"""Triton kernels for the parts of a step that PyTorch reads from memory more often than it must. CUDA only.

Tensors are bfloat16 with channels last; a program of the norm works on one image, on all its channels or on a part.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def _relu_norm(
    x, added, scale, shift, scale2, shift2, total, h, second, mean, spread, eps,
    T: tl.constexpr, W: tl.constexpr, C: tl.constexpr, G: tl.constexpr, PARTS: tl.constexpr, BT: tl.constexpr,
    FOLD: tl.constexpr, ADDED: tl.constexpr, STRIDE: tl.constexpr, ONCE: tl.constexpr, TWICE: tl.constexpr,
):
    image = tl.program_id(1).to(tl.int64)
    BC: tl.constexpr = C // PARTS
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    p = tl.arange(0, BT)
    tile = p[:, None] * C + c[None, :]
    x += image * T * C
    h += image * T * C
    added += image * T * C
    total += image * T * C
    first = tl.zeros((BT // FOLD, BC), tl.float32)
    squares = tl.zeros((BT // FOLD, BC), tl.float32)
    for start in range(0, T, BT):
        v = tl.load(x + start * C + tile, eviction_policy=ONCE if ADDED else TWICE).to(tl.float32)
        if ADDED:
            rounded = (v + tl.load(added + start * C + tile, eviction_policy=ONCE).to(tl.float32)).to(tl.bfloat16)
            tl.store(total + start * C + tile, rounded, eviction_policy=TWICE)
            v = rounded.to(tl.float32)
        v = tl.maximum(v, 0.0)
        first += _folded(v, BT, BC, FOLD)
        squares += _folded(v * v, BT, BC, FOLD)
    sum_y, sum_yy = _sums(first, squares)
    m, of_squares = _group_means(sum_y, sum_yy, T, BC, G // PARTS)
    variance = of_squares - m * m
    r = 1 / tl.sqrt(tl.maximum(variance, 0.0) + eps)
    tl.store(mean + image * C + c, m)
    tl.store(spread + image * C + c, r)
    a1 = tl.load(scale + c) * r
    b1 = tl.load(shift + c) - m * a1
    if STRIDE > 0:
        a2 = tl.load(scale2 + c) * r
        b2 = tl.load(shift2 + c) - m * a2
        second += image * (T // (STRIDE * STRIDE)) * C
    if ADDED:
        # The sums were written by this program; after the barrier all of its threads see them.
        tl.debug_barrier()
        x = total
    for start in range(0, T, BT):
        v = tl.maximum(tl.load(x + start * C + tile, eviction_policy=ONCE).to(tl.float32), 0.0)
        tl.store(h + start * C + tile, (v * a1[None, :] + b1[None, :]).to(tl.bfloat16), eviction_policy=ONCE)
        if STRIDE > 0:
            at, there = _strided(start + p, W, STRIDE)
            value = (v * a2[None, :] + b2[None, :]).to(tl.bfloat16)
            tl.store(second + at[:, None] * C + c[None, :], value, mask=there[:, None], eviction_policy=ONCE)


@triton.jit
def _strided(t, W: tl.constexpr, STRIDE: tl.constexpr):
    """Where position t goes if every STRIDE-th row and column is kept, and whether it is."""
    row = t // W
    column = t % W
    return row // STRIDE * (W // STRIDE) + column // STRIDE, (row % STRIDE == 0) & (column % STRIDE == 0)


@triton.jit
def _folded(v, BT: tl.constexpr, C: tl.constexpr, FOLD: tl.constexpr):
    """Adds up the rows of a tile that lie in the same thread: FOLD of them, so that sums take few registers."""
    return tl.sum(tl.reshape(v, (FOLD, BT // FOLD, C)), 0)


@triton.jit
def _both(a, b, c, d):
    return a + c, b + d


@triton.jit
def _sums(a, b):
    """Sums over the rows, both in one go."""
    return tl.reduce((a, b), 0, _both)


@triton.jit
def _group_means(a, b, T: tl.constexpr, C: tl.constexpr, G: tl.constexpr):
    """Each channel gets the mean over its group, from sums over an image's T positions."""
    if C == G:
        mean_a = a / T
        mean_b = b / T
    else:
        size: tl.constexpr = C // G
        of_a, of_b = tl.reduce((tl.reshape(a, (G, size)), tl.reshape(b, (G, size))), 1, _both)
        mean_a = tl.reshape(tl.broadcast_to(of_a[:, None] / (T * size), (G, size)), (C,))
        mean_b = tl.reshape(tl.broadcast_to(of_b[:, None] / (T * size), (G, size)), (C,))
    return mean_a, mean_b


@triton.jit
def _relu_norm_backward(
    x, scale, scale2, mean, spread, kept, dh, dsecond, dx, of_vectors, N,
    T: tl.constexpr, W: tl.constexpr, C: tl.constexpr, G: tl.constexpr, PARTS: tl.constexpr, BT: tl.constexpr,
    FOLD: tl.constexpr, KEPT: tl.constexpr, STRIDE: tl.constexpr, ONCE: tl.constexpr, TWICE: tl.constexpr,
):
    """Reads x and dh twice, or, where a tile holds all positions (BT = T), once."""
    image = tl.program_id(1).to(tl.int64)
    BC: tl.constexpr = C // PARTS
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    p = tl.arange(0, BT)
    tile = p[:, None] * C + c[None, :]
    x += image * T * C
    dh += image * T * C
    kept += image * T * C
    dx += image * T * C
    m = tl.load(mean + image * C + c)
    r = tl.load(spread + image * C + c)
    a1 = tl.load(scale + c)
    if STRIDE > 0:
        a2 = tl.load(scale2 + c)
        dsecond += image * (T // (STRIDE * STRIDE)) * C
        of_second = tl.zeros((BT // FOLD, BC), tl.float32)
        of_second_y = tl.zeros((BT // FOLD, BC), tl.float32)
    of_first = tl.zeros((BT // FOLD, BC), tl.float32)
    of_first_y = tl.zeros((BT // FOLD, BC), tl.float32)
    if BT == T:
        held_y = tl.maximum(tl.load(x + tile, eviction_policy=ONCE).to(tl.float32), 0.0)
        held_d = tl.load(dh + tile, eviction_policy=ONCE).to(tl.float32)
        of_first += _folded(held_d, BT, BC, FOLD)
        of_first_y += _folded(held_d * held_y, BT, BC, FOLD)
        if STRIDE > 0:
            e = _of_second(dsecond, p, c, W, C, STRIDE)
            of_second += _folded(e, BT, BC, FOLD)
            of_second_y += _folded(e * held_y, BT, BC, FOLD)
    else:
        for start in range(0, T, BT):
            y = tl.maximum(tl.load(x + start * C + tile, eviction_policy=TWICE).to(tl.float32), 0.0)
            d = tl.load(dh + start * C + tile, eviction_policy=TWICE).to(tl.float32)
            of_first += _folded(d, BT, BC, FOLD)
            of_first_y += _folded(d * y, BT, BC, FOLD)
            if STRIDE > 0:
                e = _of_second(dsecond, start + p, c, W, C, STRIDE)
                of_second += _folded(e, BT, BC, FOLD)
                of_second_y += _folded(e * y, BT, BC, FOLD)
    # With v = (y - m) r, the sum of d v is (sum of d y - m sum of d) r.
    out = of_vectors + image * C + c
    sum_d, sum_dy = _sums(of_first, of_first_y)
    sum_dv = (sum_dy - m * sum_d) * r
    tl.store(out, sum_dv)
    tl.store(out + N * C, sum_d)
    sum_dv *= a1
    sum_d *= a1
    if STRIDE > 0:
        sum_e, sum_ey = _sums(of_second, of_second_y)
        sum_ev = (sum_ey - m * sum_e) * r
        tl.store(out + 2 * N * C, sum_ev)
        tl.store(out + 3 * N * C, sum_e)
        sum_dv += sum_ev * a2
        sum_d += sum_e * a2
        a2 = (a2 * r)[None, :]
    mean_d, mean_dv = _group_means(sum_d, sum_dv, T, BC, G // PARTS)
    # r (a d - mean of a d - v mean of a d v), as a line in d and y.
    by_y = (-r * r * mean_dv)[None, :]
    rest = (r * r * mean_dv * m - r * mean_d)[None, :]
    by_d = (a1 * r)[None, :]
    for start in range(0, T, BT):
        if BT == T:
            y = held_y
            d = held_d
        else:
            y = tl.load(x + start * C + tile, eviction_policy=ONCE).to(tl.float32)
            d = tl.load(dh + start * C + tile, eviction_policy=ONCE).to(tl.float32)
        value = by_d * d + by_y * y + rest
        if STRIDE > 0:
            value += a2 * _of_second(dsecond, start + p, c, W, C, STRIDE)
        value = tl.where(y > 0, value, 0.0)
        if KEPT:
            value += tl.load(kept + start * C + tile, eviction_policy=ONCE).to(tl.float32)
        tl.store(dx + start * C + tile, value.to(tl.bfloat16), eviction_policy=ONCE)


@triton.jit
def _of_second(dsecond, t, c, W: tl.constexpr, C: tl.constexpr, STRIDE: tl.constexpr):
    """The gradient of the second norm at positions t; 0 where it has none."""
    at, there = _strided(t, W, STRIDE)
    return tl.load(dsecond + at[:, None] * C + c[None, :], mask=there[:, None], other=0.0).to(tl.float32)


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
    x, g, out, squares,
    H: tl.constexpr, W: tl.constexpr, WO: tl.constexpr, CI: tl.constexpr, CO: tl.constexpr, STRIDE: tl.constexpr,
    VIEWS: tl.constexpr, T: tl.constexpr, BT: tl.constexpr, BI: tl.constexpr, BO: tl.constexpr,
):
    """One example, one row of the 3 x 3 kernel, BO of the output channels by BI of the input channels.

    The three columns of the kernel read the same inputs, shifted: `.ca` keeps them in the cache of level 1.
    """
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
        first = tl.load(there, mask=(inside & (column >= 0))[:, None], other=0.0, cache_modifier=".ca")
        left = tl.dot(d, first, left)
        second = tl.load(there + CI, mask=inside[:, None], other=0.0, cache_modifier=".ca")
        middle = tl.dot(d, second, middle)
        third = tl.load(there + 2 * CI, mask=(inside & (column + 2 < W))[:, None], other=0.0, cache_modifier=".ca")
        right = tl.dot(d, third, right)
    out += ((example * CO + co) * 9 + r * 3)[:, None] * CI + ci[None, :]
    sum_of_squares = _stored(out, left) + _stored(out + CI, middle) + _stored(out + 2 * CI, right)
    tl.store(squares + example * tl.num_programs(0) + tile, sum_of_squares)


@triton.jit
def _stored(out, values):
    """Stores values in bfloat16; the sum of the squares of what was stored."""
    rounded = values.to(tl.bfloat16)
    tl.store(out, rounded)
    wide = rounded.to(tl.float32)
    return tl.sum(wide * wide)


@triton.jit
def _patches(image, t, k, side: tl.constexpr):
    """What a 3 x 3 kernel on three channels sees at positions t; k counts kernel row, kernel column, channel."""
    row = (t // side)[:, None] + (k // 9)[None, :] - 1
    column = (t % side)[:, None] + (k % 9 // 3)[None, :] - 1
    inside = (row >= 0) & (row < side) & (column >= 0) & (column < side) & (k < 27)[None, :]
    return tl.load(image + (row * side + column) * 3 + (k % 3)[None, :], mask=inside, other=0.0)


@triton.jit
def _stem(x, weight, out, SIDE: tl.constexpr, CO: tl.constexpr, BT: tl.constexpr):
    image = tl.program_id(0).to(tl.int64)
    k = tl.arange(0, 32)
    co = tl.arange(0, CO)
    w = tl.load(weight + co[None, :] * 27 + k[:, None], mask=(k < 27)[:, None], other=0.0)
    x += image * (SIDE * SIDE * 3)
    out += image * (SIDE * SIDE * CO)
    for start in range(0, SIDE * SIDE, BT):
        t = start + tl.arange(0, BT)
        value = tl.dot(_patches(x, t, k, SIDE), w)
        tl.store(out + t[:, None] * CO + co[None, :], value.to(tl.bfloat16))


@triton.jit
def _stem_gradient(x, g, out, squares, VIEWS: tl.constexpr, SIDE: tl.constexpr, CO: tl.constexpr, BT: tl.constexpr):
    example = tl.program_id(0).to(tl.int64)
    k = tl.arange(0, 32)
    co = tl.arange(0, CO)
    x += example * (VIEWS * SIDE * SIDE * 3)
    g += example * (VIEWS * SIDE * SIDE * CO)
    total = tl.zeros((CO, 32), tl.float32)
    for start in range(0, VIEWS * SIDE * SIDE, BT):
        t = start + tl.arange(0, BT)
        d = tl.load(g + t[:, None] * CO + co[None, :])
        patches = _patches(x + start // (SIDE * SIDE) * (SIDE * SIDE * 3), t % (SIDE * SIDE), k, SIDE)
        total = tl.dot(tl.trans(d), patches, total)
    rounded = total.to(tl.bfloat16)
    tl.store(out + (example * CO + co)[:, None] * 27 + k[None, :], rounded, mask=(k < 27)[None, :])
    wide = rounded.to(tl.float32)
    tl.store(squares + example, tl.sum(wide * wide))


@triton.jit
def _augmented(
    images, greys, which, places, factors, out, N, constants,
    SIDE: tl.constexpr, PADDED: tl.constexpr, BLOCK: tl.constexpr,
):
    """One view; `constants` are grey's weights, then means and deviations of the colours, in units of a byte."""
    view = tl.program_id(0)
    image = tl.load(which + view)
    top = tl.load(places + view)
    left = tl.load(places + N + view)
    flip = tl.load(places + 2 * N + view)
    brightness = tl.load(factors + view)
    contrast = tl.load(factors + N + view)
    saturation = tl.load(factors + 2 * N + view)
    mean_grey = tl.load(greys + image)
    o = tl.arange(0, BLOCK)
    inside = o < SIDE * SIDE * 3
    colour = o % 3
    row = o // 3 // SIDE
    column = o // 3 % SIDE
    column = tl.where(flip == 1, SIDE - 1 - column, column)
    there = images + ((image * PADDED + top + row) * PADDED + left + column) * 3
    red = tl.load(there, mask=inside, other=0).to(tl.float32)
    green = tl.load(there + 1, mask=inside, other=0).to(tl.float32)
    blue = tl.load(there + 2, mask=inside, other=0).to(tl.float32)
    grey = tl.load(constants) * red + tl.load(constants + 1) * green + tl.load(constants + 2) * blue
    pixel = tl.where(colour == 0, red, tl.where(colour == 1, green, blue))
    value = saturation * pixel + (1 - saturation) * grey
    value = brightness * (contrast * value + (1 - contrast) * mean_grey)
    value = (value - tl.load(constants + 3 + colour)) / tl.load(constants + 6 + colour)
    tl.store(out + view.to(tl.int64) * (SIDE * SIDE * 3) + o, value.to(tl.bfloat16), mask=inside)


def supports(x):
    return x.is_cuda and x.dtype == torch.bfloat16


# Hints for the cache of level 2: values that are read again soon shall stay in it, others make room for them.
ONCE, TWICE = "evict_first", "evict_last"

# By the number of channels: parts, elements of a tile and warps of the norms' programs; the best of those tried on an H200.
FORWARD = {16: (1, 8192, 4), 64: (1, 16384, 16), 128: (2, 8192, 8), 256: (2, 4096, 4)}
BACKWARD = {16: (1, 4096, 4), 64: (2, 8192, 8), 128: (2, 4096, 4), 256: (4, 2048, 4)}
# By input and output channels: positions, input channels and output channels of a tile, warps and stages of the gradients' programs.
GRADIENT = {
    (16, 64): (64, 16, 64, 4, 3),
    (64, 64): (64, 64, 64, 4, 4),
    (64, 128): (32, 64, 128, 8, 4),
    (128, 128): (32, 128, 128, 8, 4),
    (128, 256): (32, 64, 128, 8, 4),
    (256, 256): (32, 128, 128, 8, 4),
}


def _tile(x, backward):
    """In how many parts the channels of an image are worked on, positions and warps of a program."""
    n, c, height, width = x.shape
    parts, elements, warps = (BACKWARD if backward else FORWARD).get(c, (1, 4096, 4))
    t = height * width
    bc = c // parts
    bt = min(t, elements // bc)
    return {
        "T": t, "W": width, "C": c, "PARTS": parts, "BT": bt, "FOLD": max(1, bt * bc // (256 * warps)),
        "num_warps": warps, "ONCE": ONCE, "TWICE": TWICE,
    }


def relu_norm(x, added, scale, shift, scale2, shift2, groups, stride, eps):
    """The sum, its first and second norm, and each image's mean and 1 / deviation, spread over the channels."""
    n, c, _, _ = x.shape
    tile = _tile(x, False)
    h = torch.empty_like(x)
    total = x if added is None else torch.empty_like(x)
    second = None
    if scale2 is not None:
        size = (n, c, x.shape[2] // stride, x.shape[3] // stride)
        second = torch.empty(size, dtype=x.dtype, device=x.device, memory_format=torch.channels_last)
    mean, spread = x.new_empty((2, n, c), dtype=torch.float32)
    _relu_norm[(tile["PARTS"], n)](
        x, _or(added, x), scale, shift, _or(scale2, scale), _or(shift2, shift), total, h,
        _or(second, h), mean, spread, eps,
        G=groups, ADDED=added is not None, STRIDE=0 if second is None else stride, **tile,
    )
    return total, h, second, mean, spread


def relu_norm_backward(x, scale, scale2, mean, spread, kept, dh, dsecond, groups, stride):
    """Gradient of the sum, plus `kept` where it is given, and each image's gradients of scales and shifts."""
    n, c, _, _ = x.shape
    tile = _tile(x, True)
    dx = torch.empty_like(x)
    of_vectors = x.new_empty((2 if dsecond is None else 4, n, c), dtype=torch.float32)
    _relu_norm_backward[(tile["PARTS"], n)](
        x, scale, _or(scale2, scale), mean, spread, _or(kept, dh), dh, _or(dsecond, dh), dx,
        of_vectors, n,
        G=groups, KEPT=kept is not None, STRIDE=0 if dsecond is None else stride, **tile,
    )
    return dx, of_vectors


def _or(tensor, other):
    """A kernel's argument that it does not look at must be a tensor all the same."""
    return other if tensor is None else tensor


def weighted_sum(rows, weights, split=8):
    """weights @ rows in float32, without a float32 copy of the rows."""
    b, p = rows.shape
    out = torch.empty((split, p), dtype=torch.float32, device=rows.device)
    _weighted_sum[(triton.cdiv(p, 1024), split)](rows, weights, out, b, p, SPLIT=split, BB=4, BP=1024)
    return out.sum(0)


def conv_gradient(x, g, examples, stride):
    """Per-example gradients of a 3 x 3 convolution, (example, output channel, kernel row, kernel column, input channel).

    And the squares of their norms.
    """
    (images, ci, height, width), (_, co, height_out, width_out) = x.shape, g.shape
    t = height_out * width_out
    out = torch.empty((examples, co, 9 * ci), dtype=torch.bfloat16, device=x.device)
    bt, bi, bo, warps, stages = GRADIENT.get((ci, co), (32, min(ci, 64), min(co, 64), 4, 3))
    tiles = 3 * (ci // bi) * (co // bo)
    squares = torch.empty((examples, tiles), dtype=torch.float32, device=x.device)
    _conv_gradient[(tiles, examples)](
        x, g, out, squares,
        H=height, W=width, WO=width_out, CI=ci, CO=co, STRIDE=stride,
        VIEWS=images // examples, T=t, BT=bt, BI=bi, BO=bo, num_warps=warps, num_stages=stages,
    )
    return out, squares.sum(1)


def is_stem(x, co, kernel, stride):
    return x.shape[1:] == (3, 32, 32) and (co, kernel, stride) == (16, 3, 1)


def stem(x, weight):
    """The first convolution: three channels are too few for cuDNN's good kernels."""
    out = torch.empty((len(x), 16, 32, 32), dtype=x.dtype, device=x.device, memory_format=torch.channels_last)
    _stem[(len(x),)](x, weight.permute(0, 2, 3, 1).contiguous(), out, SIDE=32, CO=16, BT=128)
    return out


def stem_gradient(x, g, examples):
    """Its per-example gradients, and the squares of their norms."""
    out = torch.empty((examples, 16 * 27), dtype=torch.bfloat16, device=x.device)
    squares = torch.empty(examples, dtype=torch.float32, device=x.device)
    _stem_gradient[(examples,)](x, g, out, squares, VIEWS=len(x) // examples, SIDE=32, CO=16, BT=128)
    return out, squares


def augmented(images, greys, which, places, factors, constants):
    """Views (n, 3, side, side), channels last, of padded images; what Augment.written_out writes out."""
    padded, side = images.shape[1], 32
    out = torch.empty((len(which), side, side, 3), dtype=torch.bfloat16, device=images.device)
    _augmented[(len(which),)](
        images, greys, which, places, factors, out, len(which), constants, SIDE=side, PADDED=padded, BLOCK=4096
    )
    return out.permute(0, 3, 1, 2)
