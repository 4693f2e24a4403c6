"""Tiles of matrix instructions: many atoms in one tile, as in CuTe's TiledMMA."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from spec.atoms.mma import Atom, Operand
from spec.composed import AnyLayout
from spec.composition import Tiler, composition
from spec.coordinates import coordinate_refusal
from spec.divide import logical_divide, zipped_divide
from spec.errors import InadmissibleError, LayoutError
from spec.int_tuple import IntTuple
from spec.inverse import right_inverse
from spec.layout import Layout, make_layout, slice_and_offset
from spec.notation import format_tiler
from spec.partition import require_numbers_each_place
from spec.products import filled_up, tiled_product
from spec.swizzled import applied

A, B, C = (0, 2), (1, 2), (0, 1)
"""For each operand, the indices of its row mode and of its column mode in (m,n,k)."""


@dataclass(frozen=True)
class TiledMMA:
    """A tile of atoms: the layout `atoms` arranges copies of `atom` along m, n and k.

    For each of m, n and k, `permutation` gives the tile's size, or a layout. The layout maps an
    element's place in the atoms to its place in the tile. The tile is repeated over a larger
    tensor.

    A tile has the same attributes as an atom: name, shape, threads, and the operands a, b and c.

    Source: CuTe atom/mma_atom.hpp, TiledMMA.
    """

    _repr_svg_: ClassVar[Callable[["TiledMMA"], str | None]]
    """Draws the tile in a notebook. The package `spec` sets this attribute to `drawing_of`."""

    atom: Atom
    atoms: Layout
    permutation: tuple[int | Layout, int | Layout, int | Layout]

    def __str__(self) -> str:
        return f"A {self.a}; B {self.b}; C {self.c}"

    @property
    def name(self) -> str:
        """The atom's name and the layout of the atoms."""
        return f"{self.atom.name} by {self.atoms}"

    @property
    def shape(self) -> tuple[int, int, int]:
        """The sizes of the tile along m, n and k."""
        m, n, k = (_size(side) for side in self.permutation)
        return m, n, k

    @cached_property
    def thr_layout_vmnk(self) -> Layout:
        """The map from (thread of an atom, the atom's indices along m, n, k) to a thread number."""
        return tiled_product(self.atom.threads, self.atoms)

    @property
    def threads(self) -> Layout:
        """The layout n:1, where n is the number of threads of all atoms together."""
        return Layout(self.thr_layout_vmnk.size)

    @cached_property
    def a(self) -> Operand:
        """The operand A, whose block is (m,k)."""
        return _operand(self, self.atom.a, A)

    @cached_property
    def b(self) -> Operand:
        """The operand B, whose block is (n,k)."""
        return _operand(self, self.atom.b, B)

    @cached_property
    def c(self) -> Operand:
        """The result C, whose block is (m,n)."""
        return _operand(self, self.atom.c, C)


def tiled_mma(atom: Atom, atoms: Layout | IntTuple = 1, permutation: Tiler = None) -> TiledMMA:
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
    arranged = atoms if isinstance(atoms, Layout) else Layout(atoms)
    if arranged.rank > 3:
        raise LayoutError(
            f"the atoms must have at most three modes m, n and k, but {arranged} has "
            f"{arranged.rank}"
        )
    arranged = filled_up(arranged, 3)
    require_numbers_each_place(arranged, "the atoms")
    tile = TiledMMA(atom, arranged, _sides(atom, arranged, permutation))
    require_numbers_each_place(tile.thr_layout_vmnk, "the threads")
    return tile


def _sides(
    atom: Atom, atoms: Layout, permutation: Tiler
) -> tuple[int | Layout, int | Layout, int | Layout]:
    """Fill in the permutation: a mode without an entry gets the size of all atoms along it."""
    given = () if permutation is None else permutation
    if not isinstance(given, tuple) or len(given) > 3:
        raise LayoutError(
            "a permutation must be a tuple of at most three tilers, for m, n and k, not "
            f"{format_tiler(given)}"
        )
    filled = (*given, None, None, None)
    least = [s * mode.size for s, mode in zip(atom.shape, atoms, strict=True)]
    m, n, k = (
        _side(name, given, size) for name, given, size in zip("mnk", filled, least, strict=False)
    )
    return m, n, k


