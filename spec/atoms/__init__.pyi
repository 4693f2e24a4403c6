"""Atoms: matrix instructions and copies, and which thread holds which element.

Read the modules in this order: rules, mfma, mma, tiled; copy, copies; tma, descriptors. The
functions that this package exports check their arguments. They accept a single matrix instruction
in place of a tile, and a shape in place of its compact layout.
"""

# `make exported` writes this file. Each function accepts what its annotations and `spec.kinds` say.

from collections.abc import Callable
from typing import Any, Final

from spec.atoms.copies import TiledCopy
from spec.atoms.copy import CopyAtom
from spec.atoms.mma import Atom, Operand
from spec.atoms.rules import ldmatrix, mma_fragment
from spec.atoms.tiled import TiledMMA
from spec.composed import ComposedLayout
from spec.composition import Tiler
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape

CHECKED: Final[tuple[Callable[..., Any], ...]]

def copy_atom(
    name: str,
    element: str,
) -> CopyAtom:
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

def get_layoutA_TV(
    mma: TiledMMA | Atom,
    shape: IntTuple | None = None,
) -> Layout:
    """The layout from (thread, value) to the 1-D coordinate in A's tile (m,k).

    With a shape, the tile is repeated over a tensor of this shape, and the result is a coordinate
    of this tensor.

    Pre-conditions: the tile divides the shape.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2), (32, 32, 16))
    >>> print(get_layoutA_TV(mma))
    (((4,8,2),2),((2,2,2),(1,1))):(((64,1,16),0),((32,8,256),(0,0)))
    >>> print(get_layoutA_TV(mma, (128, 32)))
    (((4,8,2),2),((2,2,2),(4,2))):(((256,1,16),0),((128,8,1024),(32,2048)))

    Source: CuTe atom/mma_atom.hpp, TiledMMA::get_layoutA_TV.
    """

def get_layoutB_TV(
    mma: TiledMMA | Atom,
    shape: IntTuple | None = None,
) -> Layout:
    """The layout from (thread, value) to the 1-D coordinate in B's tile (n,k), or in a tensor.

    With a shape, the tile is repeated over a tensor of this shape.

    Pre-conditions: the pre-conditions of `get_layoutA_TV`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> print(get_layoutB_TV(mma))
    (((4,8),2,2),((2,2),(1,1))):(((32,1),0,8),((16,128),(0,0)))

    Source: CuTe atom/mma_atom.hpp, TiledMMA::get_layoutB_TV.
    """

def get_layoutC_TV(
    mma: TiledMMA | Atom,
    shape: IntTuple | None = None,
) -> Layout:
    """The layout from (thread, value) to the 1-D coordinate in C's tile (m,n), or in a tensor.

    With a shape, the tile is repeated over a tensor of this shape. If atoms lie side by side along
    k, their threads hold the same elements of C. In this case CuTe's layout exceeds the tile, but
    the result of this function does not.

    Pre-conditions: the pre-conditions of `get_layoutA_TV`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> print(get_layoutC_TV(mma))
    ((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))

    Source: CuTe atom/mma_atom.hpp, TiledMMA::get_layoutC_TV.
    """

def get_layoutD_TV(
    copy: TiledCopy,
    shape: IntTuple | None = None,
) -> Layout:
    """The layout from (thread, value) to the 1-D coordinate of the element that the thread writes.

    Pre-conditions: the pre-conditions of `get_layoutS_TV`.

    >>> from spec.atoms import copy_atom
    >>> atom = copy_atom("ldmatrix.x1", "f16")
    >>> copy = make_tiled_copy(atom, Layout((8, 4), (4, 1)), Layout((1, 2)))
    >>> print(get_layoutS_TV(copy), get_layoutD_TV(copy))
    ((8,4),(8,1)):((1,0),(8,0)) ((4,8),(2,1)):((16,1),(8,0))

    Source: CuTe copy_atom.hpp, TiledCopy::get_layoutD_TV.
    """

def get_layoutS_TV(
    copy: TiledCopy,
    shape: IntTuple | None = None,
) -> Layout:
    """The layout from (thread, value) to the 1-D coordinate of the element that the thread reads.

    Without a shape, the coordinate is in the tile. With a shape, the coordinate is in a tensor of
    this shape, over which the tile is repeated.

    Pre-conditions: the tile divides the shape.

    >>> from spec.atoms import copy_atom
    >>> copy = make_tiled_copy(copy_atom("universal.128", "f32"), Layout((8, 4)), Layout((1, 4)))
    >>> print(get_layoutS_TV(copy, (16, 32)))
    ((8,4),((4,1),(2,2))):((1,64),((16,0),(8,256)))

    Source: CuTe copy_atom.hpp, TiledCopy::get_layoutS_TV.
    """

