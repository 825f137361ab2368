"""A loader whose length is fixed beforehand."""

from typing import Any

from torch.utils.data import DataLoader


class FixedLengthLoader(DataLoader):
    """Opacus takes 1 / len(loader) as its sampling rate; this length is stated, whoever is in."""

    def __init__(self, dataset: Any, *, batches: int, **options: Any) -> None:
        self.batches = batches
        super().__init__(dataset, **options)

    def __len__(self) -> int:
        return self.batches
