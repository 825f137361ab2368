"""Audit differential privacy from a single training run.

The verbs (`audit`, `bound`, `plan`, `draw_canaries`, `curve`, `calibrate`, `score_signals`, `verify`, `Ledger`) need
Node; what trains (`onerun_audit.torch`, `onerun_audit.opacus`, `onerun_audit.jax`, `onerun_audit.transformers`) does not. Importing onerun
imports neither.
"""

import importlib
from typing import TYPE_CHECKING, Any

from onerun_audit.errors import InternalError, InvalidInput, NodeMissing, NoVerdict, OnerunWarning

if TYPE_CHECKING:
    from onerun_audit.ledger import Ledger
    from onerun_audit.results import (
        AuditResult,
        BoundResult,
        Calibration,
        Curve,
        DrawnCanaries,
        LedgerReport,
        Plan,
        Verified,
    )
    from onerun_audit.rounds import Rounds
    from onerun_audit.signals import score_signals
    from onerun_audit.verbs import audit, bound, calibrate, curve, draw_canaries, plan, verify

__version__ = "0.1.0"

_FROM = {
    "onerun_audit.verbs": ("audit", "bound", "calibrate", "curve", "draw_canaries", "plan", "verify"),
    "onerun_audit.signals": ("score_signals",),
    "onerun_audit.ledger": ("Ledger",),
    "onerun_audit.rounds": ("Rounds",),
    "onerun_audit.results": (
        "AuditResult",
        "BoundResult",
        "Calibration",
        "Curve",
        "DrawnCanaries",
        "LedgerReport",
        "Plan",
        "Verified",
    ),
}
_PARTS = ("jax", "opacus", "testing", "torch", "transformers")
_MODULE_OF = {name: module for module, names in _FROM.items() for name in names}

__all__ = [
    "AuditResult",
    "BoundResult",
    "Calibration",
    "Curve",
    "DrawnCanaries",
    "InternalError",
    "InvalidInput",
    "Ledger",
    "LedgerReport",
    "NoVerdict",
    "NodeMissing",
    "OnerunWarning",
    "Plan",
    "Rounds",
    "Verified",
    "audit",
    "bound",
    "calibrate",
    "curve",
    "draw_canaries",
    "plan",
    "score_signals",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Loads a verb or a part of the package, and what it needs, when it is first used."""
    if name in _PARTS:
        return importlib.import_module(f"{__name__}.{name}")
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PARTS})
