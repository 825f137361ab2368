"""DP-SGD by hand, in NumPy, on a model so small that the records' own gradients are as large as the noise.

    small_model.py ASSIGNMENT OUT FLAW:SEED...     writes the runs OUT/FLAW-SEED

3,402 parameters, Poisson batches of 100 in expectation, claimed noise 1, 200 steps. Canaries lie in all tensors, or
with ...-alone in the first one alone.
"""

import pathlib
import sys

import numpy

import report  # noqa: F401 (finds the package)
from onerun_audit.torch import Canaries

INPUTS, HIDDEN, CLASSES, RECORDS = 42, 64, 10, 2000
SHAPES = [(INPUTS, HIDDEN), (HIDDEN,), (HIDDEN, CLASSES), (CLASSES,)]
CLIP, NOISE, RATE, STEPS, LEARNING_RATE = 1.0, 1.0, 0.05, 200, 0.5
BATCH = int(RATE * RECORDS)


def normal(random):
    return [random.normal(size=shape) for shape in SHAPES]


def one_number_for_each_tensor(random):
    return [random.normal() * numpy.ones(shape) for shape in SHAPES]


def uniform(random):
    """Bounded, of variance 1."""
    return [random.uniform(-(3**0.5), 3**0.5, shape) for shape in SHAPES]


# What is drawn in the place of standard normal noise, for each step.
NOISES = {
    "half-noise": lambda random, step: [0.5 * z for z in normal(random)],
    "noise-over-batch": lambda random, step: [z / BATCH for z in normal(random)],
    "skipped-noise": lambda random, step: [(step % 10 > 0) * z for z in normal(random)],
    "noiseless-first-tensor": lambda random, step: [z * (i > 0) for i, z in enumerate(normal(random))],
    "noiseless-first-tensor-alone": lambda random, step: [z * (i > 0) for i, z in enumerate(normal(random))],
    "same-noise": lambda random, step: normal(numpy.random.default_rng(5)),
    "broadcast-noise": lambda random, step: one_number_for_each_tensor(random),
    "uniform-noise": lambda random, step: uniform(random),
}


def data(random):
    """Ten clusters."""
    centres = random.normal(size=(CLASSES, INPUTS))
    labels = random.integers(CLASSES, size=RECORDS)
    return centres[labels] + random.normal(size=(RECORDS, INPUTS)), labels


def summed_gradient(parameters, x, labels, clip):
    """The sum over the records of their gradients, each clipped: of a layer, an input times an output gradient."""
    first, first_bias, second, second_bias = parameters
    h = numpy.tanh(x @ first + first_bias)
    logits = h @ second + second_bias
    p = numpy.exp(logits - logits.max(1, keepdims=True))
    d2 = p / p.sum(1, keepdims=True)
    d2[numpy.arange(len(labels)), labels] -= 1
    d1 = (d2 @ second.T) * (1 - h * h)
    square = lambda a: (a * a).sum(1)
    norms = numpy.sqrt(square(d1) * (1 + square(x)) + square(d2) * (1 + square(h)))
    weights = numpy.minimum(1, clip / numpy.maximum(norms, 1e-12))[:, None]
    d1, d2 = d1 * weights, d2 * weights
    return [gradient.astype(numpy.float32) for gradient in (x.T @ d1, d1.sum(0), h.T @ d2, d2.sum(0))]


def train(canaries, flaw, seed):
    random = numpy.random.default_rng([seed, 1])
    x, labels = data(random)
    parameters = [random.normal(size=shape) / 8 for shape in SHAPES]
    noise = NOISES["half-noise"] if flaw == "others-kept" else NOISES.get(flaw, lambda random, step: normal(random))
    planted = slice(1) if flaw == "noiseless-first-tensor-alone" else slice(4)
    clip = float("inf") if flaw == "no-clip" else CLIP
    kept = [numpy.zeros(shape, numpy.float32) for shape in SHAPES]
    for step in range(STEPS):
        batch = random.random(RECORDS) < RATE
        if flaw == "fixed-batches":
            batch = numpy.arange(RECORDS) // BATCH == step % (RECORDS // BATCH)
        summed = summed_gradient(parameters, x[batch], labels[batch], clip)
        if flaw == "sum-not-emptied":
            summed = [a + b for a, b in zip(kept, summed)]
        # With others-kept, nothing is subtracted.
        others = [numpy.zeros_like(s) for s in summed[planted]] if flaw == "others-kept" else None
        canaries.add_to(summed[planted], others)
        kept = summed
        scale = 2 if flaw == "doubled-sum" else 1
        released = [scale * s + NOISE * CLIP * z for s, z in zip(summed, noise(random, step))]
        canaries.observe(released[planted])
        parameters = [p - LEARNING_RATE / BATCH * r for p, r in zip(parameters, released)]


def main(assignment, out, *runs):
    for run in runs:
        flaw, seed = run.split(":")
        sizes = [int(numpy.prod(shape)) for shape in SHAPES[: 1 if flaw.endswith("alone") else 4]]
        design = dict(audited="likelihood_ratio", sides="both")
        canaries = Canaries(assignment, sizes, clip=CLIP, noise=NOISE, rate=RATE, steps=STEPS, seed=int(seed), **design)
        train(canaries, flaw, int(seed))
        canaries.write(pathlib.Path(out, f"{flaw}-{seed}"), parameters={"flaw": flaw})


if __name__ == "__main__":
    main(*sys.argv[1:])
