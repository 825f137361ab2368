"""A plain NumPy/SciPy accountant, for timing: privacy-loss distribution of the Poisson-subsampled Gaussian, FFT composition.

Connects the dots through second differences of delta(epsilon), as public accountants do. Reads {"noise", "rate", "steps",
"step"} as JSON from standard input; writes the seconds for both directions and epsilon at delta 1e-5.
"""
import json
import sys
import time

import numpy as np
from scipy.stats import norm


def delta_remove(eps, q, s):
    x = np.where(np.expm1(eps) / q > -1, 0.5 + s * s * np.log1p(np.maximum(np.expm1(eps) / q, -1 + 1e-300)), -np.inf)
    p = (1 - q) * norm.sf(x / s) + q * norm.sf((x - 1) / s)
    return p - np.exp(eps) * norm.sf(x / s)


def delta_add(eps, q, s):
    ratio = np.expm1(-eps) / q
    x = np.where(ratio > -1, 0.5 + s * s * np.log1p(np.maximum(ratio, -1 + 1e-300)), -np.inf)
    p = (1 - q) * norm.cdf(x / s) + q * norm.cdf((x - 1) / s)
    return norm.cdf(x / s) - np.exp(eps) * p


def composed(delta, q, s, steps, d, reach):
    top = int(np.ceil(reach / d))
    grid = np.arange(-top, top + 1) * d
    values = delta(grid, q, s)
    slopes = np.diff(values) / (np.exp(grid[:-1]) * np.expm1(d))
    mass = np.concatenate([[0], np.diff(slopes), [0]]) * np.exp(grid)
    mass = np.maximum(mass, 0)
    infinite = values[-1]
    size = 1 << int(np.ceil(np.log2(len(grid) * 4)))
    spectrum = np.fft.rfft(np.roll(np.pad(mass, (0, size - len(mass))), -top))
    out = np.maximum(np.fft.irfft(spectrum**steps, size), 0)
    losses = np.fft.fftfreq(size, 1 / size) * d
    return losses, out, -np.expm1(steps * np.log1p(-infinite))


def epsilon_of(losses, mass, infinite, delta):
    order = np.argsort(losses)
    losses, mass = losses[order], mass[order]
    upper = np.cumsum(mass[::-1])[::-1] + infinite
    lower = np.cumsum((mass * np.exp(-losses))[::-1])[::-1]
    values = upper - np.exp(losses) * lower
    first = np.argmax(values <= delta)
    return np.log((upper[first] - delta) / lower[first])


case = json.load(sys.stdin)
times = []
for _ in range(5):
    begin = time.perf_counter()
    eps = 0.0
    for delta in (delta_remove, delta_add):
        law = composed(delta, case["rate"], case["noise"], case["steps"], case["step"], case["reach"])
        eps = max(eps, epsilon_of(*law, 1e-5))
    times.append(time.perf_counter() - begin)
print(json.dumps({"seconds": sorted(times)[2], "epsilon": float(eps)}))
