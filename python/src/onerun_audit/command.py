"""The command `onerun`: the program itself, with its exit codes, signals and streams."""

import os
import subprocess
import sys

from onerun_audit.errors import InternalError, InvalidInput
from onerun_audit.node import program

#: What the program exits with where it cannot even start: 1 would read as a refuted claim.
_CANNOT_START = 3


def main() -> None:
    """Runs the command line in the place of this process."""
    try:
        words = program()
    except (InvalidInput, InternalError) as error:
        print(error, file=sys.stderr)
        sys.exit(_CANNOT_START)
    arguments = [*words, *sys.argv[1:]]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(arguments[0], arguments)
    sys.exit(subprocess.call(arguments))
