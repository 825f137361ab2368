"""What callers can mend is told in one sentence."""


class InvalidInput(ValueError):
    """What was given cannot be used; the message is the one sentence that says why."""
