"""Claims about the divides."""

from __future__ import annotations

from typing import Any

from spec.complement import sort_modes
from spec.divide import divides_evenly
from spec.layout import Layout, make_layout
from spec.modes import modes_of
from verif.claims.domains import LEAF, Index, Integers, Layouts, flat
from verif.claims.theory.cover import element_of, gap_of, onto, within
from verif.claims.theory.modes import value_at_zero, within_the_size
from verif.claims.theory.products import chained
from verif.kernel.claim import assume, attempt, by, claim, ensure, ensure_equal, proved

SOURCE = "CuTe 02_layout_algebra.md, Division; Cecka 2026, section 3.6"
ONE_MODE = Layouts(profiles=(LEAF,), strides="natural")


@claim(
    "Q1",
    "A / B, B admissible for the size of A, has A o B as mode 0, and size and image of A",
    source=SOURCE,
    expect=proved(),
    A=Layouts(),
    B=Layouts(strides="natural"),
    i=Index("B"),
    c=Index("A"),
    x=Index("A"),
)
def divide_keeps_size_and_image(alg: Any, A: Layout, B: Layout, i: int, c: int, x: int) -> None:
    assume("B is admissible for A", divides_evenly(A, B))
    modes = modes_of(B)
    by(chained, sort_modes(modes), 1, A.size)
    tiles = make_layout(B, alg.complement(B, A.size))
    R = alg.logical_divide(A, B)
    ensure_equal("rank", R.rank, 2)
    by(within, modes, A.size, i, 0)
    by(within, modes, A.size, c % B.size, c // B.size)
    for layout in (tiles, R):
        by(value_at_zero, modes_of(layout[1]))
    for offset in (B(i), tiles(c), x):
        by(within_the_size, modes_of(A), offset)
    ensure_equal("size(R) = size(A)", R.size, A.size)
    ensure_equal("R is A o B at first", R(i), A(B(i)))
    ensure_equal("mode 0 is A o B", R[0](i), A(B(i)))
    ensure_equal("R has elements of A only", R(c), A(tiles(c)))
    by(onto, modes, A.size, x)
    at = element_of(modes, x) + B.size * gap_of(modes, x)
    ensure_equal("R has every element of A", R(at), A(x))


@claim(
    "Q3",
    "logical_divide, over-covering or not, is A after B and its complement",
    source=f"{SOURCE}; CuTe layout.hpp, logical_divide",
    expect=proved(ranks=("* *", "* (*,*)", "(*) *", "(*) (*,*)")),
    A=Layouts(profiles=(LEAF, *flat(1))),
    B=Layouts(profiles=(LEAF, *flat(2)), strides="natural"),
    c=Integers(0),
)
def divide_is_composition(alg: Any, A: Layout, B: Layout, c: int) -> None:
    R = attempt(alg.logical_divide, A, B)
    assume("A can be divided by B", R is not None)
    rest = alg.complement(B, A.size)
    tiles = make_layout(B, rest)
    assume("c is a coordinate", c < tiles.size)
    ensure_equal("R(c) = A^((B, B*)(c))", R(c), A.extended(tiles(c)))
    ensure("compatible((B, B*), R)", alg.compatible((B.shape, rest.shape), R.shape))


@claim(
    "Q4",
    "zipped, tiled and flat divide regroup the modes of logical_divide",
    source="CuTe 02_layout_algebra.md, Zipped, tiled, flat divides",
    expect=proved(ranks=tuple(f"{a} * *" for a in ("(*,*)", "(*,*,*)"))),
    A=Layouts(profiles=flat(2, 3)),
    B=ONE_MODE,
    C=ONE_MODE,
)
def divides_regroup(alg: Any, A: Layout, B: Layout, C: Layout) -> None:
    tiler = (B, C)
    L = attempt(alg.logical_divide, A, tiler)
    assume("A can be divided by B, C", L is not None)
    Z, T, F = (f(A, tiler) for f in (alg.zipped_divide, alg.tiled_divide, alg.flat_divide))
    tiles = tuple(mode[0] for mode in tuple(L)[:2])
    rests = (*(mode[1] for mode in tuple(L)[:2]), *tuple(L)[2:])
    ensure_equal(
        "zipped: ((B, C), (b, c, ..))", Z, make_layout(make_layout(*tiles), make_layout(*rests))
    )
    ensure_equal("tiled: ((B, C), b, c, ..)", T, make_layout(make_layout(*tiles), *rests))
    ensure_equal("flat: (B, C, b, c, ..)", F, make_layout(*tiles, *rests))
