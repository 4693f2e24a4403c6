"""Tiled copies: a copy instruction repeated over a tile, as in CuTe's TiledCopy.

A tiled copy has two sides. `get_layoutS_TV` says which thread reads each element of the tile, and
`get_layoutD_TV` says which thread writes it. For plain copies both layouts are equal. With
ldmatrix, a thread reads a row but receives other elements.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from spec.atoms.copy import CopyAtom
from spec.atoms.tiled import (
    TiledMMA,
    get_layoutA_TV,
    get_layoutB_TV,
    get_layoutC_TV,
    part_at,
    require_divided,
)
from spec.coalesce import coalesce
from spec.composed import AnyLayout
from spec.composition import composition
from spec.coordinates import coordinate_refusal
from spec.divide import zipped_divide
from spec.errors import InadmissibleError, LayoutError
from spec.filter import filter_
from spec.int_tuple import IntTuple
from spec.inverse import left_inverse, right_inverse
from spec.layout import Layout, make_layout, slice_and_offset
from spec.memory.accesses import require_tv
from spec.notation import format_tiler
from spec.products import logical_product
from spec.recast import upcast
from spec.swizzled import applied
from spec.tiled import make_layout_tv


@dataclass(frozen=True)
class TiledCopy:
    """A copy of a tile: `tv` maps (thread, value) to the 1-D coordinate in the tile.

    Threads and values are numbered as in `atom.ref`, the atom's reference layout. For each mode of
    the tile, `tiler` has the mode's size, or a layout that picks elements of the tensor.

    Pre-conditions: the number of the atom's threads divides the number of threads of `tv`, and the
    number of the atom's values divides the number of values of `tv`.

    Source: CuTe copy_atom.hpp, TiledCopy.
    """

    _repr_svg_: ClassVar[Callable[["TiledCopy"], str | None]]
    """The method that draws the value in a notebook. `spec` sets it to `drawing_of`."""

    atom: CopyAtom
    tv: Layout
    tiler: tuple[int | Layout, ...]

    def __post_init__(self) -> None:
        require_tv(self.tv, Layout(self.tile))
        atom = self.atom.threads, self.atom.values
        for part, has, mode in zip(("threads", "values"), atom, self.tv, strict=True):
            if mode.size % has != 0:
                raise InadmissibleError(
                    f"the {part} of the tiled copy",
                    f"the number of {part} of {self.atom.name} ({{}}) must divide the copy's "
                    "({})",
                    has,
                    mode.size,
                )

    def __str__(self) -> str:
        tiler = format_tiler(self.tiler)
        return f"S {get_layoutS_TV(self)} of tile {tiler}; D {get_layoutD_TV(self)} of tile {tiler}"

    @property
    def tile(self) -> tuple[int, ...]:
        """The sizes of the tile's modes."""
        return tuple(one.size if isinstance(one, Layout) else one for one in self.tiler)

    @property
    def threads(self) -> int:
        """The number of threads."""
        return self.tv[0].size


def make_tiled_copy(atom: CopyAtom, thr: Layout, val: Layout) -> TiledCopy:
    """The tiled copy of `atom` whose tiler and layout `make_layout_tv(thr, val)` returns.

    Pre-conditions: the pre-conditions of the function `tiled_copy` and of the class TiledCopy.

    >>> from spec.atoms import copy_atom
    >>> atom = copy_atom("cp.async.16", "f16")
    >>> copy = make_tiled_copy(atom, Layout((32, 4), (4, 1)), Layout((1, 8)))
    >>> print(copy.tile, get_layoutS_TV(copy))
    (32, 32) ((4,32),(8,1)):((256,1),(32,0))

    Source: CuTe copy_atom.hpp, make_tiled_copy.
    """
    tiler, tv = make_layout_tv(thr, val)
    return TiledCopy(atom, tv, tiler)


def make_tiled_copy_A(atom: CopyAtom, mma: TiledMMA) -> TiledCopy:
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
    return TiledCopy(atom, get_layoutA_TV(mma), mma.a.block)


def make_tiled_copy_B(atom: CopyAtom, mma: TiledMMA) -> TiledCopy:
    """The tiled copy whose registers hold the operand B of a tiled matrix instruction.

    Pre-conditions: the pre-conditions of TiledCopy.

    >>> from spec.atoms import copy_atom, mma_atom, tiled_mma
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2), (32, 32, 16))
    >>> print(get_layoutS_TV(make_tiled_copy_B(copy_atom("ldmatrix.x4", "f16"), mma)))
    ((8,2,2,2,2),(8,1)):((1,256,16,0,8),(32,0))

    Source: CuTe copy_atom.hpp, make_tiled_copy_B.
    """
    return TiledCopy(atom, get_layoutB_TV(mma), mma.b.block)


def make_tiled_copy_C(atom: CopyAtom, mma: TiledMMA) -> TiledCopy:
    """The tiled copy whose registers hold the result C of a tiled matrix instruction.

    Pre-conditions: the pre-conditions of TiledCopy.

    >>> from spec.atoms import copy_atom, mma_atom, tiled_mma
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> print(get_layoutD_TV(make_tiled_copy_C(copy_atom("stmatrix.x2", "f16"), mma)))
    ((16,2,2,2),(8,1)):((1,0,16,256),(32,0))

    Source: CuTe copy_atom.hpp, make_tiled_copy_C.
    """
    return TiledCopy(atom, get_layoutC_TV(mma), mma.c.block)


