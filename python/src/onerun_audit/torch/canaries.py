"""White-box Dirac canaries for a DP-SGD loop that has the sum of clipped gradients.

    canaries = Canaries("canaries.csv", [p.numel() for p in parameters],
                        clip=1.0, noise=2.5, rate=0.01, steps=1000, seed=7)
    each step:   canaries.add_to(summed)       after clipping and summing, before the noise
                 canaries.observe(released)    what is released: the sum with its noise
    at the end:  canaries.write("run", ...)    then: onerun audit run

A canary is an example whose gradient is zero but for one coordinate of its own, where it is the clip norm. It is in or
out by the coin of the assignment (`onerun canaries`), and if it is in, it is sampled in each step like any other
example. `summed` and `released` are lists of tensors or NumPy arrays, one per parameter, in the units of the clipped
gradients: not yet divided by the batch size. Without PyTorch, NumPy is enough.

What is scored is `released` less what the other records sum to, which `add_to` remembers before it adds the canaries.
The attacker may do that: the guarantee of DP-SGD holds against one who knows all records but the one in question, and
which of them are in a batch. It takes nothing of the canaries away. Left in, the others' gradients hide missing noise.
"""

import os
from collections.abc import Sequence
from typing import Any

from onerun_audit.assignment import Assignment
from onerun_audit.dirac.phases import Phase
from onerun_audit.errors import InvalidInput
from onerun_audit.torch.arrays import Array, sized_parts
from onerun_audit.torch.observed import ObservedCanaries


class Canaries(ObservedCanaries):
    """Canaries that join the sum of clipped gradients, sampled by coins of their own.

    >>> import numpy
    >>> canaries = Canaries(Assignment("canaries.csv", ("a", "b"), (True, False)), [4], clip=1.0, noise=1.0, rate=1.0,
    ...                     steps=1, seed=7)
    >>> summed = numpy.zeros(4)
    >>> canaries.add_to(summed)
    >>> float(summed.sum())
    1.0
    """

    no_sum = "it had no add_to: add_to and observe take turns, once a step"

    def __init__(
        self,
        assignment: Assignment | str | os.PathLike[str],
        sizes: Sequence[int],
        *,
        clip: float,
        noise: float,
        rate: float,
        steps: int,
        seed: int,
        audited: str = "fitted_ratio",
        sides: str = "in",
        device: Any = "cpu",
    ) -> None:
        """`noise` is the claimed noise, in units of `clip`; `audited` and `sides` fix how the audit will guess."""
        super().__init__(
            assignment,
            sizes,
            clip=clip,
            rate=rate,
            phases=[Phase(noise, steps)],
            seed=seed,
            audited=audited,
            sides=sides,
            device=device,
        )
        self.noise = float(noise)

    def add_to(self, summed: Array, others: Array | None = None) -> None:
        """Remembers what the other records sum to, samples the canaries of this step and adds their gradients.

        `summed` is the whole sum, without canaries. Where it is one worker's part, `others` is the sum of all parts,
        without canaries.
        """
        if self.others is not None:
            raise InvalidInput("invalid step; its sum was not observed: add_to and observe take turns, once a step")
        # Read before the canaries are added: taking them off again would leave a rounding error that tells who is in.
        self.others = self._read(summed if others is None else others)
        sampled = self.arrays.sampled(len(self.ids), self.rate)
        gradient = self.arrays.zeros(len(self.ids))
        gradient[self.arrays.on_device(sampled & self.included)] = self.clip
        for part, (local, which) in zip(sized_parts(self.arrays, summed, self.sizes), self.places):
            self.arrays.add(part, local, gradient[which])
