"""Values and classes that are what they seem to be: constants, types, plain tuples and errors.

Nothing here asks an object what it is: `isinstance`, `==` and `in` believe what a class says of
itself. Types are compared by identity, and what is read is in the class's own table.
"""

from __future__ import annotations

import builtins
import collections.abc
import operator
import types
import typing
from collections import namedtuple
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import FunctionType, GenericAlias, UnionType
from typing import Any, Final, NewType, TypeVar

from verif.symbolic.sources import is_own, within

TYPED: Final = ("__annotations__", "__orig_bases__", "__annotate__", "__annotations_cache__")
"""The attributes that a named tuple has of its types."""

OF_FIELD: Final = ("default", "default_factory", "init", "repr", "hash", "compare", "kw_only")
"""The things that are said of a field of a dataclass."""

PLAIN: Final = frozenset(
    ("__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__firstlineno__")
    + ("__static_attributes__",)
)
"""The attributes of a class in which nothing is written but a docstring."""


@dataclass
class _Example:
    """A dataclass, to see what Python notes of each."""


PARAMETERS: Final = type(vars(_Example)["__dataclass_params__"])
"""The class of what Python notes of a dataclass."""


def is_plain_tuple(item: type) -> bool:
    """Whether it is a named tuple to which nothing was added, and in which nothing was changed."""
    fields = vars(item).get("_fields")
    if type(item) is not type or item.__bases__ != (tuple,) or type(fields) is not tuple:
        return False
    if not all(type(field) is str and field.isidentifier() for field in fields):
        return False
    # The class is kept: the table of one that is collected is emptied.
    other = namedtuple(item.__name__, fields)  # type: ignore[misc]
    made = vars(other)
    return all(
        name in PLAIN
        or name in TYPED
        or (name == "_field_defaults" and all(is_data(v, mutable=False) for v in part.values()))
        or (name in made and _is_like(part, made[name]))
        for name, part in vars(item).items()
    )


def is_frozen_data(item: type) -> bool:
    """Whether it is a frozen dataclass that answers what Python asks of objects as any does.

    A check of its fields, `__post_init__`, it may have; that is no answer.
    """
    mine = vars(item)
    parameters: Any = mine.get("__dataclass_params__")
    if type(item) is not type or item.__bases__ != (object,) or type(parameters) is not PARAMETERS:
        return False
    options = {name: getattr(parameters, name) for name in ("init", "repr", "eq", "order")}
    kept = (*TYPED, "__module__", "__qualname__", "__post_init__")
    body = {name: mine[name] for name in kept if name in mine}
    for name, one in mine["__dataclass_fields__"].items():
        body[name] = field(**{part: getattr(one, part) for part in OF_FIELD})
    # The class is kept: the table of one that is collected is emptied.
    other = dataclass(frozen=True, **options)(type(item.__name__, (), body))
    made = vars(other)
    return {name for name in made if name.startswith("__")} <= mine.keys() and all(
        name in PLAIN or (name in made and _is_made(part, made[name], (item, other)))
        for name, part in mine.items()
        if name.startswith("__")
    )


def _is_made(part: Any, made: Any, classes: tuple[type, type]) -> bool:
    """Whether a part of the one class is what Python made for the other."""
    if part is made or (part is classes[0] and made is classes[1]):
        return True
    if type(part) is not FunctionType:
        return type(part) is type(made)
    return (
        type(made) is FunctionType
        and part.__code__ == made.__code__
        and part.__kwdefaults__ is made.__kwdefaults__ is None
        and all(map(operator.is_, part.__defaults__ or (), made.__defaults__ or ()))
        and all(
            _is_made(mine.cell_contents, its.cell_contents, classes)
            for mine, its in zip(part.__closure__ or (), made.__closure__ or (), strict=True)
        )
    )


