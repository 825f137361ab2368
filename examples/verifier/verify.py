"""Checks a certificate of onerun with exact fractions and Python's own library: python3 verify.py certificate.json"""

import json
import math
import re
import sys
from fractions import Fraction


def exp_above(x: Fraction) -> Fraction:
    """A number above e^x, by less than 1e-60 of it: the series of e^(x/1024), then ten squarings, each rounded up."""
    step, term, total = x / 1024, Fraction(1), Fraction(1)
    for n in range(1, 60):
        term *= step / n
        total += term
    total += term  # the terms left out are together smaller than the last one
    for _ in range(10):
        total = Fraction(math.ceil(total * total * 2**400), 2**400)
    return total


def least_delta(claim: str, epsilon: Fraction) -> float | None:
    """The smallest offset that a line of slope e^epsilon may have, for claims with a short formula; of others None."""
    if found := re.fullmatch(r"gaussian\((sigma|mu)=([\d.e+-]+)\)", claim):
        mu = float(found[2]) if found[1] == "mu" else 1 / float(found[2])
        tail = lambda z: math.erfc(z / math.sqrt(2)) / 2  # noqa: E731
        return tail(float(epsilon) / mu - mu / 2) - math.exp(epsilon) * tail(float(epsilon) / mu + mu / 2)
    if found := re.fullmatch(r"(?:approx|pure)-dp\(epsilon=([\d.e+-]+)(?:, delta=([\d.e+-]+))?\)", claim):
        own, delta = float(found[1]), float(found[2] or 0)
        flatter = 1 - (1 - delta) * (1 + math.exp(epsilon)) / (1 + math.exp(own))
        return delta if epsilon >= own else max(0.0, flatter)
    return None


def verify(text: str) -> str:
    """What the certificate proves, in a sentence; raises ValueError where it does not prove its bound."""
    found = json.loads(text, parse_float=Fraction, parse_constant=lambda name: int(name))
    game, tangents = found["observation"], found["tangents"]
    m, k, guesses, correct = (game[key] for key in ("m", "k", "guesses", "correct"))
    if not all(type(n) is int for n in (m, k, guesses, correct)) or not (k > 1 and 0 <= correct <= guesses <= m > 0):
        raise ValueError("invalid observation")
    canaries = Fraction(m, 2) if "sides" in game else Fraction(m)
    if "sides" in game and (k != 2 or game["sides"] not in ("in", "out")):
        raise ValueError("invalid sides")
    phi, psi = ([Fraction(0)] * (guesses + 2) for _ in range(2))  # by count; 0 beyond the last
    rest, checked = Fraction(0), True
    for g, line in enumerate(tangents, 1):
        epsilon, delta, free = Fraction(line["epsilon"]), Fraction(line["delta"]), 1
        if not (0 <= epsilon <= 700 and 0 <= delta <= 1):
            raise ValueError(f"invalid line {g}")
        least = least_delta(found["claim"], epsilon) if found["relation"] == "add-remove" else None
        checked &= least is not None
        if least is not None and delta < least * (1 - 1e-9):
            raise ValueError(f"line {g} is not above the curve of {found['claim']}")
        slope = exp_above(epsilon)
        for first, last, weight in line["weights"]:
            if not (type(first) is type(last) is int and free <= first <= last <= guesses and weight >= 0):
                raise ValueError(f"invalid weights of line {g}")
            for i in range(first, last + 1):
                phi[i] += weight
                psi[i] += slope * weight
            free = last + 1
        rest += delta * max((Fraction(weight) for _, _, weight in line["weights"]), default=0)
    nu = max(
        (i >= correct) - i / canaries * phi[i] + (guesses - i) / ((k - 1) * canaries) * psi[i + 1]
        for i in range(guesses + 1)
    )
    proved = min(1, max(nu, 0) + rest)
    if proved > found["bound"]:
        raise ValueError(f"the weights prove {float(proved)}, not {float(found['bound'])}")
    lines = "lines checked" if checked else "lines taken on trust"
    return f"{correct} or more right have probability at most {float(found['bound'])} under {found['claim']} ({lines})"


if __name__ == "__main__":
    try:
        print(verify(open(sys.argv[1], encoding="utf-8").read()))
    except (ValueError, TypeError, KeyError, ArithmeticError) as problem:
        sys.exit(f"refused: {problem}")
