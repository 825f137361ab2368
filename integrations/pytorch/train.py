"""DP-SGD with canaries on one device: Poisson sampling, clipping, noise, and an average of the weights."""

import hashlib
import time

import torch

from onerun.torch import Canaries

from cifar10 import Augment, normalise
from dpsgd import Tape, clipped_gradient
from wrn import WideResNet


def seeded(seed, purpose, device="cpu"):
    """A generator of its own for each purpose: repeatable, and no safer than the seed."""
    digest = hashlib.sha256(f"{seed} {purpose}".encode()).digest()
    return torch.Generator(device).manual_seed(int.from_bytes(digest[:7], "big"))


class Trainer:
    """`settings` are those of train_cifar10.py; `images` are bytes (n, 32, 32, 3)."""

    def __init__(self, settings, images, labels, device):
        self.settings, self.device = settings, torch.device(device)
        cuda = self.device.type == "cuda"
        self.dtype = torch.bfloat16 if cuda else torch.float32
        # Fixed shapes let cuDNN choose once; rows that fill a chunk count for nothing.
        self.multiple = 128 if cuda else 1
        torch.backends.cudnn.benchmark = True
        self.model = WideResNet(settings.depth, settings.width)
        self.generators = {
            "batch": seeded(settings.seed, "batch"),
            "augment": seeded(settings.seed, "augment", device),
            "noise": seeded(settings.seed, "noise", device),
        }
        self.augment = Augment(
            images.to(device), self.generators["augment"], settings.padding, settings.jitter, settings.plain
        )
        self.labels = labels.to(device)
        self.rate = settings.batch / len(labels)
        self.canaries = Canaries(
            settings.canaries,
            [self.model.size],
            clip=settings.clip,
            noise=settings.noise,
            rate=self.rate,
            steps=settings.steps,
            seed=seeded(settings.seed, "canaries").initial_seed(),
            audited=settings.score,
            sides="both",
            device=device,
        )
        self.theta = self.model.initial(seeded(settings.seed, "weights")).to(device)
        self.average = self.theta.clone()
        self.step = 0
        self.seconds = 0.0
        self.loss = self.clipped = torch.zeros((), device=device)

    def train_step(self):
        settings = self.settings
        chosen = torch.rand(len(self.labels), generator=self.generators["batch"], dtype=torch.float64) < self.rate
        summed = self.summed_gradient(chosen.nonzero().flatten())
        self.canaries.add_to(summed)
        deviation = settings.clip * settings.noise * (0.5 if settings.broken == "half-noise" else 1)
        released = summed + deviation * torch.randn(
            summed.shape, generator=self.generators["noise"], device=self.device
        )
        self.canaries.observe(released)
        self.theta.sub_(released, alpha=settings.learning_rate / settings.batch)
        self.step += 1
        self.average.lerp_(self.theta, 1 - min(settings.average, self.step / (self.step + 9)))

    def summed_gradient(self, indices):
        """The sum of clipped gradients of a batch, by chunks."""
        settings = self.settings
        parts = self.model.parts(self.theta, self.dtype)
        summed = torch.zeros_like(self.theta)
        loss = clipped = torch.zeros((), device=self.device)
        for chunk in indices.split(settings.chunk or len(indices)) if len(indices) > 0 else ():
            filled = torch.zeros(-(-len(chunk) // self.multiple) * self.multiple, dtype=torch.long)
            filled[: len(chunk)] = chunk
            filled = filled.to(self.device, non_blocking=True)
            counted = (torch.arange(len(filled), device=self.device) < len(chunk)).to(self.theta.dtype)
            total, norms, losses = clipped_gradient(
                self.model,
                parts,
                self.augment(filled, settings.views, self.dtype),
                self.labels[filled],
                counted,
                clip=settings.clip,
                views=settings.views,
                plain=settings.plain,
            )
            summed += total
            loss = loss + losses
            clipped = clipped + ((norms > settings.clip) * counted).sum()
        self.loss, self.clipped = loss / max(1, len(indices)), clipped / max(1, len(indices))
        return summed

    @torch.no_grad()
    def accuracy(self, theta, images, labels, batch=2000):
        parts = self.model.parts(theta, self.dtype)
        right = 0
        for start in range(0, len(labels), batch):
            x = normalise(images[start : start + batch].to(self.device), self.dtype)
            tape = Tape(self.model.slices, self.model.size, len(x), 1, plain=self.settings.plain)
            right += (self.model(parts, x, tape).argmax(1).cpu() == labels[start : start + batch]).sum().item()
        return right / len(labels)

    def state_dict(self):
        return {
            "theta": self.theta.cpu(),
            "average": self.average.cpu(),
            "generators": {name: generator.get_state() for name, generator in self.generators.items()},
            "canaries": self.canaries.state_dict(),
            "seconds": self.seconds,
        }

    def load_state_dict(self, state):
        self.step, self.seconds = state["step"], state["seconds"]
        self.theta, self.average = state["theta"].to(self.device), state["average"].to(self.device)
        for name, generator in self.generators.items():
            generator.set_state(state["generators"][name])
        self.canaries.load_state_dict(state["canaries"])

    def synchronise(self):
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        return time.monotonic()
