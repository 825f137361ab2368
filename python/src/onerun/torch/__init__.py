"""Canaries for training with PyTorch, or with NumPy alone. PyTorch is loaded where it is there and needed."""

from onerun.dirac.phases import Phase
from onerun.torch.black_box import loss_against_reference, losses
from onerun.torch.canaries import Canaries
from onerun.torch.record_canaries import RecordCanaries
from onerun.torch.records import CanaryRecords

__all__ = ["Canaries", "CanaryRecords", "Phase", "RecordCanaries", "loss_against_reference", "losses"]
