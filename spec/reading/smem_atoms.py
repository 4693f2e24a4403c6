"""CuTe's named layouts of shared memory, the operands of wgmma (GMMA) and tcgen05 (UMMA).

CuTe defines each layout in bits: `Layout_K_SW128_Atom<half_t>` is `Layout_K_SW128_Atom_Bits` with
16 bits of the layout joined to one element. The swizzles count bytes.

>>> print(*SMEM_ATOMS["Layout_K_SW128_Atom"])
Sw<3,4,3> (8,1024):(1024,1)
"""

from collections.abc import Mapping
from typing import Final

from spec.layout import Layout
from spec.swizzle import Swizzle

_SPANS: Final = {"INTER": 0, "SW32": 1, "SW64": 2, "SW128": 3}
"""The number of bits of each swizzle. With B bits, a row has 16 * 2^B bytes."""

SMEM_ATOMS: Final[Mapping[str, tuple[Swizzle, Layout]]] = {
    **{
        f"Layout_K_{name}_Atom": (Swizzle(b, 4, 3), Layout((8, 128 << b), (128 << b, 1)))
        for name, b in _SPANS.items()
    },
    **{
        f"Layout_MN_{name}_Atom": (Swizzle(b, 4, 3), Layout((128 << b, 8), (1, 128 << b)))
        for name, b in _SPANS.items()
    },
    "Layout_MN_SW128_32B_Atom": (Swizzle(2, 5, 2), Layout((1024, 4), (1, 1024))),
}
"""For each name, the swizzle of bytes, and the layout in bits.

Source: CuTe atom/mma_traits_sm90_gmma.hpp and atom/mma_traits_sm100.hpp.
"""

SMEM_ATOM: Final = r"Layout_\w*Atom(?:_Bits)?\b"
"""A pattern for the name of a layout, without its namespace."""

STARTS_SMEM_ATOM: Final = rf"(?:::)?(?:(?:cute|SM90|GMMA|UMMA)\s*::\s*)*{SMEM_ATOM}"
"""A pattern for the start of a layout."""
