"""White-box Dirac canaries for DP-SGD: lift this file into your own training loop.

    canaries = Canaries("canaries.csv", [p.numel() for p in parameters], clip=1.0, noise=2.5, rate=0.01, steps=1000, seed=7)
    each step:   canaries.add_to(summed)       after clipping and summing, before the noise
                 canaries.observe(released)    what is released: the sum with its noise
    at the end:  canaries.write("run", ...)    then: onerun audit run

A canary is an example whose gradient is zero but for one coordinate, where it is the clip norm. It is in or out by the
coin of the assignment (`onerun canaries`), and if it is in, it is sampled in each step like any other example. Its
scores come from the released updates alone. `summed` and `released` are lists of tensors, one per parameter, in the
units of the clipped gradients: not yet divided by the batch size.
"""

import csv
import json
import os
import pathlib
import shutil

import torch

SCORES = ("likelihood_ratio", "sum")


class Canaries:
    def __init__(self, assignment, sizes, *, clip, noise, rate, steps, seed, audited="likelihood_ratio", device="cpu"):
        """`noise` is the claimed noise, in units of `clip`; `audited` is the score that the audit will use."""
        if audited not in SCORES:
            raise SystemExit(f"unknown score; must be one of {', '.join(SCORES)}: {audited}")
        self.assignment = pathlib.Path(assignment)
        self.ids, included = read_assignment(self.assignment)
        if len(self.ids) > sum(sizes):
            raise SystemExit(f"invalid canaries; must be at most the parameters ({sum(sizes)}): {len(self.ids)}")
        self.included = torch.tensor(included, dtype=torch.bool)
        self.clip, self.noise, self.rate, self.steps, self.audited = clip, noise, rate, steps, audited
        self.generator = torch.Generator().manual_seed(seed)
        self.coordinates = torch.randperm(sum(sizes), generator=self.generator)[: len(self.ids)]
        self.places = _split(self.coordinates, sizes, device)
        self.scores = {name: torch.zeros(len(self.ids), dtype=torch.float64, device=device) for name in SCORES}
        self.observed = 0

    def add_to(self, summed):
        """Samples the canaries of this step and adds their gradients."""
        sampled = torch.rand(len(self.ids), generator=self.generator, dtype=torch.float64) < self.rate
        gradient = self.clip * (sampled & self.included)
        for tensor, (local, which) in zip(_tensors(summed), self.places):
            tensor.view(-1)[local] += gradient.to(tensor.device, tensor.dtype)[which]

    def observe(self, released):
        """Adds this step to the scores: the paper's sum, and the log-likelihood ratio of a sampled canary."""
        for tensor, (local, which) in zip(_tensors(released), self.places):
            x = tensor.reshape(-1)[local].double() / self.clip
            self.scores["sum"][which] += x
            self.scores["likelihood_ratio"][which] += torch.log1p(
                self.rate * torch.expm1((x - 0.5) / self.noise**2)
            )
        self.observed += 1

    def state_dict(self):
        scores = {name: score.cpu() for name, score in self.scores.items()}
        return {"observed": self.observed, "scores": scores, "generator": self.generator.get_state()}

    def load_state_dict(self, state):
        self.observed = state["observed"]
        self.scores = {name: score.to(self.scores[name].device) for name, score in state["scores"].items()}
        self.generator.set_state(state["generator"])

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
        rows = zip(self.ids, self.included.int().tolist(), *columns)
        lines = [f"{name},{included},{a:.6g},{b:.6g}" for name, included, a, b in rows]
        _write(folder / "scores.csv", "\n".join([",".join(["id", "included", *SCORES]), *lines, ""]))
        document = {
            "schema": "onerun-run/1",
            "claim": self.claim(),
            "scores": "scores.csv",
            "scoreColumn": self.audited,
            **self._copy_assignment(folder),
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


def read_assignment(path):
    """Ids and coins of a file made by `onerun canaries`."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    if rows[0] != ["id", "included"] or not all(len(row) == 2 and row[1] in "01" for row in rows[1:]):
        raise SystemExit(f"{path} is not an assignment of onerun canaries: id,included with 0 or 1")
    return [row[0] for row in rows[1:]], [row[1] == "1" for row in rows[1:]]


def _split(coordinates, sizes, device):
    """For each tensor, where its canaries lie in it and which ones they are."""
    places, start = [], 0
    for size in sizes:
        which = ((coordinates >= start) & (coordinates < start + size)).nonzero().flatten()
        places.append(((coordinates[which] - start).to(device), which.to(device)))
        start += size
    return places


def _tensors(given):
    return [given] if isinstance(given, torch.Tensor) else given


def _write(path, text):
    part = path.with_name(path.name + ".part")
    part.write_text(text)
    os.replace(part, path)
