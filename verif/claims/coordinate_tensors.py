"""Claims about layouts whose strides are coordinates: what predication looks at."""

from __future__ import annotations

from typing import Any

from spec.basis import E
from spec.int_tuple import IntTuple
from spec.layout import Layout
from verif.claims.coordinates import NESTED, NESTED_TEXTS
from verif.kernel.claim import assume, claim, ensure, ensure_equal, proved
from verif.readings.domains import Index, Layouts, Shapes, flat
from verif.readings.numbers import Integers

SOURCE = "CuTe 0y_predication.md"


@claim(
    "T1",
    "the identity layout takes the 1-D coordinate of a point to its natural coordinate, as a sum "
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
    """The coordinate as a sum of basis elements below a path.

    >>> in_basis((2, (0, 3)))
    (2,(0,3))
    """
    if isinstance(point, tuple):
        return sum(in_basis(part, *path, k) for k, part in enumerate(point))
    return point * E(*path)


@claim(
    "T2",
    "guards of predication hold: a coordinate tensor, tiled as an array is and padded, has a "
    "coordinate of the array exactly at the places of its elements, each of which has one",
    source=SOURCE,
    expect=proved(ranks=("(*,*)",)),
    bound=(4, 1),
    A=Layouts(profiles=flat(2)),
    p=Integers(1, width=2),
    q=Integers(1, width=2),
    tile=Shapes(flat(2), low=0),
    place=Shapes(flat(2), low=0),
    c=Index("A"),
)
def guards_hold(
    alg: Any, A: Layout, p: int, q: int, tile: tuple[int, int], place: tuple[int, int], c: int
) -> None:
    (M, N), (i, j) = (A[0].size, A[1].size), place
    guards = alg.zipped_divide(alg.make_identity_layout(A.shape), (p, q))
    tiles = alg.zipped_divide(A, (p, q))
    assume("a tile", tile[0] < alg.ceil_div(M, p) and tile[1] < alg.ceil_div(N, q))
    assume("a place in it", i < p and j < q)
    x, y = i + p * tile[0], j + q * tile[1]
    ensure("what the guard looks at", guards((place, tile)) == x * E(0) + y * E(1))
    if x < M and y < N:
        ensure_equal("in bounds is an element", tiles((place, tile)), A((x, y)))
        ensure_equal("of this place", ((x % p, y % q), (x // p, y // q)), (place, tile))
    x, y = alg.idx2crd(c, A.shape)
    at = (x % p, y % q), (x // p, y // q)
    ensure("each element has a guard", guards(at) == x * E(0) + y * E(1))
    ensure_equal("in bounds", tiles(at), A(c))
