"""Texts as tokens, and which of them count."""

from dataclasses import dataclass
from typing import Any

from onerun_audit.errors import InvalidInput
from onerun_audit.transformers.texts import TextCanaries


@dataclass(frozen=True)
class TokenizedText:
    """A text as the model reads it: its tokens, and which of them are the text's own rather than special ones."""

    ids: tuple[int, ...]
    own: tuple[bool, ...]

    @property
    def content(self) -> tuple[int, ...]:
        return tuple(token for token, own in zip(self.ids, self.own) if own)

    @property
    def predicted(self) -> int:
        """Tokens that count in the loss: the first one of a sequence has nothing before it to be predicted from."""
        return sum(self.own[1:])


def tokenized(tokenizer: Any, canaries: TextCanaries) -> list[list[TokenizedText]]:
    """Each canary's texts, with the special tokens that the tokenizer adds by itself, uncut and without padding."""
    special = special_ids(tokenizer)
    rows = [[_one(tokenizer, text, special) for text in texts] for texts in canaries.texts]
    seen: dict[tuple[int, ...], str] = {}
    for name, row in zip(canaries.ids, rows):
        for text in row:
            if text.predicted == 0:
                raise InvalidInput(f"invalid canary {name}; must have a token that a model can predict")
            if text.content in seen:
                raise InvalidInput(
                    f"invalid canary {name}; must differ from {seen[text.content]} in its tokens, not only in its text"
                )
            seen[text.content] = name
    return rows


def special_ids(tokenizer: Any) -> frozenset[int]:
    """Tokens that are no part of a text. The one for unknown words is: it stands for a word.

    Unless it ends texts as well: tokenizers like GPT-2's know every word, and name one token for all purposes.
    """
    marks = {getattr(tokenizer, f"{mark}_token_id", None) for mark in ("bos", "eos", "pad", "sep", "cls")}
    return frozenset(tokenizer.all_special_ids) - ({getattr(tokenizer, "unk_token_id", None)} - marks)


def check_lengths(canaries: TextCanaries, rows: list[list[TokenizedText]], limits: dict[str, Any]) -> None:
    """Refuses canaries that are longer than one of the limits, by whose name it is told."""
    for what, limit in limits.items():
        # Tokenizers without a limit say 1e30.
        if not isinstance(limit, (int, float)) or isinstance(limit, bool) or limit <= 0 or limit > 1e12:
            continue
        for name, row in zip(canaries.ids, rows):
            longest = max(len(text.ids) for text in row)
            if longest > limit:
                raise InvalidInput(
                    f"invalid canary {name}; must have at most {limit:.0f} tokens ({what}), or it is cut: {longest}"
                )


def _one(tokenizer: Any, text: str, special: frozenset[int]) -> TokenizedText:
    ids = tuple(int(token) for token in tokenizer(text, truncation=False, padding=False)["input_ids"])
    return TokenizedText(ids, tuple(token not in special for token in ids))
