"""Wavefronts and sectors of linear offsets, computed from ranks over F2 without enumeration.

The offset of value v of thread t is S(t) ^ W(v), where S and W are linear maps: XORs of columns.

- One access can cover 2^k values iff two conditions hold. The k lowest bits of each column of S are
  0. Each of the numbers 1, 2, 4, .. 2^(k-1) is an XOR of columns of W.
- A phase has 2^p threads. Each word of the phase is the XOR of a base word and some columns of a
  matrix U. The columns of U are the first p columns of S, converted to units of words, and one
  column for each bit of a word's number in an access.
- Two words of a phase are in one bank iff their XOR is a multiple of the number of banks (claims
  W1, W2). So each bank that is used serves 2^m words, where m is the size of a basis of such
  multiples among the XORs of U's columns (claims W3, W4, W5).
"""

from collections.abc import Sequence

from spec.linear import LinearLayout
from spec.memory.accesses import Matrix
from spec.memory.machine import Machine
from spec.memory.multiples import multiples, taker
from spec.memory.served import Conflict, Request, Sectors, Served


def widest(matrix: Matrix, bits: int, machine: Machine) -> int:
    """The width in bits of the widest accesses that cover all values.

    >>> widest(Matrix((64, 128), (1, 3, 8)), 16, Machine())
    64
    """
    k = 0
    while (
        (2 << k) * bits <= 8 * machine.widest
        and not any(column & ((2 << k) - 1) for column in matrix.threads)
        and _reaches(matrix.values, 1 << k)
    ):
        k += 1
    return bits << k


def served(matrix: Matrix, bits: int, width: int, machine: Machine) -> Served:
    """Count the wavefronts, phases and requests.

    Pre-conditions: the values can be accessed `width` bits at a time. If the offset of (0, 0) is
    not 0, it is a whole number of rows of memory (a row is one word of each bank). The bits that
    are 1 in this offset are 0 in all columns of the matrix.
    """
    found = multiples(_words(matrix, bits, width, machine), machine.banks)
    requests = _requests(matrix, bits, width, machine)
    phases = requests << _log(machine.threads, matrix) - _log(machine.phase(width), matrix)
    return Served(phases << len(found), phases, requests, width)


def first_conflict(matrix: Matrix, bits: int, width: int, machine: Machine) -> Conflict | None:
    """Return two words of bank 0 that the first phase accesses: word 0 and another word.

    Return None if the phase accesses no other word of bank 0.

    Pre-conditions: the pre-conditions of `served`.
    """
    words = _words(matrix, bits, width, machine)
    found = multiples(words, machine.banks)
    if not found:
        return None
    word, of = found[0], taker(words, machine.banks, 1)
    thread = of & ((1 << _log(machine.phase(width), matrix)) - 1)
    within = word ^ LinearLayout(matrix.threads)(thread) * bits // machine.bank_bits
    value = _preimage(matrix.values, within * machine.bank_bits // bits)
    return Conflict(((0, 0), (thread, value)), (0, word), 0, 1 << len(found))


def sectors(matrix: Matrix, bits: int, width: int, machine: Machine) -> Sectors:
    """Count the sectors that the requests touch, and the fewest that could hold their elements.

    Pre-conditions: the pre-conditions of `served`.
    """
    unit = 8 * machine.sector
    threads = matrix.threads[: _log(machine.threads, matrix)]
    touched = _rank(_units(threads, bits, width, unit))
    elements = _rank(_units(threads, bits, width, bits))
    requests = _requests(matrix, bits, width, machine)
    fewest = -(-(bits << elements) // unit)
    return Sectors(requests << touched, requests * fewest, requests, width)


def scattered(matrix: Matrix, bits: int, width: int, machine: Machine) -> Request | None:
    """The first request if it touches more sectors than its elements need, or else None.

    Returning one request is enough, because all requests touch the same number of sectors.

    Pre-conditions: the pre-conditions of `served`.
    """
    found = sectors(matrix, bits, width, machine)
    one, fewest = found.sectors // found.requests, found.fewest // found.requests
    return None if one == fewest else Request((0, 0), one, fewest)


def _words(matrix: Matrix, bits: int, width: int, machine: Machine) -> tuple[int, ...]:
    """The columns of the matrix U that the module's docstring defines.

    U has a column for each bit of a thread's number in a phase, then a column for each bit of a
    word's number in an access.
    """
    together = _log(machine.phase(width), matrix)
    return _units(matrix.threads[:together], bits, width, machine.bank_bits)


def _units(columns: Sequence[int], bits: int, width: int, unit: int) -> tuple[int, ...]:
    """The columns in units of `unit` bits, followed by a column for each bit of a unit's number.

    The given columns count elements of `bits` bits. An access of `width` bits consists of units,
    numbered from 0. Bit j of a unit's number has the column 2^j.
    """
    within = (1 << j for j in range((width // unit).bit_length() - 1))
    return (*(column * bits // unit for column in columns), *within)


def _requests(matrix: Matrix, bits: int, width: int, machine: Machine) -> int:
    warps = len(matrix.threads) - _log(machine.threads, matrix)
    return 1 << warps + len(matrix.values) - (width // bits).bit_length() + 1


def _log(threads: int, matrix: Matrix) -> int:
    """The base-2 logarithm of `threads`, but at most the number of thread columns of the matrix."""
    return min(threads.bit_length() - 1, len(matrix.threads))


def _rank(columns: Sequence[int]) -> int:
    return LinearLayout(tuple(columns)).rank


def _reaches(columns: tuple[int, ...], x: int) -> bool:
    return _rank(columns) == _rank((*columns, x))


def _preimage(columns: tuple[int, ...], x: int) -> int:
    """A number that the columns map to x. The number x must be an XOR of columns."""
    return LinearLayout((*columns, x)).kernel[-1] ^ (1 << len(columns))
