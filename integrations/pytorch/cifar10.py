"""CIFAR-10 as written by fetch-cifar10.js: images as bytes, labels, and random views of images on the device."""

import hashlib
import pathlib
import zlib

import torch

try:
    import kernels
except ImportError:  # no Triton
    kernels = None

TRAIN = [f"train-{batch}" for batch in range(1, 6)]
IN_FILE = 10_000
IMAGES = IN_FILE * len(TRAIN)
SIDE = 32
MEAN = (0.4914, 0.4822, 0.4465)
DEVIATION = (0.2470, 0.2435, 0.2616)


def load(folder, names):
    """Images (n, 32, 32, 3) and labels (n) as bytes; refuses anything but CIFAR-10."""
    expected = recorded_hashes()
    images, labels = [], []
    for name in names:
        plain = torch.frombuffer(_read(pathlib.Path(folder, f"{name}.bin")), dtype=torch.uint8)
        labels.append(plain[:IN_FILE])
        images.append(_undo_residuals(plain[IN_FILE:].view(SIDE, SIDE, 3, IN_FILE)))
        found = hashlib.sha256(labels[-1].numpy().tobytes() + images[-1].numpy().tobytes()).hexdigest()
        if found != expected[name]:
            raise SystemExit(f"{name}.bin is not CIFAR-10: its sha256 is {found}, not {expected[name]}")
    return torch.cat(images), torch.cat(labels).long()


def _read(path):
    try:
        plain = bytearray(zlib.decompress(path.read_bytes()))
    except (OSError, zlib.error) as error:
        raise SystemExit(f"cannot read {path}, which fetch-cifar10.js writes: {error}") from None
    expected = IN_FILE * (1 + SIDE * SIDE * 3)
    if len(plain) != expected:
        raise SystemExit(f"{path} is not CIFAR-10: it holds {len(plain)} bytes, not {expected}")
    return plain


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
    """Several views of each image, side by side: random crops of the image padded by reflection, flips, and colours.

    `jitter` 0.1 draws brightness, contrast and saturation within 10% of what they are. The colours of a view are its
    pixels p by brightness * (contrast * (saturation * p + (1 - saturation) * grey of p) + (1 - contrast) * mean grey).
    """

    GREY = (0.299, 0.587, 0.114)

    def __init__(self, images, generator, padding=4, jitter=0.0, plain=False):
        pad = torch.nn.functional.pad(images.permute(0, 3, 1, 2).float(), (padding,) * 4, mode="reflect")
        self.images = pad.to(torch.uint8).permute(0, 2, 3, 1).contiguous()
        self.greys = (images.float() @ torch.tensor(self.GREY, device=images.device)).mean((1, 2))
        self.generator = generator
        self.padding, self.jitter, self.plain = padding, jitter, plain
        self.along = torch.arange(SIDE, device=images.device)
        self.constants = torch.tensor([*self.GREY, *(255 * number for number in MEAN + DEVIATION)], device=images.device)

    def __call__(self, indices, views, dtype):
        which = indices.repeat_interleave(views)
        drawn = self.draw(len(which))
        if kernels is not None and not self.plain and which.is_cuda and dtype == torch.bfloat16:
            return kernels.augmented(self.images, self.greys, which, *drawn, self.constants)
        return self.written_out(which, *drawn, dtype)

    def draw(self, count):
        """Top, left and flip of each view, and three factors for its colours."""
        device = self.images.device
        whole = lambda high: torch.randint(high, (count,), generator=self.generator, device=device)
        places = torch.stack([whole(2 * self.padding + 1), whole(2 * self.padding + 1), whole(2)])
        factors = torch.rand((3, count), generator=self.generator, device=device)
        return places, 1 + self.jitter * (2 * factors - 1)

    def written_out(self, which, places, factors, dtype):
        top, left, flip = places[:, :, None]
        rows = top + self.along
        columns = left + torch.where(flip == 1, SIDE - 1 - self.along, self.along)
        pixels = self.images[which[:, None, None], rows[:, :, None], columns[:, None, :]].float()
        grey = (pixels @ torch.tensor(self.GREY, device=pixels.device))[..., None]
        brightness, contrast, saturation = factors[:, :, None, None, None]
        coloured = saturation * pixels + (1 - saturation) * grey
        mean_grey = self.greys[which][:, None, None, None]
        return normalise(brightness * (contrast * coloured + (1 - contrast) * mean_grey), dtype)


def normalise(images, dtype):
    """Bytes (n, 32, 32, 3) to values (n, 3, 32, 32), channels last in memory."""
    mean = torch.tensor(MEAN, device=images.device) * 255
    deviation = torch.tensor(DEVIATION, device=images.device) * 255
    return ((images - mean) / deviation).to(dtype).permute(0, 3, 1, 2)
