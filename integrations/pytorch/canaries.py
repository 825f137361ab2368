"""White-box Dirac canaries for DP-SGD: lift this file into your own training loop.

    canaries = Canaries("canaries.csv", [p.numel() for p in parameters], clip=1.0, noise=2.5, rate=0.01, steps=1000, seed=7)
    each step:   canaries.add_to(summed)       after clipping and summing, before the noise
                 canaries.observe(released)    what is released: the sum with its noise
    at the end:  canaries.write("run", ...)    then: onerun audit run

A canary is an example whose gradient is zero but for one coordinate of its own, where it is the clip norm. It is in or
out by the coin of the assignment (`onerun canaries`), and if it is in, it is sampled in each step like any other
example. `summed` and `released` are lists of tensors or NumPy arrays, one per parameter, in the units of the clipped
gradients: not yet divided by the batch size. Without PyTorch, NumPy is enough.

What is scored is `released` less what the other records sum to, which `add_to` remembers before it adds the canaries.
The attacker may do that: the guarantee of DP-SGD holds against one who knows all records but the one in question, and
which of them are in a batch. It takes nothing of the canaries away. Left in, the others' gradients hide missing noise.
"""

import csv
import hashlib
import json
import math
import os
import pathlib
import shutil

try:
    import torch
except ImportError:
    torch = None
    import numpy

SCORES = ("likelihood_ratio", "sum")


class Canaries:
    def __init__(self, assignment, sizes, *, clip, noise, rate, steps, seed, audited="likelihood_ratio", device="cpu"):
        """`noise` is the claimed noise, in units of `clip`; `audited` is the score that the audit will use."""
        if audited not in SCORES:
            raise SystemExit(f"unknown score; must be one of {', '.join(SCORES)}: {audited}")
        for name, value, good, what in [
            ("clip", clip, 0 < clip < float("inf"), "a positive number"),
            ("noise", noise, 0 < noise < float("inf"), "a positive number"),
            ("rate", rate, 0 < rate <= 1, "in (0, 1]"),
            ("steps", steps, steps >= 1 and steps % 1 == 0, "a positive whole number"),
        ]:
            if not good:
                raise SystemExit(f"invalid {name}; must be {what}: {value}")
        self.assignment = pathlib.Path(assignment)
        self.ids, included = read_assignment(self.assignment)
        self.sizes = list(sizes)
        if len(self.ids) > sum(self.sizes):
            raise SystemExit(f"invalid canaries; must be at most the parameters ({sum(self.sizes)}): {len(self.ids)}")
        self.clip, self.noise, self.rate, self.steps = float(clip), float(noise), float(rate), int(steps)
        self.audited = audited
        self.arrays = _NumPy(seed) if torch is None else _Torch(seed, device)
        self.included = self.arrays.flags(included)
        # The start of a permutation: no two canaries share a coordinate.
        self.coordinates = self.arrays.permutation(sum(self.sizes))[: len(self.ids)]
        self.places = self._places()
        self.scores = {name: self.arrays.zeros(len(self.ids)) for name in SCORES}
        self.others = None
        self.observed = 0

    @property
    def generator(self):
        return self.arrays.generator

    def add_to(self, summed, others=None):
        """Remembers what the other records sum to, samples the canaries of this step and adds their gradients.

        `summed` is the whole sum, without canaries. Where it is one worker's part, `others` is the sum of all parts,
        without canaries.
        """
        if self.others is not None:
            raise SystemExit("invalid step; its sum was not observed: add_to and observe take turns, once a step")
        # Read before the canaries are added: taking them off again would leave a rounding error that tells who is in.
        self.others = self._read(summed if others is None else others)
        sampled = self.arrays.sampled(len(self.ids), self.rate)
        gradient = self.arrays.zeros(len(self.ids))
        gradient[self.arrays.on_device(sampled & self.included)] = self.clip
        for part, (local, which) in zip(self._parts(summed), self.places):
            self.arrays.add(part, local, gradient[which])

    def observe(self, released):
        """Adds this step to the scores: the paper's sum, and the log-likelihood ratio of a sampled canary."""
        if self.others is None:
            raise SystemExit("invalid step; it had no add_to: add_to and observe take turns, once a step")
        x = (self._read(released) - self.others) / self.clip
        self.others = None
        self.scores["sum"] += x
        self.scores["likelihood_ratio"] += self._log_ratio(x)
        self.observed += 1

    def _log_ratio(self, x):
        """ln(1 - q + q e^((x - 1/2) / noise^2)), x being the coordinate in units of the clip norm."""
        exponent = (x - 0.5) / self.noise**2
        if self.rate == 1:
            return exponent
        # e^700 is near the largest double; from there on the logarithm is a straight line.
        library = self.arrays.library
        curved = library.log1p(self.rate * library.expm1(library.clip(exponent, None, 700.0)))
        return curved + library.clip(exponent - 700.0, 0.0, None)

    def state_dict(self):
        if self.others is not None:
            raise SystemExit("invalid checkpoint; must be taken between steps, after observe")
        scores = {name: self.arrays.on_host(score) for name, score in self.scores.items()}
        return {"observed": self.observed, "scores": scores, "generator": self.arrays.get_state()}

    def load_state_dict(self, state):
        self.observed = state["observed"]
        self.scores = {name: self.arrays.on_device(score) for name, score in state["scores"].items()}
        self.arrays.set_state(state["generator"])
        self.others = None

    def claim(self):
        return f"dpsgd(noise={self.noise!r}, rate={self.rate!r}, steps={self.steps})"

    def write(self, folder, *, delta=1e-5, parameters=None):
        """Writes scores, assignment and manifest; the manifest comes last, so that half a run is none."""
        if self.observed != self.steps:
            raise SystemExit(f"invalid run; must have the {self.steps} steps of its claim: {self.observed}")
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        manifest = folder / "manifest.json"
        if manifest.exists():
            raise SystemExit(f"{manifest} exists; a finished run is not replaced")
        columns = [self.scores[name].tolist() for name in SCORES]
        rows = zip(self.ids, self.included.tolist(), *columns)
        lines = [f"{name},{int(included)},{a:.6g},{b:.6g}" for name, included, a, b in rows]
        _write(folder / "scores.csv", "\n".join([",".join(["id", "included", *SCORES]), *lines, ""]))
        named = {"scores": "scores.csv", **self._copy_assignment(folder)}
        hashed = {key: name for key, name in named.items() if key != "commitment"}
        document = {
            "schema": "onerun-run/1",
            "claim": self.claim(),
            "scoreColumn": self.audited,
            **named,
            "sha256": {key: _sha256(folder / name) for key, name in hashed.items()},
            "delta": delta,
            "families": [f"approx-dp(delta={delta!r})", "gaussian", f"dpsgd(rate={self.rate!r}, steps={self.steps})"],
            "parameters": parameters or {},
        }
        _write(manifest, json.dumps(document, indent=2) + "\n")

    def _copy_assignment(self, folder):
        """The very bytes that were committed to, and the commitment where it lies beside them."""
        names = {"assignment": self.assignment, "commitment": pathlib.Path(f"{self.assignment}.commitment.json")}
        there = {key: path for key, path in names.items() if path.exists()}
        for path in there.values():
            if path.resolve() != (folder / path.name).resolve():
                shutil.copyfile(path, folder / path.name)
        return {key: path.name for key, path in there.items()}

    def _places(self):
        """For each tensor, where its canaries lie in it and which ones they are."""
        places, start = [], 0
        for size in self.sizes:
            (which,) = self.arrays.library.where((self.coordinates >= start) & (self.coordinates < start + size))
            places.append((self.arrays.on_device(self.coordinates[which] - start), self.arrays.on_device(which)))
            start += size
        return places

    def _parts(self, given):
        """The tensors of a list, or a single one, which must have the sizes that canaries were planted for."""
        parts = [self.arrays.part(part) for part in (given if isinstance(given, (list, tuple)) else [given])]
        sizes = [math.prod(part.shape) for part in parts]
        if sizes != self.sizes:
            raise SystemExit(f"invalid tensors; must have the sizes given at the start ({self.sizes}): {sizes}")
        return parts

    def _read(self, given):
        """The values at the canaries' coordinates, in double precision."""
        values = self.arrays.zeros(len(self.ids))
        for part, (local, which) in zip(self._parts(given), self.places):
            values[which] += part.reshape(-1)[local]
        return values


