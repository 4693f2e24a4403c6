"""Copy atoms: ldmatrix, stmatrix, cp.async and plain copies, for elements of a given width."""

import re
from dataclasses import dataclass
from typing import Final

from spec.atoms.rules import ldmatrix
from spec.errors import InadmissibleError, LayoutError, numeral
from spec.layout import Layout
from spec.memory.accesses import bits_of
from spec.recast import recast_layout


@dataclass(frozen=True)
class CopyAtom:
    """A copy instruction: which thread reads each element, and which thread writes it.

    `src`, `dst` and `ref` map (thread, value) to the number of the element in the instruction.
    `bits` is the size of an element in bits. In a tiled copy, threads and values are numbered as in
    `ref`.

    Source: CuTe copy_atom.hpp, Copy_Atom.
    """

    name: str
    bits: int
    src: Layout
    dst: Layout
    ref: Layout

    def __str__(self) -> str:
        return f"S {self.src}; D {self.dst}"

    @property
    def threads(self) -> int:
        """The number of threads that execute the instruction together."""
        return self.ref[0].size

    @property
    def values(self) -> int:
        """The number of elements that each thread has in the layout `ref`."""
        return self.ref[1].size


_MATRICES: Final = re.compile(
    r"(?P<way>ld|st)matrix(?:\.sync|\.aligned|\.m8n8|\.shared(?:::cta)?|\.b16|\.trans"
    r"|\.x(?P<count>[124]))+"
)
_MATRICES_OF_CUTE: Final = re.compile(
    r"SM(?:75|90)_U(?P<bits>32|16)x(?P<count>[1248])_(?P<way>LD|ST)SM_(?P<major>[NT])"
)
_BYTES: Final = re.compile(r"cp\.async(?:\.(?P<cache>ca|cg))?\.(?P<bytes>\d{1,2})(?:\.zfill)?")
_BITS: Final = re.compile(
    r"(?:universal|ldg|stg|lds|sts|(?:ld|st)(?:\.global|\.shared)?)\.(?P<bits>\d{1,3})"
)
_OF_CUTE: Final = re.compile(
    r"(?:UniversalCopy|SM80_CP_ASYNC_CACHE(?P<cache>ALWAYS|GLOBAL)(?:_ZFILL)?)"
    r"<\s*(?:cute::)?u?int(?P<bits>\d{1,3})(?:_t)?\s*>"
)
_VECTORIZING: Final = re.compile(
    r"DefaultCopy|AutoVectorizingCopy(?:WithAssumedAlignment<\s*\d+\s*>)?"
)


INSTRUCTION: Final = (
    r"(?:cute::)?(?:(?:ld|st)matrix(?:\.[\w:]+)+|cp\.async(?:\.\w+)+"
    r"|(?:universal|ldg|stg|lds|sts|(?:ld|st)(?:\.global|\.shared)?)\.\d{1,3}\b|SM\d\d_U\d+x\d_(?:LD|ST)SM_[NT]\b"
    r"|(?:UniversalCopy|SM80_CP_ASYNC_\w+|AutoVectorizingCopy\w*)\s*<\s*[\w:]+\s*>"
    r"|AutoVectorizingCopy\b|DefaultCopy\b)"
)
"""A pattern that finds the name of a copy instruction in a longer text."""

EXAMPLES: Final = (
    "a name such as ldmatrix.x4, stmatrix.x2.trans, cp.async.16, universal.128 or SM75_U32x4_LDSM_N"
)
"""Examples of names of copy instructions, for messages."""


