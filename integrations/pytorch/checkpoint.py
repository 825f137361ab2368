"""Checkpoints: weights, averaged weights and the rest in files of their own, so that each stays small."""

import io

import torch
from onerun_audit import InvalidInput
from onerun_audit.run_folder import write_whole

# In the folder of the run.
FOLDER = "checkpoint"

BIG = ("theta", "average")


def prepare(run):
    """Makes the folder in that of the run, and tries whether both can be written to."""
    folder = run / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for place in (run, folder):
        write_whole(place / ".tried", b"")
        (place / ".tried").unlink()


def save(folder, step, state):
    """The file `state.pt` is replaced last and names the step of the others: half a checkpoint is none."""
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
    # Through memory: PyTorch aborts the program where it cannot write a file itself.
    content = io.BytesIO()
    torch.save(value, content)
    write_whole(path, content.getbuffer())


def _load(path):
    return torch.load(path, map_location="cpu")
