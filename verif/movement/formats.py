"""Read the layouts in a kernel file: shape and stride, CATLASS or XLA format, Triton's encoding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from spec.bridges import as_layout
from spec.composed import AnyLayout, ComposedLayout, as_composed
from spec.errors import LayoutError, NotationError
from spec.int_tuple import ceil_div
from spec.layout import Layout
from spec.named import Made, Name, ceiled, multiplied
from spec.named_notation import parse_named_expression
from spec.parser import Literal
from spec.reading import Distributed, Encoding, Shared, TiledLayout
from spec.reading import read as read_text
from spec.reading.triton import STARTS_TRITON
from spec.tla import FORMATS, TlaLayout
from spec.xla import XlaShape
from verif.expression import OPERATIONS, evaluated_with_tile, read
from verif.movement.model import Mode
from verif.sizes.calculator import tabled
from verif.sizes.names import Sizes, read_sizes

STAGED: Final = re.compile(r"(.*\S)\s+x\s+(\d+)", re.DOTALL)
"""A layout and its number of stages, as in `zN(f16, 128, 64) x 2`."""


_ELEMENT: Final = re.compile(rf"\s*(?:(?:{'|'.join(FORMATS)})\s*\(\s*)?([a-z]+\d\w*)\s*[\[,]")


def element_in(text: str) -> str | None:
    """Return the element type in a format of CATLASS or XLA, or None.

    >>> element_in("zN(f16, M, N)"), element_in("f32[M,N]"), element_in("(M,N):(N,1)")
    ('f16', 'f32', None)
    """
    found = _ELEMENT.match(text)
    return None if found is None else found[1]


def is_encoding(text: str) -> bool:
    """Whether the text is one of Triton's encodings, or a type that contains an encoding.

    >>> is_encoding("BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0])"), is_encoding("(4,8):(8,1)")
    (True, False)
    """
    return re.match(STARTS_TRITON, text) is not None


def in_notation(text: str, names: str) -> str:
    """Return the text of a layout as shape and strides. `names` declares the sizes in the text.

    The result for a format of CATLASS or XLA is the layout of the padded array. The shape and
    strides of a CATLASS format, or of an operation's result, are proved for all sizes.

    Errors: LayoutError if the text is not a layout, or is not one layout for all sizes.

    >>> in_notation("f32[M,N]{1,0:T(8,128)}", "M, N")
    '((8,ceil(M/8)),(128,ceil(N/128))):((128,1024*ceil(N/128)),(1,1024))'
    """
    return _in_notation(text, names)


@lru_cache(maxsize=256)
def _in_notation(text: str, names: str) -> str:
    sizes = read_sizes(names)
    try:
        found = parse_named_expression(text, sizes.known, OPERATIONS)
    except NotationError as problem:
        found = problem
    if isinstance(found, Literal):
        value: Any = found.value
        if _is_layout(value):
            return text
        if isinstance(value, XlaShape):
            return _padded(value.dims, value.minor_to_major, value.tiles)
        if isinstance(value, Made) and value.make is XlaShape:
            return _padded(*value.parts[1:4])
    if isinstance(found, NotationError):
        raise found
    for asked in (text, f"as_layout({text})"):
        table = tabled(asked, names)
        result = table.cases[0].result if len(table.cases) == 1 else None
        if table.proof is None or result is None:
            continue
        read_back = parse_named_expression(result, sizes.known, OPERATIONS)
        if isinstance(read_back, Literal) and _is_layout(read_back.value):
            return result
        if result.count(":") == 2:
            # In CATLASS's notation, the last part of a layout is the size of the matrix without
            # padding.
            return result.rpartition(":")[0]
    raise LayoutError(f"{text} cannot be written as one layout for all sizes")


def _is_layout(value: object) -> bool:
    return isinstance(value, Layout) or (isinstance(value, Made) and value.make is Layout)


@dataclass(frozen=True)
class _Digit:
    """A digit of an index along a dimension: its size, and its place among the digits.

    A tile splits a digit in two. The place of the inner digit is the place of the split digit with
    a 0 appended; for the outer digit, a 1 is appended. So the fastest digit comes first in the
    lexicographic order of the places.
    """

    dimension: int
    size: Any
    place: tuple[int, ...] = ()

    def split(self, side: int) -> tuple[_Digit, _Digit]:
        """Return the outer and the inner digit. Only the slowest digit may be padded."""
        is_slowest = all(self.place)
        if not is_slowest and (not isinstance(self.size, int) or self.size % side):
            raise LayoutError(
                f"the tile side {side} must divide the {in_text(self.size)} elements of an"
                " earlier tile along this dimension"
            )
        outer = _ceil(self.size, side)
        return (
            _Digit(self.dimension, outer, (*self.place, 1)),
            _Digit(self.dimension, side, (*self.place, 0)),
        )


def _padded(
    dims: Sequence[Any],
    minor_to_major: Sequence[int] | None = None,
    tiles: Sequence[Sequence[int | None]] = (),
) -> str:
    """Return the layout of an XLA array, padded to whole tiles, as shape and strides.

    Source: XLA tiled layout, Tiling as pad-reshape-transpose.
    """
    order = range(len(dims)) if minor_to_major is None else reversed(minor_to_major)
    digits = [_Digit(d, dims[d]) for d in order]
    for tile in tiles:
        if len(tile) > len(digits) or None in tile:
            raise LayoutError(f"the tile {tile} has a `*`, or more sides than there are dimensions")
        first = len(digits) - len(tile)
        split = [d.split(side) for d, side in zip(digits[first:], tile, strict=True) if side]
        digits = [*digits[:first], *(one[0] for one in split), *(one[1] for one in split)]
    strides: dict[_Digit, Any] = {}
    step: Any = 1
    for digit in reversed(digits):
        strides[digit] = step
        step = _times(digit.size, step)
    own = [
        sorted((one for one in digits if one.dimension == d), key=lambda one: one.place)
        for d in range(len(dims))
    ]
    own = [[one for one in each if one.size != 1] or each[-1:] for each in own]
    shape = tuple(_entry([one.size for one in each]) for each in own)
    stride = tuple(_entry([strides[one] for one in each]) for each in own)
    return f"{in_text(shape)}:{in_text(stride)}"


def _entry(items: Sequence[Any]) -> Any:
    return items[0] if len(items) == 1 else tuple(items)


def _ceil(size: Any, side: int) -> Any:
    if isinstance(size, int):
        return ceil_div(size, side)
    return size if side == 1 else Made(ceiled, (size, side))


def _times(one: Any, other: Any) -> Any:
    """Return the product of two values. A factor that is a number comes first."""
    if isinstance(one, int) and isinstance(other, int):
        return one * other
    if other == 1 or one == 1:
        return one if other == 1 else other
    if isinstance(one, int) and isinstance(other, Made) and other.make is multiplied:
        first, second = other.parts
        return Made(multiplied, (_times(one, first), second))
    if isinstance(other, int) or (isinstance(other, Made) and isinstance(other.parts[0], int)):
        return _times(other, one) if isinstance(other, int) else _in_front(one, other)
    return Made(multiplied, (one, other))


def _in_front(one: Any, other: Made) -> Any:
    if other.make is not multiplied:
        return Made(multiplied, (one, other))
    return Made(multiplied, (other.parts[0], _times(one, other.parts[1])))


_WORDS: Final = {multiplied: "{}*{}", ceiled: "ceil({}/{})"}


def in_text(item: Any) -> str:
    """Format a tuple or an expression that consists of sizes, products and quotients.

    >>> in_text((8, Made(multiplied, (1024, Made(ceiled, (Name("N"), 128))))))
    '(8,1024*ceil(N/128))'
    """
    match item:
        case tuple():
            parts: tuple[Any, ...] = item
            return f"({','.join(map(in_text, parts))})"
        case Name(name):
            return name
        case Made(make, parts) if make in _WORDS:
            return _WORDS[make].format(*map(in_text, parts))
        case int():
            return str(item)
        case _:
            raise LayoutError("write the size of each dimension as a name, a product or a number")


def shape_and_stride(text: str, sizes: Sizes) -> tuple[Any, Any]:
    """Parse a layout that may use the names of sizes. Return its shape and its stride."""
    found = parse_named_expression(text, sizes.known, OPERATIONS)
    assert isinstance(found, Literal)
    value: Any = found.value
    if isinstance(value, Layout):
        return value.shape, value.stride
    if len(value.parts) == 2:
        return value.parts[0], value.parts[1]
    raise LayoutError(f"{text} has no strides: write them, as in (M,K):(K,1)")


def flat(shape: Any, stride: Any) -> Iterator[Mode]:
    """Yield the modes of a shape and a stride, the fastest first."""
    if isinstance(shape, tuple) != isinstance(stride, tuple):
        raise LayoutError("shape and stride have different parentheses")
    if not isinstance(shape, tuple):
        yield Mode(shape, stride)
        return
    shapes: tuple[Any, ...] = shape
    for s, d in zip(shapes, stride, strict=True):
        yield from flat(s, d)


def buffer_layout(text: str, extents: tuple[int, ...]) -> AnyLayout:
    """Return the layout of a buffer. If the buffer has several stages, the last mode counts them.

    >>> print(buffer_layout("zN(f16, 32, 32) x 2", (32, 32)))
    ((16,2),(16,2),2):((16,256),(1,512),1024)
    >>> print(buffer_layout("SwizzledSharedLayout(4, 2, 4, [1, 0])", (8, 16)))
    Sw<2,2,3> o 0 o (8,16):(16,1)
    """
    staged = STAGED.fullmatch(text)
    if staged is not None:
        return _in_stages(buffer_layout(staged[1], extents), int(staged[2]))
    if is_encoding(text):
        found = read_text(text, shape=extents).form
        if not isinstance(found, Shared):
            raise LayoutError(f"{text} is not an encoding of shared memory")
        return found.layout
    made = evaluated_with_tile(read(text))
    if isinstance(made, TlaLayout):
        return Layout(made.shape, made.stride)
    if isinstance(made, XlaShape):
        return as_layout(made)
    return made if isinstance(made, AnyLayout) else Layout(made)


def _in_stages(layout: AnyLayout, count: int) -> AnyLayout:
    """Return the layout of several stages: copies of `layout`, one after the other in memory."""
    whole = as_composed(layout)
    shape, stride = whole.layout.shape, whole.layout.stride
    modes = (shape, stride) if isinstance(shape, tuple) else ((shape,), (stride,))
    size = whole.layout.cosize
    staged = Layout((*modes[0], count), (*modes[1], size))  # type: ignore[misc]
    if isinstance(layout, ComposedLayout):
        return ComposedLayout(whole.swizzle, whole.offset, staged)
    return staged


def taken_by(text: str, extents: tuple[int, ...]) -> Layout:
    """Return the thread-value layout of a tile. Dimension 0 of an encoding is mode 0 of the tile.

    >>> print(taken_by("BlockedLayout([1, 4], [2, 16], [4, 1], [1, 0])", (8, 64)))
    ((16,8),4):((32,1),8)
    >>> print(taken_by("tiled_copy((8,2):(2,1), (1,4))", (8, 16)))
    ((2,8),(4,2)):((32,1),(8,64))
    """
    if is_encoding(text):
        found = read_text(text, shape=extents).form
        if not isinstance(found, Distributed):
            raise LayoutError(f"{text} is not an encoding of registers")
        return found.thread_value
    made = evaluated_with_tile(read(text))
    if isinstance(made, TiledLayout):
        return made.on(extents)
    if not isinstance(made, Layout):
        raise LayoutError(f"{text} is not a thread-value layout")
    return made


def atoms_of(text: str) -> tuple[Layout, tuple[Any, ...]]:
    """Return the layout of atoms along m, n and k, and the permutation of m, n and k.

    The result of Triton's FMA dot has a blocked encoding. For such an encoding, each thread has one
    atom, and the permutation gives each thread `sizePerThread` neighbouring elements.

    >>> atoms, sides = atoms_of("BlockedLayout([2, 4], [4, 8], [2, 1], [1, 0])")
    >>> print(atoms, *sides)
    ((4,2),(8,1),1):((8,32),(1,32),0) (8,2):(2,1) (8,4):(4,1) 1
    """
    if not is_encoding(text):
        return plain(text), ()
    found = read_text(text).value
    if not isinstance(found, Encoding) or found.kind != "blocked":
        raise LayoutError(f"{text} is not a blocked encoding")
    order, groups = found.order(2), [found.numbers(name, 2) for name in _THREADS]
    steps: list[list[int]] = []
    step = 1
    for group in groups:
        own = [0, 0]
        for d in order:
            own[d] = step
            step *= group[d]
        steps.append(own)
    (lanes, warps), (lane_steps, warp_steps) = groups, steps
    shape = tuple((lanes[d], warps[d]) for d in (0, 1))
    stride = tuple((lane_steps[d], warp_steps[d]) for d in (0, 1))
    neighbours = found.numbers("sizePerThread", 2)
    sides = [Layout((lanes[d] * warps[d], n), (n, 1)) for d, n in enumerate(neighbours)]
    return Layout((*shape, 1), (*stride, 0)), (*sides, 1)


_THREADS: Final = ("threadsPerWarp", "warpsPerCTA")


def plain(text: str) -> Layout:
    """Return a layout without a swizzle."""
    made = evaluated_with_tile(read(text))
    if isinstance(made, ComposedLayout):
        raise LayoutError(f"{text} must be a layout without a swizzle")
    return made if isinstance(made, Layout) else Layout(made)
