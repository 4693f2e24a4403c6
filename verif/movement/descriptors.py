"""Operands of wgmma in shared memory: layouts that a matrix descriptor can name.

A descriptor has a start address, two strides (LBO and SBO) and a swizzle of 0, 32, 64 or 128 bytes.
With T elements in 16 bytes, it names, in elements before the swizzle, the block (m, k) of one
instruction, whose k has 32 bytes:

| major | swizzle | layout |
| --- | --- | --- |
| K | none | ((8,m),(T,2)):((T,SBO),(1,LBO)) |
| K | 2^b * 16 bytes | ((8,m),(T,2)):((2^b*T,SBO),(1,T)) |
| M | none | ((T,1,m),(8,k)):((1,T,SBO),(T,LBO)) |
| M | 2^b * 16 bytes | ((T,2^b,m),(8,k)):((1,T,LBO),(2^b*T,SBO)) |

Source: PTX ISA, wgmma, matrix descriptor; CuTe atom/mma_traits_sm90_gmma.hpp, canonical layouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from spec.atoms import Operand as Fragment
from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.memory.accesses import bits_of
from spec.modes import modes_of, offsets
from spec.swizzle import IDENTITY, Swizzle
from verif.movement.model import Move, Operand, Shared, extents_of
from verif.movement.moves import renumbering
from verif.movement.stating import Statement, fault, holds

UNIT = 128
"""The bits of 16 bytes, in which descriptors count."""


@dataclass(frozen=True)
class Named:
    """A layout that a descriptor names: the major coordinate, and the bits of the swizzle."""

    major: str
    bits: int

    @property
    def swizzle(self) -> str:
        return f"{16 << self.bits} bytes" if self.bits else "none"


def described(move: Move) -> Statement:
    """State that each block of an operand has a layout that a descriptor can name.

    Obligation, by enumeration: the swizzle of the buffer is that of the hardware, Sw<b,4,3> in
    bytes, and before it, the offsets of each instruction's block are those of a row of the table.
    """
    place, operand = move.source, move.target
    claim = f"a matrix descriptor names each block of {place.name}"
    if not isinstance(place, Shared) or not isinstance(operand, Operand):
        detail = "a descriptor loads from shared memory to an operand of a matrix instruction"
        return fault(move.line, move.text, claim, detail)
    atom, which = operand.instruction.tiled.atom, operand.which
    fragment = {"A": atom.a, "B": atom.b, "C": atom.c}[which]
    bits = bits_of(place.element)
    swizzle = _swizzle_bits(place, bits)
    if isinstance(swizzle, str):
        return fault(move.line, move.text, claim, swizzle)
    table = renumbering(operand.coordinates, place.coordinates)
    plain = list(offsets(modes_of(_inner(place))))
    found: set[Named] = set()
    for start, block in _blocks(operand, fragment):
        numbers = [[plain[table[x]] for x in column] for column in block]
        named = _named(numbers, UNIT // bits, swizzle)
        if named is None:
            rows, columns = fragment.block
            detail = (
                f"the block of {rows} x {columns} elements at {start} of {operand.name} has a"
                f" layout that no descriptor names: {place.layout}"
            )
            return fault(move.line, move.text, claim, detail)
        found.add(named)
    kinds = ", ".join(f"{one.major}-major, swizzle {one.swizzle}" for one in found)
    return holds(move.line, move.text, claim, kinds)


def _inner(place: Shared) -> Layout:
    """Return the layout inside a swizzle."""
    layout = place.layout
    return layout.layout if isinstance(layout, ComposedLayout) else layout


def _swizzle_bits(place: Shared, bits: int) -> int | str:
    """Return b of the buffer's swizzle Sw<b,4,3> in bytes, or why it is another swizzle."""
    layout = place.layout
    if not isinstance(layout, ComposedLayout) or layout.swizzle == IDENTITY:
        return 0
    base = (UNIT // bits).bit_length() - 1
    one = layout.swizzle
    if one == Swizzle(one.bits, base, 3) and one.bits <= 3 and layout.offset == 0:
        return one.bits
    return f"{one} is not a swizzle of wgmma, which are Sw<1,{base},3> to Sw<3,{base},3>"


def _blocks(
    operand: Operand, fragment: Fragment
) -> Iterator[tuple[tuple[int, int], list[list[int]]]]:
    """Yield the start and the numbers of each instruction's block: those of each column."""
    rows, columns = extents_of(operand.coordinates)
    height, width = fragment.block
    for c, r in product(range(0, columns, width), range(0, rows, height)):
        yield (r, c), [[r + i + rows * (c + j) for i in range(height)] for j in range(width)]


def _named(block: list[list[int]], t: int, bits: int) -> Named | None:
    """Return the layout that a descriptor names, by column and row, or None."""
    start = block[0][0]
    shifted = [[x - start for x in column] for column in block]
    if start % t:
        return None
    for major in ("K", "M"):
        expected = _k_major if major == "K" else _m_major
        if shifted == expected(shifted, t, bits):
            return Named(major, bits)
    return None


def _k_major(block: list[list[int]], t: int, bits: int) -> list[list[int]]:
    """Return the K-major block with the strides of this one."""
    height, width = len(block[0]), len(block)
    sbo = block[0][8] if height > 8 else 0
    lbo = t if bits else (block[t][0] if width > t else 0)
    return [
        [c % t + c // t * lbo + r % 8 * (t << bits) + r // 8 * sbo for r in range(height)]
        for c in range(width)
    ]


def _m_major(block: list[list[int]], t: int, bits: int) -> list[list[int]]:
    """Return the M-major block with the strides of this one."""
    height, width = len(block[0]), len(block)
    wide = t << bits
    across = block[0][wide] if height > wide else 0
    down = block[8][0] if width > 8 else 0
    return [
        [r % wide + r // wide * across + c % 8 * wide + c // 8 * down for r in range(height)]
        for c in range(width)
    ]