def make_tiled_copy_C_atom(atom: CopyAtom, mma: TiledMMA) -> TiledCopy:
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
    whole, sides = get_layoutC_TV(mma), mma.c.block
    values = atom.src[1].size
    if values > whole[1].size:
        raise InadmissibleError(
            "the tiled copy",
            f"the number of values in {atom.name} ({{}}) must be at most the number in C ({{}})",
            values,
            whole[1].size,
        )
    tv = composition(whole, Layout((whole[0].size, values)))
    tiler = tuple(filter_(composition(Layout(sides, axis), tv)) for axis in ((1, 0), (0, 1)))
    places = composition(Layout(sides), tiler)
    return TiledCopy(atom, composition(left_inverse(places), tv), tiler)


def make_tiled_copy_S(atom: CopyAtom, copy: TiledCopy) -> TiledCopy:
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
    return TiledCopy(atom, get_layoutS_TV(copy), copy.tiler)


def make_tiled_copy_D(atom: CopyAtom, copy: TiledCopy) -> TiledCopy:
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
    return TiledCopy(atom, get_layoutD_TV(copy), copy.tiler)


def get_layoutS_TV(copy: TiledCopy, shape: IntTuple | None = None) -> Layout:
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
    return _layout_tv(copy, copy.atom.src, shape)


def get_layoutD_TV(copy: TiledCopy, shape: IntTuple | None = None) -> Layout:
    """The layout from (thread, value) to the 1-D coordinate of the element that the thread writes.

    Pre-conditions: the pre-conditions of `get_layoutS_TV`.

    >>> from spec.atoms import copy_atom
    >>> atom = copy_atom("ldmatrix.x1", "f16")
    >>> copy = make_tiled_copy(atom, Layout((8, 4), (4, 1)), Layout((1, 2)))
    >>> print(get_layoutS_TV(copy), get_layoutD_TV(copy))
    ((8,4),(8,1)):((1,0),(8,0)) ((4,8),(2,1)):((16,1),(8,0))

    Source: CuTe copy_atom.hpp, TiledCopy::get_layoutD_TV.
    """
    return _layout_tv(copy, copy.atom.dst, shape)


def _layout_tv(copy: TiledCopy, side: Layout, shape: IntTuple | None) -> Layout:
    if shape is None:
        thr, values, _ = _of_tile(make_layout(Layout(copy.tile), Layout(1, 0)), copy, side)
        return make_layout(thr, values)
    require_divided(shape, copy.tile)
    thr, values, rest = _tidfrg(Layout(shape), copy, side)
    return make_layout(thr, make_layout(values, rest))


def tidfrg_S(a: AnyLayout, copy: TiledCopy) -> AnyLayout:
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
    return applied(_tidfrg, a, copy, copy.atom.src)


def tidfrg_D(a: AnyLayout, copy: TiledCopy) -> AnyLayout:
    """The destination of a tiled copy, regrouped into (Thr,(FrgV,FrgX),(RestM,RestN,..)).

    Pre-conditions: the pre-conditions of `tidfrg_S`.

    >>> from spec.atoms import copy_atom
    >>> atom = copy_atom("ldmatrix.x1", "f16")
    >>> copy = make_tiled_copy(atom, Layout((8, 4), (4, 1)), Layout((1, 2)))
    >>> print(tidfrg_D(Layout((16, 8), (8, 1)), copy))
    ((4,8),(2,1),(2,1)):((2,8),(1,0),(64,0))

    Source: CuTe copy_atom.hpp, TiledCopy::tidfrg_D.
    """
    return applied(_tidfrg, a, copy, copy.atom.dst)


def _tidfrg(a: Layout, copy: TiledCopy, side: Layout) -> Layout:
    if a.rank < len(copy.tiler):
        raise LayoutError(
            f"the tensor must have at least {len(copy.tiler)} modes, but {a} has {a.rank}"
        )
    return _of_tile(zipped_divide(a, copy.tiler), copy, side)


def _of_tile(divided: Layout, copy: TiledCopy, side: Layout) -> Layout:
    """Split the mode `tile` of a tensor (tile,rest) by thread and value: (Thr,(FrgV,FrgX),rest).

    Source: CuTe copy_atom.hpp, TiledCopy::tile2thrfrg.
    """
    atoms, others = zipped_divide(copy.tv, (copy.atom.threads, copy.atom.values))
    held = composition(atoms, composition(right_inverse(copy.atom.ref), side))
    thr = coalesce(make_layout(held[0], others[0]), 1)
    tv = make_layout(thr, make_layout(coalesce(held[1], 1), coalesce(others[1], 1)))
    return make_layout(*composition(divided[0], tv), divided[1])


def partition_S(a: AnyLayout, copy: TiledCopy, thread: int) -> tuple[AnyLayout, int]:
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
    return _partition(a, copy, copy.atom.src, thread)


def partition_D(a: AnyLayout, copy: TiledCopy, thread: int) -> tuple[AnyLayout, int]:
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
    return _partition(a, copy, copy.atom.dst, thread)


def _partition(a: AnyLayout, copy: TiledCopy, side: Layout, thread: int) -> tuple[AnyLayout, int]:
    if not 0 <= thread < copy.threads:
        raise coordinate_refusal(thread, copy.threads)

    def part(inner: Layout) -> tuple[Layout, int]:
        return part_at(thread, *_tidfrg(inner, copy, side))

    return applied(part, a)


def retile(a: Layout, copy: TiledCopy) -> Layout:
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
    values = a[0].size
    places = composition(right_inverse(copy.tv), Layout(copy.tile))
    fragment = upcast(places, copy.threads * values)
    block = logical_product(Layout(values), right_inverse(fragment))
    taken = make_layout(*zipped_divide(block, copy.atom.values))
    divided = zipped_divide(a, (values, *(mode.size for mode in fragment)))
    held = composition(divided[0], taken)
    return slice_and_offset((None, (0, *(None,) * (a.rank - 1))), make_layout(held, divided[1]))[0]