def make_tiled_copy(
    atom: CopyAtom,
    thr: Layout | TlaLayout | XlaShape | IntTuple,
    val: Layout | TlaLayout | XlaShape | IntTuple,
) -> TiledCopy:
    """The tiled copy of `atom` whose tiler and layout `make_layout_tv(thr, val)` returns.

    Pre-conditions: the pre-conditions of the function `tiled_copy` and of the class TiledCopy.

    >>> from spec.atoms import copy_atom
    >>> atom = copy_atom("cp.async.16", "f16")
    >>> copy = make_tiled_copy(atom, Layout((32, 4), (4, 1)), Layout((1, 8)))
    >>> print(copy.tile, get_layoutS_TV(copy))
    (32, 32) ((4,32),(8,1)):((256,1),(32,0))

    Source: CuTe copy_atom.hpp, make_tiled_copy.
    """

def make_tiled_copy_A(
    atom: CopyAtom,
    mma: TiledMMA | Atom,
) -> TiledCopy:
    """The tiled copy whose registers hold the operand A of a tiled matrix instruction.

    Pre-conditions: the pre-conditions of TiledCopy.
    Post-conditions: for a load into registers, get_layoutD_TV(result) is the same function as
    get_layoutA_TV(mma) (tested).

    >>> from spec.atoms import copy_atom, mma_atom, tiled_mma
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2), (32, 32, 16))
    >>> copy = make_tiled_copy_A(copy_atom("ldmatrix.x4", "f16"), mma)
    >>> print(get_layoutS_TV(copy))
    ((16,2,2,2),(8,1)):((1,256,16,0),(32,0))

    Source: CuTe copy_atom.hpp, make_tiled_copy_A.
    """

def make_tiled_copy_B(
    atom: CopyAtom,
    mma: TiledMMA | Atom,
) -> TiledCopy:
    """The tiled copy whose registers hold the operand B of a tiled matrix instruction.

    Pre-conditions: the pre-conditions of TiledCopy.

    >>> from spec.atoms import copy_atom, mma_atom, tiled_mma
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2), (32, 32, 16))
    >>> print(get_layoutS_TV(make_tiled_copy_B(copy_atom("ldmatrix.x4", "f16"), mma)))
    ((8,2,2,2,2),(8,1)):((1,256,16,0,8),(32,0))

    Source: CuTe copy_atom.hpp, make_tiled_copy_B.
    """

def make_tiled_copy_C(
    atom: CopyAtom,
    mma: TiledMMA | Atom,
) -> TiledCopy:
    """The tiled copy whose registers hold the result C of a tiled matrix instruction.

    Pre-conditions: the pre-conditions of TiledCopy.

    >>> from spec.atoms import copy_atom, mma_atom, tiled_mma
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> print(get_layoutD_TV(make_tiled_copy_C(copy_atom("stmatrix.x2", "f16"), mma)))
    ((16,2,2,2),(8,1)):((1,0,16,256),(32,0))

    Source: CuTe copy_atom.hpp, make_tiled_copy_C.
    """

def make_tiled_copy_C_atom(
    atom: CopyAtom,
    mma: TiledMMA | Atom,
) -> TiledCopy:
    """The smallest tiled copy for C: a thread has as many values as it reads in one instruction.

    An epilogue uses this copy to store C in parts. `retile` selects the registers of each part.

    Pre-conditions: the number of values that a thread reads in one instruction is at most the
    number of elements of C that the thread holds; the pre-conditions of composition, left_inverse
    and TiledCopy.

    >>> from spec.atoms import copy_atom, mma_atom, tiled_mma
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2), (32, 32, 16))
    >>> copy = make_tiled_copy_C_atom(copy_atom("stmatrix.x2", "f16"), mma)
    >>> print(copy.tile, copy.tiler)
    (32, 16) (Layout.parse('(8,2,2):(1,16,8)'), Layout.parse('(8,2):(2,1)'))

    Source: CuTe copy_atom.hpp, make_tiled_copy_C_atom.
    """

