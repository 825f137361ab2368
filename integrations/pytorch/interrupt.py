"""Ctrl-C between steps."""

import contextlib
import signal
import threading


@contextlib.contextmanager
def first_interrupt():
    """An event that the first Ctrl-C sets, so that a step can end; the second one ends the program at once."""
    pressed = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def press(number, frame):
        signal.signal(signal.SIGINT, before)
        pressed.set()

    # Programs in the background are started with Ctrl-C ignored: it is meant for others.
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
