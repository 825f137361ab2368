"""Checks a certificate of onerun with exact fractions and Python's own library: python3 verify.py certificate.json"""

import json
import math
import re
import sys
from decimal import Context, Decimal
from fractions import Fraction


def demand(holds: bool, reason: str) -> None:
    if not holds:
        raise ValueError(reason)


def exp_above(x: float) -> Fraction:
    """A number above e^x: the library's exp rounds correctly to 60 digits, and the last of them is raised."""
    return Fraction(Context(prec=60).exp(Decimal(x))) * (1 + Fraction(1, 10**59))


def least_delta(claim: str, epsilon: float) -> float | None:
    """The least offset of a line of slope e^epsilon above the claim's curve; None where it has no short formula."""
    if found := re.fullmatch(r"gaussian\((sigma|mu)=([\d.e+-]+)\)", claim):
        mu = float(found[2]) if found[1] == "mu" else 1 / float(found[2])
        demand(0 < mu < math.inf, "invalid claim")
        low, high = (math.erfc((epsilon / mu + shift) / math.sqrt(2)) / 2 for shift in (-mu / 2, mu / 2))
        return low - math.exp(epsilon) * high
    if found := re.fullmatch(r"(?:approx|pure)-dp\(epsilon=([\d.e+-]+)(?:, delta=([\d.e+-]+))?\)", claim):
        own, delta = float(found[1]), float(found[2] or 0)
        demand(0 <= own <= 700 and 0 <= delta <= 1, "invalid claim")
        return delta if epsilon >= own else 1 - (1 - delta) * (1 + math.exp(epsilon)) / (1 + math.exp(own))
    return None


def verify(text: str) -> str:
    """What the certificate proves, in a sentence; raises an error where it does not prove its bound."""
    found = json.loads(text, parse_float=lambda digits: Fraction(float(digits)), parse_constant=int)
    claim, bound, game = found["claim"], found["bound"], found["observation"]
    m, k, guesses, correct = counts = [game[name] for name in ("m", "k", "guesses", "correct")]
    demand(all(type(n) is int for n in counts) and k > 1 and 0 <= correct <= guesses <= m > 0, "invalid counts")
    demand("sides" not in game or (k == 2 and game["sides"] in ("in", "out")), "invalid sides")
    canaries = Fraction(m, 2 if "sides" in game else 1)
    gains = [Fraction(i >= correct) for i in range(guesses + 1)]  # by the number of right guesses
    rest, lines = 0, "checked"
    for line in found["tangents"]:
        epsilon, delta, free, most = line["epsilon"], line["delta"], 1, 0
        demand(0 <= epsilon <= 700 and 0 <= delta <= 1, "invalid line")
        least = least_delta(claim, float(epsilon)) if found["relation"] == "add-remove" else None
        demand(least is None or delta >= least * (1 - 1e-9), "a line is not above the curve of the claim")
        lines, slope = "taken on trust" if least is None else lines, exp_above(float(epsilon))
        for first, last, weight in line["weights"]:
            demand(free <= first <= last <= guesses and weight >= 0, "invalid weights")
            for i in range(first, last + 1):
                gains[i] -= weight * i / canaries
                gains[i - 1] += weight * slope * (guesses - i + 1) / ((k - 1) * canaries)
            free, most = last + 1, max(most, weight)
        rest += most * delta
    demand(min(1, max(0, *gains) + rest) <= bound, "the weights do not prove the bound")
    taken = ", taken to be about exchanges" if k > 2 and found["relation"] == "add-remove" else ""
    under = f"{json.dumps(claim)}{taken} (lines {lines})"
    return f"{correct} or more right have probability at most {float(bound)} under {under}"


if __name__ == "__main__":
    try:
        print(verify(open(sys.argv[1], encoding="utf-8").read()))
    except Exception as problem:
        sys.exit(f"refused: {problem!r}")
