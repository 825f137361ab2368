"""How many guesses are right on the small model, by score and sides: rows for the table in docs/pytorch.md.

    small_model_counts.py ASSIGNMENT GUESSES_BOTH GUESSES_IN FLAW:SEED...     prints flaw,seed,score,sides,guesses,right
"""

import pathlib
import sys
import tempfile

import numpy
import small_model

assignment, both, only_in, *runs = sys.argv[1:]


def right(scores, included, guesses, sides):
    order = numpy.argsort(scores, kind="stable")
    top = guesses if sides == "in" else guesses - guesses // 2
    return int(included[order[-top:]].sum() + (~included[order[: guesses - top]]).sum())


for run in runs:
    with tempfile.TemporaryDirectory() as folder:
        small_model.main(assignment, folder, run)
        rows = numpy.genfromtxt(pathlib.Path(folder, run.replace(":", "-"), "scores.csv"), delimiter=",", names=True)
    included = rows["included"].astype(bool)
    for score in ("likelihood_ratio", "fitted_ratio", "sum"):
        for sides, guesses in (("both", int(both)), ("in", int(only_in))):
            found = right(rows[score], included, guesses, sides)
            print(",".join([*run.split(":"), score, sides, str(guesses), str(found)]), flush=True)
