"""Find which elements each thread of a tiled copy or tiled matrix instruction holds.

A type of CuTe IR names the instruction and the thread-value layout of one side: the source or the
destination.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from spec.atoms import ldmatrix
from spec.atoms.tiled import A, B, C
from spec.composition import composition
from spec.divide import logical_divide, zipped_divide
from spec.errors import LayoutError
from spec.inverse import right_inverse
from spec.layout import Layout, make_layout
from spec.parser import Call, Expression, Literal
from spec.reading import read
from spec.reading.atoms import TiledInstruction
from spec.reading.trees import entries
from spec.recast import upcast
from verif.audit.cute_ir.memory import MATRICES, PLAIN, atom_of, copied_bits
from verif.audit.cute_ir.tiles import COPY, MMA, copy_parts
from verif.audit.cute_ir.types import NotReadError, read_type

OPERANDS: Final = {"A": 0, "B": 1, "C": 2}
"""The number of each operand of a matrix instruction, by the name of the operand."""

_PERMUTATION: Final = re.compile(r',\s*permutation_MNK\s*=\s*<("[^"]*")>')


class UnmodeledError(LayoutError):
    """An instruction whose threads and values are not modeled."""


@dataclass(frozen=True)
class Part:
    """A tile and the layout from (thread, value) to the 1-D coordinate in the tile.

    `permutation` is a tiler that reorders the modes of the tensor before the tensor is cut into
    tiles. It is empty if the modes stay in order.
    """

    tiler: tuple[Any, ...]
    tv: Layout
    permutation: tuple[Any, ...] = ()


# From the text of a type, the functions below find which thread holds which values.


@lru_cache(maxsize=1 << 10)
def copy_part(text: str, side: str) -> Part:
    """The part of a tiled copy's source ("S") or destination ("D") that a thread holds.

    Errors: NotReadError if the type is not understood, UnmodeledError if the instruction is not
    modeled.
    """
    tv, tiler = copy_parts(text)
    other = other_side(text)
    if other is not None and side == other.side:
        tv = _between(tv, other.one, other.other)
    return Part(tuple(entries(tiler) or (tiler,)), tv)


@dataclass(frozen=True)
class OtherSide:
    """The thread-value layouts of both sides of one copy instruction.

    `one` is for the side that the type of a tiled copy describes, and `other` for the other side.
    `side` names that other side: "S" for the source or "D" for the destination.
    """

    one: Layout
    other: Layout
    side: str


def other_side(text: str) -> OtherSide | None:
    """The layouts of the two sides of a copy that exchanges elements between threads.

    The result is None if each thread copies only its own elements. Errors: UnmodeledError.
    """
    atom = atom_of(text)
    if atom is None:
        raise UnmodeledError("the type of the copy does not name an instruction")
    name, parameters = atom
    if name in PLAIN:
        return None
    sides = None
    if name in MATRICES:
        sides = _matrices(name, parameters)
    elif name in ("tmem_load", "tmem_store"):
        sides = _lanes(name, parameters)
    if sides is None:
        raise UnmodeledError(f"the threads and values of the instruction {name} are not modeled")
    return sides


def _matrices(name: str, parameters: str) -> OtherSide | None:
    """The layouts of the two sides of `ldmatrix` or `stmatrix`, for matrices of 8 x 8 elements.

    The elements have 16 bits. The result is None for other forms of the instruction.
    """
    count = re.search(r"num_matrices\s*=\s*([124])\b", parameters)
    pattern = re.search(r"sz_pattern\s*=\s*(\w+)", parameters)
    usual = 'mode = <"(8,8)">' in parameters and (pattern is None or pattern[1] == "u16")
    if count is None or not usual:
        return None
    transposed = re.search(r"(?:^|,)\s*t\s*$", parameters) is not None
    memory, registers = (upcast(x, 16) for x in ldmatrix(int(count[1]), transposed=transposed))
    return OtherSide(registers, memory, "S" if name == "ldsm" else "D")


def _lanes(name: str, parameters: str) -> OtherSide | None:
    """The layouts of the two sides of a copy between a warp's registers and tensor memory.

    Source: CuTe atom/copy_traits_sm100.hpp.
    """
    form = re.match(r"(\w+), (\d+) DP, (\d+) bit, x(\d+)$", parameters.strip())
    if form is None:
        return None
    lanes, bits, times = int(form[2]), int(form[3]), int(form[4])
    row = bits * times
    match lanes, bits:
        case 32, 32:
            registers = Layout((32, row), (row, 1))
        case 16, 64 | 128 | 256:
            threads, word = (4, 8), bits // 4
            registers = Layout((threads, (word, 2, times)), ((word, row), (1, 8 * row, bits)))
        case _:
            return None
    memory = Layout((32, lanes * row), (0, 1))
    element = _element_bits(form[1])
    sides = (upcast(memory, element), upcast(registers, element))
    return OtherSide(*sides, "D" if name == "tmem_load" else "S")


def _element_bits(spelling: str) -> int:
    element = read_type(f"!cute.ptr<{spelling}>").pointer
    assert element is not None
    return element.bits


def _between(tv: Layout, one: Layout, other: Layout) -> Layout:
    """Convert the thread-value layout of one side of a tiled copy to the other side's layout.

    `tv` is the layout to convert. `one` and `other` are the instruction's layouts of both sides.

    Source: CuTe atom/copy_atom.hpp, TiledCopy::tile2thrfrg.
    """
    atoms = zipped_divide(tv, (one[0].size, one[1].size))
    held = composition(atoms[0], composition(right_inverse(one), other))
    return make_layout(make_layout(held[0], atoms[1][0]), make_layout(held[1], atoms[1][1]))


@lru_cache(maxsize=1 << 10)
def instruction_part(text: str, operand: int) -> Part:
    """The part of an operand that a thread of a tiled matrix instruction holds.

    Errors: NotReadError.

    Source: CuTe atom/mma_atom.hpp, TiledMMA::thrfrg_A, thrfrg_B, thrfrg_C.
    """
    permuted = _PERMUTATION.search(text)
    plain = _PERMUTATION.sub("", text, count=1)
    try:
        tiled: Any = read(plain).value
    except LayoutError as error:
        raise NotReadError(str(error)) from None
    if not isinstance(tiled, TiledInstruction):
        raise NotReadError(f"expected a matrix instruction, not {text[:40]}")
    one = (tiled.atom.a, tiled.atom.b, tiled.atom.c)[operand]
    if permuted is None:
        return Part(one.block, one.layout)
    tiles = entries(read_type(f"!cute.tile<{permuted[1]}>").form) or ()
    if len(tiles) != 3:
        raise NotReadError("a permutation must have a tile for each of the modes m, n and k")
    chosen = (tiles[mode] for mode in (A, B, C)[operand])
    permutation = tuple(map(_tile, chosen, one.block))
    return Part(one.block, one.layout, permutation if permutation != one.block else ())


def _tile(tile: Any, side: int) -> Any:
    """The tile of a mode in a permutation, or `side` if the mode is not permuted."""
    return side if tile is None else tile


def partitioned(part: Part, form: Any) -> Expression:
    """An expression for the part of thread 0. The parts of all threads have the same layout."""
    tensor: Expression = Literal(form)
    if part.permutation:
        tensor = Call("logical_divide", (tensor, Literal(part.permutation)))
    return Call("partition_tv", (tensor, Literal(part.tiler), Literal(part.tv), Literal(0)))


def permuted(part: Part, a: Layout) -> Layout:
    """The tensor, with its modes reordered if the part has a permutation."""
    return logical_divide(a, part.permutation) if part.permutation else a


def thread_layout(part: Part, a: Layout) -> Layout:
    """The layout that maps each thread to the offset at which its part begins.

    >>> part = Part((8, 4), Layout((4, 8), (8, 1)))
    >>> print(thread_layout(part, Layout((16, 16), (16, 1))))
    4:1
    """
    return composition(zipped_divide(permuted(part, a), part.tiler)[0], part.tv)[0]


def operand_of(attributes: str) -> int:
    """The number of the operand, A, B or C, that the attributes name. Errors: NotReadError.

    >>> operand_of("B"), operand_of("<{operand_id = 2 : i32}>")
    (1, 2)
    """
    found = re.search(r"operand_id\s*=\s*([012])\b", attributes)
    number = int(found[1]) if found is not None else OPERANDS.get(attributes.strip())
    if number is None:
        raise NotReadError("expected an operand A, B or C")
    return number


def part_of(name: str, attributes: str, tiled: str) -> Part:
    """The part that a partition assigns to a thread. Errors: NotReadError, UnmodeledError."""
    if name.startswith("tiled.copy.partition_"):
        if not tiled.startswith(COPY):
            raise NotReadError(f"expected a tiled copy, not {tiled[:40]}")
        return copy_part(tiled, name[-1])
    if not tiled.startswith(MMA):
        raise NotReadError(f"expected a tiled matrix instruction, not {tiled[:40]}")
    return instruction_part(tiled, operand_of(attributes))


def atom_values_of(tiled: str) -> int:
    """How many elements one instruction of a tiled copy copies for each thread.

    Pre-condition: the instruction exchanges no elements between threads.
    """
    atom = atom_of(tiled)
    assert atom is not None
    bits = _element_bits(atom[1].partition(",")[0].strip())
    return max((copied_bits(atom[1]) or 0) // bits, 1)