def make_tiled_copy_D(
    atom: CopyAtom,
    copy: TiledCopy,
) -> TiledCopy:
    """A tiled copy that uses `atom` and the thread-value layout of the destination side of `copy`.

    Pre-conditions: the pre-conditions of TiledCopy.

    >>> from spec.atoms import copy_atom, mma_atom, tiled_mma
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> store = make_tiled_copy_C(copy_atom("stmatrix.x2", "f16"), mma)
    >>> plain = make_tiled_copy_D(copy_atom("universal.128", "f16"), store)
    >>> print(get_layoutS_TV(plain))
    ((16,2,2,2),(8,1)):((1,0,16,256),(32,0))

    Source: CuTe copy_atom.hpp, make_tiled_copy_D.
    """

def make_tiled_copy_S(
    atom: CopyAtom,
    copy: TiledCopy,
) -> TiledCopy:
    """A tiled copy that uses `atom` and the thread-value layout of the source side of `copy`.

    Pre-conditions: the pre-conditions of TiledCopy.

    >>> from spec.atoms import copy_atom, mma_atom, tiled_mma
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> store = make_tiled_copy_C(copy_atom("stmatrix.x2", "f16"), mma)
    >>> plain = make_tiled_copy_S(copy_atom("universal.32", "f16"), store)
    >>> print(get_layoutD_TV(plain))
    ((4,8,2,2),(2,2)):((64,1,16,256),(32,8))

    Source: CuTe copy_atom.hpp, make_tiled_copy_S.
    """

def mma_atom(
    name: str,
) -> Atom:
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

def partition_A(
    a: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    mma: TiledMMA | Atom,
    thread: int,
) -> tuple[Layout | ComposedLayout, int]:
    """A thread's part of A: a layout with the modes (FrgV,RestM,RestK,..), and the part's offset.

    The part has the elements of A that the thread holds. get_layoutA_TV(mma, shape of A) maps each
    value of the thread to the 1-D coordinate of one of these elements.

    Pre-conditions: the pre-conditions of `thrfrg_A`; 0 <= thread < the number of threads.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> partition_A(Layout((64, 16)), mma, 33)
    (Layout.parse('((2,2,2),2,1):((64,8,512),32,0)'), 144)

    Source: CuTe atom/mma_atom.hpp, ThrMMA::partition_A.
    """

def partition_B(
    a: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    mma: TiledMMA | Atom,
    thread: int,
) -> tuple[Layout | ComposedLayout, int]:
    """A thread's part of B: a layout with the modes (FrgV,RestN,RestK,..), and the part's offset.

    Pre-conditions: the pre-conditions of `partition_A`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> partition_B(Layout((32, 16)), mma, 65)
    (Layout.parse('((2,2),2,1):((32,256),16,0)'), 72)

    Source: CuTe atom/mma_atom.hpp, ThrMMA::partition_B.
    """

def partition_C(
    a: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    mma: TiledMMA | Atom,
    thread: int,
) -> tuple[Layout | ComposedLayout, int]:
    """A thread's part of C: a layout with the modes (FrgV,RestM,RestN,..), and the part's offset.

    Pre-conditions: the pre-conditions of `partition_A`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> partition_C(Layout((32, 32), (32, 1)), mma, 127)
    (Layout.parse('((2,2),1,2):((1,256),0,16)'), 750)

    Source: CuTe atom/mma_atom.hpp, ThrMMA::partition_C.
    """

def partition_D(
    a: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    copy: TiledCopy,
    thread: int,
) -> tuple[Layout | ComposedLayout, int]:
    """A thread's part of the destination: a layout ((FrgV,FrgX),RestM,..), and the part's offset.

    The part has the elements that the thread writes.

    Pre-conditions: the pre-conditions of `partition_S`.

    >>> from spec.atoms import copy_atom
    >>> atom = copy_atom("ldmatrix.x1", "f16")
    >>> copy = make_tiled_copy(atom, Layout((8, 4), (4, 1)), Layout((1, 2)))
    >>> partition_D(Layout((16, 8), (8, 1)), copy, 5)
    (Layout.parse('((2,1),2,1):((1,0),64,0)'), 10)

    Source: CuTe copy_atom.hpp, ThrCopy::partition_D.
    """