def _is_like(part: Any, made: Any) -> bool:
    """Whether a part of a named tuple is that of another one of its name and fields."""
    if type(part) is not type(made):
        return False
    match part:
        case FunctionType():
            return (
                part.__code__ == made.__code__
                and part.__kwdefaults__ is None
                and all(is_data(value, mutable=False) for value in part.__defaults__ or ())
                and _is_same(part.__globals__.get("_tuple_new"), made.__globals__.get("_tuple_new"))
                and all(
                    _is_same(mine.cell_contents, its.cell_contents)
                    for mine, its in zip(
                        part.__closure__ or (), made.__closure__ or (), strict=True
                    )
                )
            )
        case classmethod() | staticmethod():
            return _is_like(part.__func__, made.__func__)
        case _ if type(part) in (str, tuple, int):
            return part == made
        case _:
            # The getter of a field.
            return (
                type(part).__module__ == "_collections" and part.__reduce__() == made.__reduce__()
            )


def _is_same(part: object, made: object) -> bool:
    return part is made or (
        type(part) is type(made) and type(part) in (str, tuple, int) and part == made
    )


def is_plain_error(item: type) -> bool:
    """Whether it is an error of Python's own, or one of these under another name."""
    if vars(builtins).get(item.__name__) is item:
        return issubclass(item, Exception)
    return (
        type(item) is type
        and vars(item).keys() <= PLAIN
        and all(map(is_plain_error, item.__bases__))
    )


def is_of_typing(item: object) -> bool:
    """Whether it is a form of annotations, and makes nothing where it is called."""
    if any(type(item) is known for known in (UnionType, TypeVar, NewType)):
        return True
    known = (typing.Union, typing.Literal, collections.abc.Callable, collections.abc.Mapping)
    return any(item is one for one in (typing.Any, *known)) or (
        vars(typing).get(type(item).__name__) is type(item)
        and any(typing.get_origin(item) is one for one in (UnionType, *known))
    )


def is_hint(hint: object) -> bool:
    """Whether an annotation is a type that is one at every look."""
    if type(hint) is GenericAlias:
        return all(map(is_hint, (hint.__origin__, *hint.__args__)))
    return hint is Ellipsis or type(hint) is type or type(hint) is list or is_of_typing(hint)


def is_said(text: str) -> bool:
    """Whether it is a text to which nothing can be formatted."""
    return not set(text) & set("%{")


def is_data(item: Any, *, mutable: bool) -> bool:
    """Whether it is a constant all through; tables of the project's texts are never stored to."""
    kind = type(item)
    if kind is str:
        return mutable or is_said(item)
    if item is None or item is NotImplemented or item is Ellipsis:
        return True
    if any(kind is known for known in (int, bool, float)):
        return True
    # The order of a set of other things is another in each process.
    ordered = kind is frozenset and (mutable or all(type(part) is int for part in item))
    if kind is tuple or ordered or is_plain_tuple(kind):
        return all(is_data(part, mutable=mutable) for part in item)
    if mutable:
        known = is_own(kind) or within(kind.__module__, ("re", "verif"))
        return known or isinstance(item, dict | list | set | types.MappingProxyType)
    held = is_own(kind) and all(is_data(part, mutable=False) for part in _held(item))
    return held and _keeps_what_it_computes(item)


def _keeps_what_it_computes(item: Any) -> bool:
    """Whether each property that an object keeps is what its text makes of the object."""
    members = ((getattr(type(item), name, None), x) for name, x in _kept(item).items())
    return all(
        repr(member.func(item)) == repr(x)
        for member, x in members
        if isinstance(member, cached_property)
    )


def _kept(item: Any) -> dict[str, object]:
    return getattr(item, "__dict__", {})


def _held(item: Any) -> tuple[object, ...]:
    """The values that an object of a class of the project was made with; its name, of a member."""
    if issubclass(type(item), Enum):
        return (item.name,)
    elements: tuple[object, ...] = tuple(item) if issubclass(type(item), tuple) else ()
    return (*elements, *_kept(item).values())
