"""How often too little noise is refuted, by score and sides, on simulated coordinates: a row of docs/opacus.md.

    score_power.py CANARIES NOISE RATE STEPS SHARE IN BOTH [--seeds 40]

The true noise is SHARE of the claimed one in all steps. IN and BOTH are the guesses and the least number of right ones
that refutes, as `onerun plan --sides in` and `--sides both` say: 88:86 and 160:153 for 1000 1 0.05 200.
"""

import argparse

import numpy
import report  # noqa: F401 (finds the package)
from count_right import right
from onerun_audit.dirac.ratio import log_ratio
from onerun_audit.torch.scores import fitted_ratio

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("canaries", type=int)
parser.add_argument("noise", type=float)
parser.add_argument("rate", type=float)
parser.add_argument("steps", type=int)
parser.add_argument("share", type=float)
parser.add_argument("only_in", metavar="in")
parser.add_argument("both")
parser.add_argument("--seeds", type=int, default=40)
given = parser.parse_args()
DESIGNS = {"in": tuple(map(int, given.only_in.split(":"))), "both": tuple(map(int, given.both.split(":")))}


refuted = {(score, sides): 0 for score in ("fitted_ratio", "likelihood_ratio") for sides in DESIGNS}
everyone = [numpy.arange(given.canaries)]
for seed in range(1, given.seeds + 1):
    random = numpy.random.default_rng([seed, given.canaries, given.steps])
    included = random.random(given.canaries) < 0.5
    scores = {score: numpy.zeros(given.canaries) for score, _ in refuted}
    for _ in range(given.steps):
        sampled = included & (random.random(given.canaries) < given.rate)
        x = sampled + given.share * given.noise * random.standard_normal(given.canaries)
        scores["likelihood_ratio"] += log_ratio(numpy, x, given.noise, given.rate)
        scores["fitted_ratio"] += fitted_ratio(x, given.noise, given.rate, everyone)
    for score, sides in refuted:
        guesses, least = DESIGNS[sides]
        refuted[score, sides] += right(scores[score], included, guesses, sides) >= least
for (score, sides), count in refuted.items():
    print(f"{score}, {sides}: {count} of {given.seeds}")
