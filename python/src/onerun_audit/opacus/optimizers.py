"""Which optimisers of Opacus canaries can be attached to."""

from typing import Any

from onerun_audit.errors import InvalidInput

NO_ROWS = "ghost clipping never holds the gradient of each record, which a canary's would replace"
WORKERS = "it sums over workers after the noise, where one worker does not see what is released"
PER_LAYER = "it clips each tensor by a norm of its own, which a canary in one coordinate cannot fill"

REFUSED = {
    "AdaClipDPOptimizer": "its clip norm follows a count of clipped records, which is not in the claim dpsgd(...)",
    "DPPerLayerOptimizer": PER_LAYER,
    "DistributedDPOptimizer": WORKERS,
    "DistributedPerLayerOptimizer": WORKERS,
    "SimpleDistributedPerLayerOptimizer": WORKERS,
    "DPOptimizerFastGradientClipping": NO_ROWS,
    "DistributedDPOptimizerFastGradientClipping": NO_ROWS,
    "FSDPOptimizerFastGradientClipping": NO_ROWS,
}


def check_optimizer(optimizer: Any) -> None:
    """Refuses all but DPOptimizer itself: what another one does between clipping and noise is not known here."""
    kind = type(optimizer).__name__
    if kind in REFUSED:
        raise InvalidInput(f"unsupported optimizer {kind}: {REFUSED[kind]}")
    if kind != "DPOptimizer":
        raise InvalidInput(f"unsupported optimizer {kind}; must be the DPOptimizer that make_private returns")
    if not isinstance(optimizer.max_grad_norm, (int, float)):
        raise InvalidInput(f"invalid max_grad_norm; must be one number: {optimizer.max_grad_norm}")
    for parameter in optimizer.params:
        if not parameter.is_floating_point() or parameter.element_size() < 4:
            raise InvalidInput(f"invalid parameters; must be float32 or better: {parameter.dtype}")