def copy_atom(name: str, element: str) -> CopyAtom:
    """Return the copy instruction with this name, for elements of a type such as f16.

    The source and the destination of the instruction have the same elements.

    | name | instruction |
    | --- | --- |
    | `ldmatrix.x1`, `.x2`, `.x4`, each also with `.trans` | shared memory to registers |
    | `stmatrix.x1`, `.x2`, `.x4`, each also with `.trans` | registers to shared memory |
    | `cp.async.4`, `.8`, `.16` | 4, 8 or 16 bytes from global to shared memory |
    | `universal.32`, `ld.global.64`, `st.shared.128`, .. | one access of that many bits |
    | `SM75_U32x4_LDSM_N`, `UniversalCopy<uint128_t>`, .. | CuTe's names of these instructions |
    | `AutoVectorizingCopy`, `DefaultCopy` | CuTe's copy of one element at a time |

    Pre-conditions: the instruction gives each thread whole elements.

    >>> atom = copy_atom("ldmatrix.x4", "f16")
    >>> print(atom.src, atom.dst, atom.threads, atom.values)
    (32,8):(8,1) (32,(2,4)):(2,(1,64)) 32 8
    >>> print(copy_atom("cp.async.16", "f32").src)
    (1,4):(0,1)

    Source: PTX ISA, ldmatrix, stmatrix, cp.async; CuTe copy_traits.hpp, copy_traits_sm75.hpp,
    copy_traits_sm80.hpp and copy_traits_sm90.hpp.
    """
    bits, name = bits_of(element), name.removeprefix("cute::")
    if _VECTORIZING.fullmatch(name):
        one = Layout((1, 1), (0, 0))
        return CopyAtom(name, bits, one, one, one)
    matrices = _matrices(name)
    if matrices is None:
        side = Layout((1, _access(name)), (0, 1))
        src, dst, ref = side, side, side
    else:
        count, transposed, loads = matrices
        shared, registers = ldmatrix(count, transposed=transposed)
        src, dst = (shared, registers) if loads else (registers, shared)
        ref = registers
    return CopyAtom(name, bits, *(_in_elements(name, side, bits) for side in (src, dst, ref)))


def _matrices(name: str) -> tuple[int, bool, bool] | None:
    """Return (count, transposed, loads) for an instruction that moves matrices, or None.

    `count` is the number of matrices, `transposed` says whether the matrices are transposed, and
    `loads` says whether the instruction is a load. The result is None for any other name.
    """
    found = _MATRICES.fullmatch(name)
    if found is not None and found["count"] is not None:
        return int(found["count"]), ".trans" in name, found["way"] == "ld"
    found = _MATRICES_OF_CUTE.fullmatch(name)
    if found is None:
        return None
    transposed = found["major"] == "T"
    count, bits = int(found["count"]), int(found["bits"])
    if transposed != (bits == 16) or (transposed and count == 1) or (count == 8 and bits == 32):
        return None
    return count // (2 if transposed else 1), transposed, found["way"] == "LD"


def _access(name: str) -> int:
    """The number of bits that one thread copies. Raises LayoutError for an unknown name."""
    found, asynchronous = _BYTES.fullmatch(name), True
    bits = 8 * int(found["bytes"]) if found is not None else 0
    if found is None:
        found = _BITS.fullmatch(name) or _OF_CUTE.fullmatch(name)
        if found is None:
            raise LayoutError(f"{name!r} is not a copy instruction; expected {EXAMPLES}")
        bits, asynchronous = int(found["bits"]), name.startswith("SM80_CP_ASYNC")
    cache = found.groupdict().get("cache")
    possible = (128,) if cache in ("cg", "GLOBAL") else (32, 64, 128)
    if asynchronous and bits not in possible:
        sizes = " or ".join(str(one // 8) for one in possible)
        raise LayoutError(f"{name} must copy {sizes} bytes, not {numeral(bits // 8)}")
    if bits & (bits - 1) != 0 or not 8 <= bits <= 256:
        raise LayoutError(f"{name} must copy 8, 16, 32, 64, 128 or 256 bits")
    return bits


def _in_elements(name: str, side: Layout, bits: int) -> Layout:
    """Convert the layout of one side of an instruction from bits to elements."""
    try:
        recast = recast_layout(side, 1, bits)
    except InadmissibleError:
        recast = None
    if recast is None or recast[0].size != side[0].size or recast.size * bits != side.size:
        raise LayoutError(f"{name} cannot copy elements of {numeral(bits)} bits")
    return recast
