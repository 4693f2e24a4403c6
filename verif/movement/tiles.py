"""The offsets of the elements in one tile of a global tensor. Strides may depend on sizes.

The offset of an element is the offset of the tile plus a sum of strides with integer factors. A
stride that is not a number is replaced by a *generic* number: a power of 2^40, different for each
stride, and larger than every sum of smaller strides in a tile. So two elements are neighbours at
generic strides if and only if they are neighbours for all values of the strides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Any, Final

from spec.named import Made, Name, exact, multiplied
from verif.movement.errors import KernelFileError
from verif.movement.model import Coordinate, Global, Mode, extents_of
from verif.movement.proving import Counterexample, Open, Proof, Theory, divides
from verif.movement.stating import at_sizes

GENERIC: Final = 40
"""Each generic stride is 2^GENERIC times the generic stride before it."""


@dataclass(frozen=True)
class Inner:
    """A mixed-radix digit of an element's coordinate within the tile: its size and its stride."""

    size: int
    stride: Any


@dataclass(frozen=True)
class Outer:
    """A mixed-radix digit of a tile's index: its size (None for the last digit) and its stride."""

    size: Any
    stride: Any


@dataclass(frozen=True)
class GlobalTile:
    """For each coordinate of a tensor: its digits in a tile, and the digits of the tile's index."""

    tensor: Global
    inner: tuple[tuple[Inner, ...], ...]
    outer: tuple[tuple[Outer, ...], ...]

    @cached_property
    def symbols(self) -> tuple[Any, ...]:
        """The strides within a tile that are not numbers, without duplicates."""
        strides = (digit.stride for digits in self.inner for digit in digits if digit.size > 1)
        return tuple(dict.fromkeys(one for one in strides if not isinstance(one, int)))

    def generic(self, stride: Any) -> int:
        """Return a numeric stride unchanged, and the generic number of any other stride."""
        if isinstance(stride, int):
            return stride
        return 1 << GENERIC * (1 + self.symbols.index(stride))

    @cached_property
    def generic_offsets(self) -> list[int]:
        """The generic offsets of all elements, in the order of the tensor's coordinates."""
        offsets = [0]
        for digits in self.inner:
            for digit in (one for one in digits if one.size > 1):
                step = self.generic(digit.stride)
                offsets = [x + step * k for k in range(digit.size) for x in offsets]
        return offsets

    def factors(self, generic: int) -> tuple[int, ...]:
        """Return the constant part of a generic offset, then the factor of each symbol.

        Pre-conditions: strides are natural numbers.
        """
        mask = (1 << GENERIC) - 1
        return tuple(generic >> GENERIC * k & mask for k in range(len(self.symbols) + 1))


def global_tile(tensor: Global) -> GlobalTile:
    """Cut each coordinate of a tensor into tiles.

    Errors: KernelFileError if the constant strides give an offset of 2^GENERIC or more in a tile.
    Numbers of that size represent generic strides.
    """
    inner: list[tuple[Inner, ...]] = []
    outer: list[tuple[Outer, ...]] = []
    for extent, parts in zip(extents_of(tensor.coordinates), tensor.parts, strict=True):
        within, beyond = _cut(extent, parts)
        inner.append(within)
        outer.append(beyond)
    digits = [digit for within in inner for digit in within]
    reached = sum((d.size - 1) * abs(d.stride) for d in digits if isinstance(d.stride, int))
    if reached >= 1 << GENERIC:
        raise KernelFileError(
            f"gmem.{tensor.name}",
            f"the constant strides of a tile give offsets up to {reached}, but at most"
            f" 2^{GENERIC} - 1 is supported",
            "give a large stride a name",
        )
    return GlobalTile(tensor, tuple(inner), tuple(outer))


