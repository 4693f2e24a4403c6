"""Bulk copies by TMA: what a tensor map allows, and what the copy writes to shared memory.

Sources: CUDA driver API, cuTensorMapEncodeTiled (rank, strides, box, alignment, swizzle), and PTX
ISA, tensor swizzling modes.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final

from spec.composed import ComposedLayout, as_composed
from spec.memory.accesses import bits_of
from spec.modes import modes_of, offsets
from spec.swizzle import IDENTITY, Swizzle
from verif.movement.model import Coordinates, Global, Move, Shared, extents_of
from verif.movement.moves import renumbering
from verif.movement.proving import Counterexample, Proof, Theory, divides
from verif.movement.stating import Statement, at_sizes, fault, holds, undecided, unknown
from verif.movement.tiles import times

MOST_SIDE: Final = 256
"""The largest number of elements that a box may have along one mode."""

MOST_RANK: Final = 5
STRIDE_BYTES: Final = 16
"""Strides and the base address must be multiples of this number of bytes."""


def bulk(theory: Theory, move: Move) -> Iterator[Statement]:
    """Yield the statements about a bulk copy between global and shared memory."""
    sides = {type(one): one for one in (move.source, move.target)}
    tensor, buffer = sides.get(Global), sides.get(Shared)
    if not isinstance(tensor, Global) or not isinstance(buffer, Shared):
        claim = "a bulk copy is between global and shared memory"
        yield fault(move.line, move.text, claim, f"{move.source.name} and {move.target.name}")
        return
    yield _mapped(theory, move, tensor)
    yield _boxed(move, tensor, buffer)
    claim = f"no access is outside {tensor.name}; each of its elements is admitted"
    if move.predicate is not None:
        detail = f"TMA has no predicate, but the file has {move.predicate_text}"
        yield fault(move.line, move.text, claim, detail)
    else:
        yield holds(move.line, move.text, claim, "TMA clips boxes to the tensor")


def _mapped(theory: Theory, move: Move, tensor: Global) -> Statement:
    """State that a tensor map describes the tensor.

    Obligation: there are at most 5 modes; only the innermost mode has stride 1; for all sizes, the
    other strides and the base address are multiples of 16 bytes.
    """
    claim = f"a tensor map describes {tensor.name}"
    bits = bits_of(tensor.element)
    modes = [mode for digits in tensor.modes for mode in digits]
    inner = [mode for mode in modes if mode.stride == 1]
    if len(modes) > MOST_RANK or len(inner) != 1:
        detail = f"{tensor.text} has {len(modes)} modes, {len(inner)} of them with stride 1"
        return fault(move.line, move.text, claim, detail)
    if tensor.alignment % STRIDE_BYTES:
        detail = f"its base address is aligned to only {tensor.alignment} bytes"
        return fault(move.line, move.text, claim, detail)
    n = 8 * STRIDE_BYTES // bits
    for mode in modes:
        if mode.stride == 1:
            continue
        found = divides(theory, n, times(1, mode.stride))
        if isinstance(found, Counterexample):
            sizes = at_sizes(theory.sizes.names, found.values)
            detail = f"at {sizes} a stride is not a multiple of {STRIDE_BYTES} bytes"
            return fault(move.line, move.text, claim, detail)
        if not isinstance(found, Proof):
            return unknown(move.line, move.text, claim, undecided(found))
    return holds(
        move.line,
        move.text,
        claim,
        f"the tensor has {len(modes)} modes, and their strides are legal at all sizes",
    )


def _boxed(move: Move, tensor: Global, buffer: Shared) -> Statement:
    """State that boxes of a tensor map put each element at its place in the buffer's layout.

    Obligations, by enumeration:

    - the buffer has no swizzle or, in bytes, the swizzle Sw<b,4,3>, which spans 32, 64 or 128
      bytes;
    - before the swizzle, the tile consists of boxes; a box consists of rows along the innermost
      mode, and these rows follow each other in memory;
    - with a swizzle, a row is as long as the span of the swizzle; without a swizzle, the length of
      a row is a multiple of 16 bytes;
    - with a swizzle, boxes and the buffer start at multiples of 8 rows; without a swizzle, they
      start at multiples of 128 bytes.
    """
    claim = f"boxes of {tensor.name} have the layout of {buffer.name}"
    order = sorted(
        range(len(tensor.coordinates)),
        key=lambda k: all(mode.stride != 1 for mode in tensor.modes[k]),
    )
    coordinates = tuple(tensor.coordinates[k] for k in order)
    if prod(extents_of(coordinates)[2:]) != 1:
        detail = "the tile has several elements along a third coordinate: this is not modelled"
        return unknown(move.line, move.text, claim, detail)
    problem = next(_problems(coordinates, buffer), None)
    if problem is not None:
        return fault(move.line, move.text, claim, problem)
    shape = " x ".join(map(str, extents_of(coordinates)[:2]))
    return holds(
        move.line, move.text, claim, f"a tile of {shape} elements, the innermost mode first"
    )


def _problems(coordinates: Coordinates, buffer: Shared) -> Iterator[str]:
    """Yield the reasons why the boxes of a bulk copy do not match a buffer's layout."""
    bits = bits_of(buffer.element)
    span, extents = _span(buffer, bits), extents_of(coordinates)
    inner, outer = (*extents, 1)[:2]
    row = span or min(inner, MOST_SIDE)
    if span is None:
        assert isinstance(buffer.layout, ComposedLayout)
        base = (128 // bits).bit_length() - 1
        yield (
            f"{buffer.layout.swizzle} is not a swizzle of TMA, which are Sw<1,{base},3> to"
            f" Sw<3,{base},3>"
        )
    elif inner % row or row * bits % (8 * STRIDE_BYTES):
        yield (
            f"a row of the tile ({inner} elements of {bits} bits) must consist of whole rows of a"
            f" box ({row} elements each), and a row of a box must be a multiple of {STRIDE_BYTES}"
            " bytes long"
        )
    else:
        table = renumbering(coordinates, buffer.coordinates)
        plain = offsets(modes_of(as_composed(buffer.layout).layout))
        aligned = 8 * row if span else 1024 // bits
        if buffer.alignment % (aligned * bits // 8):
            yield (
                f"the base address of {buffer.name} is aligned to {buffer.alignment} bytes, but a"
                f" box starts at a multiple of {aligned * bits // 8}"
            )
        moved = _moved_stage(plain, prod(extents), aligned)
        if moved is not None:
            yield f"stage {moved} is not a multiple of {aligned} elements from stage 0"
        places = [[plain[table[x + inner * y]] for x in range(inner)] for y in range(outer)]
        yield from _misplaced(places, row, aligned)


def _misplaced(places: list[list[int]], row: int, aligned: int) -> Iterator[str]:
    """Compare the buffer's layout with the places where a bulk copy puts the boxes of a tile.

    Yield a message for each misaligned box, and for each element whose two places differ.
    """
    height = _height(places, row)
    is_whole = height == len(places) and row == len(places[0])
    for y, one in enumerate(places):
        for x, place in enumerate(one):
            start = places[y - y % height][x - x % row]
            expected = start + x % row + row * (y % height)
            if start % aligned and not is_whole:
                yield (
                    f"the box at ({x},{y}) starts at element {start}, which is not a multiple of"
                    f" {aligned}"
                )
            if place != expected:
                yield (
                    f"the buffer has element ({x},{y}), innermost coordinate first, at offset"
                    f" {place} before the swizzle, but the bulk copy puts it at offset {expected}"
                )


def _moved_stage(plain: list[int], size: int, aligned: int) -> int | None:
    """Find a stage that is not a shifted copy of stage 0.

    The shift must be a multiple of `aligned` elements. Return None if every stage is such a copy.
    """
    for stage in range(1, len(plain) // size):
        shifts = {plain[size * stage + k] - plain[k] for k in range(size)}
        if len(shifts) > 1 or shifts.pop() % aligned:
            return stage
    return None


def _height(places: list[list[int]], row: int) -> int:
    """Return the number of rows of a box, at most 256.

    The rows of a box have no gaps between them in memory, and all boxes have equally many rows.
    """
    height = 1
    while height < min(len(places), MOST_SIDE) and places[height][0] == places[0][0] + row * height:
        height += 1
    while len(places) % height:
        height -= 1
    return height


def _span(buffer: Shared, bits: int) -> int | None:
    """Return how many elements the swizzle of a buffer spans: 0 without a swizzle.

    None means that TMA does not have this swizzle.
    """
    layout = buffer.layout
    if not isinstance(layout, ComposedLayout) or layout.swizzle == IDENTITY:
        return 0
    one, base = layout.swizzle, (128 // bits).bit_length() - 1
    if one == Swizzle(one.bits, base, 3) and one.bits <= 3 and layout.offset == 0:
        return (128 << one.bits) // bits
    return None
