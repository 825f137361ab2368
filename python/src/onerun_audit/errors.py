"""What callers can mend is told in one sentence."""

from typing import Any


class InvalidInput(ValueError):
    """What was given cannot be used; the message is the one sentence that says why."""


class NoVerdict(InvalidInput):
    """The audit was made, and a check that its theorem rests on failed; `result` holds what was found."""

    def __init__(self, message: str, result: Any) -> None:
        super().__init__(message)
        self.result = result

    def __reduce__(self) -> Any:
        # Exceptions come back from other processes, where tests and audits run side by side.
        return type(self), (str(self), self.result)


class NodeMissing(InvalidInput):
    """The verbs run on Node, and there is none that will do."""


class InternalError(RuntimeError):
    """The program failed for a reason of its own: a bug, or a broken installation."""


class OnerunWarning(UserWarning):
    """What the program had to say beside its result."""
