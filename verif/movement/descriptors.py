"""Operands of wgmma in shared memory: layouts that a matrix descriptor can name."""

from __future__ import annotations

from spec.atoms import thrfrg_A, thrfrg_B
from spec.atoms.descriptors import MatrixDescriptor, matrix_descriptor
from spec.composed import AnyLayout, ComposedLayout, as_composed
from spec.errors import LayoutError
from spec.layout import make_layout
from spec.memory.accesses import bits_of
from spec.modes import modes_of
from spec.swizzle import Swizzle
from verif.movement.model import Move, Operand, Shared, names_of
from verif.movement.stating import Statement, fault, holds

UNIT = 128
"""The bits of 16 bytes, in which descriptors count addresses."""


def described(move: Move) -> Statement:
    """State that a matrix descriptor can describe the operand of each instruction.

    Obligation: the block of an instruction, which `thrfrg_A` or `thrfrg_B` finds in the buffer, has
    a canonical layout of `matrix_descriptor`; the blocks of all instructions and stages start at
    multiples of 16 bytes, and the buffer where its swizzle repeats.
    """
    place, operand = move.source, move.target
    claim = f"a matrix descriptor names each block of {place.name}"
    if not isinstance(place, Shared) or not isinstance(operand, Operand) or operand.which == "C":
        detail = "a descriptor loads A or B of a matrix instruction from shared memory"
        return fault(move.line, move.text, claim, detail)
    divide = thrfrg_A if operand.which == "A" else thrfrg_B
    try:
        divided = divide(_tile(place, operand), operand.instruction.tiled)
        whole = as_composed(divided)
        block, again = whole.layout[1][0], whole.layout[1][1]
        found = _descriptor(ComposedLayout(whole.swizzle, 0, block), place.element)
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


def _repetition(swizzle: Swizzle) -> int:
    """Return the bytes after which a swizzle of wgmma repeats: 8 rows of 32, 64 or 128 bytes.

    >>> _repetition(Swizzle(3, 4, 3)), _repetition(Swizzle(0, 4, 3))
    (1024, 16)
    """
    return 8 * (16 << swizzle.bits) if swizzle.bits else 16


def _descriptor(block: AnyLayout, element: str) -> MatrixDescriptor:
    """Return the descriptor of a block, K-major or else MN-major."""
    try:
        return matrix_descriptor(block, element, "K")
    except LayoutError as error:
        try:
            return matrix_descriptor(block, element, "MN")
        except LayoutError as other:
            raise LayoutError(
                f"the block is neither K-major ({error}) nor MN-major ({other})"
            ) from None


def _tile(place: Shared, operand: Operand) -> AnyLayout:
    """Return the layout of one stage, with its modes in the order of the operand."""
    whole = as_composed(place.layout)
    names = names_of(place.coordinates)
    modes = [whole.layout[names.index(one.name)] for one in operand.coordinates]
    return ComposedLayout(whole.swizzle, whole.offset, make_layout(*modes))


def _stages(place: Shared) -> list[tuple[int, int]]:
    """Return the modes of the stages."""
    layout = as_composed(place.layout).layout
    rest = [layout[k] for k in range(len(place.coordinates), layout.rank)]
    return [mode for one in rest for mode in modes_of(one)]
