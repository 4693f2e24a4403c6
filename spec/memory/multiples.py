"""XORs of some numbers, and the multiples of a power of two among them: a basis, bit by bit."""

from spec.steps import Steps

Combination = tuple[int, int]
"""A number, and the set of columns of which it is the XOR, as bits."""

Combinations = tuple[Combination, ...]


def xor_of(columns: Steps, x: int) -> int:
    """The XOR of the columns at the bits of x.

    Pre-conditions: columns and x >= 0.
    Post-conditions: LinearLayout(columns)(x), where x is below 2^(number of columns).

    >>> xor_of((1, 3, 4), 3), xor_of((1, 3, 4), 6)
    (2, 7)
    """
    if not columns:
        return 0
    return ((x % 2) * columns[0]) ^ xor_of(columns[1:], x // 2)


def multiples(columns: Steps, n: int) -> Combinations:
    """XORs of columns that are multiples of n, each with its columns, of which all others are XORs.

    Pre-conditions: columns >= 0; n is a power of two.
    Post-conditions: of (c, z) c is the XOR of the columns at the bits of z, and n divides c; the
    XOR of columns at y is a multiple of n iff y is an XOR of the z.

    >>> multiples((1, 33, 64, 3, 2), 32)
    ((32, 3), (64, 4), (0, 25))
    """
    return _cleared(_numbered(columns, 1), 1, n)


def _numbered(columns: Steps, unit: int) -> Combinations:
    """Each column as an XOR of itself."""
    if not columns:
        return ()
    return ((columns[0], unit), *_numbered(columns[1:], 2 * unit))


def _cleared(cs: Combinations, bit: int, n: int) -> Combinations:
    """Multiples of n of XORs of multiples of `bit`."""
    if bit == n:
        return cs
    return _cleared(_without(cs, bit), 2 * bit, n)


def _without(cs: Combinations, bit: int) -> Combinations:
    """One that has the bit taken out, and XORed onto the others that have it."""
    if not cs:
        return ()
    if cs[0][0] // bit % 2:
        return _freed(cs[1:], cs[0], bit)
    return (cs[0], *_without(cs[1:], bit))


def _freed(cs: Combinations, pivot: Combination, bit: int) -> Combinations:
    """The pivot XORed onto those that have the bit."""
    if not cs:
        return ()
    rest = _freed(cs[1:], pivot, bit)
    (c, z), (p, y) = cs[0], pivot
    return ((c ^ p, z ^ y), *rest) if c // bit % 2 else (cs[0], *rest)
