"""How often the small model's claim is refuted, by score and sides: the rows of small-model-counts.csv.

    small_model_counts.py ASSIGNMENT BOTH IN FLAW...  [--seeds 40]

BOTH and IN are the guesses and the least number of right ones that refutes, as `onerun plan` says: 160:155 and 120:117
for 2,000 canaries.
"""

import argparse
import pathlib
import tempfile

import numpy
import small_model
from count_right import right

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("assignment")
parser.add_argument("both")
parser.add_argument("only_in", metavar="in")
parser.add_argument("flaws", nargs="+")
parser.add_argument("--seeds", type=int, default=40)
given = parser.parse_args()
DESIGNS = {"both": tuple(map(int, given.both.split(":"))), "in": tuple(map(int, given.only_in.split(":")))}


print("flaw,score,sides,guesses,refuted,runs")
for flaw in given.flaws:
    refuted = {(score, sides): 0 for score in ("likelihood_ratio", "fitted_ratio", "sum") for sides in DESIGNS}
    for seed in range(1, given.seeds + 1):
        with tempfile.TemporaryDirectory() as folder:
            small_model.main(given.assignment, folder, f"{flaw}:{seed}")
            file = pathlib.Path(folder, f"{flaw}-{seed}", "scores.csv")
            rows = numpy.genfromtxt(file, delimiter=",", names=True)
        for score, sides in refuted:
            guesses, least = DESIGNS[sides]
            refuted[score, sides] += right(rows[score], rows["included"].astype(bool), guesses, sides) >= least
    for (score, sides), count in refuted.items():
        print(",".join(map(str, [flaw, score, sides, DESIGNS[sides][0], int(count), given.seeds])), flush=True)
