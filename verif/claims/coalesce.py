"""Claims about coalesce."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from verif.claims.domains import LEAF, Index, Integers, Layouts, flat
from verif.kernel.claim import REFUTED, claim, ensure, ensure_equal, proved


@claim(
    "C1",
    "coalesce keeps the size and the function, in depth at most 1",
    source="CuTe 02_layout_algebra.md, Coalesce",
    expect=proved(),
    A=Layouts(),
    i=Index("A"),
)
def coalesce_keeps_the_function(alg: Any, A: Layout, i: int) -> None:
    R = alg.coalesce(A)
    ensure_equal("size", R.size, A.size)
    ensure("depth at most 1", R.depth <= 1)
    ensure_equal("coalesce(A)(i) = A(i)", R(i), A(i))


@claim(
    "C6",
    "by-mode coalesce keeps the profile that it is given, and the function of R-D coordinates",
    source="CuTe 02_layout_algebra.md, By-mode Coalesce",
    expect=proved(ranks=("(*,*)", "((*,*),*)", "(*,(*,*))", "((*,*),(*,*))")),
    A=Layouts(profiles=((0, 0), ((0, 0), 0), (0, (0, 0)), ((0, 0), (0, 0)))),
    i=Index("A"),
)
def coalesce_by_mode_keeps_the_function(alg: Any, A: Layout, i: int) -> None:
    sizes = tuple(mode.size for mode in A)
    c = alg.idx2crd(i, sizes)
    # The shorter profile reaches the first mode only.
    for profile in ((1,), (1, 1)):
        R = alg.coalesce(A, profile)
        ensure_equal("sizes of the modes", tuple(mode.size for mode in R), sizes)
        ensure_equal("R(c) = A(c)", R(c), A(c))
        for k, mode in enumerate(R):
            reached = k < len(profile)
            ensure("a mode reached is coalesced", not reached or mode.depth <= 1)
            ensure("a mode not reached is kept", reached or mode == A[k])


@claim(
    "C7",
    "coalesce keeps the extended function",
    source="CuTe 02_layout_algebra.md, Coalesce; the converse is used by composition",
    expect=REFUTED,
    A=Layouts(profiles=(LEAF, *flat(2))),
    x=Integers(0),
)
def coalesce_keeps_the_extended_function(alg: Any, A: Layout, x: int) -> None:
    ensure_equal("coalesce(A)^(x) = A^(x)", alg.coalesce(A).extended(x), A.extended(x))
