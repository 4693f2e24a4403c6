"""Texts as they stand when their file has been run: a later change would be proved, and not read.

A claim is searched before the gate reads it, by code of its file that nothing has read, and that
could put other functions in the place of those that stand there. So what a text reaches by name is
noted once its file has been run, and must be the same when it is read for a proof.
"""

from __future__ import annotations

import dataclasses
import hashlib
import sys
import typing
from collections.abc import Iterator, Mapping
from enum import Enum
from types import CodeType, FunctionType, ModuleType, UnionType
from typing import Any, Final

from verif.kernel.errors import AlteredError
from verif.kernel.intact import parts_of_function

MISSING: Final = object()
"""The value of a global that is none: the name is Python's own, or that of an attribute."""

OF_CODE: Final = (
    *("co_name", "co_code", "co_consts", "co_names", "co_varnames", "co_cellvars", "co_freevars"),
    *("co_flags", "co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_exceptiontable"),
)
"""The attributes of code that say what it does; its lines and its file are no part of that."""

HEAP: Final = 1 << 9
"""The flag of a class that a text of Python's makes."""

Parts = Mapping[str, object]
"""The parts of an object by what they are called."""

_stood: dict[int, tuple[object, Parts]] = {}
"""Each object that was noted, by its identity, with its parts as they were then."""


def note(*roots: object) -> None:
    """Note what the texts reach, as far as it was not noted before."""
    for item, parts in _reached(roots):
        _stood.setdefault(id(item), (item, parts))


def renew(text: FunctionType) -> None:
    """Note a text anew, and those beside it: the project itself gave more names to their file."""
    names = text.__globals__
    beside = (item for item in names.values() if type(item) is FunctionType)
    for one in (text, *beside):
        if one.__globals__ is names:
            _stood[id(one)] = one, dict(_parts(one))


def require_standing(root: object) -> None:
    """Raise AlteredError where what the text reaches is not what it was when it was noted."""
    for item, now in _reached((root,)):
        _, before = _stood.get(id(item), (item, now))
        for name in (*before, *now):
            if before.get(name, MISSING) is not now.get(name, MISSING):
                owner = getattr(item, "__qualname__", type(item).__qualname__)
                raise AlteredError(f"{name} of {owner} is not what it was once its file had run")


def digest(root: object) -> str:
    """A text, with all that it reaches, in short: another process finds the same, or it is another.

    >>> digest(lambda: 1) == digest(lambda: 2)
    False
    """
    reached = tuple(_reached((root,)))
    places = {id(item): place for place, (item, _) in enumerate(reached)}
    said = [
        (_said(item), [(name, places.get(id(part)), _said(part)) for name, part in parts.items()])
        for item, parts in reached
    ]
    return hashlib.sha256(repr(said).encode()).hexdigest()


def global_names(code: CodeType) -> Iterator[str]:
    """The names that the code, and that inside it, has for globals and attributes."""
    yield from code.co_names
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from global_names(constant)


def _reached(roots: tuple[object, ...]) -> Iterator[tuple[object, Parts]]:
    """Each object with parts that can be reached, once, with its parts."""
    pending, seen = [*reversed(roots)], set[int]()
    while pending:
        item = pending.pop()
        parts = {} if id(item) in seen else dict(_parts(item))
        if parts:
            seen.add(id(item))
            yield item, parts
            pending += reversed(parts.values())


def _parts(item: Any) -> Iterator[tuple[str, object]]:
    """The parts of a function, a class, a table or an object of data; none of the project's own."""
    kind: Any = type(item)
    if kind is FunctionType and not _is_known(item.__globals__.get("__name__"), item.__globals__):
        yield from zip(*parts_of_function(item), strict=True)
        names = dict.fromkeys(global_names(item.__code__))
        yield from ((name, item.__globals__.get(name, MISSING)) for name in names)
    elif issubclass(kind, tuple):
        yield from ((f"element {k}", part) for k, part in enumerate(tuple.__iter__(item)))
    elif kind is dict:
        yield from ((f"key {k}", part) for k, part in enumerate(item))
        yield from ((f"value {k}", part) for k, part in enumerate(item.values()))
    elif issubclass(kind, type):
        home = sys.modules.get(item.__module__)
        if item.__flags__ & HEAP and not _is_known(item.__module__, vars(home) if home else {}):
            # A file's module has another name in each process.
            named = {str(name): part for name, part in vars(item).items()}
            yield "bases", item.__bases__
            yield from ((name, part) for name, part in named.items() if name != "__module__")
    elif dataclasses.is_dataclass(kind):
        yield "class", kind
        # By the slot itself: nothing of the object's own is asked.
        for field in dataclasses.fields(kind):
            yield field.name, object.__getattribute__(item, field.name)


def _is_known(name: object, names: object) -> bool:
    """Whether these are the names of a module of the project's, or of Python's own."""
    module = sys.modules.get(name) if type(name) is str else None
    if module is None or vars(module) is not names:
        return False
    return _is_ours_or_pythons(str(name))


def _said(part: Any) -> object:  # noqa: PLR0911 - a case each
    """A part as every process has it: without its identity, and the name of its file's module."""
    kind = type(part)
    if kind is CodeType:
        return tuple(_said(getattr(part, name)) for name in OF_CODE)
    if kind is type(None) or any(kind is known for known in (str, int, bool, float, bytes)):
        return repr(part)
    if kind in (tuple, frozenset):
        said = [_said(element) for element in part]
        return tuple(sorted(said, key=repr) if kind is frozenset else said)
    if kind is ModuleType:
        return part.__name__
    if issubclass(kind, Enum):
        return kind.__qualname__, object.__getattribute__(part, "_name_")
    if issubclass(kind, int):
        return kind.__qualname__, int.__repr__(part)
    if typing.get_origin(part) is not None or kind is UnionType:
        forms = (typing.get_origin(part), *typing.get_args(part))
        return kind.__qualname__, tuple(map(_said, forms))
    return kind.__qualname__, _home(part), str(getattr(part, "__qualname__", ""))


def _home(part: Any) -> str:
    """The module of a function or a class, if it is one of the project's or of Python's own."""
    name = getattr(part, "__module__", None)
    home = name if type(name) is str else ""
    return home if _is_ours_or_pythons(home) else ""


def _is_ours_or_pythons(name: str) -> bool:
    home = name.partition(".")[0]
    return home in ("spec", "verif") or home in sys.stdlib_module_names
