"""Claims about extreme cases: rank 0, extents of 0, and A o B with a negative stride of B."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from spec.xla import XlaShape
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, attempt, ensure, ensure_equal
from verif.readings.domains import ANY_NESTING, LEAF, Layouts, Shapes, flat
from verif.readings.numbers import Integers

FEW = (LEAF, *flat(2))
FEW_TEXTS = ("*", "(*,*)")


@claim(
    "E1",
    "the layout of rank 0 is one element at 0: size and cosize are 1, coalesce and the inverses "
    "give 1:0, its complement is all offsets, M:1, and any layout composed with it is the layout "
    "of rank 0",
    source="CuTe 01_layout.md; CuTe test/unit/cute/core/coalesce.cpp, complement.cpp",
    expect=proved(ranks=FEW_TEXTS),
    bound=(4, 2),
    A=Layouts(profiles=FEW),
    M=Integers(1),
)
def rank_0_is_one_element(alg: Any, A: Layout, M: int) -> None:
    E = Layout((), ())
    ensure_equal("size, cosize, rank", (E.size, alg.cosize(E), alg.rank(E)), (1, 1, 0))
    ensure_equal("E(0)", E(0), 0)
    for unary in (alg.coalesce, alg.right_inverse, alg.left_inverse):
        ensure_equal("1:0", unary(E), Layout(1, 0))
    ensure_equal("the complement", alg.coalesce(alg.complement(E, M)), alg.coalesce(Layout(M, 1)))
    ensure_equal("A o E", alg.composition(A, E), E)


@claim(
    "E2",
    "a layout of two extents >= 0 is accepted if and only if neither is 0",
    source="NVlabs/CuTe 01_layout.md: a shape is made of positive integers",
    expect=proved(),
    s=Integers(0, width=3),
    t=Integers(0, width=3),
    d=Integers(0, width=2),
)
def extents_are_positive(alg: Any, s: int, t: int, d: int) -> None:
    A = attempt(alg.make_layout, (s, t), (d, d))
    ensure_equal("accepted where no extent is 0", A is not None, s >= 1 and t >= 1)


@claim(
    "E3",
    "an XLA array, tiled or not, may have dimensions of size 0; it takes no bytes if and only if a "
    "dimension has size 0",
    source="XLA tiled layout; XLA layout, element_size_in_bits",
    expect=proved(ranks=("(*,*)",)),
    dims=Shapes(flat(2), low=0),
    tile=Shapes(flat(2)),
)
def empty_arrays_take_no_bytes(alg: Any, dims: tuple[int, int], tile: tuple[int, int]) -> None:
    m, n = dims
    for tiles in ((), (tile,)):
        nothing = alg.size_bytes(XlaShape("f32", dims, tiles=tiles)) == 0
        ensure_equal("no bytes", nothing, m == 0 or n == 0)


@claim(
    "E4",
    "composition rejects a B that is one mode with a negative stride: from its second element on, "
    "B leads to negative coordinates, which A does not have",
    source="CuTe test/unit/cute/core/composition.cpp, negative strides",
    expect=proved(),
    bound=(3, 2),
    A=Layouts(ANY_NESTING),
    n=Integers(1, width=2),
    w=Integers(1, width=2),
    c=Integers(1, width=2),
)
def strides_below_0_lead_nowhere(alg: Any, A: Layout, n: int, w: int, c: int) -> None:
    B = Layout(n, -w)
    ensure("composition rejects it", attempt(alg.composition, A, B) is None)
    assume("c is a coordinate of B, and not the first", c < n)
    ensure("B(c) is negative", B(c) < 0)


@claim(
    "E5",
    "for an XLA array of two dimensions, `last_byte` is inside the array; the array has at least "
    "as many bytes as all its elements together; without tiles, no element has a byte after "
    "`last_byte`",
    source="XLA layout, element_size_in_bits",
    expect=proved(ranks=("(*,*)",)),
    dims=Shapes(flat(2)),
    tile=Shapes(flat(2)),
    i=Shapes(flat(2), low=0),
)
def the_last_byte_is_inside(
    alg: Any, dims: tuple[int, int], tile: tuple[int, int], i: tuple[int, int]
) -> None:
    m, n = dims
    for tiles in ((), (tile,)):
        array = XlaShape("f32", dims, tiles=tiles)
        padded, elements = alg.expansion(array)
        ensure_equal("bytes of the elements", elements, 4 * m * n)
        ensure_equal("bytes with padding", padded, alg.size_bytes(array))
        ensure("the elements take at most as many bytes as the array has", elements <= padded)
        ensure("inside", alg.last_byte(array) < padded)
    plain = XlaShape("f32", dims)
    assume("an index", i[0] < m and i[1] < n)
    ensure("no later byte", 4 * alg.linear_index(plain, i) + 3 <= alg.last_byte(plain))
