"""The layout algebra of CuTe over integers of any size: a reference implementation to read and run.

Read the modules in this order: int_tuple, coordinates, checks, slicing, layout, parser, notation,
table; then the operations coalesce, composition, complement, inverse, divide and products, and the
modules built on them: partition, common, filter, nesting, recast, identity. The other modules:
basis (strides that are coordinates), swizzle, composed and linear (swizzles), xla (XLA's tiled
arrays), tla (the layouts of CATLASS), bridges (conversions between these families), memory (banks
and sectors), atoms (operands of matrix instructions), tiled (copies), reading (texts of compilers
and of other libraries), errors.

The operations that these modules define work on plain layouts only. The module `plain` re-exports
them. The operations that this package exports check their arguments first, and accept every kind of
layout for which they are defined. The table in `exports` lists these kinds.
"""

# `make exported` writes this file. Each function accepts what its row in `spec.exports` names.

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, overload

from spec import atoms as atoms
from spec import plain as plain
from spec.bridges.positions import Positions
from spec.layout import Major
from spec.plain import (
    ArithmeticTuple,
    Call,
    ComposedLayout,
    CongruenceError,
    CoordinateError,
    Expression,
    InadmissibleError,
    IntTuple,
    KindError,
    Layout,
    LayoutError,
    LayoutLeft,
    LayoutRight,
    LinearLayout,
    Literal,
    Machine,
    ModeError,
    NotationError,
    ShapeError,
    SliceTuple,
    StrideError,
    Swizzle,
    Tiler,
    TlaLayout,
    Value,
    XlaShape,
)
from spec.reading import read

EXPORTED: Final[Mapping[str, Callable[..., Any]]]
METHODS: Final[tuple[Callable[..., Any], ...]]
PLAIN: Final[Mapping[Callable[..., Any], Callable[..., Any]]]

def E(
    *path: int,
) -> Any:
    """The basis element at a path: its entry at the path is 1. Without a path, the integer 1.

    Pre-conditions: path >= 0.

    >>> E(0), E(1), E(0, 1), E(1, 0), E()
    (1@0, 1@1, 1@1@0, 1@0@1, 1)

    Source: CuTe arithmetic_tuple.hpp; 0z_tma_tensors.md, Basis elements.
    """

@overload
def append(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    mode: Layout | TlaLayout | XlaShape | IntTuple | None = None,
    rank: int | None = None,
) -> Layout:
    """The layout with `mode` (by default 1:0) appended: once, or until the result has rank `rank`.

    Pre-conditions: `rank` is at least the layout's rank, and at most MOST_MODES.
    Post-conditions: the first modes are the layout's, all others are `mode` (definition); the first
    size(layout) values of the function of 1-D coordinates are unchanged (G2).

    >>> print(append(Layout((2, 3)), Layout(4, 6)), append(Layout(8), Layout(1, 0), 3))
    (2,3,4):(1,2,6) (8,1,1):(1,0,0)

    Source: CuTe layout.hpp, append.
    """

@overload
def append(
    layout: ComposedLayout,
    mode: Layout | TlaLayout | XlaShape | IntTuple | None = None,
    rank: int | None = None,
) -> ComposedLayout: ...
def apply_swizzle(
    x: int,
    bits: int,
    base: int,
    shift: int,
) -> int:
    """Sw<bits,base,shift> applied to x. Unlike in a `Swizzle`, abs(shift) may be less than bits.

    Pre-conditions: bits >= 0, base >= 0, bits + base + abs(shift) <= MOST_BITS; x is any integer,
    in two's complement if negative.
    Post-conditions: the function is linear over XOR (S2); it is its own inverse if abs(shift) >=
    bits (S1); the lowest `base` bits of x are unchanged (S4); x stays in its block of
    2^(bits + base + abs(shift)) integers (S7); four more claims state the same for naturals only
    (S2e, S1e, S4e, S7e).

    >>> apply_swizzle(0b1_010_000, 3, 0, 4) == 0b1_010_101
    True
    >>> apply_swizzle(19, 3, 0, 3), apply_swizzle(17, 3, 0, 3), apply_swizzle(3, 2, 0, -4)
    (17, 19, 51)

    Source: CuTe swizzle.hpp, Swizzle::apply.
    """

