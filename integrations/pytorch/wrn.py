"""A wide residual network with group norm in place of batch norm, on one flat vector of parameters.

ReLU comes first and the norm after it, at the end and on shortcuts too, as in De et al. (2022) and in the public code of
Sander et al. (2023). What is usual without privacy, norm first and larger initial weights, costs about nine points here.
"""

import math

import torch


class WideResNet:
    """`depth` 16 and `width` 4 are the paper's. Layers are called through a tape, which sees what per-example gradients need."""

    def __init__(self, depth=16, width=4, groups=16, classes=10):
        self.groups = groups
        self.shapes = {}
        self.blocks = []
        self._conv("stem", 3, 16, 3)
        channels = 16
        for stage, out in enumerate((16 * width, 32 * width, 64 * width)):
            for number in range((depth - 4) // 6):
                name = f"{stage}.{number}"
                stride = 2 if stage > 0 and number == 0 else 1
                self._norm(f"{name}.norm1", channels)
                self._conv(f"{name}.conv1", channels, out, 3)
                self._norm(f"{name}.norm2", out)
                self._conv(f"{name}.conv2", out, out, 3)
                projected = channels != out or stride != 1
                if projected:
                    self._norm(f"{name}.shortcut", channels)
                    self._conv(f"{name}.shortcut", channels, out, 1)
                self.blocks.append((name, stride, projected))
                channels = out
        self._norm("norm", channels)
        self.shapes["head"] = (classes, channels)
        self.shapes["head.bias"] = (classes,)
        sizes = [math.prod(shape) for shape in self.shapes.values()]
        ends = torch.tensor(sizes).cumsum(0).tolist()
        self.slices = {name: slice(end - size, end) for name, size, end in zip(self.shapes, sizes, ends)}
        self.size = ends[-1]

    def _conv(self, name, channels, out, kernel):
        # Stored with channels last, in the order in which cuDNN is fastest.
        self.shapes[name] = (out, kernel, kernel, channels)

    def _norm(self, name, channels):
        self.shapes[f"{name}.scale"] = self.shapes[f"{name}.shift"] = (channels,)

    def initial(self, generator):
        """Weights of deviation 1 / sqrt(fan-in); norms start as the identity, the head's bias at zero."""
        theta = torch.zeros(self.size)
        for name, shape in self.shapes.items():
            if name.endswith(".scale"):
                theta[self.slices[name]] = 1
            elif len(shape) > 1:
                spread = 1 / math.sqrt(math.prod(shape[1:]))
                theta[self.slices[name]] = spread * torch.randn(math.prod(shape), generator=generator)
        return theta

    def parts(self, theta, dtype):
        """Views into the flat vector; convolutions in the type that they are computed in."""
        low = theta.to(dtype)
        parts = {}
        for name, shape in self.shapes.items():
            part = (low if len(shape) == 4 else theta)[self.slices[name]].view(shape)
            parts[name] = part.permute(0, 3, 1, 2) if len(shape) == 4 else part
        return parts

    def __call__(self, parts, x, tape):
        x, shortcut = tape.conv(x, "stem", parts), None
        for name, stride, projected in self.blocks:
            if projected:
                _, h, s = tape.relu_norm(x, shortcut, f"{name}.norm1", parts, self.groups, f"{name}.shortcut", stride)
                shortcut = tape.conv(s, f"{name}.shortcut", parts)
            else:
                shortcut, h, _ = tape.relu_norm(x, shortcut, f"{name}.norm1", parts, self.groups)
            x = tape.conv(h, f"{name}.conv1", parts, stride)
            _, h, _ = tape.relu_norm(x, None, f"{name}.norm2", parts, self.groups)
            x = tape.conv(h, f"{name}.conv2", parts)
        _, h, _ = tape.relu_norm(x, shortcut, "norm", parts, self.groups)
        return tape.linear(tape.mean(h, parts["head"].dtype), "head", parts)