def partition_S(
    a: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    copy: TiledCopy,
    thread: int,
) -> tuple[Layout | ComposedLayout, int]:
    """A thread's part of the source: a layout ((FrgV,FrgX),RestM,..), and the part's offset.

    The part has the elements that the thread reads. get_layoutS_TV(copy, shape of the source) maps
    each value of the thread to the 1-D coordinate of one of these elements.

    Pre-conditions: the pre-conditions of `tidfrg_S`; 0 <= thread < the number of threads.

    >>> from spec import ComposedLayout
    >>> from spec.atoms import copy_atom
    >>> copy = make_tiled_copy(copy_atom("universal.128", "f32"), Layout((8, 4)), Layout((1, 4)))
    >>> partition_S(Layout((16, 32), (32, 1)), copy, 9)
    (Layout.parse('((4,1),2,2):((1,0),256,16)'), 36)
    >>> partition_S(ComposedLayout.parse("Sw<3,2,3> o 0 o (16,32):(32,1)"), copy, 9)
    (ComposedLayout.parse('Sw<3,2,3> o 36 o ((4,1),2,2):((1,0),256,16)'), 0)

    Source: CuTe copy_atom.hpp, ThrCopy::partition_S.
    """

def retile(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    copy: TiledCopy,
) -> Layout:
    """Regroup a thread's registers (V,RestM,RestN,..) to ((V',X),RestM,RestN,..) for a tiled copy.

    The layout `a` is a thread's part of an operand, such as the layout that `partition_A` returns.
    The copy was made for the same operand, for example by `make_tiled_copy_A`. The mode V
    enumerates the values of a matrix instruction. The mode V' enumerates the values of a copy
    instruction; these values may belong to several matrix instructions. The mode X enumerates the
    copy instructions of a tile.

    Pre-conditions: the registers of mode V are the first values of a thread in the tiled copy; the
    pre-conditions of upcast, zipped_divide and composition.
    Post-conditions: the result has the elements of `a` (tested).

    >>> from spec.atoms import copy_atom, mma_atom, tiled_mma
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2), (32, 32, 16))
    >>> copy = make_tiled_copy_B(copy_atom("ldmatrix.x4", "f16"), mma)
    >>> print(retile(Layout(((2, 2), 8, 2)), copy))
    ((8,1),4,2):((1,0),8,32)

    Source: CuTe copy_atom.hpp, TiledCopy::retile.
    """

def thrfrg_A(
    a: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    mma: TiledMMA | Atom,
) -> Layout | ComposedLayout:
    """A tensor (M,K,..) of A, regrouped into ((ThrV,(ThrM,ThrK)),(FrgV,(RestM,RestK,..))).

    ThrV enumerates the threads of an atom, ThrM and ThrK the atoms along m and k, FrgV the values
    of a thread in an atom, and RestM, RestK, .. the copies of the tile.

    Pre-conditions: at least two modes; the pre-conditions of logical_divide and composition.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> print(thrfrg_A(Layout((64, 16)), mma))
    (((4,8),(2,1)),((2,2,2),(2,1))):(((128,1),(16,0)),((64,8,512),(32,0)))

    Source: CuTe atom/mma_atom.hpp, TiledMMA::thrfrg_A.
    """

def thrfrg_B(
    a: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    mma: TiledMMA | Atom,
) -> Layout | ComposedLayout:
    """A tensor (N,K,..) of B, regrouped into ((ThrV,(ThrN,ThrK)),(FrgV,(RestN,RestK,..))).

    Pre-conditions: the pre-conditions of `thrfrg_A`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> print(thrfrg_B(Layout((32, 16)), mma))
    (((4,8),(2,1)),((2,2),(2,1))):(((64,1),(8,0)),((32,256),(16,0)))

    Source: CuTe atom/mma_atom.hpp, TiledMMA::thrfrg_B.
    """

def thrfrg_C(
    a: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    mma: TiledMMA | Atom,
) -> Layout | ComposedLayout:
    """A tensor (M,N,..) of C, regrouped into ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,..))).

    Pre-conditions: the pre-conditions of `thrfrg_A`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> print(thrfrg_C(Layout((32, 32)), mma))
    (((4,8),(2,2)),((2,2),(1,2))):(((64,1),(16,256)),((32,8),(0,512)))

    Source: CuTe atom/mma_atom.hpp, TiledMMA::thrfrg_C.
    """

