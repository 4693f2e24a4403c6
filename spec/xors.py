"""XORs of columns: linear layouts as matrices over F2, and Gaussian elimination.

The columns map a number x to the XOR of the columns at the bits of x. Elimination takes
one column after the other as the *pivot*. Let b be the lowest bit of the pivot. The pivot is XORed
into each later column that has b, which clears b there. A column that becomes 0 is an XOR of the
columns before it. The kernel is the set of numbers that the columns map to 0. Each column that
becomes 0 adds a number to the basis of the kernel.
"""

from spec.steps import Steps


def xor_of(columns: Steps, x: int) -> int:
    """The XOR of the columns at the bits of x.

    Pre-conditions: columns and x >= 0.
    Post-conditions: the result is LinearLayout(columns)(x) if x is below 2^(number of columns)
    (tested).

    >>> xor_of((1, 3, 4), 3), xor_of((1, 3, 4), 6)
    (2, 7)
    """
    if not columns:
        return 0
    return ((x % 2) * columns[0]) ^ xor_of(columns[1:], x // 2)


def kernel_of(columns: Steps) -> Steps:
    """A basis of the numbers that the columns map to 0.

    The basis has an element for each column that is an XOR of the columns before it.

    Pre-conditions: columns >= 0.
    Post-conditions: the columns map the XOR of any set of elements to 0, and different sets have
    different XORs (S13); with k elements and n columns, if the columns map a number to a value,
    they map 2^k numbers below 2^n to this value (S13).

    >>> kernel_of((1, 2, 3)), kernel_of((0, 4, 0, 4))
    ((7,), (1, 4, 10))
    """
    if not columns:
        return ()
    pivot, rest = columns[0], columns[1:]
    if pivot == 0:
        # xor_of(rest, x) is 0 for each x in kernel_of(rest), so `lifted` turns x into 2*x.
        return (1,) + lifted(kernel_of(rest), rest, 1)
    bit = lowest(pivot)
    return lifted(kernel_of(freed(rest, pivot, bit)), rest, bit)


def lifted(numbers: Steps, rest: Steps, bit: int) -> Steps:
    """For each number x, the number 2*x + b.

    Here b is 1 if xor_of(rest, x) has a 1 at `bit`, and 0 otherwise.

    >>> lifted((1, 3), (2, 3), 1)
    (2, 7)
    """
    if not numbers:
        return ()
    x = numbers[0]
    return (has(xor_of(rest, x), bit) + 2 * x,) + lifted(numbers[1:], rest, bit)


def preimage(columns: Steps, value: int) -> int:
    """A number that the columns map to `value`. If none exists, the result is meaningless.

    Pre-conditions: columns and value >= 0.
    Post-conditions: the result is below 2^(number of columns), and the columns map the result to
    `value` if they map any number to `value` (S14).

    >>> preimage((1, 2, 3), 3), preimage((1, 2, 3), 4)
    (3, 3)
    """
    if not columns:
        return 0
    pivot, rest = columns[0], columns[1:]
    if pivot == 0:
        return 2 * preimage(rest, value)
    bit = lowest(pivot)
    x = preimage(freed(rest, pivot, bit), without(value, pivot, bit))
    return 2 * x if xor_of(rest, x) == value else 1 + 2 * x


def lowest(x: int) -> int:
    """The lowest bit of x that is 1, as a power of two.

    Pre-conditions: x >= 1.

    >>> lowest(12)
    4
    """
    return x - (x & (x - 1))


def has(x: int, bit: int) -> int:
    """Return 1 if x has a 1 at `bit`, a power of two, and 0 otherwise.

    >>> has(6, 2), has(5, 2)
    (1, 0)
    """
    return 1 if x & bit else 0


def freed(columns: Steps, pivot: int, bit: int) -> Steps:
    """The columns, with the pivot XORed into each column that has a 1 at `bit`.

    >>> freed((3, 4, 5), 7, 1)
    (4, 4, 2)
    """
    if not columns:
        return ()
    return (without(columns[0], pivot, bit),) + freed(columns[1:], pivot, bit)


def without(x: int, pivot: int, bit: int) -> int:
    """Return x XOR pivot if x has a 1 at `bit`, otherwise x.

    >>> without(3, 7, 1), without(4, 7, 1)
    (4, 4)
    """
    return x ^ pivot if x & bit else x
