"""The types of the language.

A type describes values, functions, strings, or the implementation `alg`. Typing is gradual: a value
without a useful annotation has the type `UNKNOWN`. `UNKNOWN` fits every type of values, and every
type of values fits `UNKNOWN`. Functions and strings fit only where their types, or `ANYTHING`, are
wanted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from verif.language.form import Ref


@dataclass(frozen=True, slots=True)
class Basic:
    """A type without parts; it has only a name."""

    name: str


INT: Final = Basic("int")
BOOL: Final = Basic("bool")
NONE: Final = Basic("None")
TEXT: Final = Basic("str")
NEVER: Final = Basic("Never")
"""The type of an expression that has no value because it raises an error."""
UNKNOWN: Final = Basic("Any")
ANYTHING: Final = Basic("anything")
"""The expected type in a place that allows any value, any function and any string."""
ALGEBRA: Final = Basic("implementation")
"""The type of `alg`, whose attributes are the operations of `spec`."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple or a list with a known number of elements, and the type of each element."""

    items: tuple[Type, ...]
    kind: str = "tuple"


@dataclass(frozen=True, slots=True)
class Sequence:
    """Any number of elements of one type.

    The kind is `tuple`, `list`, `sequence` (a tuple, a list or a range), or `iterator` (a value
    that can only be iterated over).
    """

    of: Type
    kind: str = "tuple"


@dataclass(frozen=True, slots=True)
class Table:
    """A dict."""

    key: Type
    value: Type


@dataclass(frozen=True, slots=True)
class Made:
    """An instance of a record, an enumeration or an error."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Slot:
    """One parameter of a function."""

    name: str
    type: Type
    required: bool = True
    several: bool = False
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A function. `slots` is None if the parameters are not known."""

    slots: tuple[Slot, ...] | None
    result: Type


@dataclass(frozen=True, slots=True)
class Union:
    """A union of several types. None of the types is itself a union."""

    options: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Alias:
    """The name of a type in its own definition: `IntTuple` in `int | tuple[IntTuple, ...]`."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Letter:
    """A type variable."""

    name: str


FREE: Final = (Letter("F"), Letter("G"))
"""Two type variables of builtins. They may also stand for functions and strings."""

Type = Basic | Fixed | Sequence | Table | Made | Arrow | Union | Alias | Letter

OBJECT: Final = Union((UNKNOWN, TEXT))
"""The type for the annotation `object`: any value of the language, or a string for a message."""


def show(t: Type) -> str:
    """Return the type in the syntax of annotations."""
    match t:
        case Basic(name):
            return name
        case Fixed(items, kind):
            return f"{kind}[{', '.join(map(show, items)) or '()'}]"
        case Sequence(of, "tuple"):
            return f"tuple[{show(of)}, ...]"
        case Sequence(of, kind):
            return f"{kind}[{show(of)}]"
        case Table(key, value):
            return f"dict[{show(key)}, {show(value)}]"
        case Made(ref) | Alias(ref):
            return ref.last
        case Arrow(slots, result):
            takes = ".." if slots is None else ", ".join(show(slot.type) for slot in slots)
            return f"({takes}) -> {show(result)}"
        case Union(options):
            return " | ".join(map(show, options))
        case Letter(name):
            return name


def union(types: Iterable[Type]) -> Type:
    """Return the type of a value that has one of these types."""
    found: dict[Type, None] = {}
    for t in types:
        found |= dict.fromkeys(t.options if isinstance(t, Union) else (t,))
    found.pop(NEVER, None)
    if UNKNOWN in found:
        return UNKNOWN
    if not found:
        return NEVER
    return next(iter(found)) if len(found) == 1 else Union(tuple(found))


MOST_PARTS: Final = 500
"""The largest number of parts of a type.

The limit is needed because `x = (x, x)` in a loop doubles the parts of x's type at each step.
"""


def limited(t: Type) -> Type:
    """Return the type, or UNKNOWN if it has too many parts to be compared."""
    pending, count = [t], 0
    while pending and count <= MOST_PARTS:
        count += 1
        match pending.pop():
            case Fixed(parts) | Union(parts):
                pending += parts
            case Sequence(of):
                pending.append(of)
            case Table(key, value):
                pending += (key, value)
            case Arrow(slots, result):
                pending += (result, *(slot.type for slot in slots or ()))
            case _:
                pass
    return t if count <= MOST_PARTS else UNKNOWN


def kind_fits(found: str, wanted: str) -> bool:
    """Return whether a sequence of kind `found` may be used where kind `wanted` is expected."""
    return wanted in ("iterator", found) or (wanted == "sequence" and found != "iterator")
