"""The spec's composition as a CrossHair contract: claim P1, if A has two modes and B one mode."""

from spec import Layout, LayoutError, composition


def composed(s: int, d: int, t: int, e: int, n: int, w: int, i: int) -> bool:
    """Return whether R = composition(A, B) has R(i) = A^(B(i)), for two modes of A and one of B.

    A^ is A without an upper bound on its last coordinate. A rejected composition counts as right.

    pre: 1 <= s and 1 <= t and 1 <= n and 1 <= w
    pre: 0 <= d and 0 <= e and 0 <= i < n
    post: __return__
    """
    a, b = Layout((s, t), (d, e)), Layout(n, w)
    try:
        r = composition(a, b)
    except LayoutError:
        return True
    return r(i) == a.extended(b(i))
