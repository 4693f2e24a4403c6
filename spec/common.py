"""The common part of two layouts: the coordinates that both map to 0, 1, 2, .."""

from spec.coalesce import coalesce
from spec.composition import composition
from spec.errors import InadmissibleError
from spec.inverse import right_inverse
from spec.layout import Layout
from spec.modes import modes_of


def max_common_vector(a: Layout, b: Layout) -> int:
    """A number n such that each offset 0 .. n - 1 has the same 1-D coordinate in both layouts.

    Pre-conditions: the pre-conditions of `max_common_layout`.
    Post-conditions: result == size(max_common_layout(a, b)) (V8).

    >>> max_common_vector(Layout((4, 8), (1, 4)), Layout((4, 8), (1, 5)))
    4

    Source: CuTe layout.hpp.
    """
    return max_common_layout(a, b).size


def max_common_layout(a: Layout, b: Layout) -> Layout:
    """The longest layout R such that the coordinate R(i) has the offset i in both A and B.

    Pre-conditions: the right inverse of B stays within A, and A composed with this inverse is a
    layout. Post-conditions: A(R(i)) == i and B(R(i)) == i for all i < size(R) (V8).

    CuTe does not check that the right inverse stays within A: for A = 4:1 and B = 8:1, CuTe's
    result has size 8.

    >>> print(max_common_layout(Layout((2, 4, 3), (4, 1, 8)), Layout((2, 4, 3), (4, 1, 16))))
    (4,2):(2,1)
    >>> max_common_layout(Layout(4), Layout(8))
    Traceback (most recent call last):
    spec.errors.InadmissibleError: the right inverse 8:1 of B: its cosize (8) must be at most \
the size of A (4)

    Source: CuTe layout.hpp.
    """
    inverse = right_inverse(b)
    if inverse.cosize > a.size:
        raise InadmissibleError(
            f"the right inverse {inverse} of B",
            "its cosize ({}) must be at most the size of A ({})",
            inverse.cosize,
            a.size,
        )
    n, d = modes_of(coalesce(composition(a, inverse)))[0]
    return composition(inverse, Layout(n, 1)) if d == 1 else Layout(1, 0)
