"""The shapes in HLO text: arrays with layout and memory space, tuples, values without a layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import prod
from typing import Final

from spec.errors import LayoutError
from spec.int_tuple import ceil_div
from spec.xla import XlaShape, size_bytes
from verif.audit.brackets import split


class UnreadError(Exception):
    """Raised for a text that is not understood; the message says why."""


@dataclass(frozen=True)
class Array:
    """An array of a program: its shape, its memory space, and which dimensions are dynamic."""

    shape: XlaShape
    space: int = 0
    dynamic: tuple[bool, ...] = ()
    alignment: int = 1
    has_layout: bool = True
    """Whether the text states a layout; otherwise the layout is the default."""
    is_buffer: bool = False
    """Whether the value is a buffer that holds the array, as in `b(f32[8]{0})`."""

    @property
    def is_dynamic(self) -> bool:
        """Whether a dimension may be smaller than its bound."""
        return any(self.dynamic)

    @property
    def elements(self) -> int:
        """The number of elements."""
        return prod(self.shape.dims)

    @cached_property
    def bytes(self) -> int:
        """The number of bytes in memory, with the padding of tiles and the padding at the end."""
        if self.alignment == 1:
            return size_bytes(self.shape)
        positions = size_bytes(XlaShape("s8", self.shape.physical, None, self.shape.tiles))
        padded = ceil_div(positions, self.alignment) * self.alignment
        return ceil_div(padded * self.shape.bits, 8)

    @property
    def needed(self) -> int:
        """The number of bytes of the elements, without any padding."""
        return ceil_div(self.elements * self.shape.bits, 8)

    def __str__(self) -> str:
        text = self._text()
        return f"b({text})" if self.is_buffer else text

    def _text(self) -> str:
        text = self._bounded(str(self.shape))
        alignment = "" if self.alignment == 1 else f"L({self.alignment})"
        space = f"S({self.space})" if self.space else ""
        if not alignment and not space:
            return text
        # XLA prints the alignment after the tiles, and the memory space at the end.
        head, _, layout = text.removesuffix("}").partition("{")
        order, _, parts = layout.partition(":")
        tiles, bits, more = parts.partition("E(")
        return f"{head}{{{order}:{tiles}{alignment}{bits}{more}{space}}}"

    def _bounded(self, text: str) -> str:
        """The text of the shape, with `<=` before each dynamic dimension."""
        if not self.is_dynamic:
            return text
        element, _, rest = text.partition("[")
        dims, _, layout = rest.partition("]")
        signs = ("<=" if dynamic else "" for dynamic in self.dynamic)
        bounds = map("".join, zip(signs, dims.split(","), strict=True))
        return f"{element}[{','.join(bounds)}]{layout}"


@dataclass(frozen=True)
class Opaque:
    """A token, or another value that has no layout."""

    name: str


Shape = Array | Opaque | tuple["Shape", ...]

_ARRAY: Final = re.compile(r"([a-z][a-z0-9]*)\[([^\]]*)\]\s*(?:\{([^{}]*)\})?")
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_OPAQUE: Final = ("token", "opaque")
# Only sparse arrays have level types, index types, pointer types or a physical shape. The order of
# a sparse array's dimensions says nothing about memory.
_SPARSE: Final = re.compile(r"[DP#*]\s*\(")
_PART: Final = re.compile(r"(T|E|S|L|SC|M)\s*((?:\([^()]*\)\s*)+)\s*")


@lru_cache(maxsize=8192)
def read_shape(text: str) -> Shape:
    """The shape that a text states. Raises UnreadError.

    >>> str(read_shape("bf16[16,256]{1,0:T(8,128)(2,1)S(1)}"))
    'bf16[16,256]{1,0:T(8,128)(2,1)S(1)}'
    """
    plain = _COMMENT.sub("", text).strip()
    if plain.startswith("("):
        if not plain.endswith(")"):
            raise UnreadError(f"the tuple {text[:80]} is not closed")
        return tuple(read_shape(one) for one in split(plain[1:-1]))
    if plain.startswith("b(") and plain.endswith(")"):
        inside = read_shape(plain[2:-1])
        if not isinstance(inside, Array) or inside.is_buffer:
            raise UnreadError(f"{text[:80]!r} is not a buffer of one array")
        return replace(inside, is_buffer=True)
    found = _ARRAY.fullmatch(plain)
    if found is None:
        raise UnreadError(f"{text[:80]!r} is not a shape")
    element, dims, layout = found.groups()
    if element in _OPAQUE:
        return Opaque(element)
    return _array(element, dims, layout)


def _array(element: str, dims: str, layout: str | None) -> Array:
    sizes = [one.strip() for one in dims.split(",") if one.strip()]
    if "?" in sizes:
        raise UnreadError(f"a dimension of {element}[{dims}] has no bound")
    dynamic = tuple(one.startswith("<=") for one in sizes)
    bare = ",".join(one.removeprefix("<=") for one in sizes)
    order, _, parts = map(str.strip, (layout or "").partition(":"))
    space, alignment, kept, at = 0, 1, "", 0
    if _SPARSE.search(parts) is not None:
        raise UnreadError(f"{element}[{dims}] is sparse")
    while at < len(parts):
        part = _PART.match(parts, at)
        if part is None:
            raise UnreadError(f"the part {parts[at : at + 20]!r} of a layout is not supported")
        at = part.end()
        sign, value = part.groups()
        if sign == "S":
            space = _number(value)
        elif sign == "L":
            alignment = _number(value)
        elif sign in {"T", "E"}:
            kept += sign + value.strip()
    text = f"{element}[{bare}]"
    if layout is not None:
        text += "{" + order + (":" + kept if kept else "") + "}"
    try:
        shape = XlaShape.parse(text)
    except LayoutError as error:
        raise UnreadError(str(error)) from None
    return Array(shape, space, dynamic, max(alignment, 1), layout is not None)


def _number(value: str) -> int:
    digits = value.strip().strip("()")
    if not digits.isdigit():
        raise UnreadError(f"({digits}) in a layout is not a number")
    return int(digits)


_STEP: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|/\*.*?\*/|[(){}\[\],]", re.DOTALL)
_OPENING: Final = {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1, ",": 0}


def closing(text: str, start: int, end: int | None = None) -> int:
    """The position after the bracket that closes the bracket at `start`, or -1."""
    depth = 0
    for step in _STEP.finditer(text, start, len(text) if end is None else end):
        depth += _OPENING.get(step[0], 0)
        if depth == 0 and step[0] in ")}]":
            return step.end()
    return -1


def without_comments(text: str) -> str:
    """The text without `/* .. */`."""
    return _COMMENT.sub("", text) if "/*" in text else text


def leaves(shape: Shape, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Shape]]:
    """Each array or opaque value of a shape, with its path of indices in nested tuples."""
    if isinstance(shape, tuple):
        for k, part in enumerate(shape):
            yield from leaves(part, (*path, k))
    else:
        yield path, shape


def arrays_of(shape: Shape) -> tuple[Array, ...]:
    """The arrays of a shape, in order."""
    return tuple(leaf for _, leaf in leaves(shape) if isinstance(leaf, Array))


def part_of(shape: Shape, path: tuple[int, ...]) -> Shape:
    """The part of a tuple at a path of indices. Raises UnreadError."""
    for k in path:
        if not isinstance(shape, tuple) or k >= len(shape):
            raise UnreadError("the tuple has no element at this index")
        shape = shape[k]
    return shape
