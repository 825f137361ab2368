"""A plain transcription of the paper's auditing listing, for timing: scalar SciPy calls and a linear scan over noises.

Reads cases as JSON from standard input, [{"m", "guesses", "correct", "noise"}], noise being the answer that the scan from
0.6 upwards ends at. Writes, per case, the seconds of one decision, how they were obtained, and how many the scan makes.
"""
import json
import sys
import time

from scipy.stats import norm

STEP = 0.01
START = 0.6
BUDGET = 2.0


def inverse_blow_up(noise):
    return lambda x: norm.cdf(norm.ppf(x) - 1 / noise)


def recursion(inverse, alpha, beta, j, c_cap, steps):
    """The lists h and r from j downwards; at most `steps` steps of it."""
    h = [0.0] * (j + 1)
    r = [0.0] * (j + 1)
    h[j] = beta
    r[j] = alpha
    for i in range(j - 1, max(-1, j - 1 - steps), -1):
        h[i] = max(h[i + 1], inverse(r[i + 1]))
        r[i] = r[i + 1] + (i / (c_cap - i)) * (h[i] - h[i + 1])
    return r, h


def decision_seconds(m, c, c_cap, noise, tau=0.05, steps=10**9):
    begin = time.perf_counter()
    r, h = recursion(inverse_blow_up(noise), tau * c / m, tau * (c_cap - c) / m, c, c_cap, steps)
    _ = r[0] + h[0] > c_cap / m
    return time.perf_counter() - begin


def main():
    for case in json.load(sys.stdin):
        m, c_cap, c = case["m"], case["guesses"], case["correct"]
        decisions = max(1, int((case["noise"] - START) / STEP) + 2)
        probe = min(c, 2000)
        one = decision_seconds(m, c, c_cap, case["noise"], steps=probe) * c / probe
        how = f"extrapolated from {probe} steps"
        if one < BUDGET:
            one, how = decision_seconds(m, c, c_cap, case["noise"]), "measured"
        print(json.dumps({"decision": one, "decisions": decisions, "how": how}))


main()
