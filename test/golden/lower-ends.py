"""Writes lower-ends.json: epsilons at deltas where lower ends were once above the truth.

Compositions of randomised response with Gaussians or Laplace mechanisms: the sum over the atoms of the
responses of the other mechanism's delta in closed form, in 50 digits. DP-SGD: Laplace inversion through the
saddle point in doubles, good to 1e-9 of delta.
"""

import json
import math
import pathlib

import mpmath as m
import numpy as np
from mpmath import mpf

m.mp.dps = 50


def responses(epsilon, alphabet, count):
    """The losses of so many runs, with their probabilities."""
    other = 1 / (m.exp(epsilon) + alphabet - 1)
    one = {1: other * m.exp(epsilon), -1: other, 0: (alphabet - 2) * other}
    runs = {0: mpf(1)}
    for _ in range(count):
        longer = {}
        for at, p in runs.items():
            for step, q in one.items():
                longer[at + step] = longer.get(at + step, 0) + p * q
        runs = longer
    return [(at * epsilon, p) for at, p in runs.items() if p > 0]


def gaussian(mu):
    def tail(x):
        return m.erfc(x / m.sqrt(2)) / 2

    return lambda e: tail(e / mu - mu / 2) - m.exp(e) * tail(e / mu + mu / 2)


def laplace(scale, count):
    """The loss has the law e^((l - top) / 2) nu(dl), nu the power of two half atoms and a density 1/4."""
    size = 1 / mpf(scale)
    # Terms c e^(a s) / s^j of nu's transform: for j > 0 the density (a - l)^(j - 1) / (j - 1)! below a.
    one = {(1, 0): mpf(1) / 2, (-1, 0): mpf(1) / 2, (1, 1): mpf(1) / 4, (-1, 1): -mpf(1) / 4}
    terms = {(0, 0): mpf(1)}
    for _ in range(count):
        longer = {}
        for (a, j), c in terms.items():
            for (b, i), d in one.items():
                longer[(a + b, i + j)] = longer.get((a + b, i + j), 0) + c * d
        terms = longer

    def delta(e):
        total, top = mpf(0), count * size
        for (a, j), c in terms.items():
            width = a * size - e
            if width > 0 and j == 0:
                total += c * (m.exp((a * size - top) / 2) - m.exp(e - (a * size + top) / 2))
            elif width > 0:
                # The integrals over u = a size - l of u^(j - 1) / (j - 1)! times e^(-u / 2), and times e^(u / 2).
                falling, rising = [
                    width**j / m.factorial(j) * m.hyp1f1(j, j + 1, sign * width / 2) for sign in (-1, 1)
                ]
                total += c * (m.exp((a * size - top) / 2) * falling - m.exp(e - (a * size + top) / 2) * rising)
        return total

    return delta


def composed(rest, *parts):
    atoms = [(mpf(0), mpf(1))]
    for epsilon, alphabet, count in parts:
        new = responses(mpf(epsilon), alphabet, count)
        atoms = [(a + b, p * q) for a, p in atoms for b, q in new]
    return lambda e: m.fsum(p * rest(e - loss) for loss, p in atoms)


def exact_epsilon(delta, target):
    excess = lambda epsilon: m.log(delta(epsilon)) - m.log(target)
    low, high = mpf(0), mpf(100)
    while high - low > mpf("1e-3"):
        middle = (low + high) / 2
        low, high = (middle, high) if delta(middle) > target else (low, middle)
    return float(m.findroot(excess, (low, high), solver="anderson", tol=1e-40))


