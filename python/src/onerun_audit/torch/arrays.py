"""Arrays and draws by PyTorch where it is there, by NumPy where it is not."""

import math
from collections.abc import Sequence
from typing import Any

import numpy

from onerun_audit.errors import InvalidInput

try:
    import torch
except ImportError:
    torch = None

# A tensor of PyTorch or an array of NumPy, on whatever device.
Array = Any


def arrays_for(seed: int, device: Any) -> "TorchArrays | NumPyArrays":
    return NumPyArrays(seed) if torch is None else TorchArrays(seed, device)


class TorchArrays:
    """Arrays and draws by PyTorch; NumPy arrays are taken as tensors that share their memory."""

    library: Any = torch

    def __init__(self, seed: int, device: Any) -> None:
        self.generator = torch.Generator().manual_seed(seed)
        self.device = device

    def permutation(self, count: int) -> Array:
        return torch.randperm(count, generator=self.generator)

    def sampled(self, count: int, rate: float) -> Array:
        return torch.rand(count, generator=self.generator, dtype=torch.float64) < rate

    def flags(self, values: Sequence[bool]) -> Array:
        return torch.tensor(values, dtype=torch.bool)

    def zeros(self, count: int) -> Array:
        return torch.zeros(count, dtype=torch.float64, device=self.device)

    def numbers(self, values: numpy.ndarray) -> Array:
        return self._moved(torch.from_numpy(values))

    def on_device(self, array: Array) -> Array:
        return array.to(self.device)

    def on_host(self, array: Array) -> Array:
        return array.cpu()

    def saved(self, array: Array) -> Array:
        """In memory of its own, so that a checkpoint stays what it was."""
        return array.to("cpu", copy=True)

    def loaded(self, array: Array) -> Array:
        return array.to(self.device, copy=True)

    def get_state(self) -> Any:
        return self.generator.get_state()

    def set_state(self, state: Any) -> None:
        # A checkpoint may have been loaded onto a GPU.
        self.generator.set_state(state.cpu())

    def part(self, given: Array) -> Array:
        return given.detach() if torch.is_tensor(given) else torch.from_numpy(given)

    def add(self, part: Array, local: Array, values: Array) -> None:
        flat = part.reshape(-1)
        flat[local] += values.to(part.device, part.dtype)
        # Of a tensor that is not contiguous, flat is a copy.
        if not part.is_contiguous():
            part.copy_(flat.view(part.shape))

    def put(self, part: Array, places: Sequence[numpy.ndarray], value: float) -> None:
        part[tuple(torch.from_numpy(numpy.asarray(place)).to(part.device) for place in places)] = value

    def rows(self, part: Array, chosen: numpy.ndarray) -> Array:
        return part[torch.from_numpy(chosen).to(part.device)]

    def indices(self, values: numpy.ndarray) -> Array:
        return self._moved(torch.from_numpy(values))

    def taken(self, part: Array, local: Array) -> Array:
        return part.reshape(-1)[local].to(self.device, torch.float64)

    def sent(self, values: Array) -> Any:
        """Begins to copy to the host, and goes on meanwhile."""
        if not values.is_cuda:
            return values, None
        host = torch.empty(values.shape, dtype=values.dtype, pin_memory=True)
        host.copy_(values, non_blocking=True)
        return host, torch.cuda.current_stream(values.device).record_event()

    def received(self, sent: Any) -> numpy.ndarray:
        values, arrived = sent
        if arrived is not None:
            arrived.synchronize()
        return values.numpy()

    def _moved(self, tensor: Any) -> Any:
        """To the device, without waiting for it."""
        if torch.device(self.device).type != "cuda":
            return tensor
        return tensor.pin_memory().to(self.device, non_blocking=True)


class NumPyArrays:
    """The same without PyTorch."""

    library: Any = numpy

    def __init__(self, seed: int) -> None:
        self.generator = numpy.random.default_rng(seed)

    def permutation(self, count: int) -> Array:
        return self.generator.permutation(count)

    def sampled(self, count: int, rate: float) -> Array:
        return self.generator.random(count) < rate

    def flags(self, values: Sequence[bool]) -> Array:
        return numpy.array(values, dtype=bool)

    def zeros(self, count: int) -> Array:
        return numpy.zeros(count)

    def numbers(self, values: numpy.ndarray) -> Array:
        return values

    def on_device(self, array: Array) -> Array:
        return array

    def on_host(self, array: Array) -> Array:
        return array

    def saved(self, array: Array) -> Array:
        return array.copy()

    def loaded(self, array: Array) -> Array:
        return array.copy()

    def part(self, given: Array) -> Array:
        if not isinstance(given, numpy.ndarray):
            kind = type(given).__name__
            raise InvalidInput(f"invalid tensors; must be NumPy arrays where PyTorch is missing: {kind}")
        return given

    def add(self, part: Array, local: Array, values: Array) -> None:
        part.flat[local] += values.astype(part.dtype)

    def put(self, part: Array, places: Sequence[numpy.ndarray], value: float) -> None:
        part[tuple(places)] = value

    def rows(self, part: Array, chosen: numpy.ndarray) -> Array:
        return part[chosen]

    def indices(self, values: numpy.ndarray) -> Array:
        return values

    def taken(self, part: Array, local: Array) -> Array:
        return part.reshape(-1)[local].astype(float)

    def sent(self, values: Array) -> Any:
        return values

    def received(self, sent: Any) -> numpy.ndarray:
        return sent

    def get_state(self) -> Any:
        return self.generator.bit_generator.state

    def set_state(self, state: Any) -> None:
        self.generator.bit_generator.state = state


def parts_of(arrays: "TorchArrays | NumPyArrays", given: Array) -> list[Array]:
    """The tensors of a list, or a single one."""
    return [arrays.part(part) for part in (given if isinstance(given, (list, tuple)) else [given])]


def sized_parts(arrays: "TorchArrays | NumPyArrays", given: Array, sizes: Sequence[int]) -> list[Array]:
    """The tensors, which must have the sizes that canaries were planted for."""
    parts = parts_of(arrays, given)
    found = [size_of(part.shape) for part in parts]
    if found != list(sizes):
        raise InvalidInput(f"invalid tensors; must have the sizes given at the start ({sizes}): {found}")
    return parts


def size_of(shape: Sequence[int]) -> int:
    return math.prod(shape)
