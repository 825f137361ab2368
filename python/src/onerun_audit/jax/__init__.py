"""White-box Dirac canaries for DP-SGD in JAX: pure functions on pytrees, for jit, vmap and scan.

    state = plant(parameters, "canaries.csv", key=7, clip=1.0, noise=1.0, rate=0.05, steps=200)
    each step:   state, summed = add_to(state, summed)    after clipping and summing, before the noise
                 state = observe(state, released)         what is released: the sum with its noise
    at the end:  finish(state, "run", assignment="canaries.csv")    then: onerun audit run

`summed` and `released` are pytrees like `parameters`, in the units of the clipped gradients: not yet divided by the
batch size. What is scored is `released` less what the other records sum to, which `add_to` remembers before it adds
the canaries, so that these bits are the same whoever is in.
"""

from onerun_audit.jax.finish import finish
from onerun_audit.jax.plant import plant
from onerun_audit.jax.state import CanaryState
from onerun_audit.jax.steps import add_to, observe

__all__ = ["CanaryState", "add_to", "finish", "observe", "plant"]