def dpsgd(noise, rate, steps):
    """ln delta of removing a record, which steps take with probability `rate`; adding one has a smaller delta."""
    variance = noise * noise

    def law(c):
        """Losses and the weights of e^(c L), scaled, with the logarithm of their sum."""
        left, right = -60 * noise - 2 * c, 60 * noise + 2 * c
        for _ in range(3):
            x = np.linspace(left, right, 6_001)
            u = (x - 0.5) / variance
            loss = np.logaddexp(math.log1p(-rate), math.log(rate) + u)
            log = -0.5 * x * x / variance + (c + 1) * loss
            weights = np.exp(log - log.max())
            keep = np.flatnonzero(weights > 1e-25)
            left, right = x[max(0, keep[0] - 1)], x[min(6_000, keep[-1] + 1)]
        scale = (x[1] - x[0]) / (noise * math.sqrt(2 * math.pi))
        total = weights.sum()
        return loss[keep], weights[keep] / total, log.max() + math.log(total * scale)

    def delta(e):
        def height(log_c):
            c = math.exp(log_c)
            return steps * law(c)[2] - c * e - log_c - math.log1p(c)

        low, high = -5.0, 9.0
        for _ in range(18):
            a, b = low + 0.382 * (high - low), high - 0.382 * (high - low)
            low, high = (low, b) if height(a) < height(b) else (a, high)
        c = math.exp(low)
        losses, weights, log = law(c)
        deviation = math.sqrt(steps * (weights @ losses**2 - (weights @ losses) ** 2))
        unit = 2 * math.pi / max(60 / c, 40 * deviation)
        total, k = 0.0, 0
        while True:
            t = unit * np.arange(k, k + 64)
            powers = (np.exp(1j * np.outer(t, losses)) @ weights) ** steps * np.exp(-1j * t * e)
            z = c + 1j * t
            terms = (powers / (z * (z + 1))).real
            total += terms.sum() - (terms[0] / 2 if k == 0 else 0)
            k += 64
            if np.abs(powers[-8:]).max() < 1e-14:
                return steps * log - c * e + math.log(total * unit / math.pi)

    return delta


RESPONSES = [
    (1.0753372508055428e-5, "gaussian(mu=1.003e-07)*7", [(0.002728, 2, 1), (0.1842, 20, 9)]),
    (1.4838786922276834e-8, "gaussian(mu=3.422e-05)*1", [(0.0471, 5, 1), (0.02282, 3, 1), (0.009844, 2, 2)]),
    (1.1716821078395875e-6, "gaussian(mu=1.412e-06)*7", [(1.123, 20, 9), (0.06859, 100, 3), (0.005103, 2, 9)]),
    (2.1046432088760115e-14, "gaussian(mu=3.693)*1", [(0.05849, 5, 1)]),
    (1.512393561104364e-9, "gaussian(mu=3.976)*1", [(0.01368, 20, 20)]),
    (1.0869616349684164e-3, "laplace(scale=2.762)*1", [(0.0006835, 5, 20)]),
    (1.0724392565091525e-12, "laplace(scale=0.233)*2", [(0.0002093, 5, 3), (0.001925, 100, 5)]),
]

cases = []
for target, last, parts in RESPONSES:
    kind, rest = last.split("(")
    value, count = rest.split("=")[1].split(")*")
    value, count = float(value), int(count)
    other = gaussian(mpf(value) * m.sqrt(count)) if kind == "gaussian" else laplace(value, count)
    texts = [f"randomized-response(epsilon={e}, alphabet={k})*{n}" for e, k, n in parts]
    claim = f"compose({', '.join([*texts, last])})"
    cases.append({"claim": claim, "delta": target, "epsilon": exact_epsilon(composed(other, *parts), target)})
DPSGD = [(1, [7, 20]), (2, [1.9, 6]), (5, [0.5, 1.2]), (10, [0.22, 0.5]), (20, [0.1, 0.24])]
for noise, epsilons in DPSGD:
    for epsilon in epsilons:
        delta = math.exp(dpsgd(noise, 0.1, 10)(epsilon))
        cases.append({"claim": f"dpsgd(noise={noise}, rate=0.1, steps=10)", "delta": delta, "epsilon": epsilon})

about = (
    "epsilon(delta) where lower ends were once above the truth: responses beside a Gaussian or Laplace in closed "
    "form, 50 digits; DP-SGD by Laplace inversion in doubles, good to 1e-9 of delta. By lower-ends.py."
)
path = pathlib.Path(__file__).with_name("lower-ends.json")
path.write_text(json.dumps({"about": about, "cases": cases}, indent=1) + "\n")
