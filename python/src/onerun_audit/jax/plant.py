"""Where canaries lie, and who is in."""

import math
import operator
import os
from typing import Any

import jax
import jax.numpy as jnp
import numpy

from onerun_audit.assignment import Assignment, read_assignment
from onerun_audit.dirac.design import checked_design
from onerun_audit.dirac.ratio import SCORES
from onerun_audit.errors import InvalidInput
from onerun_audit.jax.state import CanaryState

# Keeps the canaries' draws apart from whatever else is drawn from the same key.
_STREAM = 0x63616E61


def plant(
    parameters: Any,
    canaries: str | os.PathLike[str] | Assignment | Any,
    *,
    key: Any,
    clip: float,
    noise: float,
    rate: float,
    steps: int,
    audited: str = "fitted_ratio",
    sides: str = "in",
) -> CanaryState:
    """Gives each canary a coordinate of its own among the parameters.

    `canaries` is the file that `onerun canaries` made, or an array of coins (1: in). `key` is a seed or a JAX key;
    under `vmap`, one for each run. `noise` is the claimed noise in units of `clip`, `audited` the score that the audit
    will use ("likelihood_ratio", "fitted_ratio" or "sum"), `sides` the end of it that is guessed ("in" is the top
    alone, or "both").
    """
    design = checked_design(clip=clip, noise=noise, rate=rate, steps=steps, audited=audited, sides=sides)
    sizes = tuple(_size(leaf) for leaf in jax.tree_util.tree_leaves(parameters))
    included = _coins(canaries)
    (count,) = included.shape
    if count > sum(sizes):
        raise InvalidInput(f"invalid canaries; must be at most the parameters ({sum(sizes)}): {count}")
    if sum(sizes) >= 2**31:
        raise InvalidInput(f"invalid parameters; must be fewer than 2^31, plant in a part of them: {sum(sizes)}")
    where, sampling = jax.random.split(jax.random.fold_in(_as_key(key), _STREAM))

    def zeros() -> Any:
        # Single precision unless JAX is told otherwise. Each an array of its own: a jitted step that is given the
        # state's buffers to reuse (donate_argnums) takes none twice.
        return jnp.zeros(count, jnp.zeros(()).dtype)

    return CanaryState(
        # The start of a permutation: no two canaries share a coordinate.
        coordinates=jax.random.permutation(where, sum(sizes))[:count].astype(jnp.int32),
        included=included,
        key=jax.random.bits(sampling, (2,), jnp.uint32),
        others=zeros(),
        totals={name: (zeros(), zeros()) for name in SCORES},
        planted=jnp.zeros((), jnp.int32),
        observed=jnp.zeros((), jnp.int32),
        out_of_turn=jnp.zeros((), jnp.int32),
        design=design,
        sizes=sizes,
    )


def _size(leaf: Any) -> int:
    if not jnp.issubdtype(jnp.result_type(leaf), jnp.floating):
        raise InvalidInput(f"invalid parameters; must be arrays of real numbers: {jnp.result_type(leaf)}")
    return math.prod(jnp.shape(leaf))


def _coins(canaries: Any) -> Any:
    """Who is in, as an array of flags."""
    if isinstance(canaries, (str, os.PathLike)):
        canaries = read_assignment(canaries)
    coins = numpy.asarray(canaries.included) if isinstance(canaries, Assignment) else canaries
    if not isinstance(coins, jax.core.Tracer):
        coins = numpy.asarray(coins)
        if coins.ndim == 1 and not ((coins == 0) | (coins == 1)).all():
            raise InvalidInput("invalid canaries; must be 0 or 1 for each: out or in")
    if coins.ndim != 1:
        raise InvalidInput(f"invalid canaries; must be one list of coins: {coins.ndim} dimensions")
    return jnp.asarray(coins, bool)


def _as_key(key: Any) -> Any:
    """A seed or a key, of either kind that JAX has."""
    if hasattr(key, "dtype") and jnp.ndim(key) == 0 and jnp.issubdtype(key.dtype, jnp.integer):
        return jax.random.key(key)
    if hasattr(key, "dtype"):
        return key
    return jax.random.key(operator.index(key))
