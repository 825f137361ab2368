"""Writes normal-extended.json and binomial-extended.json: values at 60 digits, for doubles taken exactly. Needs mpmath."""
import json
import pathlib
import random

import mpmath as mp

mp.mp.dps = 60
HERE = pathlib.Path(__file__).parent
random.seed(20)


def cdf(z):
    return mp.erfc(-z / mp.sqrt(2)) / 2


def log_cdf(z):
    if z > 0:
        return mp.log1p(-cdf(-z))
    if z > -500:
        return mp.log(cdf(z))
    series = mp.fsum((-1) ** j * mp.fac2(2 * j - 1) / z ** (2 * j) for j in range(1, 11))
    return -z * z / 2 - mp.log(-z) - mp.log(2 * mp.pi) / 2 + mp.log1p(series)


def solve(target):
    """z with log_cdf(z) = target, target <= -ln 2."""
    z = -mp.sqrt(-2 * target) if target < -1 else mp.mpf(-0.3)
    for _ in range(200):
        slope = mp.npdf(z) / cdf(z) if z > -500 else -z
        step = (log_cdf(z) - target) / slope
        z -= step
        if abs(step) < mp.mpf(10) ** -45 * abs(z):
            break
    return z


def quantile(p):
    p = mp.mpf(p)
    if p == 0.5:
        return mp.mpf(0)
    return solve(mp.log(p)) if p < 0.5 else -solve(mp.log(1 - p))


def text(x):
    return mp.nstr(x, 25)


def log_tail(n, p, a):
    """ln P[Bin(n, p) >= a] from the exact ratio of neighbouring terms."""

    def upper(x, p, q):
        first = mp.loggamma(n + 1) - mp.loggamma(x + 1) - mp.loggamma(n - x + 1) + x * mp.log(p) + (n - x) * mp.log(q)
        unit = 1 << 200
        odds = int(p / q * unit)
        term = total = unit
        for i in range(x, n):
            term = term * (n - i) * odds // ((i + 1) * unit)
            total += term
            if term < total >> 150:
                break
        return first + mp.log(mp.mpf(total) / unit)

    p = mp.mpf(p)
    if a <= 0:
        return mp.mpf(0)
    return upper(a, p, 1 - p) if a >= n * p else mp.log1p(-mp.exp(upper(n - a + 1, 1 - p, p)))


zs = [random.uniform(-38.4, 9) for _ in range(60)] + [random.uniform(-1, 1) for _ in range(20)] + [-38.47, -37.6, -37.7]
log_zs = [-(10 ** random.uniform(0, 10)) for _ in range(40)] + [random.uniform(-3, 37) for _ in range(20)] + [-1e10]
ps = [10 ** random.uniform(-323, 0) for _ in range(50)] + [1 - 10 ** random.uniform(-15.9, -0.1) for _ in range(20)]
ps += [5e-324, 2.0**-1074 * 3, 2.0**-1022, 1 - 2.0**-53, 0.5 + 2.0**-53, 0.5 - 2.0**-54]
for _ in range(70):  # drawn for a function that is gone; what follows stays as it was
    random.random()
normal = {
    "about": "Standard normal at exact doubles, 25 digits. Made by extended.py.",
    "cdf": [{"z": z, "p": text(cdf(mp.mpf(z)))} for z in zs],
    "logcdf": [{"z": z, "logp": text(log_cdf(mp.mpf(z)))} for z in log_zs],
    "quantile": [{"p": p, "z": text(quantile(p))} for p in ps],
}
(HERE / "normal-extended.json").write_text(json.dumps(normal, indent=1) + "\n")

cases = []
for _ in range(60):
    n = int(10 ** random.uniform(0, 7))
    p = random.choice([random.random(), 10 ** random.uniform(-8, 0), 1 - 10 ** random.uniform(-8, 0)])
    a = int(n * p + (n * p * (1 - p)) ** 0.5 * random.uniform(-12, 12))
    cases.append((n, p, max(0, min(n, a))))
for p in (0.5, 0.52, 0.3, 1e-7, 1 - 1e-7, 0.999):
    for t in (-20, -5, -1, 0, 1, 8, 50):
        n = 10**7
        cases.append((n, p, max(0, min(n, int(n * p + t * (n * p * (1 - p)) ** 0.5)))))
rows = [{"n": n, "p": p, "atLeast": a, "logTail": text(log_tail(n, p, a))} for n, p, a in cases]
rows = [row for row in rows if row["logTail"] == "0.0" or abs(mp.mpf(row["logTail"])) > 1e-300]
binomial = {"about": "ln P[Bin(n,p) >= atLeast] at exact doubles, 25 digits. Made by extended.py.", "cases": rows}
(HERE / "binomial-extended.json").write_text(json.dumps(binomial, indent=1) + "\n")
