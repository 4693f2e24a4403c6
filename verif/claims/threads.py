"""Claims about threads and values: tiled copies, their partitions, instruction fragments."""

from __future__ import annotations

from itertools import product as cartesian
from typing import Any

from spec.atoms import mma_fragment
from spec.layout import Layout
from verif.claims.tla import stacked
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, attempt, ensure, ensure_equal
from verif.readings.domains import Index, Layouts, Shapes, flat
from verif.readings.numbers import Integers

Pair = tuple[int, int]


@claim(
    "T3",
    "in a tiled copy of threads and values, each numbered by columns or by rows, thread thr(i) "
    "and value val(j) are in mode k at j_k + size(val_k)*i_k: each element belongs to exactly one "
    "(thread, value)",
    source="CuTe copy_atom.hpp, make_tiled_copy",
    expect=proved(ranks=("(*,*)",)),
    bound=(6, 1),
    thr=Shapes(flat(2)),
    val=Shapes(flat(2)),
    i=Index("thr"),
    j=Index("val"),
)
def copies_take_each_element_once(alg: Any, thr: Pair, val: Pair, i: int, j: int) -> None:
    (a, b), (c, d) = alg.idx2crd(i, thr), alg.idx2crd(j, val)
    rows, columns = thr[0] * val[0], thr[1] * val[1]
    x, y = c + val[0] * a, d + val[1] * b
    for threads, values in cartesian(numbered(alg, thr), numbered(alg, val)):
        tv = alg.tiled_copy(threads, values)
        # There are as many (thread, value) pairs as elements, and no two of them have the same
        # place.
        ensure_equal("sizes", (tv[0].size, tv[1].size), (threads.size, values.size))
        ensure_equal("the place", tv(threads(i), values(j)), x + rows * y)
        ensure_equal("as many", tv.size, rows * columns)
    ensure_equal("of one thread", (x // val[0], y // val[1]), (a, b))
    ensure_equal("of one value", (x % val[0], y % val[1]), (c, d))


def numbered(alg: Any, shape: Pair) -> tuple[Layout, Layout]:
    """The two layouts that number the places of a matrix: by columns and by rows."""
    return Layout(shape), Layout(shape, alg.suffix_product(shape))


@claim(
    "T4",
    "in partition_tv, value v of tile r of a thread is where A has coordinate tv(thread, v) of "
    "tile r",
    source="CuTe copy_atom.hpp, ThrCopy",
    expect=proved(ranks=("(*) (*,*)",)),
    bound=(5, 2),
    A=Layouts(profiles=flat(1)),
    tv=Layouts(profiles=flat(2), strides="natural"),
    n=Integers(1, width=3),
    thread=Integers(0, width=3),
    v=Integers(0, width=3),
    r=Integers(0, width=3),
)
def values_are_where_the_tile_has_them(
    alg: Any, A: Layout, tv: Layout, n: int, thread: int, v: int, r: int
) -> None:
    assume("a thread", thread < tv[0].size)
    assume("a value", v < tv[1].size)
    tiles = attempt(alg.zipped_divide, A, (n,))
    assume("A can be tiled", tiles is not None)
    assume("tv stays within a tile", tv.cosize <= n)
    assume("a tile", r < tiles[1].size)
    found = attempt(alg.partition_tv, A, (n,), tv, thread)
    assume("a tile can be composed with tv", found is not None)
    part, start = found
    ensure_equal("its value", part(v, r) + start, tiles(tv(thread, v), r))


@claim(
    "T6",
    "partition_tv with a tv that covers a tile once: each element belongs to the thread and value "
    "of its place, in its tile",
    source="CuTe copy_atom.hpp, ThrCopy",
    expect=proved(ranks=("(*) (*,*)",)),
    bound=(5, 2),
    A=Layouts(profiles=flat(1)),
    tv=Layouts(profiles=flat(2), strides="natural"),
    thread=Integers(0, width=3),
    v=Integers(0, width=3),
    x=Index("A"),
)
def elements_are_of_the_thread_of_their_place(
    alg: Any, A: Layout, tv: Layout, thread: int, v: int, x: int
) -> None:
    n = tv.size
    assume("the tiles divide A", A.size % n == 0)
    assume("a thread", thread < tv[0].size)
    assume("a value", v < tv[1].size)
    # tv covers the tile once: exactly one thread and value have this place.
    assume("the place of x", tv(thread, v) == x % n)
    found = attempt(alg.partition_tv, A, (n,), tv, thread)
    assume("a tile can be composed with tv", found is not None)
    part, start = found
    ensure_equal("as many of each thread", part.size * tv[0].size, A.size)
    ensure_equal("the element", part(v, x // n) + start, A(x))


@claim(
    "T5",
    "a fragment of mma.sync holds each element of its block at exactly one lane and value, "
    "`held_at`, and has as many (lane, value) as elements",
    source="PTX ISA, Matrix Fragments for mma",
    expect=proved(),
    bound=(2, 1),
    r=Integers(1, width=1),
    n=Integers(1, width=1),
    b=Integers(1, width=1),
    i=Integers(0, width=15),
    j=Integers(0, width=15),
)
def fragments_hold_each_element_once(alg: Any, r: int, n: int, b: int, i: int, j: int) -> None:
    rows, columns = 8 * r, 4 * n * b
    assume("a row", i < rows)
    assume("a column", j < columns)
    L = mma_fragment(rows, columns, n)
    ensure_equal("lanes and values", (L.rank, L[0].size, L[1].size), (2, 32, n * r * b))
    ensure_equal("as many", L.size, rows * columns)
    lane, value = held_at(r, n, i, j)
    ensure("rows of 8", i // 8 < r)
    ensure("columns of 4 * n", j // n // 4 < b)
    stacked((i // 8, r), (j // (4 * n), b))
    stacked((j % n, n), (i // 8 + r * (j // (4 * n)), r * b))
    ensure("a lane", 0 <= lane < 32)
    ensure("a value", 0 <= value < n * r * b)
    # The digits of j: first by n, then by 4.
    ensure_equal("blocks of columns", j // n // 4, j // (4 * n))
    ensure_equal("columns", j % n + n * (j // n % 4) + n * (4 * (j // (4 * n))), j)
    ensure_equal("held there", L(lane, value), i + rows * j)


def held_at(r: int, n: int, i: int, j: int) -> Pair:
    """The lane and the value that hold element (i, j), for r blocks of rows and n neighbours.

    >>> held_at(2, 2, 9, 3)
    (5, 3)
    """
    return j // n % 4 + 4 * (i % 8), j % n + n * (i // 8 + r * (j // (4 * n)))
