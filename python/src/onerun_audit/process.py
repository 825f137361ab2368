"""One process of the program for one verb."""

import errno
import json
import os
import re
import subprocess
import tempfile
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from onerun_audit.errors import InternalError, InvalidInput, OnerunWarning
from onerun_audit.node import program
from onerun_audit.records import SWITCHES

_CONSISTENT, _REFUTED, _INVALID = 0, 1, 2

#: Options that are given or not, and have no value.
_SWITCHES = (*SWITCHES, "depart_from_plan", "force", "new_run")

#: Characters of a value in the record of a call.
_LONGEST_SHOWN = 2000


@dataclass(frozen=True)
class Answer:
    """What the program said: its document, and where it has none or no verdict, why."""

    document: dict[str, Any]
    problem: str | None


def ask(words: list[str], *, arrays: dict[str, np.ndarray] | bytes | None = None, text: bool = False) -> Answer:
    """Runs the program with these words, arrays on its standard input, and reads the document that it prints."""
    __tracebackhide__ = True
    for word in words:
        _check_word(word)
    code, out, err = _run([*program(), *words], arrays)
    said = err.decode("utf-8", "replace").strip()
    if code == _INVALID:
        sentence = in_python(said, arrays is not None)
        if out.strip():
            return Answer(_document(out), sentence)
        raise InvalidInput(sentence)
    if code not in (_CONSISTENT, _REFUTED):
        reason = f"the program was ended by signal {-code}" if code < 0 else f"the program ended with code {code}"
        raise InternalError(said or reason)
    for line in said.splitlines():
        warnings.warn(line, OnerunWarning, stacklevel=3)
    return Answer({} if text else _document(out), None)


def ask_for_text(words: list[str], arrays: dict[str, np.ndarray]) -> str:
    """Runs the program with these words and arrays, and returns what it prints. Its remarks are left out."""
    code, out, err = _run([*program(), *words], arrays)
    said = err.decode("utf-8", "replace").strip()
    if code == _INVALID:
        raise InvalidInput(in_python(said, of_arrays=True))
    if code != _CONSISTENT:
        raise InternalError(said or f"the program ended with code {code}")
    return out.decode("utf-8")


def _run(command: list[str], given: dict[str, np.ndarray] | bytes | None) -> tuple[int, bytes, bytes]:
    with _as_file(given) as stdin, _started(command, stdin) as process:
        try:
            out, err = process.communicate()
        except BaseException:
            _end(process)
            raise
        return process.returncode, out, err


def _started(command: list[str], stdin: Any) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        if error.errno != errno.E2BIG:
            raise
        raise InvalidInput("the arguments are more than the system hands to one process: give fewer at once") from error


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Lets the program remove what it has half written, and waits for no longer than a moment."""
    process.terminate()
    try:
        process.wait(timeout=1)
    except BaseException:
        process.kill()


def _check_word(word: str) -> None:
    """Refuses what the system cannot hand to a process."""
    problem = "NUL characters" if "\0" in word else None
    try:
        os.fsencode(word)
    except UnicodeEncodeError:
        problem = "halves of characters"
    if problem is not None:
        name = word[2:].split("=")[0].replace("-", "_") if word.startswith("--") else "path"
        raise InvalidInput(f"invalid {name}; must be text without {problem}: {word.split('=', 1)[-1]!r}")


@contextmanager
def _as_file(given: dict[str, np.ndarray] | bytes | None) -> Iterator[Any]:
    """What the program reads: arrays as one NPZ archive, in a file without a name, which ends with the process."""
    if given is None:
        yield subprocess.DEVNULL
        return
    with tempfile.TemporaryFile(prefix="onerun-") as file:
        if isinstance(given, bytes):
            file.write(given)
        else:
            _write_archive(file, given)
        file.seek(0)
        yield file


def _write_archive(file: Any, arrays: dict[str, np.ndarray]) -> None:
    """The same as numpy.savez, for arrays of any name."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)


def _document(out: bytes) -> dict[str, Any]:
    try:
        return json.loads(out)
    except ValueError as error:
        raise InternalError(f"the program printed no JSON: {out[:200]!r}") from error


def in_python(sentence: str, of_arrays: bool = False) -> str:
    """A message of the command line with its options as arguments: --at-least is at_least."""
    chosen = re.match(r"option '--([a-z-]+) <[^']*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$", sentence)
    if chosen is not None:
        return f"invalid {chosen[1].replace('-', '_')}; must be one of {chosen[3]}: {chosen[2]}"
    missing = re.match(r"required option '(?:-\w, )?--([a-z-]+) <[^']*' not specified(?:; see [a-z -]+)?$", sentence)
    if missing is not None:
        return f"no {missing[1].replace('-', '_')}; it must be given"
    named = re.sub(r"(?<![\w-])--([a-z][a-z0-9-]*)", lambda flag: flag[1].replace("-", "_"), sentence)
    return named.replace("standard input", "the arrays") if of_arrays else named


def typed_options(arguments: Mapping[str, Any], *left_out: str, **instead: Any) -> dict[str, Any]:
    """The arguments of a verb as options: without some of them, and with some in another form."""
    no_options = ("self", "cls", *left_out)
    return {name: instead.get(name, value) for name, value in arguments.items() if name not in no_options}


def flags(options: Mapping[str, Any]) -> list[str]:
    """Options as the command line takes them; None is left out."""
    words = []
    for name, value in options.items():
        flag = f"--{name.removesuffix('_').replace('_', '-')}"
        if value is None:
            continue
        if name in _SWITCHES:
            words.extend([flag] if _switched(name, value) else [])
        elif isinstance(value, (list, tuple)):
            words.extend(f"{flag}={_written(name, each)}" for each in value)
        else:
            words.append(f"{flag}={_written(name, value)}")
    return words


def _switched(name: str, value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise InvalidInput(f"invalid {name}; must be True or False: {value!r}")
    return bool(value)


def _written(name: str, value: Any) -> str:
    if isinstance(value, (str, bytes, os.PathLike)):
        return path_text(value, name)
    # NumPy's numbers too are written as Python's are.
    return repr(value.item() if getattr(value, "size", None) == 1 and hasattr(value, "item") else value)


def path_text(path: Any, name: str = "path") -> str:
    """A path as text; `name` is the argument's."""
    found = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(found, str):
        raise InvalidInput(f"invalid {name}; must be text or a path of text: {found!r}")
    return found


def path_word(path: Any, name: str = "path") -> str:
    """A path as a word that is no option and not the sign for standard input."""
    text = path_text(path, name)
    return f"./{text}" if text.startswith("-") else text


def listed(value: Any) -> Any:
    """One value or several, as a list."""
    if value is None or np.ndim(value) == 0:
        return value
    return value.tolist() if hasattr(value, "tolist") else list(value)


def limit_words(limit: Any) -> list[str] | None:
    """Limits as the command line takes them."""
    if limit is None:
        return None
    if not isinstance(limit, Mapping):
        raise InvalidInput(f"invalid limit; must be a mapping of names to numbers: {limit!r}")
    return [f"{name}={_written('limit', value)}" for name, value in limit.items()]


def call_of(verb: str, shown: list[str], options: Mapping[str, Any]) -> str:
    """How a verb was called, for the record."""
    given = [f"{name}={_shown(value)}" for name, value in options.items() if value is not None and value is not False]
    return f"onerun_audit.{verb}({', '.join([*shown, *given])})"


def _shown(value: Any) -> str:
    """A value for the record; of a long one the beginning, for a process takes no word of any length."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
