"""Find a basis of those XORs of given columns that are multiples of n, a power of two.

The method is Gaussian elimination: each column becomes the *pivot* once. Let b be the lowest
set bit of the pivot. The pivot is XORed into each later column in which b is set; this clears b
there. If n does not divide the pivot, then b is clear in all multiples of n. So the pivot is
dropped: the remaining columns give all multiples. If n divides the pivot, the pivot joins the
basis, and b is clear in all later columns.
"""

from spec.steps import Steps
from spec.xors import freed, has, lowest, xor_of


def multiples(columns: Steps, n: int) -> Steps:
    """A basis of the multiples of n among the XORs of columns.

    Pre-conditions: columns >= 0; n is a power of two.
    Post-conditions: each XOR of entries of the result is a multiple of n and an XOR of columns
    (W3); each XOR of columns that is a multiple of n is an XOR of entries of the result (W4);
    different subsets of the result have different XORs (W5); if coordinate x needs the word
    xor_of(columns, x) from one of n banks, each bank that is needed serves 2^(k + m) coordinates,
    where k is the length of `kernel_of(columns)` and m is the length of the result (W7).

    >>> multiples((1, 33, 64, 3, 2), 32), multiples((1, 2, 4), 8)
    ((32, 64), ())
    """
    if not columns:
        return ()
    pivot, rest = columns[0], columns[1:]
    if pivot == 0:
        return multiples(rest, n)
    found = multiples(freed(rest, pivot, lowest(pivot)), n)
    return found if pivot & (n - 1) else (pivot,) + found


def taker(columns: Steps, n: int, y: int) -> int:
    """A number x such that xor_of(columns, x) == xor_of(multiples(columns, n), y).

    Pre-conditions: the pre-conditions of `multiples`; y >= 0.
    Post-conditions: xor_of(columns, result) == xor_of(multiples(columns, n), y) (W3).

    >>> taker((1, 33, 64, 3, 2), 32, 1), taker((1, 33, 64, 3, 2), 32, 2)
    (3, 4)
    """
    if not columns:
        return 0
    pivot, rest = columns[0], columns[1:]
    if pivot == 0:
        return 2 * taker(rest, n, y)
    bit = lowest(pivot)
    others = freed(rest, pivot, bit)
    if pivot & (n - 1):
        x = taker(others, n, y)
        return has(xor_of(rest, x), bit) + 2 * x
    x = taker(others, n, y // 2)
    return (y + has(xor_of(rest, x), bit)) % 2 + 2 * x
