"""Checkpoints: weights, averaged weights and the rest in files of their own, so that each stays small."""

import os

import torch
from onerun import InvalidInput

# In the folder of the run.
FOLDER = "checkpoint"

BIG = ("theta", "average")


def save(folder, step, state):
    """The file `state.pt` is replaced last and names the step of the others: half a checkpoint is none."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in BIG:
        _save(folder / f"{name}-{step}.pt", state[name])
    _save(folder / "state.pt", {"step": step, **{key: value for key, value in state.items() if key not in BIG}})
    for name in BIG:
        for old in folder.glob(f"{name}-*.pt"):
            if old.name != f"{name}-{step}.pt":
                old.unlink()


def is_there(folder):
    return (folder / "state.pt").exists()


def load(folder):
    """The last whole checkpoint."""
    try:
        state = _load(folder / "state.pt")
        return {**state, **{name: _load(folder / f"{name}-{state['step']}.pt") for name in BIG}}
    except Exception as error:  # PyTorch has one for each way in which a file can be damaged
        raise damaged(folder, error) from None


def damaged(folder, error):
    first, *_ = str(error).splitlines() or [""]
    why = f"{type(error).__name__} {first}"
    return InvalidInput(f"cannot go on from {folder}; a file of it is missing, damaged or of something else: {why}")


def _save(path, value):
    part = path.with_name(path.name + ".part")
    torch.save(value, part)
    os.replace(part, path)


def _load(path):
    return torch.load(path, map_location="cpu")
