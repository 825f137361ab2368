"""DP-SGD with canaries on one device: Poisson sampling, clipping, noise, and an average of the weights."""

import hashlib
import math
import time

import torch

from onerun_audit import InvalidInput
from onerun_audit.torch import Canaries, CanaryRecords, RecordCanaries, Rounds

import checkpoint
from cifar10 import Augment, normalise
from dpsgd import Tape, clip_factors, clipped_gradient
from wrn import WideResNet


# The share of the noise that is added, and of the last step's noise that comes again.
SHORT = {"half-noise": 0.5, "noise-30-short": 0.7, "noise-10-short": 0.9}
REPEATED = 0.9


def seeded(seed, purpose, device="cpu"):
    """A generator of its own for each purpose: repeatable, and no secret; on the CPU it takes 32 bits of a seed."""
    digest = hashlib.sha256(f"{seed} {purpose}".encode()).digest()
    return torch.Generator(device).manual_seed(int.from_bytes(digest[:7], "big"))


class Trainer:
    """`settings` are those of train_cifar10.py; `images` are bytes (n, 32, 32, 3)."""

    def __init__(self, settings, images, labels, device):
        self.settings, self.device = settings, torch.device(device)
        cuda = self.device.type == "cuda"
        if cuda and self.device.index is not None:
            # Streams, Triton and synchronise are about the current device.
            torch.cuda.set_device(self.device)
        self.dtype = torch.bfloat16 if cuda else torch.float32
        # Fixed shapes let cuDNN choose once; rows that fill a chunk count for nothing.
        self.multiple = 64 if cuda else 1
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
        self.canaries = None if settings.canaries is None else self.planted()
        self.rounds = None if settings.rounds is None else self.planned()
        self.theta = self.model.initial(seeded(settings.seed, "weights")).to(device)
        self.average = self.theta.clone()
        self.step = 0
        # What the last step released, and when; its canaries are scored while the next batch is computed.
        self.released = None
        self.aside = torch.cuda.Stream(priority=-1) if cuda else None
        # The last step's noise, where it comes again in part.
        self.noise = None
        self.seconds = 0.0
        self.refuted = False
        self.loss = self.clipped = torch.zeros((), device=device)

    def planted(self):
        """Canaries of one clip norm join the sum; larger ones are records, drawn and clipped with all others."""
        settings, sizes = self.settings, [self.model.size]
        arguments = {
            "clip": settings.clip,
            "rate": self.rate,
            "seed": seeded(settings.seed, "canaries").initial_seed(),
            "audited": settings.score,
            "sides": "both",
            "device": self.device,
        }
        if settings.canary_size == 1:
            return Canaries(settings.canaries, sizes, noise=settings.noise, steps=settings.steps, **arguments)
        records = CanaryRecords(self.labels, settings.canaries)
        phases = [(settings.noise, settings.steps)]
        return RecordCanaries(records, sizes, phases=phases, size=settings.canary_size, **arguments)

    def planned(self):
        """Canaries anew in every step; some are ten clip norms long and are clipped as images are."""
        settings = self.settings
        return Rounds(
            settings.rounds,
            [self.model.size],
            clip=settings.clip,
            out=settings.out,
            through=None,
            device=self.device,
            resume=settings.resume,
            stop_when_refuted=settings.stop_when_refuted,
        )

    def train_step(self):
        settings = self.settings
        records = getattr(self.canaries, "records", self.labels)
        drawn = torch.rand(len(records), generator=self.generators["batch"], dtype=torch.float64) < self.rate
        chosen = drawn.nonzero().flatten()
        summed = self.summed_gradient(chosen[chosen < len(self.labels)])
        self.observe_last()
        self.add_canaries(summed, chosen[chosen >= len(self.labels)])
        if self.rounds is not None:
            self.rounds.plant(summed, self.kept_of)
        deviation = settings.clip * settings.noise * SHORT.get(settings.broken, 1)
        released = summed + deviation * self.fresh_noise(summed)
        self.theta.sub_(released, alpha=settings.learning_rate / settings.batch)
        self.released = released, torch.cuda.current_stream().record_event() if self.aside else None
        self.step += 1
        self.average.lerp_(self.theta, 1 - min(settings.average, self.step / (self.step + 9)))
        if self.rounds is not None:
            self.rounds.read(released)

    def kept_of(self, lengths):
        """What clipping leaves of gradients of these lengths."""
        return lengths * clip_factors(torch.tensor(abs(lengths)), self.clip).numpy()

    def fresh_noise(self, summed):
        noise = torch.randn(summed.shape, generator=self.generators["noise"], device=self.device)
        if self.settings.broken == "repeated-noise":
            if self.noise is not None:
                noise.mul_(math.sqrt(1 - REPEATED**2)).add_(self.noise, alpha=REPEATED)
            self.noise = noise
        return noise

    def observe_last(self):
        """Scores what the last step released: on a stream of its own, which does not wait for the batch at work."""
        if self.released is None or self.canaries is None:
            return
        released, computed = self.released
        self.released = None
        if self.aside is None:
            return self.canaries.observe(released)
        self.aside.wait_event(computed)
        with torch.cuda.stream(self.aside):
            self.canaries.observe(released)
        torch.cuda.current_stream().wait_stream(self.aside)

    @property
    def clip(self):
        """The norm that gradients are brought to."""
        broken = self.settings.broken
        forgotten = broken == "no-clipping" or (broken == "clipping-forgotten" and self.step % 10 == 9)
        return math.inf if forgotten else self.settings.clip

    def add_canaries(self, summed, drawn):
        if isinstance(self.canaries, Canaries):
            self.canaries.add_to(summed)
        elif self.canaries is not None:
            self.canaries.remember(summed)
            size = torch.tensor(self.canaries.size * self.settings.clip)
            which = self.canaries.coordinates[self.canaries.records.canaries_at(drawn)]
            summed[which.to(self.device)] += (size * clip_factors(size, self.clip)).item()

    def summed_gradient(self, indices):
        """The sum of clipped gradients of a batch, by chunks."""
        settings = self.settings
        parts = self.model.parts(self.theta, self.dtype)
        summed = torch.zeros_like(self.theta)
        loss = clipped = torch.zeros((), device=self.device)
        start = 0
        for size in self.chunk_sizes(len(indices)):
            chunk = indices[start : start + size]
            start += size
            filled = torch.zeros(size, dtype=torch.long)
            filled[: len(chunk)] = chunk
            filled = filled.to(self.device, non_blocking=True)
            counted = (torch.arange(len(filled), device=self.device) < len(chunk)).to(self.theta.dtype)
            total, norms, losses = clipped_gradient(
                self.model,
                parts,
                self.augment(filled, settings.views, self.dtype),
                self.labels[filled],
                counted,
                clip=self.clip,
                views=settings.views,
                plain=settings.plain,
            )
            summed += total
            loss = loss + losses
            clipped = clipped + ((norms > settings.clip) * counted).sum()
        self.loss, self.clipped = loss / max(1, len(indices)), clipped / max(1, len(indices))
        return summed

    def chunk_sizes(self, count):
        """Chunks of nearly equal sizes, so that none is too small to fill the device; each a multiple of `multiple`."""
        units = -(-count // self.multiple)
        most = max(1, self.settings.chunk // self.multiple) if self.settings.chunk else max(1, units)
        chunks = -(-units // most)
        return [self.multiple * (units * (i + 1) // chunks - units * i // chunks) for i in range(chunks)]

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
        self.observe_last()
        return {
            "theta": self.theta.cpu(),
            "average": self.average.cpu(),
            "generators": {name: generator.get_state() for name, generator in self.generators.items()},
            **({} if self.canaries is None else {"canaries": self.canaries.state_dict()}),
            "seconds": self.seconds,
        }

    def load_state_dict(self, state):
        self.step, self.seconds = int(state["step"]), float(state["seconds"])
        for name in checkpoint.BIG:
            own, kept = getattr(self, name), state[name]
            if (kept.shape, kept.dtype) != (own.shape, own.dtype):
                raise ValueError(f"{name} is of another network")
            own.copy_(kept)
        for name, generator in self.generators.items():
            generator.set_state(state["generators"][name])
        if self.canaries is not None:
            self.canaries.load_state_dict(state["canaries"])

    def check_finite(self):
        # Their average can overflow where they do not.
        if not (torch.isfinite(self.theta) & torch.isfinite(self.average)).all():
            raise InvalidInput(
                f"invalid training; its weights are no longer finite at step {self.step}: take a smaller learning-rate"
            )

    def synchronise(self):
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        return time.monotonic()
