"""What is refused before the first step: settings, data and folders that no run can come of."""

import pathlib

import torch
from onerun_audit import InvalidInput
from onerun_audit.dirac.ratio import SCORES

import checkpoint
import cifar10

# Noise and clip norm are multiplied with float32 numbers: smaller ones lose their digits, or become no noise at all.
SMALLEST, LARGEST = torch.finfo(torch.float32).tiny, torch.finfo(torch.float32).max
FLOAT32 = f"from {SMALLEST} to {LARGEST} (what float32 holds)"

# What is written of a training without canaries, which there is nothing to audit of.
WITHOUT = "training.json"

# With kernels: a tile of 4,096 numbers is folded in four along positions, which leaves room for 1,024 channels.
WIDEST = 16


def check_settings(settings):
    """Refuses settings that are wrong whatever the data; does without kernels where they cannot be used."""
    for name, good, what in [
        ("batch", settings.batch >= 1, "at least 1"),
        ("steps", settings.steps >= 1, "at least 1"),
        ("clip", in_float32(settings.clip), FLOAT32),
        ("noise", in_float32(settings.noise), FLOAT32),
        ("noise", in_float32(settings.noise * settings.clip), f"{FLOAT32}, times clip too"),
        ("canary-size", in_float32(settings.canary_size), FLOAT32),
        ("canary-size", in_float32(settings.canary_size * settings.clip), f"{FLOAT32}, times clip too"),
        ("learning-rate", abs(settings.learning_rate) <= LARGEST, "a number that float32 holds"),
        ("views", settings.views >= 1, "at least 1"),
        ("chunk", settings.chunk >= 0, "at least 0"),
        ("padding", 0 <= settings.padding < cifar10.SIDE, f"from 0 to {cifar10.SIDE - 1}"),
        ("jitter", 0 <= settings.jitter <= 1, "from 0 to 1"),
        ("average", 0 <= settings.average <= 1, "from 0 to 1"),
        ("score", settings.score in SCORES, f"one of {', '.join(SCORES)}"),
        ("depth", settings.depth >= 10 and settings.depth % 6 == 4, "10, 16, 22 and so on"),
        ("width", settings.width >= 1, "at least 1"),
        ("device", usable(settings.device), "cpu, or cuda where PyTorch finds it"),
        ("checkpoint-every", settings.checkpoint_every >= 1, "at least 1"),
        ("until-seconds", settings.until_seconds >= 0, "at least 0"),
    ]:
        if not good:
            raise InvalidInput(f"invalid {name}; must be {what}: {getattr(settings, name.replace('-', '_'))}")
    # The kernels' tiles have powers of two as their sides.
    fits = settings.width & (settings.width - 1) == 0 and settings.width <= WIDEST
    settings.plain = settings.plain or not fits


def in_float32(value):
    return SMALLEST <= value <= LARGEST


def usable(device):
    try:
        device = torch.device(device)
    except RuntimeError:
        return False
    if device.type == "cuda":
        return torch.cuda.is_available() and (device.index or 0) < torch.cuda.device_count()
    return device.type == "cpu"


def check_images(settings, images):
    if settings.epsilon is not None and images != cifar10.IMAGES:
        raise InvalidInput(f"invalid data; --epsilon knows the noise for {cifar10.IMAGES} images alone: {images}")
    if settings.batch > images:
        raise InvalidInput(f"invalid batch; must be at most the images ({images}): {settings.batch}")


def check_canaries(settings, canaries):
    """`canaries` are those of the run, or None."""
    count = 0 if canaries is None else len(canaries.ids)
    if canaries is not None and count < 2:
        raise InvalidInput(f"invalid canaries; must be at least 2: {count}")
    if settings.guesses is not None and not 1 <= settings.guesses <= count:
        raise InvalidInput(f"invalid guesses; must be from 1 to the canaries ({count}): {settings.guesses}")
    if canaries is not None:
        path, own = pathlib.Path(settings.canaries), pathlib.Path(settings.out, checkpoint.FOLDER)
        if path.name in (checkpoint.FOLDER, WITHOUT) or own.resolve() in path.resolve().parents:
            raise InvalidInput(f"invalid canaries; must be no file that the run writes: {path}")
