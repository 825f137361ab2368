"""One training at a time in a folder."""

import contextlib
import os

from onerun_audit import InvalidInput

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


@contextlib.contextmanager
def locked(folder):
    """Makes the folder and holds its lock, which the system gives back when a process ends, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    if fcntl is None:
        yield
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        _lock(opened, folder)
        yield
    finally:
        os.close(opened)


def _lock(opened, folder):
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InvalidInput(f"another training is at work in {folder}") from None
    except OSError:
        pass  # a file system without locks
