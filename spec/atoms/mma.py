"""Matrix instructions by CuTe's names, such as `SM80_16x8x16_F32F16F16F32_TN`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from spec.atoms.mfma import Fragments, mfma_fragments
from spec.atoms.rules import (
    mma_fragment,
    quad_pair_rows,
    quad_pair_sums,
    seen_whole,
    warp_group_fragment,
)
from spec.errors import LayoutError, numeral
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
"""Maps each element type in atom names to its size in bits. C64 is a complex number of two f64."""

_NAME: Final = re.compile(
    r"SM(70|75|80|89|90)_(\d+)x(\d+)x(\d+)_([A-Z0-9]+)_((?:[NT]{2}|[RS]S)(?:_\w+)?)(?:<.*>)?"
)
_UMMA: Final = re.compile(
    r"SM100_MMA_(?P<kind>TF32|F16BF16|S8)(?P<pair>_2x1SM)?_[ST]S"
    r"<(?:[^,<>]+,){3}\s*(?P<m>\d+)\s*,\s*(?P<n>\d+)\s*,[^<>]*>"
)
_TRANSPOSABLE: Final = ("F16", "BF16")
"""The element types that wgmma can read from shared memory along M or N."""

_MAJOR: Final = re.compile(r"(?:<|,)\s*(?:\w+::)*(MN|K)\s*(?=,|>)")
_WIDTHS: Final = {"TF32": 32, "F16BF16": 16, "S8": 8}
_TYPE: Final = re.compile("|".join(sorted(BITS, key=lambda name: -len(name))))


@dataclass(frozen=True)
class Operand:
    """An operand: a map from (thread, value) to the 1-D coordinates of a block of shape `block`.

    `times` is the number of threads that hold each element of the block.
    """

    _repr_svg_: ClassVar[Callable[["Operand"], str | None]]
    """The method that draws the value in a notebook. `spec` sets it to `drawing_of`."""

    layout: Layout
    block: tuple[int, int]
    times: int = 1

    def __str__(self) -> str:
        return f"{self.layout} of tile <{self.block[0]},{self.block[1]}>"


@dataclass(frozen=True)
class Atom:
    """An instruction: its shape (m,n,k), the layout from its threads to lanes, and its operands."""

    _repr_svg_: ClassVar[Callable[["Atom"], str | None]]
    """The method that draws the value in a notebook. `spec` sets it to `drawing_of`."""

    name: str
    shape: tuple[int, int, int]
    threads: Layout
    a: Operand
    b: Operand
    c: Operand

    def __str__(self) -> str:
        return f"A {self.a}; B {self.b}; C {self.c}"


def mma_atom(name: str) -> Atom:
    """Return the atom that CuTe calls `name`: mma.sync of SM70 to SM90, wgmma, or tcgen05.mma.

    AMD's names of MFMA instructions are accepted, too. In an atom of tcgen05.mma, each "thread" is
    a whole thread block, which holds its part of C in tensor memory.

    Pre-conditions: the shape is legal for the instruction; for mma.sync, 8 divides m and n.
    Post-conditions: each element of C is held once, and each element of A or of B is held as often
    as the operand's `times` says (tested).

    >>> atom = mma_atom("SM80_16x8x16_F32F16F16F32_TN")
    >>> print(atom.a.layout, atom.b.layout, atom.c.layout)
    ((4,8),(2,2,2)):((32,1),(16,8,128)) ((4,8),(2,2)):((16,1),(8,64)) ((4,8),(2,2)):((32,1),(16,8))
    >>> mma_atom("SM90_64x8x16_F32F16F16_SS").a.times
    128
    >>> print(mma_atom("v_mfma_f32_16x16x16_f16").c.layout)
    ((16,4),(4,1)):((16,4),(1,16))

    >>> print(mma_atom("SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,256,128,K,K>").c.layout)
    (2,(128,128)):(128,(1,256))

    Source: PTX ISA, mma, wgmma and tcgen05.mma; CuTe arch/mma_sm80.hpp for the names and
    atom/mma_traits_sm100.hpp; the sources of `mfma_fragments`.
    """
    fragments = mfma_fragments(name)
    if fragments is not None:
        return _mfma(name, fragments)
    umma = _UMMA.fullmatch(name)
    if umma is not None:
        m, n = int(umma["m"]), int(umma["n"])
        return _umma(name, (m, n, 256 // _WIDTHS[umma["kind"]]), 1 if umma["pair"] is None else 2)
    read = _NAME.fullmatch(name)
    if read is None:
        raise LayoutError(
            f"{name!r} is not the name of an MMA atom; expected a name such as"
            " SM80_16x8x16_F32F16F16F32_TN, SM90_64x128x16_F32F16F16_SS,"
            " SM100_MMA_F16BF16_SS<half_t,half_t,float,128,256,K,K> or v_mfma_f32_32x32x8_f16"
        )
    m, n, k = (int(read[number]) for number in (2, 3, 4))
    is_wgmma = read[6][1] == "S"
    if is_wgmma and m != 64:
        raise LayoutError(f"{name!r}: _{read[6][:2]} is for wgmma, whose m is 64, not {m}")
    if m == 64 and not is_wgmma:
        raise LayoutError(f"{name!r}: an m of 64 is for wgmma, with _SS or _RS, not _{read[6][:2]}")
    if not is_wgmma and read[1] != "70" and not read[6].startswith("TN"):
        right = f"{name[: read.start(6)]}TN{name[read.start(6) + 2 :]}"
        raise LayoutError(
            f"{name!r}: CuTe has only TN for mma.sync since SM75, where each register holds"
            f" neighbours along k; write {right}"
        )
    d, a, b = (BITS[one] for one in _types(name, read)[:3])
    if read[1] == "70":
        return _volta(name, read[6], d)
    if is_wgmma:
        return _wgmma(name, (m, n, k), max(1, 32 // a), registers=read[6].startswith("RS"))
    return Atom(
        name,
        (m, n, k),
        Layout(32),
        Operand(mma_fragment(m, k, max(1, 32 // a)), (m, k)),
        Operand(mma_fragment(n, k, max(1, 32 // b)), (n, k)),
        Operand(mma_fragment(m, n, 2), (m, n)),
    )


def wgmma_majors(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The major modes, "K" or "MN", in which an atom of wgmma reads A and B from shared memory.

    wgmma reads f16 and bf16 in both modes, and all other types only along K. The names of CuTe's
    atoms that read only along K end in `_TN`. If a name has arguments such as `<K,MN>`, they choose
    the modes of A and B.

    Pre-conditions: `name` is a name of wgmma that `mma_atom` accepts.

    >>> wgmma_majors("SM90_64x128x16_F32F16F16_SS")
    (('K', 'MN'), ('K', 'MN'))
    >>> wgmma_majors("SM90_64x128x32_F32E4M3E4M3_SS_TN")
    (('K',), ('K',))
    >>> wgmma_majors("SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>")
    (('K',), ('MN',))

    Source: PTX ISA, wgmma.mma_async, imm-trans-a and imm-trans-b; CuTe arch/mma_sm90_gmma.hpp.
    """
    read = _NAME.fullmatch(name)
    if read is None or read[6][1] != "S":
        raise LayoutError(f"{name!r} is not the name of an atom of wgmma")
    _, *types = _types(name, read)
    if read[6].endswith("_TN") or not set(types).issubset(_TRANSPOSABLE):
        return ("K",), ("K",)
    match _MAJOR.findall(name):
        case [a, b]:
            return (a,), (b,)
        case _:
            return ("K", "MN"), ("K", "MN")


