"""Check that threads hold each element of a tile equally often, and that TMA can copy a box.

The tiles belong to tiled copies and to tiled matrix instructions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import Any, Final

from spec.atoms import Operand
from spec.basis import ArithmeticTuple
from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from spec.layout import Layout
from spec.memory.accesses import require_two_modes
from spec.reading import read
from spec.reading.atoms import TiledInstruction
from spec.reading.elements import element_of, width_of
from spec.reading.tiled import TiledLayout
from spec.reading.trees import entries
from verif.audit.cute_ir.results import Decision
from verif.audit.cute_ir.types import NotReadError, leaves, read_type
from verif.audit.statement import Verdict
from verif.questions.answer import Effort, Ruling
from verif.questions.covers_once import covers_times

COPY: Final = "!cute.tiled_copy<"
MMA: Final = "!cute.tiled_mma<"
TMA: Final = re.compile(r"!cute_nvgpu\.atom\.[a-z_0-9.]*tma[a-z_0-9.]*\s*<")

MOST_SIDE: Final = 256
"""The most elements along one side of the box of a TMA descriptor."""

EFFORT: Final = Effort(elements=1 << 16, seconds=1.0)

_PART: Final = r'\b{}\s*=\s*<"([^"]*)">'


@lru_cache(maxsize=1 << 10)
def read_copy(text: str) -> TiledLayout:
    """Read the thread-value layout and the tile of a tiled copy. Errors: NotReadError."""
    tv, tiler = copy_parts(text)
    try:
        return TiledLayout(tv, tiler)
    except LayoutError as error:
        raise NotReadError(str(error)) from None


def copy_parts(text: str) -> tuple[Layout, Any]:
    """The thread-value layout and the tiler of a tiled copy, without a check that they fit."""
    tv, tiler = (re.search(_PART.format(name), text) for name in ("layout_copy_tv", "tiler_mn"))
    if tv is None or tiler is None:
        raise NotReadError("expected layout_copy_tv and tiler_mn of a tiled copy")
    layout = read_type(f'!cute.layout<"{tv[1]}">').form
    tile = read_type(f'!cute.tile<"{tiler[1]}">').form
    if not isinstance(layout, Layout):
        raise NotReadError("the thread-value layout has unknown numbers")
    return layout, tile


@lru_cache(maxsize=1 << 10)
def copy_covers(text: str) -> Decision:
    """Decide whether the threads of a tiled copy take each element of the tile equally often."""
    try:
        tv, tiler = copy_parts(text)
        require_two_modes(tv)
        return _covers(tv, tuple(map(_side, entries(tiler) or (tiler,))))
    except LayoutError as error:
        return Decision(Verdict.NOT_READ, str(error))


@lru_cache(maxsize=1 << 10)
def instruction_covers(text: str) -> tuple[tuple[str, Decision], ...]:
    """Decide for A, B and C whether the threads hold each element of the operand equally often."""
    try:
        tiled: Any = read(text).value
    except LayoutError as error:
        return (("A, B and C", Decision(Verdict.NOT_READ, str(error))),)
    if not isinstance(tiled, TiledInstruction):
        return ()
    operands: dict[str, Operand] = {"A": tiled.atom.a, "B": tiled.atom.b, "C": tiled.atom.c}
    return tuple((name, _covers(one.layout, one.block)) for name, one in operands.items())


def _side(tile: Any) -> int:
    if isinstance(tile, Layout):
        return tile.size
    sizes = list(leaves(tile))
    if not all(isinstance(size, int) for size in sizes):
        raise NotReadError("a tile must have a known size in each mode")
    return prod(sizes)


def _covers(tv: Layout, tile: tuple[int, ...]) -> Decision:
    """Decide whether each element of a tile belongs to equally many (thread, value) pairs."""
    times = max(tv.size // prod(tile), 1)
    answer = covers_times(tv, tile, times, EFFORT)
    more = f", {times}" if times > 1 else ""
    question = f"covers_once({tv}, {format_int_tuple(tile)}{more})"
    match answer.ruling:
        case Ruling.HOLDS:
            return Decision(Verdict.HOLDS, answer.reason, question)
        case Ruling.REFUTED:
            return Decision(Verdict.FAULT, answer.reason, question)
        case Ruling.UNKNOWN:
            return Decision(Verdict.UNKNOWN, answer.reason, question)


# Boxes of TMA


@lru_cache(maxsize=1 << 10)
def read_box(text: str) -> tuple[Layout, int]:
    """The box of a TMA descriptor, and the width of an element in bits. Errors: NotReadError."""
    basis = re.search(_PART.format("tma_gbasis"), text)
    if basis is None:
        raise NotReadError("expected `tma_gbasis`, the box of a TMA descriptor")
    layout = read_type(f'!cute.layout<"{basis[1]}">').form
    inside = text[text.index("<") + 1 :]
    for word in re.findall(r"[a-z]\w*", inside[: inside.index("tma_gbasis")]):
        element = element_of(word)
        if element is not None and isinstance(layout, Layout):
            return layout, width_of(element[0])
    raise NotReadError("expected the element type of a descriptor")


@lru_cache(maxsize=1 << 10)
def box_fits(text: str) -> Decision | None:
    """Decide whether TMA can copy the box; None if the type has no box."""
    if "tma_gbasis" not in text:
        return None
    try:
        box, bits = read_box(text)
    except LayoutError as error:
        return Decision(Verdict.NOT_READ, str(error))
    for path, side in sides(box):
        if side > MOST_SIDE:
            at = "".join(f"@{k}" for k in reversed(path))
            detail = f"the side {at} of the box has {side} elements, more than {MOST_SIDE}"
            return Decision(Verdict.FAULT, detail)
    inner = inner_bits(box, bits)
    if inner % 128 != 0:
        detail = f"the inner side of the box has {inner // 8} bytes, not a multiple of 16"
        return Decision(Verdict.FAULT, detail)
    copied = re.search(r"copy_bits\s*=\s*(\d+)", text)
    if copied is not None and int(copied[1]) != box.size * bits:
        detail = f"the box has {box.size} elements of {bits} bits, and copy_bits is {copied[1]}"
        return Decision(Verdict.FAULT, detail)
    shown = " x ".join(str(side) for _, side in sides(box))
    return Decision(Verdict.HOLDS, f"{shown} elements of {bits} bits")


def sides(box: Layout) -> Iterator[tuple[tuple[int, ...], int]]:
    """The extent of the box along each coordinate of the tensor, the innermost coordinate first."""
    reach = dict[tuple[int, ...], int]()
    for size, stride in zip(leaves(box.shape), leaves(box.stride), strict=True):
        if isinstance(stride, ArithmeticTuple):
            for path, n in stride.terms:
                reach[path] = reach.get(path, 1) + (size - 1) * abs(n)
    yield from reach.items()


def inner_bits(box: Layout, bits: int) -> int:
    """The length of the innermost side of a box in bits."""
    return next((side for _, side in sides(box)), 1) * bits