def tidfrg_D(
    a: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    copy: TiledCopy,
) -> Layout | ComposedLayout:
    """The destination of a tiled copy, regrouped into (Thr,(FrgV,FrgX),(RestM,RestN,..)).

    Pre-conditions: the pre-conditions of `tidfrg_S`.

    >>> from spec.atoms import copy_atom
    >>> atom = copy_atom("ldmatrix.x1", "f16")
    >>> copy = make_tiled_copy(atom, Layout((8, 4), (4, 1)), Layout((1, 2)))
    >>> print(tidfrg_D(Layout((16, 8), (8, 1)), copy))
    ((4,8),(2,1),(2,1)):((2,8),(1,0),(64,0))

    Source: CuTe copy_atom.hpp, TiledCopy::tidfrg_D.
    """

def tidfrg_S(
    a: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    copy: TiledCopy,
) -> Layout | ComposedLayout:
    """The source tensor of a tiled copy, regrouped into (Thr,(FrgV,FrgX),(RestM,RestN,..)).

    The mode Thr enumerates the threads, FrgV the values of a thread in one instruction, FrgX the
    instructions, and RestM, RestN, .. the tiles.

    Pre-conditions: the tensor has at least as many modes as the tile; the pre-conditions of
    zipped_divide and composition.

    >>> from spec.atoms import copy_atom
    >>> copy = make_tiled_copy(copy_atom("universal.128", "f32"), Layout((8, 4)), Layout((1, 4)))
    >>> print(tidfrg_S(Layout((16, 32), (32, 1)), copy))
    ((8,4),(4,1),(2,2)):((32,4),(1,0),(256,16))

    Source: CuTe copy_atom.hpp, TiledCopy::tidfrg_S.
    """

def tiled_mma(
    atom: Atom,
    atoms: Layout | IntTuple | TlaLayout | XlaShape = 1,
    permutation: Tiler = None,
) -> TiledMMA:
    """The tile that consists of copies of `atom`; the layout `atoms` arranges them along m, n, k.

    If an atom has T threads, thread T*i + t of the tile is thread t of atom i. Atoms side by side
    along n hold the same part of A, atoms side by side along m hold the same part of B, and atoms
    side by side along k hold the same part of C. If `atoms` is a shape, its compact layout is used.
    If `atoms` has fewer than three modes, there is one atom along each missing mode.

    For each of m, n and k, the permutation has a size, a layout, or None for the atoms' own size.
    The layout maps the place of an element in the atoms to the element's place in the tile.

    Pre-conditions: `atoms`, the tile's `thr_layout_vmnk` and each layout in the permutation are
    bijections onto 0 .. size - 1. Along each of m, n and k, the size of all atoms together divides
    the permutation's size.
    Post-conditions: if q atoms hold the same part of an operand, and p (thread, value) pairs of an
    atom hold an element of this operand, then p * q pairs of the tile hold this element (tested).

    >>> from spec.atoms import mma_atom
    >>> atom = mma_atom("SM80_16x8x16_F32F16F16F32_TN")
    >>> tile = tiled_mma(atom, (2, 2, 1))
    >>> print(tile.shape, tile.c.layout)
    (32, 16, 16) ((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))
    >>> tile.a.times, tile.b.times, tile.c.times
    (2, 2, 1)
    >>> print(tiled_mma(atom, (2, 2), (32, 32, 16)).b.layout)
    (((4,8),2,2),((2,2),(2,1))):(((64,1),0,8),((32,256),(16,0)))

    Source: CuTe atom/mma_atom.hpp, make_tiled_mma.
    """

__all__ = [
    "Atom",
    "CopyAtom",
    "Operand",
    "TiledCopy",
    "TiledMMA",
    "copy_atom",
    "get_layoutA_TV",
    "get_layoutB_TV",
    "get_layoutC_TV",
    "get_layoutD_TV",
    "get_layoutS_TV",
    "ldmatrix",
    "make_tiled_copy",
    "make_tiled_copy_A",
    "make_tiled_copy_B",
    "make_tiled_copy_C",
    "make_tiled_copy_C_atom",
    "make_tiled_copy_D",
    "make_tiled_copy_S",
    "mma_atom",
    "mma_fragment",
    "partition_A",
    "partition_B",
    "partition_C",
    "partition_D",
    "partition_S",
    "retile",
    "thrfrg_A",
    "thrfrg_B",
    "thrfrg_C",
    "tidfrg_D",
    "tidfrg_S",
    "tiled_mma",
]
