"""What travels from step to step: a pytree."""

from dataclasses import dataclass
from typing import Any

import jax

from onerun_audit.dirac.design import Design

Array = Any


@dataclass(frozen=True)
class CanaryState:
    """Canaries and their scores so far. The design and the sizes are static, all else are arrays.

    Save and load it like parameters; take it as an argument of a jitted step, not as a constant.
    """

    coordinates: Array
    """Of each canary, in the flat vector of all parameters: no two are equal."""
    included: Array
    key: Array
    """Two words from which each step's sampling is drawn."""
    others: Array
    """What the other records sum to at the coordinates, in the step under way."""
    totals: dict[str, tuple[Array, Array]]
    """Each score as two numbers, whose sum it is."""
    planted: Array
    """Calls of `add_to`."""
    observed: Array
    """Calls of `observe`."""
    out_of_turn: Array
    """Calls of either that did not follow the other: `finish` refuses such a run."""
    design: Design
    sizes: tuple[int, ...]
    """Parameters in each leaf."""


_STATIC = ["design", "sizes"]
_ARRAYS = [name for name in CanaryState.__dataclass_fields__ if name not in _STATIC]
jax.tree_util.register_dataclass(CanaryState, data_fields=_ARRAYS, meta_fields=_STATIC)