def _types(name: str, read: re.Match[str]) -> list[str]:
    """The element types in an atom's name: D, A and B for wgmma; D, A, B and C for mma.sync."""
    types = _TYPE.findall(read[5])
    count, operands = (3, "D, A and B") if read[6][1] == "S" else (4, "D, A, B and C")
    known = "".join(types) == read[5]
    if known and len(types) == count:
        return types
    problem = f"{name!r}: {read[5]} does not name the types of {operands}"
    if known and len(types) in (3, 4):
        # In all of CuTe's names of atoms, C has the same type as D.
        right = "".join((*types[:3], types[0])[:count])
        problem += f"; write {name[: read.start(5)]}{right}{name[read.end(5) :]}"
    raise LayoutError(problem)


def _umma(name: str, shape: tuple[int, int, int], blocks: int) -> Atom:
    """The tcgen05.mma atom of one thread block, or of two thread blocks with twice as many rows.

    Source: CuTe arch/mma_sm100_umma.hpp for the legal sizes.
    """
    m, n, _ = shape
    step = 8 * blocks
    if m not in (64 * blocks, 128 * blocks) or not step <= n <= 256 or n % step != 0:
        raise LayoutError(
            f"{name}: M must be {64 * blocks} or {128 * blocks}, and N a multiple of {step} up to "
            f"256, but M is {numeral(m)} and N is {numeral(n)}"
        )
    return tensor_memory_atom(name, shape, blocks)


def tensor_memory_atom(name: str, shape: tuple[int, int, int], blocks: int) -> Atom:
    """The atom of 1 or 2 thread blocks. Each thread block holds whole rows of A, B and C.

    Pre-conditions: the number of thread blocks, `blocks`, divides m and n.

    >>> print(tensor_memory_atom("tcgen05.mma", (128, 64, 16), 1).b.layout)
    (1,(64,16)):(64,(1,64))

    Source: CuTe atom/mma_traits_sm100.hpp.
    """
    m, n, k = shape

    def operand(rows: int, columns: int) -> Operand:
        if rows % blocks != 0:
            raise LayoutError(
                f"{name}: the number of blocks ({numeral(blocks)}) must divide the number of rows"
                f" ({numeral(rows)})"
            )
        part = rows // blocks
        return Operand(Layout((blocks, (part, columns)), (part, (1, rows))), (rows, columns))

    return Atom(name, shape, Layout(blocks), operand(m, k), operand(n, k), operand(m, n))


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
    """The atom of m8n8k4 on lanes 0 to 3 and 16 to 19.

    `majors` has a letter for A and a letter for B. T makes A K-major, and N makes B K-major.
    """
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
