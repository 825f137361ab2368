"""p-values if canaries do not influence each other, for Gaussians: writes independent-extended.json.

The share s of all canaries beyond the cut is Beta(c' + 1, m - c'). With z the score at the cut, s, its law
and the chance of a right guess have closed forms, so that nothing is solved for.
"""

import json
from pathlib import Path

from mpmath import betainc, exp, inf, linspace, log, loggamma, mp, mpf, ncdf, npdf, quad

mp.dps = 30

CASES = [
    (10, 20, 15, 15, "in"),
    (12, 20, 15, 14, "out"),
    (4, 40, 30, 22, "in"),
    (30, 100, 60, 58, "in"),
    (6, 1000, 501, 497, "in"),
    (0.05, 50, 40, 30, "in"),
    (2, 2, 1, 1, "both"),
    (1, 2, 1, 1, "both"),
    (8, 1000, 900, 899, "both"),
    (25, 300, 299, 299, "both"),
    (0.01, 5000, 2500, 1290, "both"),
    (3, 10_000_000, 5, 5, "both"),
    (1, 10_000_000, 300, 299, "in"),
    (1, 10_000_000, 300, 280, "both"),
    (0.5, 1000, 50, 50, "both"),
    (1, 1000, 216, 216, "both"),
]


def p_value(mu, m, guesses, correct, sides):
    mu = mpf(mu)
    half = mpf(1) / 2 if sides != "both" else mpf(1)
    log_beta = loggamma(m + 1) - loggamma(guesses + 1) - loggamma(m - guesses)

    def log_integrand(z):
        wrong, right = ncdf(z), ncdf(z + mu)
        both = wrong + right
        share, beyond = half * both, (ncdf(-z) + ncdf(-z - mu)) / 2 if sides != "both" else ncdf(-z - mu) - wrong
        if share <= 0 or beyond <= 0:
            return -inf
        tail = betainc(correct, guesses - correct + 1, 0, right / both, regularized=True)
        if tail <= 0:
            return -inf
        return (
            log_beta
            + guesses * log(share)
            + (m - guesses - 1) * log(beyond)
            + log(half * (npdf(z) + npdf(z + mu)))
            + log(tail)
        )

    last = -mu / 2 if sides == "both" else mpf(12)
    first = -mu - 14
    grid = linspace(first, last, 1200)
    heights = [log_integrand(z) for z in grid]
    top = max(heights)
    near = [i for i, height in enumerate(heights) if height > top - 70]
    ends = grid[max(0, near[0] - 1)], grid[min(len(grid) - 1, near[-1] + 1)]
    return quad(lambda z: exp(log_integrand(z)), linspace(*ends, 60), method="gauss-legendre", maxdegree=4)


rows = []
for mu, m, guesses, correct, sides in CASES:
    found = p_value(mu, m, guesses, correct, sides)
    rows.append(
        {"claim": f"gaussian(mu={mu})", "m": m, "guesses": guesses, "correct": correct, "sides": sides, "pValue": float(found)}
    )
    print(rows[-1], flush=True)
ABOUT = (
    "p-values of Gaussians if canaries do not influence each other, at the ends: much and little noise, one side, "
    "many canaries. To 1e-12 relative."
)
document = {"about": ABOUT, "pValues": rows}
Path(__file__).with_suffix(".json").write_text(json.dumps(document, indent=1) + "\n")
