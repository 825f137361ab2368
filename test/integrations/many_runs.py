"""Many small runs of DP-SGD with a canary at every parameter: prints each run's scores and coins as a line of JSON.

    many_runs.py FIRST_SEED RUNS NOISE_SHARE

The other records' sums depend on the weights, which depend on all that was released before, canaries included.
"""

import json
import pathlib
import sys
import tempfile

import numpy

import report  # noqa: F401 (finds the package)
from onerun_audit.torch import Canaries

CANARIES, CLIP, NOISE, RATE, STEPS = 40, 0.5, 3.0, 0.5, 10

first, runs, share = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
with tempfile.TemporaryDirectory() as folder:
    assignment = pathlib.Path(folder, "canaries.csv")
    for seed in range(first, first + runs):
        random = numpy.random.default_rng([seed, 2])
        coins = random.integers(2, size=CANARIES).tolist()
        assignment.write_text("id,included\n" + "".join(f"{i},{coin}\n" for i, coin in enumerate(coins)))
        canaries = Canaries(assignment, [30, 10], clip=CLIP, noise=NOISE, rate=RATE, steps=STEPS, seed=seed)
        weights = numpy.zeros(CANARIES)
        for _ in range(STEPS):
            total = 3 * numpy.sin(weights + random.normal(size=CANARIES)).astype(numpy.float32)
            summed = [total[:30].reshape(5, 6), total[30:]]
            canaries.add_to(summed)
            released = [s + share * NOISE * CLIP * random.normal(size=s.shape) for s in summed]
            canaries.observe(released)
            weights = weights + numpy.concatenate([r.ravel() for r in released])
        print(json.dumps({"scores": canaries.scores["likelihood_ratio"].tolist(), "included": coins}))
