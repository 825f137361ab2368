"""What of a Trainer's settings and data can be looked at before training."""

from collections.abc import Iterator
from typing import Any

from onerun_audit.errors import InvalidInput

# Collators that join the texts of a batch into one sequence; whether texts see each other cannot be told from here.
_JOINING = ("DataCollatorWithFlattening",)


def check_settings(arguments: Any, loader: Any) -> None:
    """Refuses settings that pack several texts into one sequence."""
    for flag in ("packing", "padding_free"):
        if getattr(arguments, flag, False):
            raise InvalidInput(
                f"invalid {flag}; must be off: several texts in one sequence change the unit of privacy"
            )
    collator = getattr(loader, "collate_fn", None)
    # The Trainer wraps collators that are to drop columns.
    collator = getattr(collator, "data_collator", collator)
    name = type(collator).__name__
    if name in _JOINING or getattr(collator, "padding_free", False):
        raise InvalidInput(f"invalid collator; must not join texts, that changes the unit of privacy: {name}")


def length_limits(arguments: Any) -> dict[str, Any]:
    """The lengths at which trainers cut sequences."""
    return {name: getattr(arguments, name, None) for name in ("max_length", "max_seq_length")}


# Records that are read at once from data sets in columns, which are slow one by one.
_PIECE = 1000


def token_sequences(loader: Any) -> Iterator[list[int]] | None:
    """The training set's lists of tokens without padding, or None where it cannot be read twice."""
    data = getattr(loader, "dataset", None)
    if data is None or not hasattr(data, "__len__") or not hasattr(data, "__getitem__") or len(data) == 0:
        return None
    try:
        data[0]["input_ids"]
    except (KeyError, TypeError, IndexError):
        return None
    return (_without_padding(record) for record in _records(data))


def _records(data: Any) -> Iterator[Any]:
    if not hasattr(data, "column_names"):
        yield from (data[i] for i in range(len(data)))
        return
    for start in range(0, len(data), _PIECE):
        piece = data[start : start + _PIECE]
        names = [name for name in ("input_ids", "attention_mask") if name in piece]
        yield from (dict(zip(names, values)) for values in zip(*(piece[name] for name in names)))


def _without_padding(record: Any) -> list[int]:
    ids = [int(token) for token in record["input_ids"]]
    # Where texts are packed, masks may count them: 1, 1, 2, 2, 0.
    read = record["attention_mask"] if "attention_mask" in record else None
    return ids if read is None else [token for token, kept in zip(ids, read) if int(kept) != 0]
