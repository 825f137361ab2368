"""One step of training: plant, then observe."""

from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp

from onerun_audit.dirac.fitted import fitted_ratio, groups_of
from onerun_audit.dirac.ratio import log_ratio
from onerun_audit.dirac.sums import add_compensated, rate_words
from onerun_audit.errors import InvalidInput
from onerun_audit.jax.state import CanaryState


def add_to(state: CanaryState, summed: Any, others: Any = None) -> tuple[CanaryState, Any]:
    """Remembers what the other records sum to, samples the canaries of this step and adds their gradients.

    `summed` is the whole sum of clipped gradients, without canaries: where several devices run this step, what `psum`
    gives, since each call adds every canary. Where one device alone calls this with its part, `others` is the sum of
    all parts, without canaries. Returns the new state and the sum with canaries.
    """
    leaves, tree = _arrays(summed)
    _check_leaves(state, leaves)
    # Read before the canaries are added: taking them off again would leave a rounding error that tells who is in.
    remembered = _read(state, leaves if others is None else _arrays(others)[0])
    gradients = jnp.where(state.included & _sampled(state), state.design.clip, 0.0)
    added = [
        leaf.reshape(-1).at[place].add(gradients.astype(leaf.dtype), mode="drop").reshape(leaf.shape)
        for leaf, place in zip(leaves, _places(state))
    ]
    waiting = state.planted != state.observed
    state = replace(
        state,
        others=remembered,
        planted=state.planted + 1,
        # A step that was left out counts as one that was observed, so that later turns are judged by themselves.
        observed=jnp.where(waiting, state.planted, state.observed),
        out_of_turn=state.out_of_turn + waiting,
    )
    return state, jax.tree_util.tree_unflatten(tree, added)


def observe(state: CanaryState, released: Any) -> CanaryState:
    """Adds this step to the scores: the released coordinates less what the other records sum to there."""
    leaves, _ = _arrays(released)
    noise, rate = state.design.noise, state.design.rate
    x = (_read(state, leaves) - state.others) / state.design.clip
    step = {
        "likelihood_ratio": log_ratio(jnp, x, noise, rate),
        "fitted_ratio": _fitted_ratio(state, x, noise, rate),
        "sum": x,
    }
    early = state.planted == state.observed
    return replace(
        state,
        totals={name: add_compensated(total, step[name]) for name, total in state.totals.items()},
        planted=state.planted + early,
        observed=state.observed + 1,
        out_of_turn=state.out_of_turn + early,
    )


def _fitted_ratio(state: CanaryState, x: Any, noise: float, rate: float) -> Any:
    """With the noise that the canaries of each leaf show in this step."""
    ends = jnp.cumsum(jnp.asarray(state.sizes))
    leaf = jnp.searchsorted(ends, state.coordinates, side="right")
    counts = jax.ops.segment_sum(jnp.ones_like(leaf), leaf, num_segments=len(state.sizes))
    group = groups_of(leaf, counts, jnp)
    sums = lambda rows: jax.ops.segment_sum(rows, group, num_segments=len(state.sizes) + 1)
    return fitted_ratio(jnp, x, noise, rate, group, sums)


def _sampled(state: CanaryState) -> Any:
    """Coins of this step at the claimed rate, each from 64 bits: those of a float32 would exceed it by up to 1e-7."""
    if state.design.rate == 1:
        return jnp.ones(state.included.shape, bool)
    key = jax.random.wrap_key_data(state.key, impl="threefry2x32")
    high, low = jax.random.bits(jax.random.fold_in(key, state.planted), (2, *state.included.shape), jnp.uint32)
    rate_high, rate_low = (jnp.uint32(word) for word in rate_words(state.design.rate))
    return (high < rate_high) | ((high == rate_high) & (low < rate_low))


def _places(state: CanaryState) -> list[Any]:
    """For each leaf, where each canary lies in it; its size, which is no place in it, for those that lie elsewhere."""
    places, start = [], 0
    for size in state.sizes:
        inside = (state.coordinates >= start) & (state.coordinates < start + size)
        places.append(jnp.where(inside, state.coordinates - start, size))
        start += size
    return places


def _read(state: CanaryState, leaves: list[Any]) -> Any:
    """The values at the canaries' coordinates."""
    _check_leaves(state, leaves)
    values = jnp.zeros_like(state.others)
    for leaf, place, size in zip(leaves, _places(state), state.sizes):
        if size > 0:
            found = leaf.reshape(-1)[jnp.minimum(place, size - 1)].astype(values.dtype)
            values = jnp.where(place < size, found, values)
    return values


def _arrays(tree: Any) -> tuple[list[Any], Any]:
    """The leaves as arrays of JAX, which those of NumPy need not be, and the form of the tree."""
    leaves, form = jax.tree_util.tree_flatten(tree)
    return [jnp.asarray(leaf) for leaf in leaves], form


def _check_leaves(state: CanaryState, leaves: list[Any]) -> None:
    sizes = tuple(leaf.size for leaf in leaves)
    if sizes != state.sizes:
        raise InvalidInput(f"invalid leaves; must have the sizes of the parameters {state.sizes}: {sizes}")
    for leaf in leaves:
        if leaf.dtype not in (jnp.float32, jnp.float64):
            raise InvalidInput(f"invalid leaves; must be float32 or float64, for sums: {leaf.dtype}")
