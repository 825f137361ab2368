"""CIFAR-10 as written by fetch-cifar10.js: images as bytes, labels, and random crops and flips on the device."""

import hashlib
import pathlib
import zlib

import torch

TRAIN = [f"train-{batch}" for batch in range(1, 6)]
SIDE = 32
MEAN = (0.4914, 0.4822, 0.4465)
DEVIATION = (0.2470, 0.2435, 0.2616)


def load(folder, names):
    """Images (n, 32, 32, 3) and labels (n) as bytes; refuses anything but CIFAR-10."""
    expected = recorded_hashes()
    images, labels = [], []
    for name in names:
        plain = torch.frombuffer(
            bytearray(zlib.decompress(pathlib.Path(folder, f"{name}.bin").read_bytes())), dtype=torch.uint8
        )
        count = len(plain) // (1 + SIDE * SIDE * 3)
        labels.append(plain[:count])
        images.append(_undo_residuals(plain[count:].view(SIDE, SIDE, 3, count)))
        found = hashlib.sha256(labels[-1].numpy().tobytes() + images[-1].numpy().tobytes()).hexdigest()
        if found != expected[name]:
            raise SystemExit(f"{name}.bin is not CIFAR-10: its sha256 is {found}, not {expected[name]}")
    return torch.cat(images), torch.cat(labels).long()


def recorded_hashes():
    lines = pathlib.Path(__file__).with_name("cifar10.sha256").read_text().splitlines()
    return {name: value for value, name in (line.split("  ") for line in lines)}


def _undo_residuals(residuals):
    """The inverse of residuals.js, for all images at once."""
    planes = residuals.clone()
    for y in range(SIDE):
        for x in range(SIDE):
            if x == y == 0:
                planes[0, 0] += 128
                continue
            up = planes[y - 1, x] if y > 0 else planes[y, x - 1]
            left = planes[y, x - 1] if x > 0 else up
            corner = planes[y - 1, x - 1] if x > 0 and y > 0 else up
            guess = left.short() + up - corner
            guess = torch.minimum(torch.maximum(guess, torch.minimum(left, up)), torch.maximum(left, up))
            planes[y, x] += guess.to(torch.uint8)
    green = planes[:, :, 1:2]
    planes[:, :, 0::2] += green - 128
    return planes.permute(3, 0, 1, 2).contiguous()


class Augment:
    """Random crops of images padded by reflection, and random flips, several views of each image side by side."""

    def __init__(self, images, generator, padding=4):
        pad = torch.nn.functional.pad(images.permute(0, 3, 1, 2).float(), (padding,) * 4, mode="reflect")
        self.images = pad.to(torch.uint8).permute(0, 2, 3, 1).contiguous()
        self.generator = generator
        self.padding = padding
        self.along = torch.arange(SIDE, device=images.device)

    def __call__(self, indices, views, dtype):
        device = self.images.device
        which = indices.repeat_interleave(views)
        draw = lambda high: torch.randint(high, (len(which), 1), generator=self.generator, device=device)
        rows = draw(2 * self.padding + 1) + self.along
        columns = self.along.expand(len(which), SIDE)
        columns = draw(2 * self.padding + 1) + torch.where(draw(2) == 1, columns.flip(1), columns)
        return normalise(self.images[which[:, None, None], rows[:, :, None], columns[:, None, :]], dtype)


def normalise(images, dtype):
    """Bytes (n, 32, 32, 3) to values (n, 3, 32, 32), channels last in memory."""
    mean = torch.tensor(MEAN, device=images.device) * 255
    deviation = torch.tensor(DEVIATION, device=images.device) * 255
    return ((images - mean) / deviation).to(dtype).permute(0, 3, 1, 2)