def _side(name: str, given: Tiler, least: int) -> int | Layout:
    if given is None:
        return least
    if isinstance(given, tuple):
        raise LayoutError(
            f"the permutation of mode {name} must be a size or a layout, not {format_tiler(given)}"
        )
    if isinstance(given, Layout):
        require_numbers_each_place(make_layout(given), f"the permutation along {name}")
    if _size(given) < 1 or _size(given) % least != 0:
        raise InadmissibleError(
            f"the permutation along {name}",
            "the size of all atoms along this mode ({}) must divide the permutation's size ({})",
            least,
            _size(given),
        )
    return given


def _size(side: int | Layout) -> int:
    return side.size if isinstance(side, Layout) else side


def _operand(tile: TiledMMA, one: Operand, modes: tuple[int, int]) -> Operand:
    rows, columns = modes
    others = tile.atoms.size // (tile.atoms[rows].size * tile.atoms[columns].size)
    block = tile.shape[rows], tile.shape[columns]
    return Operand(_layout_tv(tile, one, modes, block), block, one.times * others)


def _layout_tv(tile: TiledMMA, one: Operand, modes: tuple[int, int], shape: IntTuple) -> Layout:
    """The thread-value layout of an operand, for a tensor of this shape."""
    thr, values = _thrfrg(Layout(shape), tile, one, modes)
    return make_layout(composition(thr, _numbers(tile, modes)), values)


def _numbers(tile: TiledMMA, modes: tuple[int, int]) -> Layout:
    """The map from a thread's number to the thread's 1-D coordinate in (ThrV,(ThrR,ThrC)).

    ThrV enumerates the threads of an atom. ThrR enumerates the atoms along the operand's row mode,
    and ThrC the atoms along its column mode.
    """
    threads = tile.thr_layout_vmnk
    steps = [0, 0, 0]
    steps[modes[0]] = threads[0].size
    steps[modes[1]] = threads[0].size * threads[1 + modes[0]].size
    sizes = tuple(mode.size for mode in threads)
    return composition(Layout(sizes, (1, *steps)), right_inverse(threads))


def _thrfrg(a: Layout, tile: TiledMMA, one: Operand, modes: tuple[int, int]) -> Layout:
    rows, columns = modes
    if a.rank < 2:
        raise LayoutError(f"an operand must have at least two modes, but {a} has {a.rank}")
    permuted = logical_divide(a, (tile.permutation[rows], tile.permutation[columns]))
    block, rest = zipped_divide(permuted, one.block)
    held = composition(block, one.layout)
    sides = tile.atoms[rows].size, tile.atoms[columns].size
    stands, again = zipped_divide(rest, sides)
    return make_layout(make_layout(held[0], stands), make_layout(held[1], again))


def thrfrg_A(a: AnyLayout, mma: TiledMMA) -> AnyLayout:
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
    return applied(_thrfrg, a, mma, mma.atom.a, A)


def thrfrg_B(a: AnyLayout, mma: TiledMMA) -> AnyLayout:
    """A tensor (N,K,..) of B, regrouped into ((ThrV,(ThrN,ThrK)),(FrgV,(RestN,RestK,..))).

    Pre-conditions: the pre-conditions of `thrfrg_A`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> print(thrfrg_B(Layout((32, 16)), mma))
    (((4,8),(2,1)),((2,2),(2,1))):(((64,1),(8,0)),((32,256),(16,0)))

    Source: CuTe atom/mma_atom.hpp, TiledMMA::thrfrg_B.
    """
    return applied(_thrfrg, a, mma, mma.atom.b, B)


def thrfrg_C(a: AnyLayout, mma: TiledMMA) -> AnyLayout:
    """A tensor (M,N,..) of C, regrouped into ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,..))).

    Pre-conditions: the pre-conditions of `thrfrg_A`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> print(thrfrg_C(Layout((32, 32)), mma))
    (((4,8),(2,2)),((2,2),(1,2))):(((64,1),(16,256)),((32,8),(0,512)))

    Source: CuTe atom/mma_atom.hpp, TiledMMA::thrfrg_C.
    """
    return applied(_thrfrg, a, mma, mma.atom.c, C)


def get_layoutA_TV(mma: TiledMMA, shape: IntTuple | None = None) -> Layout:
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
    return mma.a.layout if shape is None else _over(mma, mma.atom.a, A, shape)


