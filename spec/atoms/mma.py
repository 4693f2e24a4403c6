"""Matrix instructions by CuTe's names, such as `SM80_16x8x16_F32F16F16F32_TN`."""

import re
from dataclasses import dataclass
from typing import Final

from spec.atoms.mfma import Fragments, mfma_fragments
from spec.atoms.rules import (
    mma_fragment,
    quad_pair_rows,
    quad_pair_sums,
    seen_whole,
    warp_group_fragment,
)
from spec.errors import LayoutError
from spec.layout import Layout

BITS: Final = {
    **dict.fromkeys(("U1",), 1),
    **dict.fromkeys(("S4", "U4"), 4),
    **dict.fromkeys(("S8", "U8", "E4M3", "E5M2"), 8),
    **dict.fromkeys(("F16", "BF16"), 16),
    **dict.fromkeys(("F32", "TF32", "S32"), 32),
    **dict.fromkeys(("F64",), 64),
    **dict.fromkeys(("C64", "GC64"), 128),
}
"""The bits of each element type in these names; C64 is a complex number of two f64."""

_NAME: Final = re.compile(r"SM(70|75|80|89|90)_(\d+)x(\d+)x(\d+)_([A-Z0-9]+)_(\w+)(?:<.*>)?")
_TYPE: Final = re.compile("|".join(sorted(BITS, key=lambda name: -len(name))))


@dataclass(frozen=True)
class Operand:
    """An operand: a map from (thread, value) to 1-D coordinates of `block`.

    `times` threads hold each element of the block.
    """

    layout: Layout
    block: tuple[int, int]
    times: int = 1

    def __str__(self) -> str:
        return f"{self.layout} of tile <{self.block[0]},{self.block[1]}>"


@dataclass(frozen=True)
class Atom:
    """An instruction: its shape (m,n,k), the layout from its threads to lanes, and its operands."""

    name: str
    shape: tuple[int, int, int]
    threads: Layout
    a: Operand
    b: Operand
    c: Operand

    def __str__(self) -> str:
        return f"A {self.a}; B {self.b}; C {self.c}"


def mma_atom(name: str) -> Atom:
    """Return the atom that CuTe calls `name`: mma.sync of SM70 to SM90, or wgmma; or AMD's MFMA.

    Pre-conditions: the operands' blocks divide the shape.
    Post-conditions: each element of C is held once, each of A and B as often as `times` says
    (tested).

    >>> atom = mma_atom("SM80_16x8x16_F32F16F16F32_TN")
    >>> print(atom.a.layout, atom.b.layout, atom.c.layout)
    ((4,8),(2,2,2)):((32,1),(16,8,128)) ((4,8),(2,2)):((16,1),(8,64)) ((4,8),(2,2)):((32,1),(16,8))
    >>> mma_atom("SM90_64x8x16_F32F16F16_SS").a.times
    128
    >>> print(mma_atom("v_mfma_f32_16x16x16_f16").c.layout)
    ((16,4),(4,1)):((16,4),(1,16))

    Source: PTX ISA, mma and wgmma; CuTe arch/mma_sm80.hpp for the names; as `mfma_fragments`.
    """
    fragments = mfma_fragments(name)
    if fragments is not None:
        return _mfma(name, fragments)
    read = _NAME.fullmatch(name)
    if read is None:
        raise LayoutError(
            f"{name!r} is not the name of an MMA atom of SM70 to SM90, or of an MFMA instruction"
        )
    m, n, k = (int(read[number]) for number in (2, 3, 4))
    types = _TYPE.findall(read[5])
    if "".join(types) != read[5] or len(types) < 3:
        raise LayoutError(f"{name!r}: {read[5]} does not name the types of D, A and B")
    d, a, b = (BITS[one] for one in types[:3])
    if read[1] == "70":
        return _volta(name, read[6], d)
    if m == 64:
        return _wgmma(name, (m, n, k), max(1, 32 // a), registers=read[6].startswith("RS"))
    return Atom(
        name,
        (m, n, k),
        Layout(32),
        Operand(mma_fragment(m, k, max(1, 32 // a)), (m, k)),
        Operand(mma_fragment(n, k, max(1, 32 // b)), (n, k)),
        Operand(mma_fragment(m, n, 2), (m, n)),
    )


def _mfma(name: str, fragments: Fragments) -> Atom:
    (m, n, k), a, b, c = fragments
    return Atom(
        name,
        (m, n, k),
        Layout(64),
        Operand(a, (m, k)),
        Operand(b, (n, k)),
        Operand(c, (m, n)),
    )


def _volta(name: str, majors: str, bits: int) -> Atom:
    """The atom of m8n8k4 on lanes 0 to 3 and 16 to 19. K-major is T for A, and N for B."""
    return Atom(
        name,
        (8, 8, 4),
        Layout((4, 2), (1, 16)),
        Operand(quad_pair_rows(k_major=majors[0] == "T"), (8, 4)),
        Operand(quad_pair_rows(k_major=majors[1] == "N"), (8, 4)),
        Operand(quad_pair_sums(bits), (8, 8)),
    )


def _wgmma(name: str, shape: tuple[int, int, int], neighbours: int, *, registers: bool) -> Atom:
    """The atom of a warp group. A is in registers or in shared memory, B in shared memory."""
    m, n, k = shape
    a = (
        Operand(warp_group_fragment(k, neighbours), (m, k))
        if registers
        else Operand(seen_whole(128, m, k), (m, k), 128)
    )
    b = Operand(seen_whole(128, n, k), (n, k), 128)
    return Atom(name, shape, Layout(128), a, b, Operand(warp_group_fragment(n, 2), (m, n)))
