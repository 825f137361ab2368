"""Writes clopper-pearson.json: limits on two errors, and what follows, by scipy's inverse of the beta distribution."""

import json
import math
import pathlib
import random

from scipy.stats import beta, norm

random.seed("clopper-pearson")


def upper(wrong, runs, level):
    return 1.0 if wrong >= runs else float(beta.isf(level, wrong + 1, runs - wrong))


cases = []
for n in [0, 1, 2, 5, 20, 100, 300, 1000, 20000]:
    for tau in [0.05, 0.01, 1e-6]:
        for share in [0, 0.01, 0.1, 0.45, 1]:
            n0, n1 = n, max(0, n + random.randint(-min(n, 3), 3))
            fp = min(n0, round(share * n0))
            fn = min(n1, round(random.random() * share * n1))
            a, b = upper(fp, n0, tau / 2), upper(fn, n1, tau / 2)
            d = 1e-5
            numbers = [(1 - d - b) / a, (1 - d - a) / b]
            epsilon = max([0.0] + [math.log(x) for x in numbers if x > 0])
            mu = max(0.0, float(norm.isf(a) - norm.ppf(b))) if a < 1 and b < 1 else 0.0
            cases.append({"n0": n0, "fp": fp, "n1": n1, "fn": fn, "tau": tau, "alpha": a, "beta": b,
                          "delta": d, "epsilon": epsilon, "mu": mu})
about = "upper limits (Clopper, Pearson) of both errors at tau/2 each, epsilon and mu that follow; scipy, about 1e-12"
path = pathlib.Path(__file__).with_name("clopper-pearson.json")
lines = ",\n".join(json.dumps(case) for case in cases)
path.write_text(f'{{"about": {json.dumps(about)},\n"cases": [\n{lines}\n]}}\n')
