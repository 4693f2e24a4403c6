"""Operands that stay in memory: matrix descriptors for wgmma, and the formats of mmad."""

from __future__ import annotations

from typing import Final

from spec.atoms import thrfrg_A, thrfrg_B
from spec.atoms.descriptors import MatrixDescriptor, matrix_descriptor
from spec.atoms.mma import wgmma_majors
from spec.composed import AnyLayout, ComposedLayout, as_composed
from spec.errors import LayoutError
from spec.layout import make_layout
from spec.memory.accesses import bits_of
from spec.modes import modes_of
from spec.swizzle import Swizzle
from spec.tla import Tag
from spec.tla import make_layout as make_format
from verif.movement.model import Move, Operand, Shared, names_of
from verif.movement.moves import element_of, renumbering
from verif.movement.stating import Statement, fault, holds

UNIT = 128
"""Descriptors count addresses in units of this number of bits, which is 16 bytes."""


def described(move: Move) -> Statement:
    """State that a matrix descriptor can describe the operand of each instruction.

    `thrfrg_A` or `thrfrg_B` cuts the buffer into blocks, one for each instruction. Obligations:

    - the block has one of the canonical layouts that `matrix_descriptor` accepts;
    - the instruction can read the operand along the block's major mode (see `wgmma_majors`);
    - the blocks of all instructions and stages start at multiples of 16 bytes;
    - if the swizzle repeats every n bytes, the buffer starts at a multiple of n bytes.
    """
    place, operand = move.source, move.target
    claim = f"a matrix descriptor can describe each block of {place.name}"
    if not isinstance(place, Shared) or not isinstance(operand, Operand) or operand.which == "C":
        detail = "a descriptor loads A or B of a matrix instruction from shared memory"
        return fault(move.line, move.text, claim, detail)
    divide = thrfrg_A if operand.which == "A" else thrfrg_B
    try:
        divided = divide(_tile(place, operand), operand.instruction.tiled)
        whole = as_composed(divided)
        block, again = whole.layout[1][0], whole.layout[1][1]
        found = _descriptor(ComposedLayout(whole.swizzle, 0, block), place.element, operand)
    except LayoutError as error:
        return fault(move.line, move.text, claim, str(error))
    needed = _repetition(whole.swizzle)
    if place.alignment % needed:
        detail = (
            f"the base address of {place.name} is aligned to {place.alignment} bytes, but"
            f" {whole.swizzle} repeats every {needed} bytes"
        )
        return fault(move.line, move.text, claim, detail)
    n = UNIT // bits_of(place.element)
    steps = [*modes_of(again), *_stages(place)]
    odd = next((d for s, d in steps if s > 1 and d % n), None)
    if odd is not None:
        detail = f"blocks are {odd} elements apart, which is not a multiple of 16 bytes"
        return fault(move.line, move.text, claim, detail)
    distances = f"LBO {found.leading_byte_offset}, SBO {found.stride_byte_offset} bytes"
    return holds(move.line, move.text, claim, f"{found.kind}, {distances}")


def major(move: Move) -> str:
    """Return K or MN, the coordinate along which a descriptor's operand is contiguous.

    Pre-conditions: the statement of `described` holds for this step.
    """
    place, operand = move.source, move.target
    assert isinstance(place, Shared)
    assert isinstance(operand, Operand)
    k = operand.coordinates[1].name
    layout = as_composed(place.layout).layout[names_of(place.coordinates).index(k)]
    return "K" if any(d == 1 for s, d in modes_of(layout) if s > 1) else "MN"


FRACTALS: Final = {"A": Tag.ZZ, "B": Tag.NZ, "C": Tag.L0C}
"""The format of each operand of mmad. Rows are along m for A and C, and along k for B."""

FRACTAL_BYTES: Final = 512


