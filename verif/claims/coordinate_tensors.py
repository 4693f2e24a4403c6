"""Claims about layouts whose strides are coordinates. Predication uses such layouts."""

from __future__ import annotations

from typing import Any

from spec.basis import E
from spec.int_tuple import IntTuple
from spec.layout import Layout
from verif.claims.coordinates import NESTED, NESTED_TEXTS
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, ensure, ensure_equal
from verif.readings.domains import Index, Layouts, Shapes, flat
from verif.readings.numbers import Integers

SOURCE = "CuTe 0y_predication.md"
PAIR = Layouts(profiles=flat(2))
PAIRS = ("(*,*)",)


@claim(
    "T1",
    "the identity layout maps the 1-D coordinate of a point to its natural coordinate, as a sum "
    "of basis elements",
    source=f"{SOURCE}; CuTe layout.hpp, make_identity_layout",
    expect=proved(ranks=NESTED_TEXTS),
    S=Shapes(NESTED),
    i=Index("S"),
)
def identity_takes_points_to_themselves(alg: Any, S: IntTuple, i: int) -> None:
    point = alg.idx2crd(i, S)
    ensure("a coordinate", alg.make_identity_layout(S)(i) == in_basis(point))


def in_basis(point: IntTuple, *path: int) -> Any:
    """The coordinate `point` as a sum of multiples of basis elements E(*path, ..).

    >>> in_basis((2, (0, 3)))
    (2,(0,3))
    """
    if isinstance(point, tuple):
        return sum(in_basis(part, *path, k) for k, part in enumerate(point))
    return point * E(*path)


@claim(
    "T2",
    "predication guards are right: in a coordinate tensor that is tiled and padded like the array, "
    "the coordinate at a place is within the array's bounds iff the place belongs to an element of "
    "the array",
    source=SOURCE,
    expect=proved(ranks=PAIRS),
    bound=(4, 1),
    A=PAIR,
    p=Integers(1, width=2),
    q=Integers(1, width=2),
    tile=Shapes(flat(2), low=0),
    place=Shapes(flat(2), low=0),
)
def guards_hold(
    alg: Any, A: Layout, p: int, q: int, tile: tuple[int, int], place: tuple[int, int]
) -> None:
    (M, N), (i, j) = (A[0].size, A[1].size), place
    guards, tiles = guarded(alg, A, p, q)
    assume("a tile", tile[0] < alg.ceil_div(M, p) and tile[1] < alg.ceil_div(N, q))
    assume("a place in the tile", i < p and j < q)
    x, y = i + p * tile[0], j + q * tile[1]
    ensure("the coordinate that the guard compares", guards((place, tile)) == x * E(0) + y * E(1))
    if x < M and y < N:
        ensure_equal("a place within the bounds is an element", tiles((place, tile)), A((x, y)))
        ensure_equal(
            "the place determines the element", ((x % p, y % q), (x // p, y // q)), (place, tile)
        )


@claim(
    "T2e",
    "each element has a guard: at the element's place in the tiles, the coordinate tensor has the "
    "element's coordinate, and the tiled array has the element's offset",
    source=SOURCE,
    expect=proved(ranks=PAIRS),
    bound=(5, 1),
    A=PAIR,
    p=Integers(1, width=2),
    q=Integers(1, width=2),
    c=Index("A"),
)
def elements_are_guarded(alg: Any, A: Layout, p: int, q: int, c: int) -> None:
    guards, tiles = guarded(alg, A, p, q)
    x, y = alg.idx2crd(c, A.shape)
    at = (x % p, y % q), (x // p, y // q)
    ensure("the guard has the coordinate", guards(at) == x * E(0) + y * E(1))
    ensure_equal("the tiled array has the offset", tiles(at), A(c))


def guarded(alg: Any, A: Layout, p: int, q: int) -> tuple[Layout, Layout]:
    """The coordinate tensor of A, and A itself, each divided into padded tiles of p by q."""
    return alg.zipped_divide(alg.make_identity_layout(A.shape), (p, q)), alg.zipped_divide(
        A, (p, q)
    )
