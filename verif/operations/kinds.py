"""The kinds of an operation's arguments, and how many arguments it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from spec import ComposedLayout, Layout, LinearLayout, Machine, TlaLayout, XlaShape
from spec.atoms import Atom, CopyAtom, TiledCopy, TiledMMA
from spec.composition import is_tiler
from spec.kinds import is_any_layout, is_array, is_swizzled
from spec.named_notation import Predicate
from spec.taking import is_coordinate, is_flat, is_int_tuple, is_integer
from spec.xla import BITS
from verif.english import counted


@dataclass(frozen=True)
class Kind:
    """A kind of argument: its name in words, and a predicate that accepts its values."""

    words: str
    accepts: Callable[[object], bool]

    @property
    def noun(self) -> str:
        """The words that name the kind, without articles."""
        return re.sub(r"\b(an?|the) ", "", self.words)


def _is_layout_or_shape(value: object) -> bool:
    return isinstance(value, Layout) or is_int_tuple(value)


def is_tile(value: object) -> bool:
    """Return whether the value is a pair of a layout and an offset, as `local_tile` returns it.

    If the layout is swizzled, the offset must be 0.
    """
    match value:
        case (Layout(), int()) | (ComposedLayout(), 0):
            return True
        case _:
            return False


INTEGER: Final = Kind("an integer", is_integer)
ROWS: Final = Kind("a number of rows", is_integer)
COLUMNS: Final = Kind("a number of columns", is_integer)
INT_TUPLE: Final = Kind("an IntTuple", is_int_tuple)
TUPLE: Final = Kind("a tuple", lambda value: isinstance(value, tuple) and is_int_tuple(value))
FLAT_TUPLE: Final = Kind("a tuple of integers", is_flat)
COORDINATE: Final = Kind("a coordinate", is_coordinate)
LAYOUT: Final = Kind("a layout", is_array)
LAYOUT_OR_INT_TUPLE: Final = Kind("a layout or an IntTuple", _is_layout_or_shape)
ANY_LAYOUT: Final = Kind("a layout", is_any_layout)
EVALUATED: Final = Kind(
    "a layout or an array or a swizzle", lambda value: is_swizzled(value) or is_array(value)
)
POSITIONED: Final = Kind("a layout", lambda value: is_any_layout(value) or is_tile(value))
MOVED: Final = Kind("a layout", lambda value: is_any_layout(value) or is_tile(value))
ACCESSED: Final = Kind("a layout", lambda value: is_any_layout(value) or is_tile(value))
MATRIX: Final = Kind(
    "the columns of a matrix", lambda value: isinstance(value, LinearLayout) or is_flat(value)
)
SWIZZLED: Final = Kind(
    "a layout or a swizzle", lambda value: is_swizzled(value) or _is_layout_or_shape(value)
)
TILER: Final = Kind("a tiler", is_tiler)
ELEMENT: Final = Kind("an element type", lambda value: isinstance(value, str) and value in BITS)
TLA_LAYOUT: Final = Kind("a TLA layout", lambda value: isinstance(value, TlaLayout))
ARRAY: Final = Kind("a layout or a TLA layout or an XLA shape", is_array)
ANY_ARRAY: Final = Kind(ARRAY.words, lambda value: is_any_layout(value) or is_tile(value))
TENSOR: Final = Kind("a tensor or its shape", is_any_layout)
PREDICATE: Final = Kind(
    "a predicate, as in (m,k) -> m < 100", lambda value: isinstance(value, Predicate)
)
XLA_SHAPE: Final = Kind("an XLA shape", lambda value: isinstance(value, XlaShape))
MACHINE: Final = Kind("a machine", lambda value: isinstance(value, Machine))
WIDTH: Final = Kind("an integer", lambda value: value is None or is_integer(value))
INSTRUCTION: Final = Kind("the name of an instruction", lambda value: isinstance(value, str))
ATOM: Final = Kind("a matrix instruction", lambda value: isinstance(value, Atom))
TILED_MMA: Final = Kind("a matrix instruction", lambda value: isinstance(value, Atom | TiledMMA))
COPY_ATOM: Final = Kind("a copy instruction", lambda value: isinstance(value, CopyAtom))
TILED_COPY: Final = Kind("a tiled copy", lambda value: isinstance(value, TiledCopy))


@dataclass(frozen=True)
class Signature:
    """The kinds of the required and the optional arguments, and the kind of all further arguments.

    `names` may say what each required or optional argument stands for.
    """

    required: tuple[Kind, ...]
    optional: tuple[Kind, ...] = ()
    more: Kind | None = None
    names: tuple[str, ...] = ()

    def kinds(self, count: int) -> tuple[Kind, ...] | None:
        """Return the kinds of `count` arguments, or None if that number is not allowed."""
        named = self.required + self.optional
        if count < len(self.required) or (count > len(named) and self.more is None):
            return None
        more = () if self.more is None else (self.more,) * (count - len(named))
        return (named + more)[:count]

    def __str__(self) -> str:
        """Return the names of the arguments, or their kinds in words if there are no names.

        >>> print(Signature((LAYOUT,), (INT_TUPLE,)), Signature((LAYOUT,), more=INTEGER))
        (layout, [IntTuple]) (layout, integer ..)
        >>> print(Signature((LAYOUT,), (INTEGER,), names=("layout", "width in bits")))
        (layout, [width in bits])
        """
        words = self.names or tuple(kind.noun for kind in (*self.required, *self.optional))
        required, optional = words[: len(self.required)], words[len(self.required) :]
        optional = (f"[{word}]" for word in optional)
        more = () if self.more is None else (f"{self.more.noun} ..",)
        return f"({', '.join((*required, *optional, *more))})"

    def arity(self) -> str:
        """Return the number of arguments in words."""
        least, most = len(self.required), len(self.required + self.optional)
        if self.more is not None:
            return f"at least {counted(least, 'argument')}"
        return ("" if least == most else f"{least} to ") + counted(most, "argument")


ACCESSES: Final = Signature(
    (ACCESSED, LAYOUT, ELEMENT),
    (WIDTH, MACHINE),
    names=("layout", "thread-value layout", "element type", "width in bits", "machine"),
)
"""The arguments of an operation or question about accesses to a tile in memory."""

COPIED: Final = ("layout", "layout", "thread-value layout", "element type")
"""The names of the arguments of a copy from one layout to another."""
