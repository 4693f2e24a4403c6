"""Claims about the modes of a layout: grouped, added, sliced, and divided into tiles."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout, make_layout
from verif.claims.coordinates import NESTED, NESTED_TEXTS
from verif.kernel.claim import assume, claim, ensure, ensure_equal, proved
from verif.readings.domains import LEAF, Index, Layouts, flat, profile_text
from verif.readings.numbers import Integers

TWO = ((0, 0), (0, (0, 0)), ((0, 0), 0))
"""Profiles of two modes."""


@claim(
    "G1",
    "flatten, and group at the first or the last mode, keep the size and the function of 1-D "
    "coordinates",
    source="CuTe layout.hpp, flatten, group",
    expect=proved(ranks=NESTED_TEXTS[1:]),
    A=Layouts(profiles=NESTED[1:]),
    i=Index("A"),
)
def flatten_and_group_keep_the_function(alg: Any, A: Layout, i: int) -> None:
    flattened = alg.flatten(A)
    ensure("flat", flattened.depth == 1)
    for R in (flattened, alg.group(A, 0, 1), alg.group(A, A.rank - 1), alg.group(A, 0)):
        ensure_equal("size(R) = size(A)", R.size, A.size)
        ensure_equal("R(i) = A(i)", R(i), A(i))


@claim(
    "G2",
    "a mode appended, or prepended, adds its offsets: append(A, B)(i + size(A)*j) = A(i) + B(j)",
    source="CuTe layout.hpp, append, prepend",
    expect=proved(ranks=("(*,*) *", "(*,*) (*,*)")),
    A=Layouts(profiles=flat(2)),
    B=Layouts(profiles=(LEAF, *flat(2))),
    i=Index("A"),
    j=Index("B"),
)
def added_modes_add_offsets(alg: Any, A: Layout, B: Layout, i: int, j: int) -> None:
    behind, before = alg.append(A, B), alg.prepend(A, B)
    ensure_equal("sizes", (behind.size, before.size), (A.size * B.size,) * 2)
    ensure_equal("append", behind(i + A.size * j), A(i) + B(j))
    ensure_equal("prepend", before(j + B.size * i), A(i) + B(j))


@claim(
    "G3",
    "a slice and its offset are the layout at what is fixed: A(i, j) = slice(A(_, j))(i) + A(0, j)",
    source="CuTe 01_layout.md, Slicing; CuTe layout.hpp, slice_and_offset, dice",
    expect=proved(ranks=tuple(map(profile_text, TWO))),
    A=Layouts(profiles=TWO),
    k=Index("A"),
)
def slices_are_parts_of_the_layout(alg: Any, A: Layout, k: int) -> None:
    i, j = alg.idx2crd(k, (A[0].size, A[1].size))
    for free, fixed in (((None, j), i), ((i, None), j)):
        R, offset = alg.slice_and_offset(free, A)
        ensure_equal("the same slice", alg.slice_(free, A), R)
        ensure_equal("slice + offset", R(fixed) + offset, A((i, j)))
    ensure_equal("what is diced is what is not sliced", alg.dice((i, None), A), make_layout(A[0]))


@claim(
    "G4",
    "local_tile by sizes that divide A's: the element (x, y) is in the tile (x/p, y/q), at "
    "(x mod p, y mod q)",
    source="CuTe tensor_impl.hpp, local_tile, inner_partition, outer_partition",
    expect=proved(ranks=("(*,*)",)),
    A=Layouts(profiles=flat(2)),
    p=Integers(1, width=3),
    q=Integers(1, width=3),
    i=Index("A"),
)
def every_element_is_in_its_tile(alg: Any, A: Layout, p: int, q: int, i: int) -> None:
    M, N = A[0].size, A[1].size
    assume("p divides M", M % p == 0)
    assume("q divides N", N % q == 0)
    x, y = alg.idx2crd(i, A.shape)
    tile, there = (x // p, y // q), (x % p, y % q)
    R, offset = alg.local_tile(A, (p, q), tile)
    ensure_equal("size of a tile", R.size, p * q)
    ensure_equal("in the tile", R(there) + offset, A(i))
    S, offset = alg.outer_partition(A, (p, q), there)
    ensure_equal("number of tiles", S.size * R.size, A.size)
    ensure_equal("in each tile", S(tile) + offset, A(i))
