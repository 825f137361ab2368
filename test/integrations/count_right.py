"""How many guesses are right, of guesses at the top of the scores or at both ends."""

import numpy


def right(scores, included, guesses, sides):
    order = numpy.argsort(scores, kind="stable")
    top = guesses if sides == "in" else guesses - guesses // 2
    return int(included[order[-top:]].sum() + (~included[order[: guesses - top]]).sum())
