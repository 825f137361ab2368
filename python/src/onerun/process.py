"""One process of the program for one verb."""

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

from onerun.errors import InternalError, InvalidInput, OnerunWarning
from onerun.node import program

_CONSISTENT, _REFUTED, _INVALID = 0, 1, 2

#: Options that are given or not, and have no value.
_SWITCHES = ("depart_from_plan", "force", "lower_is_in", "new_run")


@dataclass(frozen=True)
class Answer:
    """What the program said: its document, and where it has none or no verdict, why."""

    document: dict[str, Any]
    problem: str | None


def ask(words: list[str], *, arrays: dict[str, np.ndarray] | bytes | None = None, text: bool = False) -> Answer:
    """Runs the program with these words, arrays on its standard input, and reads the document that it prints."""
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
    with (
        _as_file(given) as stdin,
        subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
    ):
        try:
            out, err = process.communicate()
        except BaseException:
            process.kill()
            raise
        return process.returncode, out, err


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
    named = re.sub(r"(?<![\w-])--([a-z][a-z0-9-]*)", lambda flag: flag[1].replace("-", "_"), sentence)
    return named.replace("standard input", "the arrays") if of_arrays else named


def flags(options: Mapping[str, Any]) -> list[str]:
    """Options as the command line takes them; None is left out."""
    words = []
    for name, value in options.items():
        flag = f"--{name.removesuffix('_').replace('_', '-')}"
        if value is None or (value is False and name in _SWITCHES):
            continue
        if value is True and name in _SWITCHES:
            words.append(flag)
        elif isinstance(value, (list, tuple)):
            words.extend(f"{flag}={_written(each)}" for each in value)
        else:
            words.append(f"{flag}={_written(value)}")
    return words


def _written(value: Any) -> str:
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value) if isinstance(value, os.PathLike) else value
    # NumPy's numbers too are written as Python's are.
    return repr(value.item() if hasattr(value, "item") else value)


def path_word(path: "str | os.PathLike[str]") -> str:
    """A path as a word that is no option and not the sign for standard input."""
    text = os.fspath(path)
    return f"./{text}" if text.startswith("-") else text


def call_of(verb: str, shown: list[str], options: Mapping[str, Any]) -> str:
    """How a verb was called, for the record."""
    given = [f"{name}={value!r}" for name, value in options.items() if value is not None and value is not False]
    return f"onerun.{verb}({', '.join([*shown, *given])})"
