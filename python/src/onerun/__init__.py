"""Audit differential privacy from a single training run."""

from onerun.errors import InvalidInput

__all__ = ["InvalidInput"]
