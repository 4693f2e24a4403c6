"""A CrossHair contract: pycute's R = composition(A, B) has R(i) = A(B(i)), if B has one mode."""

from pycute import Layout, composition


def composed(s: int, d: int, t: int, e: int, n: int, w: int, i: int) -> bool:
    """Return whether R = composition(A, B) has R(i) = A(B(i)), for two modes of A and one of B.

    A rejected composition counts as right.

    pre: 1 <= s <= 40 and 1 <= t <= 40 and 1 <= n <= 40 and 1 <= w <= 40
    pre: 0 <= d and 0 <= e and 0 <= i < n
    pre: (n - 1) * w < s * t
    post: __return__
    """
    a, b = Layout((s, t), (d, e)), Layout(n, w)
    try:
        r = composition(a, b)
    except (AssertionError, ValueError):
        return True
    return r(i) == a(b(i))
