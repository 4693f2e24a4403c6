"""The kinds of the arguments of an operation, and how many of each it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeGuard, cast

from spec import (
    ComposedLayout,
    IntTuple,
    Layout,
    LinearLayout,
    SliceTuple,
    Swizzle,
    TlaLayout,
    XlaShape,
)
from spec.xla import BITS


@dataclass(frozen=True)
class Kind:
    """A kind of arguments, in words and as a test."""

    words: str
    accepts: Callable[[object], bool]

    @property
    def noun(self) -> str:
        """The words without articles."""
        return re.sub(r"\b(an?|the) ", "", self.words)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_tree(value: object, is_leaf: Callable[[object], bool]) -> bool:
    if isinstance(value, tuple):
        parts: tuple[object, ...] = value
        return all(_is_tree(part, is_leaf) for part in parts)
    return is_leaf(value)


def is_int_tuple(value: object) -> TypeGuard[IntTuple]:
    return _is_tree(value, _is_integer)


def is_coordinate(value: object) -> TypeGuard[SliceTuple]:
    return _is_tree(value, lambda leaf: leaf is None or _is_integer(leaf))


def _is_layout_or_shape(value: object) -> bool:
    return isinstance(value, Layout) or is_int_tuple(value)


def _is_array(value: object) -> bool:
    return isinstance(value, TlaLayout | XlaShape) or _is_layout_or_shape(value)


def _is_tiler(value: object) -> bool:
    return _is_tree(value, lambda leaf: isinstance(leaf, Layout) or is_coordinate(leaf))


def _is_any_layout(value: object) -> bool:
    return isinstance(value, ComposedLayout) or _is_array(value)


def _is_matrix(value: object) -> bool:
    if not isinstance(value, tuple):
        return isinstance(value, LinearLayout)
    columns: tuple[object, ...] = value
    return all(map(_is_integer, columns))


def is_swizzled(value: object) -> TypeGuard[Swizzle | ComposedLayout]:
    return isinstance(value, Swizzle | ComposedLayout)


INTEGER: Final = Kind("an integer", _is_integer)
INT_TUPLE: Final = Kind("an IntTuple", is_int_tuple)
TUPLE: Final = Kind("a tuple", lambda value: isinstance(value, tuple) and is_int_tuple(value))
FLAT_TUPLE: Final = Kind(
    "a tuple of integers",
    lambda value: isinstance(value, tuple) and all(map(_is_integer, cast("tuple[object]", value))),
)
COORDINATE: Final = Kind("a coordinate", is_coordinate)
LAYOUT: Final = Kind("a layout", _is_array)
LAYOUT_OR_INT_TUPLE: Final = Kind("a layout or an IntTuple", _is_layout_or_shape)
ANY_LAYOUT: Final = Kind("a layout", _is_any_layout)
ANY_LAYOUT_OR_INT_TUPLE: Final = Kind(
    "a layout or an IntTuple",
    lambda value: isinstance(value, ComposedLayout) or _is_layout_or_shape(value),
)
EVALUATED: Final = Kind(
    "a layout, an array or a swizzle", lambda value: is_swizzled(value) or _is_array(value)
)
POSITIONED: Final = Kind("a layout", _is_any_layout)
MATRIX: Final = Kind("the columns of a matrix", _is_matrix)
SWIZZLED: Final = Kind(
    "a layout or a swizzle", lambda value: is_swizzled(value) or _is_layout_or_shape(value)
)
TILER: Final = Kind("a tiler", _is_tiler)
ELEMENT: Final = Kind("an element type", lambda value: isinstance(value, str) and value in BITS)
TLA_LAYOUT: Final = Kind("a TLA layout", lambda value: isinstance(value, TlaLayout))
ARRAY: Final = Kind("a layout or a TLA layout or an XLA shape", _is_array)
ANY_ARRAY: Final = Kind(ARRAY.words, _is_any_layout)
XLA_SHAPE: Final = Kind("an XLA shape", lambda value: isinstance(value, XlaShape))


@dataclass(frozen=True)
class Signature:
    """The kinds of the arguments: those that must be there, those that may, any number more."""

    required: tuple[Kind, ...]
    optional: tuple[Kind, ...] = ()
    more: Kind | None = None

    def kinds(self, count: int) -> tuple[Kind, ...] | None:
        """The kinds of `count` arguments; None where so many cannot be given."""
        named = self.required + self.optional
        if count < len(self.required) or (count > len(named) and self.more is None):
            return None
        more = () if self.more is None else (self.more,) * (count - len(named))
        return (named + more)[:count]

    def __str__(self) -> str:
        """The kinds in words.

        >>> print(Signature((LAYOUT,), (INT_TUPLE,)), Signature((LAYOUT,), more=INTEGER))
        (layout, [IntTuple]) (layout, integer ..)
        """
        required = (kind.noun for kind in self.required)
        optional = (f"[{kind.noun}]" for kind in self.optional)
        more = () if self.more is None else (f"{self.more.noun} ..",)
        return f"({', '.join((*required, *optional, *more))})"

    def arity(self) -> str:
        """The number of arguments in words."""
        least, most = len(self.required), len(self.required + self.optional)
        if self.more is not None:
            return f"at least {_arguments(least)}"
        return _arguments(least) if least == most else f"{least} to {_arguments(most)}"


def _arguments(count: int) -> str:
    return "1 argument" if count == 1 else f"{count} arguments"
