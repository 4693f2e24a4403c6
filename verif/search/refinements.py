"""Layouts that are compatible with B and may be the composition of A and B."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate, product
from operator import mul

from spec.layout import Layout
from spec.modes import Groups, Modes, modes_of


def refinements(a: Layout, b: Layout) -> Iterator[Groups]:
    """Yield one candidate for each way to write B's sizes as products.

    Each candidate has the only strides that a composition of A and B with its shape can have: if
    the sizes before a mode in its group have the product p, the mode's stride is A's offset at p
    steps of B.

    >>> for groups in refinements(Layout((3, 2), (1, 5)), Layout(4, 2)):
    ...     print(groups)
    (((2, 2), (2, 6)),)
    (((4, 2),),)
    """
    modes = modes_of(b)
    for sizes in product(*(factorizations(n) for n, _ in modes)):
        yield tuple(group_at(a, s, w) for s, (_, w) in zip(sizes, modes, strict=True))


def group_at(a: Layout, sizes: tuple[int, ...], w: int) -> Modes:
    """Return modes of these sizes with the strides that A has at steps of w.

    >>> group_at(Layout((3, 2), (1, 5)), (2, 2), 2)
    ((2, 2), (2, 6))
    """
    units = accumulate(sizes[:-1], mul, initial=1)
    return tuple((s, a.extended(p * w)) for s, p in zip(sizes, units, strict=True))


@cache
def factorizations(n: int) -> tuple[tuple[int, ...], ...]:
    """Return the ordered factorizations of n into factors of at least 2. For 1, return ((1,),).

    >>> factorizations(8), factorizations(1)
    (((2, 2, 2), (2, 4), (4, 2), (8,)), ((1,),))
    """
    shorter = ((k, *rest) for k in range(2, n) if n % k == 0 for rest in factorizations(n // k))
    return (*shorter, (n,))