def _cut(extent: int, parts: tuple[Mode, ...]) -> tuple[tuple[Inner, ...], tuple[Outer, ...]]:
    """Split a coordinate into a coordinate inside a tile and the index of the tile.

    Return the digits of both. The coordinate inside the tile is in 0 .. extent - 1.

    Pre-conditions: no tile ends inside a part, except the last one.
    """
    *others, last = parts
    inner: list[Inner] = []
    left = extent
    while others and left > 1:
        whole = others.pop(0)
        inner.append(Inner(whole.size, whole.stride))
        left //= whole.size
    inner.append(Inner(left, last.stride))
    outer = [Outer(one.size, one.stride) for one in others if one.size != 1]
    return tuple(inner), (*outer, Outer(None, times(left, last.stride)))


def parts_of(
    theory: Theory, place: str, text: str, coordinate: Coordinate, modes: tuple[Mode, ...]
) -> tuple[Mode, ...]:
    """Split the mode inside which a tile ends, so that no tile ends inside a part.

    The last mode is not split, because the last tile may be incomplete. The parts define the same
    function as the modes. `text` is the layout of the tensor. Messages quote it.

    Errors: KernelFileError unless the tile consists of whole modes and a divisor of the next mode,
    for all sizes.
    """
    parts: list[Mode] = []
    left = coordinate.tile
    for k, mode in enumerate(modes[:-1]):
        if left == 1:
            parts.append(mode)
        elif isinstance(mode.size, int) and left % mode.size == 0:
            parts.append(mode)
            left //= mode.size
        else:
            found = divides(theory, left, mode.size)
            if not isinstance(found, Proof):
                raise _ends_inside(theory, place, text, coordinate, k, left, mode, found)
            parts += (
                Mode(left, mode.stride),
                Mode(_quotient(mode.size, left), times(left, mode.stride)),
            )
            left = 1
    return (*parts, modes[-1])


def _ends_inside(
    theory: Theory,
    place: str,
    text: str,
    coordinate: Coordinate,
    k: int,
    left: int,
    mode: Mode,
    found: Counterexample | Open,
) -> KernelFileError:
    """Return the error for a tile that may end inside mode k of a coordinate."""
    name, tile = coordinate.name, coordinate.tile
    inside = f"mode {k} of {name} in {text}"
    advice = "choose a tile that divides the mode or consists of whole modes"
    if isinstance(mode.size, int):
        return KernelFileError(
            place,
            f"a tile of {tile} ends inside {inside}: {left} does not divide {mode.size}",
            advice,
        )
    if isinstance(found, Counterexample):
        sizes = at_sizes(theory.sizes.names, found.values)
        why = f"{left} does not divide the size of {inside} at {sizes}"
    else:
        why = f"no proof was found that {left} divides the size of {inside} at all sizes"
    such = f", such as {mode.size.name} % {left} == 0" if isinstance(mode.size, Name) else ""
    return KernelFileError(
        place,
        f"a tile of {tile} may end inside a mode: {why}",
        f"{advice}, or add a condition to `sizes`{such}",
    )


def _quotient(size: Any, number: int) -> Any:
    """Return size / number. Pre-conditions: the number divides the size."""
    return size // number if isinstance(size, int) else Made(exact, (size, number))


def times(number: int, stride: Any) -> Any:
    """Return the product of a number and a stride, which may be symbolic.

    >>> times(4, 8)
    32
    """
    if isinstance(stride, int):
        return number * stride
    return stride if number == 1 else Made(multiplied, (number, stride))


def alignments(tile: GlobalTile, factors: list[tuple[int, ...]]) -> Iterator[tuple[int, Any]]:
    """Yield pairs (g, d): each element's offset is a sum of one multiple of g*d for every pair.

    Here d is a stride, or 1 for the constant part of the offsets. The number g divides the factor
    of d in each offset. `factors` has a tuple for each element of the tile: the constant part of
    its offset in the tile, and then the factor of each symbol of `tile.symbols` in this offset.
    """
    yield gcd(*(one[0] for one in factors)), 1
    for k, symbol in enumerate(tile.symbols, 1):
        yield gcd(*(one[k] for one in factors)), symbol
    for digits in tile.outer:
        for digit in digits:
            yield 1, digit.stride