def resident(move: Move) -> Statement:
    """State that a buffer has the format that mmad reads or writes.

    Obligation, by enumeration: A has the offsets of zZ; B, as a matrix (k,n), has the offsets of
    nZ; C has the offsets of L0C. Stages and the base address are aligned to a fractal.

    Source: CATLASS, the layouts of L0A, L0B and L0C on Atlas A2.
    """
    sides = (move.source, move.target)
    operand = next(one for one in sides if isinstance(one, Operand))
    place = next((one for one in sides if isinstance(one, Shared)), None)
    tag = FRACTALS[operand.which]
    claim = f"{operand.name} has the format {tag}"
    if place is None:
        return fault(move.line, move.text, claim, "the operand must be in a buffer")
    rows, columns = operand.coordinates if operand.which != "B" else operand.coordinates[::-1]
    expected = make_format(place.element, tag, rows.tile, columns.tile)
    # The offset at (row, column) is the sum of the offsets at (row, 0) and (0, column).
    of_rows = [expected(row, 0) for row in range(rows.tile)]
    of_columns = [expected(0, column) for column in range(columns.tile)]
    format_offsets = [down + across for across in of_columns for down in of_rows]
    table = renumbering((rows, columns), place.coordinates)
    for stage in range(place.stages):
        offsets = place.offsets(stage)
        start = min(offsets)
        for other, needed in zip(table, format_offsets, strict=True):
            if offsets[other] - start != needed:
                detail = (
                    f"{element_of(place, other)} has the offset {offsets[other] - start}, but"
                    f" {expected} has {needed}"
                )
                return fault(move.line, move.text, claim, detail)
        if start * bits_of(place.element) % (8 * FRACTAL_BYTES):
            detail = f"stage {stage} starts at element {start}, inside a fractal"
            return fault(move.line, move.text, claim, detail)
    if place.alignment % FRACTAL_BYTES:
        detail = (
            f"the base address of {place.name} is aligned to {place.alignment} bytes, but a"
            f" fractal has {FRACTAL_BYTES}"
        )
        return fault(move.line, move.text, claim, detail)
    return holds(move.line, move.text, claim, f"{expected}")


def _repetition(swizzle: Swizzle) -> int:
    """Return the period, in bytes, of a swizzle that wgmma supports.

    The period is 8 rows of 32, 64 or 128 bytes. Without a swizzle, it is 16 bytes.

    >>> _repetition(Swizzle(3, 4, 3)), _repetition(Swizzle(0, 4, 3))
    (1024, 16)
    """
    return 8 * (16 << swizzle.bits) if swizzle.bits else 16


def _descriptor(block: AnyLayout, element: str, operand: Operand) -> MatrixDescriptor:
    """Return a block's K-major descriptor, or its MN-major descriptor if it has no K-major one.

    Errors: LayoutError if the block has no descriptor, or if the instruction cannot read the
    operand along the block's major mode.
    """
    name = operand.instruction.tiled.atom.name
    readable = wgmma_majors(name)["AB".index(operand.which)]
    problems: list[str] = []
    for mode in ("K", "MN"):
        try:
            found = matrix_descriptor(block, element, mode)
        except LayoutError as error:
            problems.append(f"{mode}-major ({error})")
            continue
        if mode in readable:
            return found
        raise LayoutError(
            f"the block is {mode}-major, but {name} reads {operand.which} only {readable[0]}-major"
        )
    raise LayoutError(f"the block is neither {' nor '.join(problems)}")


def _tile(place: Shared, operand: Operand) -> AnyLayout:
    """Return the layout of one stage, with its modes in the order of the operand's coordinates."""
    whole = as_composed(place.layout)
    names = names_of(place.coordinates)
    modes = [whole.layout[names.index(one.name)] for one in operand.coordinates]
    return ComposedLayout(whole.swizzle, whole.offset, make_layout(*modes))


def _stages(place: Shared) -> list[tuple[int, int]]:
    """Return the modes of the buffer's layout that count its stages, as pairs (size, stride)."""
    layout = as_composed(place.layout).layout
    rest = [layout[k] for k in range(len(place.coordinates), layout.rank)]
    return [mode for one in rest for mode in modes_of(one)]
