"""Canaries for training with PyTorch, or with NumPy alone. PyTorch is loaded where it is there and needed."""

from onerun_audit.dirac.phases import Phase
from onerun_audit.torch.black_box import loss_against_reference, losses
from onerun_audit.torch.canaries import Canaries
from onerun_audit.torch.record_canaries import RecordCanaries
from onerun_audit.torch.records import CanaryRecords
from onerun_audit.torch.rounds import Rounds, RoundsRefuted

__all__ = ["Canaries", "CanaryRecords", "Phase", "RecordCanaries", "Rounds", "RoundsRefuted", "loss_against_reference", "losses"]
