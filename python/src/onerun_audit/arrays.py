"""What callers hand in as arrays: NumPy, lists, pandas, PyTorch, JAX, none of which but NumPy is imported."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from onerun_audit.errors import InvalidInput

#: Anything that NumPy makes an array of, and tensors that are on a GPU or are part of a graph.
ArrayLike = Any


def as_array(value: ArrayLike, name: str) -> np.ndarray:
    """The values as an array of numbers or truth values, exactly as they are; `name` is the argument's."""
    array = _plain(value, name)
    if array.dtype.name == "bfloat16":
        array = array.astype(np.float32)
    if array.ndim == 0:
        raise InvalidInput(f"invalid {name}; must be an array: {_shown(value)}")
    if array.dtype.kind == "c":
        raise InvalidInput(f"invalid {name}; must be real numbers: {array.dtype}")
    if array.dtype.kind not in "biuf":
        truth = ", 1 for in and 0 for out" if name.startswith("included") else ""
        raise InvalidInput(f"invalid {name}; must be numbers{truth}: {array.dtype}")
    if array.dtype.itemsize > 8:
        raise InvalidInput(f"invalid {name}; must be numbers of at most 64 bits: {array.dtype}")
    return array


def scores_of(value: ArrayLike, name: str = "scores") -> np.ndarray:
    """Scores: one dimension, or two with a column per candidate; every one finite."""
    array = as_array(value, name)
    if array.ndim > 2 or (array.ndim == 2 and array.shape[1] < 2):
        raise InvalidInput(f"invalid {name}; must have one dimension, or two with a column per candidate: {array.shape}")
    if array.size == 0:
        raise InvalidInput(f"invalid {name}; must have at least one: {array.shape}")
    if array.dtype.kind == "f":
        odd = np.flatnonzero(~np.isfinite(array))
        if odd.size:
            raise InvalidInput(f"invalid {name}; must be finite: {array.flat[odd[0]]} at {_place(array, odd[0])}")
    return array.astype(np.uint8) if array.dtype.kind == "b" else array


def truth_of(value: ArrayLike, scores: np.ndarray, name: str = "included") -> np.ndarray:
    """Who was in, 0 or 1; of scores per candidate, which one was."""
    array = as_array(value, name)
    among = 2 if scores.ndim == 1 else scores.shape[1]
    allowed = "bool, or whole numbers 0 and 1" if scores.ndim == 1 else f"whole numbers from 0 to {among - 1}"
    if array.dtype.kind == "f" or (scores.ndim == 2 and array.dtype.kind == "b"):
        raise InvalidInput(f"invalid {name}; must be {allowed}: {array.dtype}")
    if array.ndim != 1:
        raise InvalidInput(f"invalid {name}; must have one dimension, several runs are lists of arrays: {array.shape}")
    if len(array) != len(scores):
        raise InvalidInput(f"invalid {name}; must be as many as scores ({len(scores)}): {len(array)}")
    if array.dtype.kind != "b":
        odd = np.flatnonzero((array < 0) | (array >= among))
        if odd.size:
            raise InvalidInput(f"invalid {name}; must be {allowed}: {array[odd[0]]} at {odd[0]}")
    # As few bytes as hold it.
    return array if array.dtype.kind == "b" else array.astype(np.min_scalar_type(among - 1))


def labels_of(value: ArrayLike, count: int, name: str) -> np.ndarray:
    """Ids of canaries, or names of runs: texts or whole numbers."""
    array = _plain(value, name)
    if array.dtype.kind == "O" and all(isinstance(each, str) for each in array.flat):
        array = array.astype(str)
    # NumPy 2's texts of any length; NPY knows those of a fixed one.
    if array.dtype.kind == "T":
        array = np.array(array.tolist(), dtype=str)
    if array.dtype.kind not in "iuUS" or array.ndim != 1:
        raise InvalidInput(f"invalid {name}; must be texts or whole numbers in one dimension: {array.dtype}")
    if len(array) != count:
        raise InvalidInput(f"invalid {name}; must be as many as scores ({count}): {len(array)}")
    return array


def check_paired(value: Any, scores: Any, name: str) -> None:
    """Refuses columns of pandas whose rows have other labels than the scores': values are paired by position."""
    own, theirs = (getattr(each, "index", None) for each in (value, scores))
    if not (hasattr(own, "equals") and hasattr(theirs, "equals")) or len(own) != len(theirs) or own.equals(theirs):
        return
    raise InvalidInput(
        f"invalid {name}; its index must be that of scores, since values are paired by position: "
        "align them, or hand in to_numpy() of both"
    )


def are_runs(value: Any) -> bool:
    """Whether this is a list with something for each run, rather than the values of one."""
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(_has_length(each) for each in value)


def joined(parts: Sequence[np.ndarray]) -> np.ndarray:
    """Arrays one behind the other, in a type that holds the values of each exactly."""
    kinds = {part.dtype.kind for part in parts}
    if "f" in kinds and kinds & set("iu"):
        parts = [part.astype(np.float64) if part.dtype.kind in "iu" and _exact(part) else part for part in parts]
        if any(part.dtype.kind in "iu" for part in parts):
            raise InvalidInput("invalid scores; must be of one type in all runs: whole numbers beyond 2^53, and floats")
    return np.concatenate(parts)


def _exact(part: np.ndarray) -> bool:
    return part.size == 0 or bool((np.abs(part.astype(np.float64)) <= 2.0**53).all())


def _has_length(value: Any) -> bool:
    if isinstance(value, (str, bytes)):
        return False
    return getattr(value, "ndim", 1 if hasattr(value, "__len__") else 0) > 0


def _plain(value: Any, name: str) -> np.ndarray:
    try:
        if isinstance(value, np.ma.MaskedArray):
            if np.ma.is_masked(value):
                raise InvalidInput(f"invalid {name}; must have no masked values")
            value = value.data
        if hasattr(value, "detach") and hasattr(value, "cpu"):
            value = value.detach().cpu()
            value = value.float() if str(value.dtype) == "torch.bfloat16" else value
            value = value.numpy()
        # Of pandas, types that may have missing values say what they are in NumPy.
        own = getattr(getattr(value, "dtype", None), "numpy_dtype", None)
        if own is not None and hasattr(value, "to_numpy"):
            if bool(value.isna().any()):
                raise InvalidInput(f"invalid {name}; must have no missing values")
            value = value.to_numpy(dtype=own)
        return np.asarray(value)
    except InvalidInput:
        raise
    except Exception as error:
        raise InvalidInput(f"invalid {name}; cannot be made an array: {str(error).splitlines()[0][:200]}") from error


def _place(array: np.ndarray, flat: int) -> str:
    index = np.unravel_index(int(flat), array.shape)
    return ", ".join(str(int(each)) for each in index)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
