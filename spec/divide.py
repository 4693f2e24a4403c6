"""Divide: split a layout into a tile and the layout of the tiles.

The four divides order the modes differently. Let a tuple of two tilers divide mode 0 of a layout
into a tile `A` and a rest `a`, and mode 1 into a tile `B` and a rest `b`. A rest is the layout of
the tiles. The results are

    logical_divide    ((A,a),(B,b))
    zipped_divide     ((A,B),(a,b))
    tiled_divide      ((A,B),a,b)
    flat_divide       (A,B,a,b)
"""

from spec.by_mode import by_mode, tile_of, zipped
from spec.complement import complement, sort_modes
from spec.composition import Tiler, composition
from spec.errors import InadmissibleError
from spec.layout import Layout, make_layout
from spec.modes import Modes, modes_of
from spec.select import prepend, side_by_side


def logical_divide(a: Layout, tiler: Tiler) -> Layout:
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
    spec.errors.InadmissibleError: mode 3:1 of B: its size (3) must be a multiple of its \
number of steps within a mode of A (2)

    Source: CuTe 02_layout_algebra.md, Division; Cecka 2026, section 3.6.
    """
    return by_mode(divide, a, tiler)


def zipped_divide(a: Layout, tiler: Tiler) -> Layout:
    """`logical_divide` with the tiles of all modes in mode 0, and the rests of all modes in mode 1.

    Post-conditions: mode k of mode 0 is the tile of A[k], and mode k of mode 1 is the rest of A[k]
    (Q4); a mode whose tiler is None is unchanged in mode 1, and its tile is 1:0 (Q10).

    pycute treats None in the same way; CuTe C++ gives it no meaning.

    >>> print(zipped_divide(Layout((8, 6, 5)), (4, 2)))
    ((4,2),(2,3,5)):((1,8),(4,16,48))

    Source: CuTe 02_layout_algebra.md, Zipped, tiled, flat divides.
    """
    return zipped(divide, a, tiler)


def tiled_divide(a: Layout, tiler: Tiler) -> Layout:
    """`zipped_divide`, but the modes of mode 1 (the rests) become top-level modes.

    Post-conditions: mode 0 consists of the tiles, and mode 1 + k is the rest of A[k] (Q4).

    >>> print(tiled_divide(Layout((8, 6, 5)), (4, 2)))
    ((4,2),2,3,5):((1,8),4,16,48)

    Source: CuTe 02_layout_algebra.md, Zipped, tiled, flat divides.
    """
    tile, rest = zipped_divide(a, tiler)
    return prepend(rest, tile)


def flat_divide(a: Layout, tiler: Tiler) -> Layout:
    """`zipped_divide` flattened by one level: the modes of its two modes become top-level modes.

    Post-conditions: the tiles come first, and then the rest of each mode (Q4).

    >>> print(flat_divide(Layout((8, 6, 5)), (4, 2)))
    (4,2,2,3,5):(1,8,4,16,48)

    Source: CuTe 02_layout_algebra.md, Zipped, tiled, flat divides.
    """
    tile, rest = zipped_divide(a, tiler)
    return side_by_side(tile, rest)


def divides_evenly(a: Layout, tiler: Tiler) -> bool:
    """Whether a divide puts each element of A into exactly one tile, and adds no other elements.

    Post-conditions: if the result is True, logical_divide(a, tiler) has the size and the image of
    A: for a single tiler (Q1); for a pair of tilers and an A of two modes (Q11); for any tuple of
    tilers (tested).

    >>> divides_evenly(Layout(24), 8), divides_evenly(Layout(24), 5)
    (True, False)
    >>> divides_evenly(Layout(24), Layout(2, 3)), divides_evenly(Layout((3, 4), (0, 1)), 2)
    (True, False)
    """
    if tiler is None:
        return True
    if isinstance(tiler, tuple):
        return len(tiler) <= a.rank and all(map(divides_evenly, a, tiler))
    tile = tile_of(tiler)
    return is_chain(sort_modes(modes_of(tile)), 1, a.size) and is_divisible(a, tile)


def divide(a: Layout, b: Layout) -> Layout:
    """A o (B, B*), which divides A by one tile B. B* is the complement of B.

    >>> print(divide(Layout(24, 3), Layout(8, 3)))
    (8,3):(9,3)
    """
    return composition(a, make_layout(b, complement(b, a.size)))


def is_chain(modes: Modes, current: int, size: int) -> bool:
    """Whether the modes form a divisible chain that ends at a divisor of the size.

    The end of a mode is its shape times its stride. In a divisible chain, each stride is a positive
    multiple of the end of the previous mode. Modes of shape 1 are skipped.

    Pre-conditions: the modes are sorted by stride; `current` is the end of the mode before the
    first mode, or 1 if there is none.

    >>> is_chain(((4, 2), (3, 8)), 1, 24), is_chain(((4, 2), (3, 9)), 1, 27)
    (True, False)
    """
    if not modes:
        return size % current == 0
    (s, d), rest = modes[0], modes[1:]
    if s == 1:
        return is_chain(rest, current, size)
    return d >= 1 and d % current == 0 and is_chain(rest, s * d, size)


def is_divisible(a: Layout, b: Layout) -> bool:
    """Whether A can be divided by B.

    >>> A = Layout((3, 4), (0, 1))
    >>> is_divisible(A, Layout(3)), is_divisible(A, Layout(2))
    (True, False)
    """
    try:
        divide(a, b)
    except InadmissibleError:
        return False
    return True