class _Torch:
    """Arrays and draws by PyTorch; NumPy arrays are taken as tensors that share their memory."""

    library = torch

    def __init__(self, seed, device):
        self.generator = torch.Generator().manual_seed(seed)
        self.device = device
        self.get_state, self.set_state = self.generator.get_state, self.generator.set_state

    def permutation(self, count):
        return torch.randperm(count, generator=self.generator)

    def sampled(self, count, rate):
        return torch.rand(count, generator=self.generator, dtype=torch.float64) < rate

    def flags(self, values):
        return torch.tensor(values, dtype=torch.bool)

    def zeros(self, count):
        return torch.zeros(count, dtype=torch.float64, device=self.device)

    def on_device(self, array):
        return array.to(self.device)

    def on_host(self, array):
        return array.cpu()

    def part(self, given):
        return given.detach() if torch.is_tensor(given) else torch.from_numpy(given)

    def add(self, part, local, values):
        flat = part.reshape(-1)
        flat[local] += values.to(part.device, part.dtype)
        # Of a tensor that is not contiguous, flat is a copy.
        if not part.is_contiguous():
            part.copy_(flat.view(part.shape))


class _NumPy:
    """The same without PyTorch."""

    def __init__(self, seed):
        self.library = numpy
        self.generator = numpy.random.default_rng(seed)

    def permutation(self, count):
        return self.generator.permutation(count)

    def sampled(self, count, rate):
        return self.generator.random(count) < rate

    def flags(self, values):
        return numpy.array(values, dtype=bool)

    def zeros(self, count):
        return numpy.zeros(count)

    def on_device(self, array):
        return array

    def on_host(self, array):
        return array.copy()

    def part(self, given):
        if not isinstance(given, numpy.ndarray):
            raise TypeError(f"expected a NumPy array (got {type(given).__name__})")
        return given

    def add(self, part, local, values):
        part.flat[local] += values.astype(part.dtype)

    def get_state(self):
        return self.generator.bit_generator.state

    def set_state(self, state):
        self.generator.bit_generator.state = state


def read_assignment(path):
    """Ids and coins of a file made by `onerun canaries`."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    coins = {"0": False, "1": True}
    if not rows or rows[0] != ["id", "included"] or not all(len(row) == 2 and row[1] in coins for row in rows[1:]):
        raise SystemExit(f"{path} is not an assignment of onerun canaries: id,included with 0 or 1")
    return [row[0] for row in rows[1:]], [coins[row[1]] for row in rows[1:]]


def _sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _write(path, text):
    part = path.with_name(path.name + ".part")
    part.write_text(text)
    os.replace(part, path)
