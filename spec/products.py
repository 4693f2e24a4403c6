"""Product: repeat a layout, in the order that another layout gives.

The products order the modes differently. A block (A,B) and a tuple of tilers a, b give

    logical_product   ((A,a),(B,b))
    zipped_product    ((A,B),(a,b))
    tiled_product     ((A,B),a,b)
    flat_product      (A,B,a,b)

A block (A,B) and one tiler (a,b), whose modes correspond to the modes of the block, give

    logical_product   ((A,B),(a,b))
    blocked_product   ((A,a),(B,b))
    raked_product     ((a,A),(b,B))
"""

from spec.by_mode import by_mode, zipped
from spec.complement import complement
from spec.composition import Tiler, composition
from spec.errors import CongruenceError, ShapeError, numeral
from spec.int_tuple import IntTuple, format_int_tuple, product
from spec.layout import (
    Layout,
    LayoutLeft,
    Major,
    make_layout,
    make_ordered_layout,
)
from spec.select import prepend, side_by_side


def logical_product(block: Layout, tiler: Tiler) -> Layout:
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
    return by_mode(repeat, block, tiler)


def zipped_product(block: Layout, tiler: Tiler) -> Layout:
    """`logical_product` with the blocks of all modes in mode 0, and the copies in mode 1.

    Post-conditions: mode k of mode 0 is mode A[k] of the block, and mode k of mode 1 goes from
    copy to copy of A[k] (Q7).

    >>> print(zipped_product(Layout((2, 5), (5, 1)), (Layout(3, 5), Layout(4, 6))))
    ((2,5),(3,4)):((5,1),(10,30))

    Source: CuTe 02_layout_algebra.md, Zipped and tiled products.
    """
    return zipped(repeat, block, tiler)


def tiled_product(block: Layout, tiler: Tiler) -> Layout:
    """`zipped_product` with the modes of its second mode as top-level modes.

    Post-conditions: mode 0 consists of the blocks, and mode 1 + k goes from copy to copy of mode
    A[k] of the block (Q7).

    >>> print(tiled_product(Layout((2, 5), (5, 1)), (Layout(3, 5), Layout(4, 6))))
    ((2,5),3,4):((5,1),10,30)

    Source: CuTe 02_layout_algebra.md, Zipped and tiled products.
    """
    blocks, copies = zipped_product(block, tiler)
    return prepend(copies, blocks)


def flat_product(block: Layout, tiler: Tiler) -> Layout:
    """`zipped_product` flattened by one level: the modes of its two modes become top-level modes.

    Post-conditions: the blocks come first, and then the copies of each mode (Q7).

    >>> print(flat_product(Layout((2, 5), (5, 1)), (Layout(3, 5), Layout(4, 6))))
    (2,5,3,4):(5,1,10,30)

    Source: CuTe 02_layout_algebra.md, Zipped and tiled products.
    """
    blocks, copies = zipped_product(block, tiler)
    return side_by_side(blocks, copies)


def blocked_product(block: Layout, tiler: Layout) -> Layout:
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
    blocks, copies = ranked_product(block, tiler)
    return make_layout(*map(make_layout, blocks, copies))


def raked_product(block: Layout, tiler: Layout) -> Layout:
    """The block repeated over the tiler: (A,B) repeated over (a,b) is ((a,A),(b,B)).

    In each mode, the number of the copy comes first, and the coordinate in the block second.

    Pre-conditions: the pre-conditions of logical_product.
    Post-conditions: the post-conditions of blocked_product (Q8).

    >>> print(raked_product(Layout((2, 5), (5, 1)), Layout((3, 4), (1, 3))))
    ((3,2),(4,5)):((10,5),(30,1))

    Source: CuTe 02_layout_algebra.md, Blocked and raked products.
    """
    blocks, copies = ranked_product(block, tiler)
    return make_layout(*map(make_layout, copies, blocks))


def tile_to_shape(block: Layout, shape: IntTuple, order: IntTuple | Major = LayoutLeft) -> Layout:
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
    wanted = tuple(map(product, shape)) if isinstance(shape, tuple) else (shape,)
    if block.rank > len(wanted):
        raise CongruenceError(
            f"{block} has {block.rank} modes, but the shape {format_int_tuple(shape)} "
            f"has only {len(wanted)}"
        )
    filled = filled_up(block, len(wanted))
    copies = tuple(map(times, wanted, filled))
    if isinstance(order, Major):
        return blocked_product(filled, make_layout(copies, order))
    return blocked_product(filled, make_ordered_layout(copies, order))


def repeat(a: Layout, b: Layout) -> Layout:
    """The layout (A, A* o B), which repeats A by one tiler B. A* is the complement of A.

    >>> print(repeat(Layout(4, 2), Layout(4, 1)))
    (4,(2,2)):(2,(1,8))
    """
    return make_layout(a, composition(complement(a, a.size * b.cosize), b))


def ranked_product(block: Layout, tiler: Layout) -> Layout:
    """The logical product of the block and the tiler, after padding both to the same rank.

    >>> print(ranked_product(Layout((2, 4), (4, 1)), Layout(3)))
    ((2,4),(3,1)):((4,1),(8,0))
    """
    rank = max(block.rank, tiler.rank)
    return repeat(filled_up(block, rank), filled_up(tiler, rank))


def filled_up(layout: Layout, rank: int) -> Layout:
    """The layout as a tuple of `rank` modes, padded with 1:0.

    >>> print(filled_up(Layout(8), 2))
    (8,1):(1,0)
    """
    return make_layout(*layout, *(Layout(1, 0),) * (rank - layout.rank))


def times(wanted: int, mode: Layout) -> int:
    """The number of copies of a mode that give the wanted size.

    >>> times(8, Layout((2, 2)))
    2
    """
    if wanted % mode.size != 0:
        raise ShapeError(f"the size {numeral(mode.size)} of {mode} must divide {wanted}")
    return wanted // mode.size
