"""Conversions between distributed layouts: which bits of register and thread must change.

A distributed layout maps register r of thread t to an element. It has a column for each bit of r
and for each bit of t, and the element is the XOR of the columns of all bits that are 1. A
conversion moves elements from a source layout to a target layout, so that each register has the
element that the target requires. The source may have this element in the same register, in another
register of the same thread, or only in another thread. Gaussian elimination over F2 finds which of
these three cases holds, for all registers at once. Let d be the element that the target needs in a
thread, and e the source's element in register 0 of this thread. The source has d in this thread if
and only if d XOR e is an XOR of the source's register columns.

The columns of any other set of bits may replace the register columns. Then the conversion may
change only the bits in this set. If the set is empty, the conversion must be a no-op. If the set
consists of the register and lane bits, the conversion stays within a warp.
"""

from spec.steps import Steps, in_turn
from spec.xors import preimage, xor_of


def needed(registers: Steps, threads: Steps, source: Steps) -> Steps:
    """The columns of the linear map from (register r, thread t) to x ^ y.

    Here x is the target's element in register r of thread t, and y is the source's element in
    register 0 of thread t. The arguments are the target's register columns, the target's thread
    columns, and the source's thread columns.

    >>> needed((1,), (2, 4), (2, 8))
    (1, 0, 12)
    """
    return in_turn(registers, differences(threads, source))


def differences(columns: Steps, others: Steps) -> Steps:
    """The XOR of two lists of columns, position by position; the shorter list is padded with 0.

    >>> differences((1, 2), (1, 3, 8))
    (0, 1, 8)
    """
    if not columns:
        return others
    if not others:
        return columns
    return (columns[0] ^ others[0],) + differences(columns[1:], others[1:])


def first_beyond(columns: Steps, needs: Steps) -> int:
    """2^k, where needs[k] is the first entry of `needs` that is not an XOR of columns.

    The result is 0 if every entry of `needs` is an XOR of columns.

    Pre-conditions: the entries of `columns` and of `needs` are >= 0.
    Post-conditions: if the result is 0, each XOR of entries of `needs` is an XOR of columns (T9);
    otherwise the result is 2^k, and needs[k] is not an XOR of columns (T9).

    >>> first_beyond((1, 6), (7, 6, 2)), first_beyond((1, 6), (7, 6))
    (4, 0)
    """
    if not needs:
        return 0
    if xor_of(columns, preimage(columns, needs[0])) != needs[0]:
        return 1
    return 2 * first_beyond(columns, needs[1:])


def preimages(columns: Steps, needs: Steps) -> Steps:
    """For each entry of `needs`, a number x such that xor_of(columns, x) is this entry.

    For an entry without such an x, the number in the result is meaningless.

    Pre-conditions: the entries of `columns` and of `needs` are >= 0.
    Post-conditions: if each entry of `needs` is an XOR of columns, xor_of(columns, xor_of(R, n)) ==
    xor_of(needs, n) for the result R and every n (T9).

    >>> preimages((1, 6), (7, 6))
    (3, 2)
    """
    if not needs:
        return ()
    return (preimage(columns, needs[0]),) + preimages(columns, needs[1:])