def as_layout(
    array: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The CuTe layout with the same offsets as an array. Mode k is dimension k of the array.

    Index (i, j, ..) of the array is the R-D coordinate (i, j, ..) of the layout. The order of
    dimensions in memory, such as XLA's `{1,0}` (the last dimension is minor), does not change the
    index. The strides of the layout express this order.

    Pre-conditions: the array has elements, and a layout has the same extents and offsets. If no
    such layout exists, NoLayoutError shows indices and offsets that prove this.
    Post-conditions: result(i, j, ..) is the offset of (i, j, ..), for every index (B6, B7).

    >>> print(as_layout(XlaShape.parse("bf16[16,256]{1,0:T(8,128)(2,1)}")))
    ((2,4,2),(128,2)):((1,256,2048),(2,1024))
    >>> as_layout(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    Traceback (most recent call last):
    spec.bridges.restricted.NoLayoutError: f32[3,5]{1,0:T(2,2)} is not a layout: along dimension 0 the steps of 2 end at index 2, so a mode must end there, but 2 does not divide the size 3; offset 2 at (1,0), 12 at (2,0)

    Source: XLA tiled layout; CuTe 01_layout.md.
    """

def as_xla_shape(
    layout: TlaLayout,
    element: str,
) -> XlaShape:
    """The XLA shape that places each element at the layout's offset.

    A layout has no element type, so the caller passes the type as `element`. For elements of 4
    bits, the XLA shape has E(4).

    Pre-conditions: element is an element type of TLA; the layout has a format of TLA, or is a tile
    of such a layout. The elements of a block lie row by row, or column by column, without gaps. The
    blocks also lie row by row, or column by column; padding may follow each row or column of
    blocks. Otherwise ShapeError is raised.
    Post-conditions: linear_index(result, index) == layout(*index) for every index (B4); the result
    has no tiles if there are no elements (B9).

    >>> from spec.tla import Tag, make_layout
    >>> print(as_xla_shape(make_layout("f16", Tag.ZZ, 30, 48), "f16"))
    f16[30,48]{1,0:T(16,16)}
    >>> print(as_xla_shape(make_layout("f16", Tag.ZN, 30, 48), "f16"))
    f16[30,48]{1,0:T(32,16)}
    >>> print(as_xla_shape(make_layout("s8", Tag.NZ, 30, 40), "s8"))
    s8[30,40]{0,1:T(48,32)}
    >>> print(as_xla_shape(make_layout("s4", Tag.ZN, 17, 17), "s4"))
    s4[17,17]{1,0:T(32,64)E(4)}

    Source: XLA tiled layout; CATLASS tla/layout.hpp.
    """

def bank_conflicts(
    smem: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    tv: Layout | TlaLayout | XlaShape | IntTuple,
    element: str,
    width: int | None = None,
    machine: Machine = ...,
) -> int:
    """The number of wavefronts beyond the first wavefront of each phase.

    Pre-conditions: the pre-conditions of `wavefronts`.

    >>> rows = Layout(((8, 16), (8, 4)), ((512, 1), (64, 16)))
    >>> bank_conflicts(Layout((64, 64), (1, 64)), rows, "f16")
    896
    """

@overload
def blocked_product(
    block: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The block repeated over the tiler; each mode is a block followed by copies: ((A,a),(B,b)).

    Pre-conditions: the pre-conditions of logical_product.
    Post-conditions: the rank is the greater of the two ranks, because the layout of lower rank is
    padded with modes 1:0 (Q8); the image is the image of logical_product(block, tiler) (Q8).

    `8:1` and `(8):(1)`, both of rank 1, give equal results here. For layouts of rank 1, CuTe C++
    rejects some pairs of block and tiler, and nests the results of other pairs deeper.

    >>> print(blocked_product(Layout((2, 5), (5, 1)), Layout((3, 4), (1, 3))))
    ((2,3),(5,4)):((5,10),(1,30))

    Source: CuTe 02_layout_algebra.md, Blocked and raked products.
    """

@overload
def blocked_product(
    block: ComposedLayout,
    tiler: Layout | TlaLayout | XlaShape | IntTuple,
) -> ComposedLayout: ...
@overload
def ceil_div(
    a: int,
    b: int,
) -> int:
    """The least c with a <= b * c; for tuples, mode by mode.

    If `b` has fewer modes than `a`, the last modes of `a` are unchanged. An integer `b` is divided
    among the modes of a tuple `a` from left to right. An integer `a` is divided by the product of a
    tuple `b`.

    Pre-conditions: b >= 1.

    >>> ceil_div(7, 2), ceil_div((4, 5, 6), 40), ceil_div((8, 9), (3,)), ceil_div(25, (2, 3))
    (4, (1, 1, 3), (3, 9), 5)

    Source: CuTe int_tuple.hpp.
    """

@overload
def ceil_div(
    a: int,
    b: IntTuple,
) -> int: ...
@overload
def ceil_div(
    a: IntTuple,
    b: IntTuple,
) -> IntTuple: ...
@overload
def coalesce(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    profile: IntTuple | None = None,
) -> Layout:
    """Merge modes if the function stays the same. With a profile, merge mode by mode.

    Every layout of size 1 becomes 1:0, even a layout of rank 0.

    Pre-conditions: at every level the profile has no more modes than the layout. The integers in
    the profile have no meaning; modes beyond the profile are unchanged.
    Post-conditions: without a profile the size and the function on [0, size) are unchanged (C1); no
    layout of rank >= 1 that computes this function has fewer modes (C3); with a profile, each mode
    that corresponds to an integer of the profile is coalesced separately (C6, C8).

    >>> print(coalesce(Layout((2, (1, 6)), (1, (6, 2)))))
    12:1
    >>> print(coalesce(Layout((2, (1, 6)), (1, (6, 2))), (1, 1)))
    (2,6):(1,2)
    >>> print(coalesce(Layout((2, 1), (3, 5))))
    2:3

    Source: CuTe 02_layout_algebra.md, Coalesce and By-mode Coalesce.
    """

@overload
def coalesce(
    layout: ComposedLayout,
    profile: IntTuple | None = None,
) -> ComposedLayout: ...
def compatible(
    a: IntTuple | Layout | TlaLayout | XlaShape | ComposedLayout,
    b: IntTuple | Layout | TlaLayout | XlaShape | ComposedLayout,
) -> bool:
    """Whether each terminal of the shape `a` is the size of the corresponding part of `b`.

    This relation is a partial order.

    Post-conditions: if so, the sizes are equal and each coordinate of `a` is a coordinate of `b`
    (I6).

    >>> compatible(24, (4, 6)), compatible((4, 6), (4, (2, 3))), compatible((4, 6), 24)
    (True, True, False)

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 4.
    """

def complement(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    cotarget: IntTuple = 1,
) -> Layout:
    """The layout R that fills the gaps of A, up to the size of the cotarget M.

    Pre-conditions: M >= 1; A's modes of size >= 2 and stride != 0, sorted by stride, do not
    overlap: d_1 >= 1 and d_(k+1) >= s_k * d_k. InadmissibleError names the mode that overlaps.
    Post-conditions: R is ordered, with positive and increasing strides (K1); A and R have only the
    offset 0 in common (K2); if no mode of A of size >= 2 has stride 0, (A, R) is injective (K2);
    modes of size 1 or of stride 0 have no effect on R (definition). If the sorted modes form a
    divisible chain, which means s_k * d_k | d_(k+1) and s_n * d_n | M, then (A, R) is a bijection
    onto [0, M) (K9); otherwise R is CuTe's result, which fills the gap before each mode with whole
    copies of the range before the gap, as many as fit (tested). R is coalesced (K8).

    CuTe C++ 4.2 rejects the same layouts as this function; pycute 4.2 accepts overlaps and returns
    modes of size 0.

    >>> print(complement(Layout(4, 2), 24))
    (2,3):(1,8)
    >>> print(complement(Layout((2, 2), (1, 6)), 24))
    (3,2):(2,12)
    >>> complement(Layout((2, 2), (2, 3)), 24)
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 2:3 of the complemented layout: its stride (3) must be at least the extent of the modes sorted before it (4)

    Source: CuTe 02_layout_algebra.md, Complement; Cecka 2026, section 3.4.
    """

@overload
def composition(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    b: Tiler,
) -> Layout:
    """A after B; mode by mode if B is a tuple of tilers.

    Pre-conditions: B's strides are >= 0. Every mode of B can be cut into pieces such that the steps
    within each piece do not carry out of a mode of coalesced A (`refine`). No sum of the steps of
    all pieces carries out of a mode of coalesced A (`no_carry`). InadmissibleError names the mode
    and the condition that it violates.
    Post-conditions: compatible(B, R), and R(c) == A.extended(B(c)) for all c < size(B) (P1c). Under
    a tuple of tilers, modes beyond the tuple are unchanged (P8).

    CuTe C++ and pycute differ from this function. They compose each mode of B alone and do not
    check whether the steps of different modes of B carry together: for (36,18):(1,72) o (9,4):(4,9)
    their result is wrong, and this function raises an error. Their divisibility conditions also
    reject some compositions that are layouts; this function accepts these compositions.

    >>> A = Layout((6, 2), (8, 2))
    >>> print(composition(A, Layout((4, 3), (3, 1))))
    ((2,2),3):((24,2),8)
    >>> print(composition(Layout((12, (4, 8)), (59, (13, 1))), (3, 8)))
    (3,(4,2)):(59,(13,1))
    >>> print(composition(Layout((4, 2, 8), (3, 12, 97)), Layout(3, 3)))
    3:9

    Source: CuTe 02_layout_algebra.md, Composition; Cecka 2026, section 3.3.
    """

@overload
def composition(
    a: Swizzle,
    b: Layout | ComposedLayout | int,
) -> ComposedLayout: ...
@overload
def composition(
    a: ComposedLayout,
    b: Tiler | ComposedLayout,
) -> ComposedLayout: ...
@overload
def composition(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    b: ComposedLayout,
) -> ComposedLayout: ...
def congruent(
    a: IntTuple | Layout | TlaLayout | XlaShape | ComposedLayout,
    b: IntTuple | Layout | TlaLayout | XlaShape | ComposedLayout,
) -> bool:
    """Whether `a` and `b` have the same profile.

    >>> congruent((4, (2, 2)), (1, (8, 3))), congruent(4, (4,))
    (True, False)

    Source: CuTe 01_layout.md.
    """

def cosize(
    layout: Layout | TlaLayout | XlaShape | IntTuple | ComposedLayout,
    *path: int,
) -> int:
    """One more than the distance between the least and the greatest offset.

    Post-conditions: the result is layout(layout.size - 1) + 1 if no stride is negative (I3).

    >>> cosize(Layout(8, 2)), cosize(Layout((4, (2, 2)), (2, (1, 8))), 1)
    (15, 10)

    Source: CuTe layout.hpp.
    """

def crd2crd(
    crd: IntTuple,
    src_shape: IntTuple,
    dst_shape: IntTuple,
) -> IntTuple:
    """The natural coordinate in `dst_shape` with the same 1-D coordinate as `crd` in `src_shape`.

    Pre-conditions: crd is a coordinate of src_shape; src_shape has no more elements than dst_shape.
    Post-conditions: congruent(result, dst_shape) (I10).

    >>> crd2crd((1, (1, 2)), (3, (2, 3)), (3, 6)), crd2crd((1, 5), (3, 6), 18)
    ((1, 5), 16)

    Source: CuTe stride.hpp.
    """

def crd2idx(
    crd: IntTuple,
    shape: IntTuple,
    stride: IntTuple | None = None,
) -> int:
    """The 1-D coordinate of any coordinate, or its offset if strides are given.

    Pre-conditions: crd is a coordinate of shape; congruent(shape, stride).
    Post-conditions: with strides, the result is inner_product(idx2crd(crd, shape), stride)
    (definition).

    >>> crd2idx((1, (1, 2)), (3, (2, 3))), crd2idx((1, 5), (3, (2, 3)))
    (16, 16)
    >>> crd2idx((2, (1, 0)), (4, (2, 2)), (4, (1, 2)))
    9

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, sections 2.3 and 4.1.
    """

def crd2idx_extended(
    crd: IntTuple,
    shape: IntTuple,
    stride: IntTuple | None = None,
) -> int:
    """`crd2idx` for all naturals: as in CuTe C++, the index in the last mode is unbounded.

    Pre-conditions: the profile of crd fits shape; crd's entries are >= 0; congruent(shape, stride).
    Post-conditions: with strides, the result is inner_product(idx2crd_extended(crd, shape), stride)
    (definition).

    >>> crd2idx_extended(5, (2, 2), (1, 10)), crd2idx_extended((1, 2), (2, 2), (1, 10))
    (21, 21)

    Source: CuTe stride.hpp.
    """

def crd2offset(
    crd: tuple[int, ...],
    shape: tuple[IntTuple, ...],
    stride: tuple[IntTuple, ...],
) -> int:
    """The offset of a coordinate that has one integer for each mode.

    Pre-conditions: crd is a coordinate of shape; congruent(shape, stride).

    >>> crd2offset((1, 5), ((4, 2), (4, 3)), ((4, 16), (1, 32)))
    37

    Source: TLA Layouts, crd2offset.
    """

def depth(
    x: Layout | IntTuple | TlaLayout | XlaShape | ComposedLayout,
    *path: int,
) -> int:
    """The depth of the nesting of a layout or IntTuple, or of its mode at an index path.

    >>> depth(Layout(((2, 2), 2))), depth(((2, 2), 2), 0), depth(8)
    (2, 1, 0)

    Source: CuTe layout.hpp; CUTLASS-Cute 1, section 1.2.
    """

@overload
def dice(
    crd: SliceTuple,
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The sublayout of the modes where `crd` is not None: the modes that `slice_` leaves out.

    >>> A = Layout(((2, 4), (3, 5)), ((3, 6), (1, 24)))
    >>> print(dice((None, 1), A), dice(((1, None), 0), A))
    ((3,5)):((1,24)) (2,(3,5)):(3,(1,24))

    Source: CuTe layout.hpp.
    """

@overload
def dice(
    crd: SliceTuple,
    layout: ComposedLayout,
) -> ComposedLayout: ...
def divides_evenly(
    a: Layout | TlaLayout | XlaShape | IntTuple | ComposedLayout,
    tiler: Tiler,
) -> bool:
    """Whether a divide puts each element of A into exactly one tile, and adds no other elements.

    Post-conditions: if the result is True, logical_divide(a, tiler) has the size and the image of
    A: for a single tiler (Q1); for a pair of tilers and an A of two modes (Q11); for any tuple of
    tilers (tested).

    >>> divides_evenly(Layout(24), 8), divides_evenly(Layout(24), 5)
    (True, False)
    >>> divides_evenly(Layout(24), Layout(2, 3)), divides_evenly(Layout((3, 4), (0, 1)), 2)
    (True, False)
    """

@overload
def domain_offset(
    crd: IntTuple,
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> tuple[Layout, int]:
    """Move the origin of a layout to the coordinate crd; return the moved layout R and an offset.

    R has the same coordinates as the layout. At a coordinate x, R has no element if crd + x is
    beyond the end of the layout. For a swizzled layout, R contains the offset, inside the swizzle.

    Pre-conditions: crd is a coordinate of the layout.
    Post-conditions: the offset is layout(crd) (G7); R(x) + offset == layout(crd + x), if crd + x is
    a coordinate of the layout (G7).

    >>> domain_offset((1, 2), Layout((4, 8), (8, 1)))
    (Layout.parse('(4,8):(8,1)'), 10)

    Source: CuTe layout.hpp, domain_offset.
    """

@overload
def domain_offset(
    crd: IntTuple,
    layout: ComposedLayout,
) -> tuple[ComposedLayout, int]: ...
@overload
def downcast(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    n: int,
) -> Layout:
    """The layout for elements 1/n as wide: each element becomes n neighbours.

    Pre-conditions: n >= 1; one mode has stride 1, and no other has stride 1 or -1.
    Post-conditions: the result R of a layout L has R(c') == n * L(c) + j for all j < n, where c' is
    the coordinate c with c_k replaced by n*c_k + j, and k is the mode of stride 1 (R2).

    CuTe C++ multiplies the sizes of all modes of stride 1 and -1. So CuTe's result has too many
    elements for (4,2):(1,1), and elements outside the layout for 2:-1. This function rejects both
    layouts.

    >>> print(downcast(Layout((2, 4), (1, 4)), 4))
    (8,4):(1,16)
    >>> downcast(Layout((4, 8), (2, 8)), 4)
    Traceback (most recent call last):
    spec.errors.InadmissibleError: (4,8):(2,8): the number of its modes of stride 1 (0) must be 1

    Source: CuTe layout.hpp.
    """

@overload
def downcast(
    layout: ComposedLayout,
    n: int,
) -> ComposedLayout: ...
@overload
def downcast(
    layout: Swizzle,
    n: int,
) -> Swizzle: ...
def elem_scale(
    a: IntTuple,
    b: IntTuple,
) -> IntTuple:
    """Multiply each terminal of `a` by the product of the corresponding part of `b`.

    Pre-conditions: weakly_congruent(a, b).
    Post-conditions: congruent(result, a) (I13).

    >>> elem_scale((2, 3), (5, (7, 2)))
    (10, 42)

    Source: CuTe int_tuple.hpp.
    """

def expansion(
    array: Layout | TlaLayout | XlaShape | IntTuple,
    element: str | None = None,
) -> tuple[int, int]:
    """The bytes in memory, including padding, and the bytes of the elements alone.

    Their quotient is the factor by which padding expands the array.

    Pre-conditions: as for size_bytes.

    >>> expansion(XlaShape.parse("f32[3,5]{1,0:T(8,128)}"))
    (4096, 60)
    """

def explain(
    operation: str,
    a: Layout | TlaLayout | XlaShape | IntTuple,
    b: Tiler = None,
) -> str:
    """Explain the steps of an operation on A, or on A and B, up to the error if one is raised.

    Pre-conditions: the operation is a composition, a divide, a product, `complement`, `coalesce` or
    an inverse. `coalesce` and the inverses take one layout.

    >>> print(explain("composition", Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1))))
    composition((6,2):(8,2), (4,3):(3,1))
    mode 4:3 of B:
      every 3rd element of A: (6,2):(8,2) / 3 is (2,2):(24,2)
      the first 4 of these: (2,2):(24,2)
    mode 3:1 of B:
      every element of A: (6,2):(8,2)
      the first 3 of these: 3:8
    together, in mode 6:8 of A: the steps of B add up to at most 5, below the mode's size
    = ((2,2),3):((24,2),8)

    Source: CuTe 02_layout_algebra.md, Computing Composition, Division.
    """

@overload
def filter_(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    profile: IntTuple | None = None,
) -> Layout:
    """The layout without its modes of stride 0 or size 1. With a profile, filter mode by mode.

    Pre-conditions: at every level the profile has no more modes than the layout. The integers in
    the profile have no meaning; modes beyond the profile are unchanged.
    Post-conditions: without a profile the image is unchanged (N2); the result is coalesced
    (definition); with a profile, each mode that corresponds to an integer of the profile is
    filtered separately (N4).

    >>> print(filter_(Layout((2, 3, 4, 1), (1, 0, 2, 7))))
    8:1
    >>> print(filter_(Layout((2, (3, 4)), (1, (0, 2))), (1, 1)))
    (2,4):(1,2)

    Source: CuTe layout.hpp, filter; named `filter_` here, because `filter` is a builtin of Python.
    """

@overload
def filter_(
    layout: ComposedLayout,
    profile: IntTuple | None = None,
) -> ComposedLayout: ...
@overload
def filter_zeros(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The layout, with the size of each mode of stride 0 changed to 1.

    Post-conditions: profile and image are unchanged (N1).

    >>> print(filter_zeros(Layout((2, (3, 4)), (1, (0, 2)))))
    (2,(1,4)):(1,(0,2))

    Source: CuTe layout.hpp.
    """

@overload
def filter_zeros(
    layout: ComposedLayout,
) -> ComposedLayout: ...
@overload
def flat_divide(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
) -> Layout:
    """`zipped_divide` flattened by one level: the modes of its two modes become top-level modes.

    Post-conditions: the tiles come first, and then the rest of each mode (Q4).

    >>> print(flat_divide(Layout((8, 6, 5)), (4, 2)))
    (4,2,2,3,5):(1,8,4,16,48)

    Source: CuTe 02_layout_algebra.md, Zipped, tiled, flat divides.
    """

@overload
def flat_divide(
    a: ComposedLayout,
    tiler: Tiler,
) -> ComposedLayout: ...
@overload
def flat_product(
    block: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
) -> Layout:
    """`zipped_product` flattened by one level: the modes of its two modes become top-level modes.

    Post-conditions: the blocks come first, and then the copies of each mode (Q7).

    >>> print(flat_product(Layout((2, 5), (5, 1)), (Layout(3, 5), Layout(4, 6))))
    (2,5,3,4):(5,1,10,30)

    Source: CuTe 02_layout_algebra.md, Zipped and tiled products.
    """

@overload
def flat_product(
    block: ComposedLayout,
    tiler: Tiler,
) -> ComposedLayout: ...
@overload
def flatten(
    x: Layout | TlaLayout | XlaShape,
) -> Layout:
    """A layout without nesting, or the terminals of an IntTuple.

    Post-conditions: for a layout, the function of 1-D coordinates is unchanged (G1); a layout whose
    shape is an integer is unchanged (definition).

    >>> print(flatten(Layout((4, (2, 2)), (2, (1, 8)))), flatten(Layout(8)), flatten((4, (2, 2))))
    (4,2,2):(2,1,8) 8:1 (4, 2, 2)

    Source: CuTe layout.hpp, tuple_algorithms.hpp.
    """

@overload
def flatten(
    x: IntTuple,
) -> tuple[int, ...]: ...
@overload
def flatten(
    x: ComposedLayout,
) -> ComposedLayout: ...
def format_int_tuple(
    t: SliceTuple,
) -> str:
    """The IntTuple as text: no spaces, `_` for None, and no trailing comma in a tuple of one mode.

    >>> format_int_tuple((4, (2, -2))), format_int_tuple((8,)), format_int_tuple((None, 3))
    ('(4,(2,-2))', '(8)', '(_,3)')
    """

def format_layout(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> str:
    """The text of a layout, without spaces.

    >>> format_layout(Layout((4, (2, 2)), (2, (1, 8)))), format_layout(Layout((8,)))
    ('(4,(2,2)):(2,(1,8))', '(8):(1)')
    """

def format_tiler(
    tiler: Tiler,
) -> str:
    """The text of a tiler, without spaces.

    >>> format_tiler((Layout(3, 4), (None, Layout((2, 2)))))
    '<3:4,<_,(2,2):(1,2)>>'
    """

def format_xla_shape(
    shape: XlaShape,
) -> str:
    """The text of a shape, as XLA prints it.

    >>> format_xla_shape(XlaShape("f32", (3, 5), (0, 1)))
    'f32[3,5]{0,1}'
    """

@overload
def get(
    t: IntTuple,
    *path: int,
) -> IntTuple:
    """The entry at an index path, like CuTe's `get<I, J>(t)`.

    Pre-conditions: each index is below the rank of the tuple from which it selects.
    Post-conditions: get(t) == t, and get(n, 0) == n for an integer n (definition).

    >>> get((3, (6, 2), 8), 1, 0)
    6

    Source: CuTe int_tuple.hpp.
    """

@overload
def get(
    t: Layout | TlaLayout | XlaShape,
    *path: int,
) -> Layout: ...
@overload
def get(
    t: ComposedLayout,
    *path: int,
) -> ComposedLayout: ...
def get_tile_layout(
    layout: TlaLayout,
    tile: tuple[int, ...],
    coordinate: tuple[int, ...],
) -> TlaLayout:
    """The layout of the tile that begins at a coordinate.

    The coordinate need not be a multiple of the tile. The result does not include the tile's
    offset, which is layout(coordinate).

    Pre-conditions: a tile extent and a coordinate entry >= 0 for each mode.
    Post-conditions: the stride is the layout's stride (L6); the shape is the tile, rounded up to
    whole fractals in each mode with fractals (L6, L6f); the origin shape is the part of the
    layout's origin shape inside the tile, min(tile, max(origin - coordinate, 0)) (L6).

    >>> A = TlaLayout(((4, 2), (4, 3)), ((4, 16), (1, 32)))
    >>> print(get_tile_layout(A, (5, 4), (6, 10)))
    ((4,2),(4,1)):((4,16),(1,32)):(2,2)

    Source: CATLASS tla/layout.hpp, GetTileLayout.
    """

@overload
def group(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    begin: int,
    end: int = -1,
) -> Layout:
    """Group the modes from `begin` to `end - 1` into one mode. An `end` of -1 means the rank.

    Pre-conditions: 0 <= begin < end <= rank.
    Post-conditions: the function of 1-D coordinates is unchanged (G1).

    >>> print(group(Layout((2, 3, 5, 7)), 1, 3), group(Layout((2, 3, 5, 7)), 2))
    (2,(3,5),7):(1,(2,6),30) (2,3,(5,7)):(1,2,(6,30))

    Source: CuTe layout.hpp, tuple_algorithms.hpp.
    """

@overload
def group(
    layout: ComposedLayout,
    begin: int,
    end: int = -1,
) -> ComposedLayout: ...
def idx2crd(
    idx: IntTuple,
    shape: IntTuple,
) -> IntTuple:
    """The natural coordinate of any coordinate.

    Pre-conditions: idx is a coordinate of shape.
    Post-conditions: congruent(result, shape), and crd2idx(result, shape) == crd2idx(idx, shape)
    (I1, I2r).

    >>> idx2crd(16, (3, (2, 3))), idx2crd((1, 5), (3, (2, 3))), idx2crd((1, (1, 2)), (3, (2, 3)))
    ((1, (1, 2)), (1, (1, 2)), (1, (1, 2)))

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 4.1.
    """

def idx2crd_extended(
    idx: IntTuple,
    shape: IntTuple,
) -> IntTuple:
    """`idx2crd` for all naturals: as in CuTe C++, the index in the last mode is unbounded.

    Pre-conditions: the profile of idx fits shape; idx's entries are >= 0.
    Post-conditions: congruent(result, shape) for an integer idx (I11); the same for a tuple idx
    (I11t).

    >>> idx2crd_extended(18, (3, (2, 3))), idx2crd_extended((4, 6), (3, (2, 3)))
    ((0, (0, 3)), (4, (0, 3)))

    Source: CuTe stride.hpp.
    """

@overload
def inner_partition(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
    coord: SliceTuple,
) -> tuple[Layout, int]:
    """One tile: `zipped_divide` with the second mode fixed at the coordinate.

    Pre-conditions: the pre-conditions of zipped_divide; coord is a coordinate of this second mode.
    The result keeps the modes for which coord has None or no entry.
    Post-conditions: the first modes of the resulting layout are the modes of the tile (definition).

    >>> inner_partition(Layout((8, 6)), (4, 2), 5)
    (Layout.parse('(4,2):(1,8)'), 36)

    Source: CuTe tensor_impl.hpp.
    """

@overload
def inner_partition(
    a: ComposedLayout,
    tiler: Tiler,
    coord: SliceTuple,
) -> tuple[ComposedLayout, int]: ...
def inner_product(
    a: IntTuple,
    b: IntTuple,
) -> int:
    """The sum of the products of corresponding terminals.

    Pre-conditions: congruent(a, b).

    >>> inner_product((1, (1, 2)), (2, (1, 8)))
    19

    Source: CuTe int_tuple.hpp.
    """

def last_byte(
    array: Layout | TlaLayout | XlaShape | IntTuple,
    element: str | None = None,
) -> int:
    """The offset in bytes of the last byte that belongs to an element.

    Padding may follow, but no access to an element touches a later byte.

    Pre-conditions: as for size_bytes; the array has elements. If no CuTe layout exists for the
    padded form of an XLA array, this array has at most MOST_POSITIONS positions.

    >>> last_byte(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    83
    >>> from spec.layout import Layout
    >>> last_byte(Layout((8, 64), (72, 1)), "f16")
    1135
    """

def layout_add(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    b: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The layout whose offsets are the sums of the offsets of both layouts.

    If the shapes are equal, the strides are added. Otherwise the modes of each layout are cut where
    a mode of the other layout ends.

    Pre-conditions: equal sizes. Let the end of a mode be the product of all sizes up to this mode.
    If the ends of the modes of both coalesced layouts are sorted in one list, each end divides the
    next.
    Post-conditions: R(i) == A(i) + B(i) for all i (G6).

    >>> print(layout_add(Layout((4, 8), (8, 1)), Layout((4, 8), (0, 100))))
    (4,8):(8,101)
    >>> print(layout_add(Layout((4, 8), (8, 1)), Layout((8, 4), (1, 50))))
    (4,2,4):(9,5,52)
    """

def layout_of_linear(
    matrix: LinearLayout | tuple[int, ...],
    shape: IntTuple | None = None,
) -> Layout:
    """The layout that is the same function as the matrix: coalesced, or with the given shape.

    Pre-conditions: no two columns have a bit in common; the shape's entries are powers of two, and
    its size is the size of the matrix; within each entry of the shape, each column is twice the
    column before it.
    Post-conditions: linear_layout(result) == matrix (tested).

    >>> print(layout_of_linear(LinearLayout((2, 4, 1))))
    (4,2):(2,1)
    >>> print(layout_of_linear(LinearLayout((2, 4, 1)), ((2, 2), 2)))
    ((2,2),2):((2,4),1)

    Source: Linear Layouts, arXiv 2505.23819, section 5.
    """

@overload
def left_inverse(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The coordinate of each offset that the layout reaches.

    Pre-conditions: among the coalesced modes of stride != 0, sorted by stride, each stride is a
    multiple of the stride before it and at least the extent of the mode before it: d_(k-1) | d_k
    and s_(k-1) * d_(k-1) <= d_k. InadmissibleError names the mode and the condition that it
    violates.
    Post-conditions: L(R(L(i))) == L(i) for all i < size(L), and R(L(i)) < size(L) (V7o); if L is
    injective, R(L(i)) == i (V5). R is coalesced (V9l).

    CuTe C++ requires only that strides are multiples. It accepts (2,3):(2,1), which is an error
    here, and returns R = (2,2):(2,1), which is wrong: R(4) is 2, but L(2) is 1. The result of
    pycute has too few modes: for (4,8):(1,5) it is 4:1. As in C++, the result for a layout whose
    strides are all 0 has the layout's size.

    >>> print(left_inverse(Layout((4, 8), (1, 5))))
    (5,8):(1,4)
    >>> print(left_inverse(Layout(((2, 2), (2, 4)), ((0, 2), (0, 4)))))
    (2,2,4):(0,2,8)
    >>> left_inverse(Layout((2, 3), (2, 1)))
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 2:2 of the inverted layout: its stride (2) must be at least the extent of the mode sorted before it (3)

    Source: CuTe layout.hpp; Cecka 2026, section 3.5.
    """

@overload
def left_inverse(
    layout: ComposedLayout,
) -> ComposedLayout: ...
def linear_index(
    shape: XlaShape,
    index: tuple[int, ...],
) -> int:
    """The position of an element in memory, counted in elements, including padding.

    A tile of lower rank than the array covers its most minor dimensions. For a tile of higher rank,
    dimensions of bound 1 are added in front. A second tile applies to the result of the first.

    Pre-conditions: 0 <= index < shape.dims, entry by entry.
    Post-conditions: different elements have different positions, and each position is below the
    product of physical_shape(shape) (X4).

    >>> linear_index(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"), (2, 3))
    17
    >>> linear_index(XlaShape.parse("bf16[16,256]{1,0:T(8,128)(2,1)}"), (9, 130))
    3077
    >>> linear_index(XlaShape.parse("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}"), (1, 2, 3, 4, 5))
    8307

    Source: XLA tiled layout.
    """

def linear_layout(
    x: Layout | ComposedLayout | Swizzle | TlaLayout | XlaShape | IntTuple,
) -> LinearLayout:
    """The matrix of a layout, of a composed layout, or of a swizzle on the numbers below its size.

    Pre-conditions: the shapes are powers of two; the strides are >= 0, and no two steps d*2^j have
    a bit in common (`meeting_steps` returns None); the offset of a composed layout is 0.
    Post-conditions: for a layout, the columns are its steps, `steps_of` (definition); result(i) ==
    x(i) for all i (tested).

    >>> linear_layout(Layout((4, 2), (2, 1)))
    LinearLayout(columns=(2, 4, 1))
    >>> linear_layout(Swizzle(1, 0, 2)).columns
    (1, 2, 5)
    >>> linear_layout(ComposedLayout.parse("Sw<1,0,2> o 0 o (4,2):(2,1)")).columns
    (2, 5, 1)
    >>> linear_layout(ComposedLayout.parse("Sw<1,0,1> o 0 o Sw<1,0,2> o 0 o (4,2):(2,1)")).columns
    (3, 5, 1)

    Source: Linear Layouts, arXiv 2505.23819, section 5.
    """

@overload
def local_partition(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    tile: Layout | TlaLayout | XlaShape | IntTuple,
    index: int,
    proj: SliceTuple = None,
) -> tuple[Layout, int]:
    """The part of A that one thread gets: the elements at the thread's place in every tile.

    `tile` is a layout of threads. Mode k of A is divided by size(tile_k). In each tile, the thread
    has the place that `tile` maps to `index`. A mode where the projection is None is not divided,
    and threads that differ only in such modes share a part.

    Pre-conditions: `tile` maps its coordinates to the threads 0 .. size - 1, each once, and 0 <=
    index < size; the pre-conditions of zipped_divide. CuTe accepts any strides, and any index.
    Post-conditions: if the tiles divide A evenly, each element belongs to exactly one thread, for
    threads in column-major or row-major order (G9); with a projection, each element belongs to
    exactly one group of threads that share a part, for threads in column-major order (G9p); both
    statements also hold for threads in any other order (tested).

    >>> local_partition(Layout((16, 64)), Layout((2, 16)), 5)
    (Layout.parse('(8,4):(2,256)'), 33)
    >>> local_partition(Layout((4, 6)), Layout((2, 16, 3), (1, 6, 2)), 5, (1, None, 1))
    (Layout.parse('(2,2):(2,12)'), 9)

    Source: CuTe tensor_impl.hpp, local_partition.
    """

@overload
def local_partition(
    a: ComposedLayout,
    tile: Layout | TlaLayout | XlaShape | IntTuple,
    index: int,
    proj: SliceTuple = None,
) -> tuple[ComposedLayout, int]: ...
@overload
def local_tile(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
    coord: SliceTuple,
    proj: SliceTuple = None,
) -> tuple[Layout, int]:
    """The tile of a thread block: the tile at a coordinate, as `inner_partition` selects it.

    A projection, such as (1, None, 1) for CuTe's Step<_1,X,_1>, drops the entries of tiler and
    coordinate at which the projection is None. So one tiler (M, N, K) serves arrays of (M, K),
    (N, K) and (M, N).

    Pre-conditions: tiler and coordinate have one entry for each entry of the projection.

    >>> local_tile(Layout((8, 6)), (4, 2), (1, 2))
    (Layout.parse('(4,2):(1,8)'), 36)
    >>> local_tile(Layout((8, 6)), (4, 2), (1, None))
    (Layout.parse('(4,2,3):(1,8,16)'), 4)
    >>> local_tile(Layout((8, 6)), (4, 5, 2), (1, 7, 2), (1, None, 1))
    (Layout.parse('(4,2):(1,8)'), 36)

    Source: CuTe tensor_impl.hpp.
    """

@overload
def local_tile(
    a: ComposedLayout,
    tiler: Tiler,
    coord: SliceTuple,
    proj: SliceTuple = None,
) -> tuple[ComposedLayout, int]: ...
@overload
def logical_divide(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
) -> Layout:
    """A o (B, complement(B, size A)): mode 0 is a tile, mode 1 goes from tile to tile.

    A tuple of tilers divides each mode by its own tiler. A mode without a tiler, or with the tiler
    None, is unchanged.

    Pre-conditions: B satisfies the pre-conditions of complement; A and (B, complement(B, size A))
    satisfy the pre-conditions of composition.
    Post-conditions: for a single tiler, mode 0 is A o B (Q1, Q3). If the tiler divides A evenly
    (`divides_evenly`), the result has the size and the image of A (Q1). For a tuple of tilers, mode
    k has the modes of A[k] divided by its tiler, and modes beyond the tilers are unchanged (Q4).

    If the tiler does not divide A evenly, the last tiles may extend beyond the end of A, as in
    CuTe: 24:1 divided by 5:1 is (5,5):(1,5).

    CuTe C++ computes the complement from the shape of A, not from its size, and loses elements if a
    tile does not fit into the shape. For example, (5,2):(1,100) divided by (2,2):(1,3) keeps 4 of
    its 10 elements in CuTe C++, and is an error here.

    >>> print(logical_divide(Layout((4, 2, 3), (2, 1, 8)), Layout(4, 2)))
    ((2,2),(2,3)):((4,1),(2,8))
    >>> print(logical_divide(Layout((8, 6)), (4, Layout(2, 3))))
    ((4,2),(2,3)):((1,4),(24,8))
    >>> print(logical_divide(Layout(24), 5))
    (5,5):(1,5)
    >>> logical_divide(Layout((2, 2), (2, 1)), 3)
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 3:1 of B: its size (3) must be a multiple of its number of steps within a mode of A (2)

    Source: CuTe 02_layout_algebra.md, Division; Cecka 2026, section 3.6.
    """

@overload
def logical_divide(
    a: ComposedLayout,
    tiler: Tiler,
) -> ComposedLayout: ...
@overload
def logical_product(
    block: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
) -> Layout:
    """The layout (A, A* o B): mode 0 is the block A, mode 1 goes from copy to copy, ordered by B.

    A* is the complement of A up to size(A) * cosize(B). With a tuple of tilers, each mode is
    repeated by its own tiler. A mode without a tiler, or with the tiler None, is unchanged.

    Pre-conditions: the pre-conditions of complement and of composition.
    Post-conditions: for a single tiler, mode 0 is A, the size is size(A) * size(B) (Q5). The copies
    do not overlap if B is injective and A, sorted by stride, is a divisible chain, in which the
    size times the stride of each mode divides the next stride (Q6). For a tuple of tilers, mode k
    has the modes of A[k] repeated by its tiler, and modes beyond the tilers are unchanged (Q7).

    If A is not such a chain, the copies may overlap, here and in CuTe: the product of
    (2,2,2):(1,5,19) and 3:1 reaches 5 twice. CuTe C++ and pycute compose A* with each mode of B
    separately. Their product of 2:60 and (2,3,2,2):(1,12,15,20) reaches 60 twice; this function
    raises an error instead. If the tiler is an integer, pycute divides instead of multiplying.

    >>> print(logical_product(Layout((2, 2), (4, 1)), Layout(6, 1)))
    ((2,2),(2,3)):((4,1),(2,8))
    >>> print(logical_product(Layout((2, 5), (5, 1)), (Layout(3, 5), Layout(4, 6))))
    ((2,3),(5,4)):((5,10),(1,30))

    Source: CuTe 02_layout_algebra.md, Product; Cecka 2026, section 3.7.
    """

@overload
def logical_product(
    block: ComposedLayout,
    tiler: Tiler,
) -> ComposedLayout: ...
def make_fragment_like(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The compact layout with the shape of `layout`, for registers; mode 0 is the fastest.

    Mode 0 is column-major, and its strides of 0 stay 0, so that equal values are stored once. The
    other modes follow in the order of their strides. Their strides of 0 do not stay 0.

    Post-conditions: the shape is unchanged (G10); without the modes of stride 0 inside mode 0 the
    result is a bijection onto 0 .. size - 1 (G10).

    >>> print(make_fragment_like(Layout(((2, 2), 3, 4), ((8, 0), 64, 16))))
    ((2,2),3,4):((1,0),8,2)

    Source: CuTe layout.hpp, make_fragment_like.
    """

def make_identity_layout(
    shape: IntTuple,
) -> Layout:
    """The layout that has this shape and maps each coordinate to itself.

    The strides of this layout are coordinates.

    If this layout is tiled and sliced like an array, it shows which coordinates of the array a
    thread holds. CuTe calls such a layout a coordinate tensor and uses it for TMA and predication.

    Post-conditions: L(crd) is the natural coordinate of crd (T1).

    >>> L = make_identity_layout((3, (2, 3)))
    >>> print(L, L(16), L(1, (1, 2)))
    (3,(2,3)):(1@0,(1@0@1,1@1@1)) (1,(1,2)) (1,(1,2))

    Source: CuTe layout.hpp; 0y_predication.md.
    """

@overload
def make_layout(
    *layouts: Layout | TlaLayout | XlaShape,
) -> Layout:
    """Make a layout from a shape and strides, from a shape and a compact order, or from its modes.

    >>> print(make_layout((2, 3)), make_layout((2, 3), (3, 1)), make_layout((2, 3), LayoutRight))
    (2,3):(1,2) (2,3):(3,1) (2,3):(3,1)
    >>> print(make_layout(Layout(4, 2), Layout((2, 2), (1, 8))))
    (4,(2,2)):(2,(1,8))
    >>> print(make_layout(Layout(8, 1)))
    (8):(1)

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 4.2.
    """

@overload
def make_layout(
    shape: IntTuple,
    stride: IntTuple | Major = LayoutLeft,
    /,
) -> Layout: ...
@overload
def make_layout(
    layouts: Sequence[Layout | TlaLayout | XlaShape],
    /,
) -> Layout: ...
def make_layout_like(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The compact layout with the shape of `layout` and with its strides in the same order.

    A stride of 0 stays 0. If two modes have equal strides, the left mode gets the smaller stride.
    CuTe orders modes by their static strides only. If two modes have equal strides, both get the
    same stride in CuTe's result.

    Post-conditions: the shape is unchanged (definition); without its modes of stride 0 the result
    is a bijection onto 0 .. size - 1 (G8).

    >>> print(make_layout_like(Layout((2, 3, 4, 5), (0, 42, 1, 0))))
    (2,3,4,5):(0,4,1,0)

    Source: CuTe layout.hpp, make_layout_like.
    """

def make_layout_tile(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    tile: tuple[int, ...],
) -> Layout:
    """The layout of a tile with the given extents. The tile has the same stride as `layout`.

    Pre-conditions: rank 1 or 2, depth at most 2; a tile extent >= 1 for each mode.
    Post-conditions: in each mode with fractals, the extent is rounded up to whole fractals (L7).

    >>> print(make_layout_tile(Layout(((4, 2), (4, 3)), ((4, 16), (1, 32))), (4, 4)))
    ((4,1),(4,1)):((4,16),(1,32))

    Source: TLA Layouts, MakeLayoutTile.
    """

def make_layout_tv(
    thr: Layout | TlaLayout | XlaShape | IntTuple,
    val: Layout | TlaLayout | XlaShape | IntTuple,
) -> tuple[tuple[int, ...], Layout]:
    """The tiler (the sizes of the tile's modes) and the layout `tiled_copy(thr, val)`.

    Pre-conditions: the pre-conditions of `tiled_copy`.

    >>> make_layout_tv(Layout((4, 8), (8, 1)), Layout((2, 2)))
    ((8, 16), Layout.parse('((8,4),(2,2)):((16,2),(1,8))'))

    Source: CuTe DSL, make_layout_tv.
    """

def make_ordered_layout(
    shape: IntTuple,
    order: IntTuple,
) -> Layout:
    """The compact layout whose strides grow in the order of the entries of `order`.

    If `order` has a single entry for a nested mode, this mode is column-major. As in CuTe, modes
    with equal entries start with the same stride.

    Pre-conditions: weakly_congruent(order, shape).

    >>> print(make_ordered_layout((2, 2, 2, 2), (0, 2, 3, 1)))
    (2,2,2,2):(1,4,8,2)
    >>> print(make_ordered_layout((2, (3, 4)), (1, 0)))
    (2,(3,4)):(12,(1,3))

    Source: CuTe layout.hpp.
    """

def max_common_layout(
    a: Layout | TlaLayout | XlaShape | IntTuple | ComposedLayout,
    b: Layout | TlaLayout | XlaShape | IntTuple | ComposedLayout,
) -> Layout:
    """The longest layout R such that the coordinate R(i) has the offset i in both A and B.

    Pre-conditions: the right inverse of B stays within A, and A composed with this inverse is a
    layout. Post-conditions: A(R(i)) == i and B(R(i)) == i for all i < size(R) (V8).

    CuTe does not check that the right inverse stays within A: for A = 4:1 and B = 8:1, CuTe's
    result has size 8.

    >>> print(max_common_layout(Layout((2, 4, 3), (4, 1, 8)), Layout((2, 4, 3), (4, 1, 16))))
    (4,2):(2,1)
    >>> max_common_layout(Layout(4), Layout(8))
    Traceback (most recent call last):
    spec.errors.InadmissibleError: the right inverse 8:1 of B: its cosize (8) must be at most the size of A (4)

    Source: CuTe layout.hpp.
    """

def max_common_vector(
    a: Layout | TlaLayout | XlaShape | IntTuple | ComposedLayout,
    b: Layout | TlaLayout | XlaShape | IntTuple | ComposedLayout,
) -> int:
    """A number n such that each offset 0 .. n - 1 has the same 1-D coordinate in both layouts.

    Pre-conditions: the pre-conditions of `max_common_layout`.
    Post-conditions: result == size(max_common_layout(a, b)) (V8).

    >>> max_common_vector(Layout((4, 8), (1, 4)), Layout((4, 8), (1, 5)))
    4

    Source: CuTe layout.hpp.
    """

def meeting_steps(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> tuple[int, int] | None:
    """Two coordinates i < j, powers of two, whose offsets have a bit in common.

    The result is None if there are no such coordinates.

    Pre-conditions: the shapes are powers of two, the strides >= 0.
    Post-conditions: if there are such coordinates, A(i ^ j) != A(i) ^ A(j) (S5); otherwise
    A(i ^ j) == A(i) ^ A(j) for all i and j, so that A is linear over F2 (S5).

    >>> meeting_steps(Layout((4, 2), (1, 4))), meeting_steps(Layout((4, 2), (1, 2)))
    (None, (2, 4))
    """

def mma_fragment(
    rows: int,
    columns: int,
    neighbours: int,
) -> Layout:
    """The fragment of an mma.sync operand. 4 threads share a row.

    A thread's first values are adjacent elements of a row; `neighbours` is their number. For A and
    B, these elements fill a 32-bit register, so `neighbours` is 32 divided by the number of bits of
    an element, but at least 1. For C, `neighbours` is 2. A thread's next values are in the same
    columns, 8 rows further down. After the last row, the values continue at the top of the next
    4 * neighbours columns.

    Pre-conditions: 8 divides the rows; 4 * neighbours divides the columns.
    Post-conditions: each element of the block is held once (T5).

    >>> print(mma_fragment(16, 16, 2), mma_fragment(8, 16, 2), mma_fragment(16, 8, 2))
    ((4,8),(2,2,2)):((32,1),(16,8,128)) ((4,8),(2,2)):((16,1),(8,64)) ((4,8),(2,2)):((32,1),(16,8))

    Source: PTX ISA, Matrix Fragments for mma.
    """

def multiples(
    columns: tuple[int, ...],
    n: int,
) -> tuple[int, ...]:
    """A basis of the multiples of n among the XORs of columns.

    Pre-conditions: columns >= 0; n is a power of two.
    Post-conditions: each XOR of entries of the result is a multiple of n and an XOR of columns
    (W3); each XOR of columns that is a multiple of n is an XOR of entries of the result (W4);
    different subsets of the result have different XORs (W5); if coordinate x needs the word
    xor_of(columns, x) from one of n banks, each bank that is needed serves 2^(k + m) coordinates,
    where k is the length of `kernel_of(columns)` and m is the length of the result (W7).

    >>> multiples((1, 33, 64, 3, 2), 32), multiples((1, 2, 4), 8)
    ((32, 64), ())
    """

def nullspace(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The layout R of the coordinates along the modes of stride 0. These coordinates have offset 0.

    If no mode has stride 0, R is 1:0.

    Post-conditions: L(R(i)) == 0 for all i < size(R) (N3); size(L) == size(R) * size(filter_(L))
    (N2).

    If strides cancel each other, further coordinates can have offset 0. R does not include them.

    >>> print(nullspace(Layout((2, 3, 4), (0, 1, 0))))
    (2,4):(1,6)

    Source: CuTe layout.hpp.
    """

@overload
def outer_partition(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
    coord: SliceTuple,
) -> tuple[Layout, int]:
    """The elements at one place of every tile: `zipped_divide` with the first mode fixed.

    Pre-conditions: the pre-conditions of zipped_divide; coord is a coordinate of this first mode.
    The result keeps the modes for which coord has None or no entry.
    Post-conditions: the last modes of the resulting layout go from tile to tile (definition).

    >>> outer_partition(Layout((8, 6)), (4, 2), (1, 1))
    (Layout.parse('(2,3):(4,16)'), 9)

    Source: CuTe tensor_impl.hpp.
    """

@overload
def outer_partition(
    a: ComposedLayout,
    tiler: Tiler,
    coord: SliceTuple,
) -> tuple[ComposedLayout, int]: ...
def padded_shape(
    shape: XlaShape,
) -> tuple[int, ...]:
    """The dimensions, padded to multiples of the sides of the first tile.

    The result is in the order of the shape's dimensions. If the tile combines dimensions, the
    result has only their product, at the place of the most minor combined dimension. If the tile
    has more dimensions than the shape, the result has the additional dimensions in front. Only
    physical_shape includes the padding of later tiles.

    >>> padded_shape(XlaShape.parse("f32[10,300]{0,1:T(8,128)}"))
    (128, 304)
    >>> padded_shape(XlaShape.parse("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}"))
    (112, 111)
    >>> padded_shape(XlaShape.parse("f32[5]{0:T(2,4)}"))
    (2, 8)

    Source: XLA tiled layout, Tiling as pad-reshape-transpose.
    """

def parse_composed_layout(
    text: str,
) -> ComposedLayout:
    """Parse a composed layout; an omitted offset is 0.

    Post-conditions: parse_composed_layout(str(c)) == c (tested).

    >>> print(parse_composed_layout("Sw<3,4,3> o _0 o (_8,_64):(_64,_1)"))
    Sw<3,4,3> o 0 o (8,64):(64,1)

    Source: CuTe layout_composed.hpp.
    """

def parse_coordinate(
    text: str,
) -> SliceTuple:
    """Parse a coordinate; `_` is None.

    Post-conditions: parse_coordinate(format_int_tuple(c)) == c (tested).

    >>> parse_coordinate("(_,(1,_))")
    (None, (1, None))

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 3.4.
    """

def parse_expression(
    text: str,
    names: Collection[str] | None = None,
) -> Literal | Call:
    """Parse an expression. If `names` are given, only these operations are known.

    >>> parse_expression("coalesce(2:1, (1,1))")
    Call(name='coalesce', args=(Literal(value=Layout.parse('2:1')), Literal(value=(1, 1))))
    >>> parse_expression("size(flip(8:1))", names={"size"})
    Traceback (most recent call last):
    spec.parser.UnknownNameError: unknown operation 'flip' at position 5 of 'size(flip(8:1))'
    """

def parse_int_tuple(
    text: str,
) -> IntTuple:
    """Parse an IntTuple.

    Post-conditions: parse_int_tuple(format_int_tuple(t)) == t (tested).

    >>> parse_int_tuple("(_4, (2, -2))"), parse_int_tuple("(8)"), parse_int_tuple("(8,)")
    ((4, (2, -2)), (8,), (8,))

    Source: CuTe 01_layout.md.
    """

def parse_layout(
    text: str,
) -> Layout:
    """Parse a layout. A layout without a stride is compact column-major.

    Post-conditions: parse_layout(format_layout(A)) == A (tested).

    >>> print(parse_layout("(4, (2, 2)) : (2, (1, 8))"), parse_layout("(_4,_8)"), parse_layout("8"))
    (4,(2,2)):(2,(1,8)) (4,8):(1,4) 8:1

    Source: CuTe 01_layout.md.
    """

def parse_swizzle(
    text: str,
) -> Swizzle:
    """Parse a swizzle in any of its spellings.

    Post-conditions: parse_swizzle(str(s)) == s (tested).

    >>> print(parse_swizzle("Swizzle<3, 4, 3>"), parse_swizzle("SW_2_0_-3"))
    Sw<3,4,3> Sw<2,0,-3>

    Source: CuTe swizzle.hpp; pycute swizzle.py.
    """

def parse_tiler(
    text: str,
) -> Tiler:
    """Parse a tiler: a layout, an integer, None, or a tuple of tilers.

    Post-conditions: parse_tiler(format_tiler(t)) == t (tested).

    >>> parse_tiler("<_, 8:2>")
    (None, Layout.parse('8:2'))

    Source: CuTe 02_layout_algebra.md.
    """

def parse_xla_shape(
    text: str,
) -> XlaShape:
    """Parse an XLA shape.

    Post-conditions: parse_xla_shape(str(shape)) == shape (tested).

    >>> parse_xla_shape("f32[3, 5]{1,0:T(2,2)}")
    XlaShape.parse('f32[3,5]{1,0:T(2,2)}')
    >>> parse_xla_shape("F32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}").tiles
    ((None, None, 2, None, 3),)
    >>> parse_xla_shape("f32[3,5]{1,0:T(0,2)}")
    Traceback (most recent call last):
    spec.errors.NotationError: every side of tile (0,2) must be 1 or more, not 0 at position 14 of 'f32[3,5]{1,0:T(0,2)}'

    Source: XLA tiled layout; XLA's HLO text.
    """

@overload
def partition_tv(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
    tv: Layout | TlaLayout | XlaShape | IntTuple,
    thread: int,
) -> tuple[Layout, int]:
    """The part of the tensor A that belongs to a thread, as a layout and its offset.

    The modes of this layout are the values in a tile, then the tiles.

    For a copy, this function is CuTe's partition_S and partition_D. For a matrix instruction, this
    function is partition_A, partition_B and partition_C, and the tiler is the operand's block.

    Pre-conditions: tv maps (thread, value) to 1-D coordinates of the tile; the pre-conditions of
    zipped_divide(A, tiler), and of the composition of a tile with tv.
    Post-conditions: value v of tile r has the offset that A has at coordinate tv(thread, v) of tile
    r (T4). If tv covers the tile once and the tiles divide A evenly, each element belongs to
    exactly one thread (T6).

    >>> tiler, tv = make_layout_tv(Layout((16, 8), (8, 1)), Layout((1, 8)))
    >>> partition_tv(Layout((64, 64), (64, 1)), tiler, tv, 9)
    (Layout.parse('(8,4,1):(1,1024,0)'), 72)

    The part of a swizzled tensor is swizzled; its offset stays inside the swizzle.

    Source: CuTe copy_atom.hpp, ThrCopy, and mma_atom.hpp, ThrMMA.
    """

@overload
def partition_tv(
    a: ComposedLayout,
    tiler: Tiler,
    tv: Layout | TlaLayout | XlaShape | IntTuple,
    thread: int,
) -> tuple[ComposedLayout, int]: ...
def physical_order(
    shape: XlaShape,
) -> tuple[int | None, ...]:
    """The elements in memory order, each as its row-major number; None for padding.

    Pre-conditions: at most MOST_POSITIONS positions.

    >>> physical_order(XlaShape.parse("f32[3,3]{1,0:T(2,2)}"))
    (0, 1, 3, 4, 2, None, 5, None, 6, 7, None, None, 8, None, None, None)

    Source: XLA tiled layout, figure 1.
    """

def physical_shape(
    shape: XlaShape,
) -> tuple[int, ...]:
    """The bounds of the array after all tiles are applied; this array is row-major in memory.

    >>> physical_shape(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    (2, 3, 2, 2)
    >>> physical_shape(XlaShape.parse("bf16[16,256]{1,0:T(8,128)(2,1)}"))
    (2, 2, 4, 128, 2, 1)

    Source: XLA tiled layout, Tiling as pad-reshape-transpose.
    """

def prefix_product(
    t: IntTuple,
    init: int = 1,
) -> IntTuple:
    """For each terminal, `init` times the product of the terminals to its left.

    These are the compact column-major strides.

    Post-conditions: congruent(result, t) (I9).

    >>> prefix_product((2, (2, 2)))
    (1, (2, 4))

    Source: CuTe stride.hpp, compact_col_major.
    """

@overload
def prepend(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    mode: Layout | TlaLayout | XlaShape | IntTuple | None = None,
    rank: int | None = None,
) -> Layout:
    """The layout with `mode` (by default 1:0) prepended: once, or until the result has rank `rank`.

    Pre-conditions: `rank` is at least the layout's rank, and at most MOST_MODES.
    Post-conditions: the last modes are the layout's, all others are `mode` (definition); with one
    added mode, the offset at the 1-D coordinate j + size(mode)*i is mode(j) + layout(i) (G2).

    >>> print(prepend(Layout((2, 3)), Layout(4, 6)), prepend(Layout(8), Layout(1, 0), 3))
    (4,2,3):(6,1,2) (1,1,8):(0,0,1)

    Source: CuTe layout.hpp, prepend.
    """

@overload
def prepend(
    layout: ComposedLayout,
    mode: Layout | TlaLayout | XlaShape | IntTuple | None = None,
    rank: int | None = None,
) -> ComposedLayout: ...
def print_layout(
    layout: Layout | ComposedLayout | Positions | TlaLayout | XlaShape | IntTuple,
) -> None:
    """Print the table of a layout.

    >>> print_layout(Layout(2, 12))  # doctest: +NORMALIZE_WHITESPACE
    2:12
           0
        +----+
     0  |  0 |
        +----+
     1  | 12 |
        +----+
    """

def product(
    t: IntTuple,
) -> int:
    """The product of the terminals: the size of a shape.

    >>> product((4, (2, 3))), product(())
    (24, 1)

    Source: CuTe int_tuple.hpp.
    """

@overload
def raked_product(
    block: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The block repeated over the tiler: (A,B) repeated over (a,b) is ((a,A),(b,B)).

    In each mode, the number of the copy comes first, and the coordinate in the block second.

    Pre-conditions: the pre-conditions of logical_product.
    Post-conditions: the post-conditions of blocked_product (Q8).

    >>> print(raked_product(Layout((2, 5), (5, 1)), Layout((3, 4), (1, 3))))
    ((3,2),(4,5)):((10,5),(30,1))

    Source: CuTe 02_layout_algebra.md, Blocked and raked products.
    """

@overload
def raked_product(
    block: ComposedLayout,
    tiler: Layout | TlaLayout | XlaShape | IntTuple,
) -> ComposedLayout: ...
def rank(
    x: Layout | IntTuple | TlaLayout | XlaShape | ComposedLayout,
    *path: int,
) -> int:
    """The number of modes of a layout or IntTuple, or of its mode at an index path.

    >>> rank(Layout(((2, 2), 2))), rank(((2, 2), 2), 0), rank(8)
    (2, 2, 1)

    Source: CuTe layout.hpp; CUTLASS-Cute 1, section 1.2.
    """

@overload
def recast_layout(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    old_bits: int,
    new_bits: int,
) -> Layout:
    """The layout in elements of `new_bits` bits, for a layout in elements of `old_bits` bits.

    Pre-conditions: widths >= 1; the pre-conditions of upcast and downcast.

    >>> print(recast_layout(Layout((8, 4), (1, 8)), 8, 32))
    (2,4):(1,2)
    >>> print(recast_layout(Layout((8, 4), (1, 8)), 16, 8))
    (16,4):(1,16)
    >>> print(recast_layout(Layout((6, 4), (1, 6)), 16, 24))
    (4,4):(1,4)

    Source: CuTe layout.hpp.
    """

@overload
def recast_layout(
    layout: ComposedLayout,
    old_bits: int,
    new_bits: int,
) -> ComposedLayout: ...
@overload
def recast_layout(
    layout: Swizzle,
    old_bits: int,
    new_bits: int,
) -> Swizzle: ...
@overload
def replace(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    index: int,
    mode: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The layout with `mode` in place of the mode at an index.

    Post-conditions: all other modes are unchanged (G5).

    >>> print(replace(Layout((2, 3, 5)), 1, Layout((4, 2), (1, 8))))
    (2,(4,2),5):(1,(1,8),6)
    >>> from spec.composition import composition
    >>> A = Layout((4, 6))
    >>> print(replace(A, 1, composition(A.mode(1), Layout(3, 2))))
    (4,3):(1,8)

    Source: CuTe layout.hpp, replace; NVlabs/CuTe writes the last example as composition[1](A, B).
    """

@overload
def replace(
    layout: ComposedLayout,
    index: int,
    mode: Layout | TlaLayout | XlaShape | IntTuple,
) -> ComposedLayout: ...
@overload
def right_inverse(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The coordinates of the offsets 0, 1, 2, .., as far as modes continue each other.

    Pre-conditions: none.
    Post-conditions: L(R(i)) == i for all i < size(R) (V1). R is coalesced (V9); R is 1:0 if no mode
    has stride 1 (V10).

    A mode continues the modes used before it if its stride is the product of their sizes. As in
    CuTe C++, other modes are skipped. pycute stops at the first mode that does not continue, and
    returns 1:0 if any mode has stride 0. If several modes have equal strides, this function uses
    the first mode. CuTe C++ may sort them in another order, and pycute uses the smallest mode.

    >>> print(right_inverse(Layout((2, 4, 6), (4, 1, 8))))
    (4,2,6):(2,1,8)
    >>> print(right_inverse(Layout(((2, 2), (2, 4)), ((0, 1), (0, 2)))))
    (2,4):(2,8)
    >>> print(right_inverse(Layout(4, 3)))
    1:0

    Source: CuTe layout.hpp; Cecka 2026, section 3.5.
    """

@overload
def right_inverse(
    layout: ComposedLayout,
) -> ComposedLayout: ...
def sectors(
    gmem: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    tv: Layout | TlaLayout | XlaShape | IntTuple,
    element: str,
    width: int | None = None,
    machine: Machine = ...,
) -> int:
    """The number of sectors of global memory that all requests touch.

    Pre-conditions: the pre-conditions of `wavefronts`, with gmem in place of smem.

    >>> sectors(Layout((32, 32), (32, 1)), Layout((32, 32), (32, 1)), "f32")
    128
    >>> sectors(Layout((32, 32), (32, 1)), Layout((32, 32), (1, 32)), "f32")
    256

    Source: Nsight Compute Profiling Guide, Metrics Decoder.
    """

@overload
def select(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    *indices: int,
) -> Layout:
    """The layout of the modes at these indices, in the order of the indices.

    Post-conditions: mode k of the result is mode indices[k] of the layout (G5).

    >>> print(select(Layout((2, 3, 5), (15, 5, 1)), 2, 0), select(Layout((2, 3, 5)), 1))
    (5,2):(1,15) (3):(2)

    Source: CuTe layout.hpp, select.
    """

@overload
def select(
    layout: ComposedLayout,
    *indices: int,
) -> ComposedLayout: ...
def shape(
    x: Layout | TlaLayout | XlaShape | ComposedLayout | IntTuple,
    *path: int,
) -> IntTuple:
    """The shape of a layout or array, or of its mode at an index path; an IntTuple is a shape.

    If an array has no layout, its shape is its dimensions (XLA) or its origin shape (TLA).

    >>> shape(Layout((4, (2, 3)))), shape(Layout((4, (2, 3))), 1), shape((4, 8), 0)
    ((4, (2, 3)), (2, 3), 4)
    >>> shape(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    (3, 5)

    Source: CuTe layout.hpp.
    """

@overload
def shape_div(
    a: int,
    b: IntTuple,
) -> int:
    """The shape `a`, divided by the integer or tuple `b`.

    Tuples are divided mode by mode. An integer `b` is divided among the modes of a tuple `a` from
    left to right. An integer `a` is divided by the product of a tuple `b`.

    Pre-conditions: entries >= 1; whenever two integers are divided, one divides the other.
    Post-conditions: congruent(result, a) (I16).

    >>> shape_div(12, 4), shape_div(4, 12), shape_div((4, 5, 6), 40), shape_div((8, 9), (2, 3))
    (3, 1, (1, 1, 3), (4, 3))

    Source: CuTe int_tuple.hpp.
    """

@overload
def shape_div(
    a: IntTuple,
    b: IntTuple,
) -> IntTuple: ...
@overload
def size(
    x: Layout | IntTuple | TlaLayout | XlaShape,
    *path: int,
) -> int:
    """The number of coordinates of a layout or shape, or of its mode at an index path.

    >>> size(Layout((4, (2, 3)))), size((4, (2, 3)), 1), size(8)
    (24, 6, 8)

    Source: CuTe layout.hpp; CUTLASS-Cute 1, section 1.
    """

@overload
def size(
    x: ComposedLayout,
    *path: int,
) -> int: ...
@overload
def size(
    x: Swizzle,
) -> int: ...
def size_bytes(
    array: Layout | TlaLayout | XlaShape | IntTuple,
    element: str | None = None,
) -> int:
    """The number of bytes of the array in memory, including padding.

    A layout occupies the memory from its least to its greatest offset.

    Pre-conditions: `element` is None for an XLA array, which names its element type itself. For
    other arrays, `element` is the element type; for a TLA layout, it is an element type of TLA.

    >>> size_bytes(XlaShape.parse("f32[3,5]{1,0:T(2,2)}")), size_bytes(XlaShape.parse("s4[9]"))
    (96, 9)
    >>> size_bytes(XlaShape.parse("s4[9]{0:E(4)}")), size_bytes(XlaShape.parse("f32[0,5]"))
    (5, 0)
    >>> from spec.layout import Layout
    >>> size_bytes(Layout((8, 64), (72, 1)), "f16")
    1136

    Source: XLA layout, element_size_in_bits.
    """

@overload
def slice_(
    crd: SliceTuple,
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The sublayout of the modes where `crd` is None, like CuTe's `layout(crd)`.

    The other modes have fixed coordinates and are left out.

    Pre-conditions: the integers of crd are coordinates of their modes.

    >>> A = Layout(((2, 4), (3, 5)), ((3, 6), (1, 24)))
    >>> print(slice_(((1, 1), (None, None)), A), slice_((None, 1), A), slice_(None, A))
    (3,5):(1,24) ((2,4)):((3,6)) ((2,4),(3,5)):((3,6),(1,24))

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 3.4.
    """

@overload
def slice_(
    crd: SliceTuple,
    layout: ComposedLayout,
) -> ComposedLayout: ...
@overload
def slice_and_offset(
    crd: SliceTuple,
    layout: Layout | TlaLayout | XlaShape | IntTuple,
) -> tuple[Layout, int]:
    """The slice, and the offset where it starts.

    Post-conditions: layout(crd) == slice(free part of crd) + offset, if one mode of crd is free and
    the others are integers (G3); the same for all other crd (G3s).

    >>> A = Layout(((2, 4), (3, 5)), ((3, 6), (1, 24)))
    >>> slice_and_offset(((1, 1), (None, None)), A)
    (Layout.parse('(3,5):(1,24)'), 9)

    Source: CuTe layout.hpp.
    """

@overload
def slice_and_offset(
    crd: SliceTuple,
    layout: ComposedLayout,
) -> tuple[ComposedLayout, int]: ...
def stride(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    *path: int,
) -> IntTuple:
    """The stride of a layout, or of its mode at an index path.

    >>> stride(Layout((4, (2, 3)))), stride(Layout((4, (2, 3))), 1, 1)
    ((1, (4, 8)), 8)

    Source: CuTe layout.hpp.
    """

def suffix_product(
    t: IntTuple,
) -> IntTuple:
    """For each terminal, the product of the terminals to its right: compact row-major strides.

    Post-conditions: congruent(result, t) (I9).

    >>> suffix_product((2, (2, 2)))
    (4, (2, 1))

    Source: CuTe stride.hpp, compact_row_major.
    """

def table(
    layout: Layout | ComposedLayout | Positions | TlaLayout | XlaShape | IntTuple,
) -> str:
    """The layout and its offsets, as CuTe prints them.

    A layout of rank 1, which CuTe rejects, is one column.

    Pre-conditions: rank 1 or 2; at most MOST_CELLS cells.

    >>> print(table(Layout((2, 3), (3, 1))))  # doctest: +NORMALIZE_WHITESPACE
    (2,3):(3,1)
          0   1   2
        +---+---+---+
     0  | 0 | 1 | 2 |
        +---+---+---+
     1  | 3 | 4 | 5 |
        +---+---+---+

    Source: CuTe print_tensor.hpp; CUTLASS-Cute 1, section 2.
    """

@overload
def take(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    begin: int,
    end: int,
) -> Layout:
    """The layout of the modes from `begin` to `end - 1`.

    Pre-conditions: 0 <= begin < end <= rank.

    >>> print(take(Layout((2, 3, 5, 7)), 1, 3))
    (3,5):(2,6)

    Source: CuTe layout.hpp, take.
    """

@overload
def take(
    layout: ComposedLayout,
    begin: int,
    end: int,
) -> ComposedLayout: ...
@overload
def tile_to_shape(
    block: Layout | TlaLayout | XlaShape | IntTuple,
    shape: IntTuple,
    order: IntTuple | Major = LayoutLeft,
) -> Layout:
    """The block, repeated until each mode has the size of the corresponding mode of the shape.

    `order` has an entry for each mode. Copies are placed first along the mode with the least entry,
    then along the mode with the next entry. By default, the order is from left to right.

    Pre-conditions: the block has no more modes than the shape; the size of each mode of the block
    divides the size of the corresponding mode of the shape; the pre-conditions of blocked_product.
    Post-conditions: the modes have the sizes of the shape's modes (Q9).

    >>> print(tile_to_shape(Layout((2, 4), (4, 1)), (4, 8)))
    ((2,2),(4,2)):((4,8),(1,16))
    >>> print(tile_to_shape(Layout((2, 4), (4, 1)), (4, 8), (1, 0)))
    ((2,2),(4,2)):((4,16),(1,8))

    Source: CuTe layout.hpp.
    """

@overload
def tile_to_shape(
    block: ComposedLayout,
    shape: IntTuple,
    order: IntTuple | Major = LayoutLeft,
) -> ComposedLayout: ...
def tiled_copy(
    thr: Layout | TlaLayout | XlaShape | IntTuple,
    val: Layout | TlaLayout | XlaShape | IntTuple,
) -> Layout:
    """The layout TV: TV(t, v) is the 1-D coordinate, in the tile, of value v of thread t.

    Each thread has a block of values in the shape of val, and thr arranges the threads, so that
    mode k of the tile has size(val_k)*size(thr_k) elements.

    Pre-conditions: thr maps its coordinates to the threads 0 .. size(thr) - 1, each once, and val
    maps its coordinates to the values 0 .. size(val) - 1, each once; otherwise an error is raised.
    Post-conditions: each element of the tile belongs to exactly one (thread, value) (T3); in mode
    k, value val(j) of thread thr(i) has the coordinate j_k + size(val_k)*i_k (T3).

    >>> print(tiled_copy(Layout((16, 8), (8, 1)), Layout((1, 8))))
    ((8,16),8):((128,1),16)
    >>> tiled_copy(Layout((4, 8), (8, 2)), Layout(1))
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 8:2 of thr: its stride (2) must be the size of the modes sorted before it (1), so that each number occurs once

    Source: CuTe copy_atom.hpp, make_tiled_copy.
    """

@overload
def tiled_divide(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
) -> Layout:
    """`zipped_divide`, but the modes of mode 1 (the rests) become top-level modes.

    Post-conditions: mode 0 consists of the tiles, and mode 1 + k is the rest of A[k] (Q4).

    >>> print(tiled_divide(Layout((8, 6, 5)), (4, 2)))
    ((4,2),2,3,5):((1,8),4,16,48)

    Source: CuTe 02_layout_algebra.md, Zipped, tiled, flat divides.
    """

@overload
def tiled_divide(
    a: ComposedLayout,
    tiler: Tiler,
) -> ComposedLayout: ...
@overload
def tiled_product(
    block: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
) -> Layout:
    """`zipped_product` with the modes of its second mode as top-level modes.

    Post-conditions: mode 0 consists of the blocks, and mode 1 + k goes from copy to copy of mode
    A[k] of the block (Q7).

    >>> print(tiled_product(Layout((2, 5), (5, 1)), (Layout(3, 5), Layout(4, 6))))
    ((2,5),3,4):((5,1),10,30)

    Source: CuTe 02_layout_algebra.md, Zipped and tiled products.
    """

@overload
def tiled_product(
    block: ComposedLayout,
    tiler: Tiler,
) -> ComposedLayout: ...
def tpu_format(
    shape: XlaShape,
) -> XlaShape:
    """The same array with the tiles that XLA's compiler for TPUs chooses for a program's arguments.

    A 32-bit word holds 2, 4 or 8 narrower elements of a column. In an array with two dimensions or
    more, a tile has as many rows as the second minor dimension, rounded up to 1, 2 or 4; it has 8
    rows if this dimension is larger than 4. But a tile has at least as many rows as a word has
    elements. There is one exception for elements of 8 or 4 bits: if the second minor dimension is a
    multiple of the number of rows of a full register, a tile is a full register.
    Inside a program, the compiler may choose other tiles. XLA's document names other tiles for
    arrays with one row of 32-bit elements, and for arrays whose tiles are whole registers.

    Pre-conditions: elements of 32, 16, 8 or 4 bits, or c64; elements of 1 bit, E(1), need two
    dimensions or more.
    Post-conditions: the result has the argument's dimensions, order and element type, and a 4-bit
    type gets E(4) (definition).

    >>> print(tpu_format(XlaShape.parse("bf16[16,256]")), tpu_format(XlaShape.parse("bf16[3,256]")))
    bf16[16,256]{1,0:T(8,128)(2,1)} bf16[3,256]{1,0:T(4,128)(2,1)}
    >>> print(tpu_format(XlaShape.parse("s8[64,256]")), tpu_format(XlaShape.parse("s4[9,256]")))
    s8[64,256]{1,0:T(32,128)(4,1)} s4[9,256]{1,0:T(8,128)(8,1)E(4)}
    >>> print(tpu_format(XlaShape.parse("f32[300]")), tpu_format(XlaShape.parse("bf16[9]")))
    f32[300]{0:T(512)} bf16[9]{0:T(256)(128)(2,1)}
    >>> print(tpu_format(XlaShape.parse("pred[64,256]{0,1:E(1)}")))
    pred[64,256]{0,1:T(32,128)(32,1)E(1)}
    >>> tpu_format(XlaShape.parse("f64[10,300]"))
    Traceback (most recent call last):
    spec.errors.LayoutError: the compiler for TPUs has tiles for elements of 32, 16, 8 and 4 bits, but an element of f64[10,300]{1,0} has 64

    Source: libtpu 0.0.42 for v4, v5e and v6e (tested); XLA tiled layout, Examples of tiling
    formats.
    """

@overload
def unflatten(
    flat: tuple[IntTuple, ...],
    profile: IntTuple,
) -> IntTuple:
    """Put the entries of `flat` at the terminals of `profile`.

    Pre-conditions: as many entries as the profile has terminals.
    Post-conditions: weakly_congruent(profile, result) (I15, I17); if all entries are integers,
    flatten(result) == flat and congruent(profile, result) (I15).

    >>> unflatten((4, 2, 1, 3), (0, (0, (0, 0))))
    (4, (2, (1, 3)))

    Source: CuTe tuple_algorithms.hpp.
    """

@overload
def unflatten(
    flat: Layout | TlaLayout | XlaShape,
    profile: IntTuple,
) -> Layout: ...
@overload
def unflatten(
    flat: ComposedLayout,
    profile: IntTuple,
) -> ComposedLayout: ...
@overload
def upcast(
    layout: Layout | TlaLayout | XlaShape | IntTuple,
    n: int,
) -> Layout:
    """The layout for elements n times as wide: n neighbours become one element.

    Pre-conditions: n >= 1; each nonzero stride divides n or is a multiple of n.
    Post-conditions: the size of each mode is divided by a number k, and the result R of a layout L
    has n * R(c) == L(k_1 * c_1, ..) for all natural c (R1).

    For a mode of stride d, k is n / |d| if 0 < |d| < n, and 1 otherwise. If a size is not a
    multiple of its k, the last wide element extends past the end, as in CuTe.

    >>> print(upcast(Layout((8, 4), (1, 16)), 4))
    (2,4):(1,4)
    >>> print(upcast(Layout((4, 8), (8, 2)), 4))
    (4,4):(2,1)
    >>> upcast(Layout((4, 8), (1, 6)), 4)
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 8:6 of the recast layout: one of its stride (6) and the factor (4) must divide the other

    Source: CuTe layout.hpp.
    """

@overload
def upcast(
    layout: ComposedLayout,
    n: int,
) -> ComposedLayout: ...
@overload
def upcast(
    layout: Swizzle,
    n: int,
) -> Swizzle: ...
def vector_width(
    src: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    dst: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    tv: Layout | TlaLayout | XlaShape | IntTuple,
    element: str,
    machine: Machine = ...,
) -> int:
    """The number of bits of the widest access that a copy can use both in src and in dst.

    Pre-conditions: tv(thread, value) is a 1-D coordinate of src and of dst.
    Post-conditions: each thread's values form groups of that many bits, and every group is
    contiguous in src and in dst, in the same order, at offsets that are multiples of that many bits
    (tested).

    >>> rows, columns = Layout((64, 64), (64, 1)), Layout((64, 64), (1, 64))
    >>> tv = Layout(((8, 16), (8, 4)), ((512, 1), (64, 16)))
    >>> vector_width(rows, rows, tv, "f16"), vector_width(rows, columns, tv, "f16")
    (128, 16)

    Source: CuTe copy.hpp, which copies in vectors that are common to both layouts.
    """

def wavefronts(
    smem: Layout | ComposedLayout | TlaLayout | XlaShape | IntTuple,
    tv: Layout | TlaLayout | XlaShape | IntTuple,
    element: str,
    width: int | None = None,
    machine: Machine = ...,
) -> int:
    """The number of wavefronts in which shared memory serves all values of all threads.

    Pre-conditions: smem maps coordinates of the tile to offsets in elements, and tv(thread, value)
    is a 1-D coordinate of the tile; width is the number of bits of one access, or None for the
    widest possible access.
    Post-conditions: the number is computed by ranks if the offset smem(tv(thread, value)) is linear
    over F2, and by enumeration otherwise (definition).

    >>> rows = Layout(((8, 16), (8, 4)), ((512, 1), (64, 16)))
    >>> wavefronts(Layout((64, 64), (64, 1)), rows, "f16")
    64
    >>> wavefronts(Layout((64, 64), (1, 64)), rows, "f16")
    1024
    """

def weakly_compatible(
    a: IntTuple | Layout | TlaLayout | XlaShape | ComposedLayout,
    b: IntTuple | Layout | TlaLayout | XlaShape | ComposedLayout,
) -> bool:
    """Whether each terminal of the shape `a` divides the size of the corresponding part of `b`.

    Pre-conditions: entries of a >= 1.
    Post-conditions: if so, compatible(elem_scale(a, c), b) is true for some c (I14).

    >>> weakly_compatible((2, 3), (4, (2, 3))), weakly_compatible(5, 6)
    (True, False)

    Source: CuTe int_tuple.hpp, before 4.0.
    """

def weakly_congruent(
    a: IntTuple | Layout | TlaLayout | XlaShape | ComposedLayout,
    b: IntTuple | Layout | TlaLayout | XlaShape | ComposedLayout,
) -> bool:
    """Whether `b` has the profile of `a`, possibly with tuples in place of terminals of `a`.

    This relation is a partial order.

    >>> weakly_congruent((4, 4), (1, (8, 3))), weakly_congruent((1, (8, 3)), (4, 4))
    (True, False)

    Source: CuTe int_tuple.hpp.
    """

def xor_of(
    columns: tuple[int, ...],
    x: int,
) -> int:
    """The XOR of the columns at the bits of x.

    Pre-conditions: columns and x >= 0.
    Post-conditions: the result is LinearLayout(columns)(x) if x is below 2^(number of columns)
    (tested).

    >>> xor_of((1, 3, 4), 3), xor_of((1, 3, 4), 6)
    (2, 7)
    """

@overload
def zipped_divide(
    a: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
) -> Layout:
    """`logical_divide` with the tiles of all modes in mode 0, and the rests of all modes in mode 1.

    Post-conditions: mode k of mode 0 is the tile of A[k], and mode k of mode 1 is the rest of A[k]
    (Q4); a mode whose tiler is None is unchanged in mode 1, and its tile is 1:0 (Q10).

    pycute treats None in the same way; CuTe C++ gives it no meaning.

    >>> print(zipped_divide(Layout((8, 6, 5)), (4, 2)))
    ((4,2),(2,3,5)):((1,8),(4,16,48))

    Source: CuTe 02_layout_algebra.md, Zipped, tiled, flat divides.
    """

@overload
def zipped_divide(
    a: ComposedLayout,
    tiler: Tiler,
) -> ComposedLayout: ...
@overload
def zipped_product(
    block: Layout | TlaLayout | XlaShape | IntTuple,
    tiler: Tiler,
) -> Layout:
    """`logical_product` with the blocks of all modes in mode 0, and the copies in mode 1.

    Post-conditions: mode k of mode 0 is mode A[k] of the block, and mode k of mode 1 goes from
    copy to copy of A[k] (Q7).

    >>> print(zipped_product(Layout((2, 5), (5, 1)), (Layout(3, 5), Layout(4, 6))))
    ((2,5),(3,4)):((5,1),(10,30))

    Source: CuTe 02_layout_algebra.md, Zipped and tiled products.
    """

@overload
def zipped_product(
    block: ComposedLayout,
    tiler: Tiler,
) -> ComposedLayout: ...

evenly_divides = divides_evenly
filter = filter_
group_modes = group
make_identity_tensor = make_identity_layout
slice = slice_
tv_layout = tiled_copy

__all__ = [
    "ArithmeticTuple",
    "Call",
    "ComposedLayout",
    "CongruenceError",
    "CoordinateError",
    "E",
    "Expression",
    "InadmissibleError",
    "IntTuple",
    "KindError",
    "Layout",
    "LayoutError",
    "LayoutLeft",
    "LayoutRight",
    "LinearLayout",
    "Literal",
    "Machine",
    "ModeError",
    "NotationError",
    "ShapeError",
    "SliceTuple",
    "StrideError",
    "Swizzle",
    "Tiler",
    "TlaLayout",
    "Value",
    "XlaShape",
    "append",
    "apply_swizzle",
    "as_layout",
    "as_xla_shape",
    "bank_conflicts",
    "blocked_product",
    "ceil_div",
    "coalesce",
    "compatible",
    "complement",
    "composition",
    "congruent",
    "cosize",
    "crd2crd",
    "crd2idx",
    "crd2idx_extended",
    "crd2offset",
    "depth",
    "dice",
    "divides_evenly",
    "domain_offset",
    "downcast",
    "elem_scale",
    "evenly_divides",
    "expansion",
    "explain",
    "filter_",
    "filter_zeros",
    "flat_divide",
    "flat_product",
    "flatten",
    "format_int_tuple",
    "format_layout",
    "format_tiler",
    "format_xla_shape",
    "get",
    "get_tile_layout",
    "group",
    "group_modes",
    "idx2crd",
    "idx2crd_extended",
    "inner_partition",
    "inner_product",
    "last_byte",
    "layout_add",
    "layout_of_linear",
    "left_inverse",
    "linear_index",
    "linear_layout",
    "local_partition",
    "local_tile",
    "logical_divide",
    "logical_product",
    "make_fragment_like",
    "make_identity_layout",
    "make_identity_tensor",
    "make_layout",
    "make_layout_like",
    "make_layout_tile",
    "make_layout_tv",
    "make_ordered_layout",
    "max_common_layout",
    "max_common_vector",
    "meeting_steps",
    "mma_fragment",
    "multiples",
    "nullspace",
    "outer_partition",
    "padded_shape",
    "parse_composed_layout",
    "parse_coordinate",
    "parse_expression",
    "parse_int_tuple",
    "parse_layout",
    "parse_swizzle",
    "parse_tiler",
    "parse_xla_shape",
    "partition_tv",
    "physical_order",
    "physical_shape",
    "prefix_product",
    "prepend",
    "print_layout",
    "product",
    "raked_product",
    "rank",
    "read",
    "recast_layout",
    "replace",
    "right_inverse",
    "sectors",
    "select",
    "shape",
    "shape_div",
    "size",
    "size_bytes",
    "slice_",
    "slice_and_offset",
    "stride",
    "suffix_product",
    "table",
    "take",
    "tile_to_shape",
    "tiled_copy",
    "tiled_divide",
    "tiled_product",
    "tpu_format",
    "tv_layout",
    "unflatten",
    "upcast",
    "vector_width",
    "wavefronts",
    "weakly_compatible",
    "weakly_congruent",
    "xor_of",
    "zipped_divide",
    "zipped_product",
]