def get_layoutB_TV(mma: TiledMMA, shape: IntTuple | None = None) -> Layout:
    """The layout from (thread, value) to the 1-D coordinate in B's tile (n,k), or in a tensor.

    With a shape, the tile is repeated over a tensor of this shape.

    Pre-conditions: the pre-conditions of `get_layoutA_TV`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> print(get_layoutB_TV(mma))
    (((4,8),2,2),((2,2),(1,1))):(((32,1),0,8),((16,128),(0,0)))

    Source: CuTe atom/mma_atom.hpp, TiledMMA::get_layoutB_TV.
    """
    return mma.b.layout if shape is None else _over(mma, mma.atom.b, B, shape)


def get_layoutC_TV(mma: TiledMMA, shape: IntTuple | None = None) -> Layout:
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
    return mma.c.layout if shape is None else _over(mma, mma.atom.c, C, shape)


def _over(mma: TiledMMA, one: Operand, modes: tuple[int, int], shape: IntTuple) -> Layout:
    require_divided(shape, tuple(mma.shape[mode] for mode in modes))
    return _layout_tv(mma, one, modes, shape)


def require_divided(shape: IntTuple, tile: Sequence[int]) -> None:
    """Raise InadmissibleError unless the tile divides the shape, mode by mode.

    >>> require_divided((64, 24), (32, 16))
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 1 of the tensor: the size of the tile (16) must divide the \
mode's size (24)
    """
    modes = tuple(Layout(shape))
    if len(modes) < len(tile):
        raise LayoutError(f"the tensor has fewer modes ({len(modes)}) than the tile ({len(tile)})")
    for k, (mode, side) in enumerate(zip(modes, tile, strict=False)):
        if mode.size % side != 0:
            raise InadmissibleError(
                f"mode {k} of the tensor",
                "the size of the tile ({}) must divide the mode's size ({})",
                side,
                mode.size,
            )


def partition_A(a: AnyLayout, mma: TiledMMA, thread: int) -> tuple[AnyLayout, int]:
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
    return _partition(a, mma, mma.atom.a, A, thread)


def partition_B(a: AnyLayout, mma: TiledMMA, thread: int) -> tuple[AnyLayout, int]:
    """A thread's part of B: a layout with the modes (FrgV,RestN,RestK,..), and the part's offset.

    Pre-conditions: the pre-conditions of `partition_A`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> partition_B(Layout((32, 16)), mma, 65)
    (Layout.parse('((2,2),2,1):((32,256),16,0)'), 72)

    Source: CuTe atom/mma_atom.hpp, ThrMMA::partition_B.
    """
    return _partition(a, mma, mma.atom.b, B, thread)


def partition_C(a: AnyLayout, mma: TiledMMA, thread: int) -> tuple[AnyLayout, int]:
    """A thread's part of C: a layout with the modes (FrgV,RestM,RestN,..), and the part's offset.

    Pre-conditions: the pre-conditions of `partition_A`.

    >>> from spec.atoms import mma_atom
    >>> mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2))
    >>> partition_C(Layout((32, 32), (32, 1)), mma, 127)
    (Layout.parse('((2,2),1,2):((1,256),0,16)'), 750)

    Source: CuTe atom/mma_atom.hpp, ThrMMA::partition_C.
    """
    return _partition(a, mma, mma.atom.c, C, thread)


def _partition(
    a: AnyLayout, mma: TiledMMA, one: Operand, modes: tuple[int, int], thread: int
) -> tuple[AnyLayout, int]:
    if not 0 <= thread < mma.threads.size:
        raise coordinate_refusal(thread, mma.threads.shape)
    held = _numbers(mma, modes)(thread)

    def part(inner: Layout) -> tuple[Layout, int]:
        thr, (frg, rest) = _thrfrg(inner, mma, one, modes)
        return part_at(held, thr, frg, rest)

    return applied(part, a)


def part_at(thread: int, thr: Layout, values: Layout, rest: Layout) -> tuple[Layout, int]:
    """The part of one thread: a layout with the modes (values,*rest), and the part's offset.

    `thread` is the 1-D coordinate of the thread in the layout `thr`.

    >>> part_at(1, Layout(4, 2), Layout(2), Layout((3, 5), (8, 24)))
    (Layout.parse('(2,3,5):(1,8,24)'), 2)
    """
    whole = make_layout(thr, values, *rest)
    return slice_and_offset((thread, *(None,) * (whole.rank - 1)), whole)
