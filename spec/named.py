"""Values that contain names: parsed first, and evaluated later with a number for each name.

A *named value* is an integer, a text, None, a name, a tuple of named values, or a function applied
to named values. For example, `128*M` is the function `multiplied` applied to a number and a name,
and `(M,N):(1,M)` is the constructor `Layout` applied to two tuples.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from spec.errors import LayoutError, ShapeError, numeral


class InexactError(LayoutError):
    """Raised for `x/y` if y does not divide x, because `/` in the notation is exact."""


@dataclass(frozen=True)
class Name:
    """A name that stands for an integer."""

    name: str


@dataclass(frozen=True)
class Made:
    """A function applied to named values."""

    make: Callable[..., Any]
    parts: tuple[Any, ...]


def added(x: int, y: int) -> int:
    return x + y


def subtracted(x: int, y: int) -> int:
    return x - y


def multiplied(x: int, y: int) -> int:
    return x * y


def negated(x: int) -> int:
    return -x


def exact(x: int, y: int) -> int:
    """Return x / y, where y must divide x.

    Raises InexactError if y does not divide x, and ShapeError if y is below 1.

    >>> exact(256, 128)
    2
    """
    _require_divisor(y)
    if x % y != 0:
        raise InexactError(
            f"`/` is exact division, but {numeral(y)} does not divide {numeral(x)}; "
            "write ceil(x/y) or floor(x/y)"
        )
    return x // y


def floored(x: int, y: int) -> int:
    """Return x / y, rounded down. Raises ShapeError if y < 1.

    >>> floored(7, 2)
    3
    """
    _require_divisor(y)
    return x // y


def ceiled(x: int, y: int) -> int:
    """Return x / y, rounded up. Raises ShapeError if y < 1.

    >>> ceiled(7, 2)
    4
    """
    _require_divisor(y)
    return (x + y - 1) // y


def remainder(x: int, y: int) -> int:
    """Return the remainder of x / y, from 0 to y - 1. Raises ShapeError if y is below 1.

    >>> remainder(7, 2)
    1
    """
    _require_divisor(y)
    return x % y


def _require_divisor(y: int) -> None:
    if y < 1:
        raise ShapeError(f"a divisor must be 1 or more, not {numeral(y)}")


def valued(item: Any, numbers: Mapping[str, Any]) -> Any:
    """Evaluate a named value with these numbers for its names.

    >>> valued(Made(multiplied, (128, Name("M"))), {"M": 3})
    384
    """
    match item:
        case Name(name):
            return numbers[name]
        case Made(make, parts):
            return make(*(valued(part, numbers) for part in parts))
        case tuple():
            entries = cast("tuple[Any, ...]", item)
            return tuple(valued(entry, numbers) for entry in entries)
        case _:
            return item


def substituted(item: Any, values: Mapping[str, Any]) -> Any:
    """Replace the names by these values, and evaluate each part in which no names remain.

    >>> substituted(Made(added, (Name("M"), 1)), {"M": 3}), substituted(Name("i"), {"i": Name("j")})
    (4, Name(name='j'))
    """
    match item:
        case Name(name):
            return values[name]
        case Made(make, parts):
            made = tuple(substituted(part, values) for part in parts)
            return Made(make, made) if any(names_in(made)) else make(*made)
        case tuple():
            entries = cast("tuple[Any, ...]", item)
            return tuple(substituted(entry, values) for entry in entries)
        case _:
            return item


def names_in(item: Any) -> Iterator[str]:
    """The names of a named value, from left to right.

    >>> tuple(names_in((Name("M"), Made(multiplied, (Name("M"), Name("N"))))))
    ('M', 'M', 'N')
    """
    match item:
        case Name(name):
            yield name
        case Made(_, parts):
            yield from names_in(parts)
        case tuple():
            for entry in cast("tuple[Any, ...]", item):
                yield from names_in(entry)
        case _:
            return
