"""Frozen dataclasses that are read from the JSON of the program, and are written back as it was."""

import dataclasses
import functools
import json
import math
import types
import typing
from typing import Any, TypeVar, Union

#: Of a field whose null in JSON says that a number is unbounded.
UNBOUNDED = {"unbounded": True}

R = TypeVar("R", bound="Record")


class Record:
    """What the program printed, as data: attributes in snake_case, `to_dict()` and `json()` as it was printed."""

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in _fields_of(type(self)))
        return f"{type(self).__name__}({', '.join(shown)})"

    def to_dict(self) -> dict[str, Any]:
        """The same as the program's JSON, with its names."""
        found = ((key, optional, getattr(self, name)) for name, (key, optional) in _fields_of(type(self)).items())
        return {key: _encoded(value) for key, optional, value in found if not (optional and value is None)}

    def json(self) -> str:
        """The same as text."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)


def read_record(kind: type[R], data: dict[str, Any], **more: Any) -> R:
    """The record that JSON data describe; `more` are attributes that are not in the data."""
    values = {}
    for name, (key, optional) in _fields_of(kind).items():
        if optional and key not in data:
            continue
        values[name] = _decoded(data[key], *_type_of(kind, name))
    return kind(**values, **more)


@functools.cache
def _fields_of(kind: type) -> dict[str, tuple[str, bool]]:
    """The names of the fields that stand in JSON, with their keys there and whether they may be absent."""
    return {
        each.name: (_camel(each.name), each.default is not dataclasses.MISSING)
        for each in dataclasses.fields(kind)
        if not each.metadata.get("own")
    }


@functools.cache
def _type_of(kind: type, name: str) -> tuple[Any, bool]:
    (found,) = [each for each in dataclasses.fields(kind) if each.name == name]
    return typing.get_type_hints(kind)[name], bool(found.metadata.get("unbounded"))


def _camel(name: str) -> str:
    first, *others = name.removesuffix("_").split("_")
    return first + "".join(part.title() for part in others)


def _decoded(value: Any, kind: Any, unbounded: bool = False) -> Any:
    if value is None:
        return math.inf if unbounded else None
    if typing.get_origin(kind) in (Union, types.UnionType):
        kinds = [each for each in typing.get_args(kind) if each is not type(None)]
        lists = [each for each in kinds if typing.get_origin(each) is tuple]
        kind = lists[0] if lists and isinstance(value, list) else next(each for each in kinds if each not in lists)
    if isinstance(value, list) and typing.get_origin(kind) is tuple:
        kinds = typing.get_args(kind)
        each_of = [kinds[0]] * len(value) if kinds[-1] is Ellipsis else kinds
        return tuple(_decoded(each, of) for each, of in zip(value, each_of))
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return read_record(kind, value)  # type: ignore[type-var]
    return float(value) if kind is float else value


def _encoded(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, (tuple, list)):
        return [_encoded(each) for each in value]
    return None if isinstance(value, float) and math.isinf(value) else value
