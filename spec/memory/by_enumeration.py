"""Count wavefronts and sectors by enumerating all accesses."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from spec.memory.accesses import Columns, neighbours
from spec.memory.machine import Machine
from spec.memory.served import Conflict, Request, Sectors, Served


class Word(NamedTuple):
    thread: int
    value: int
    word: int


Banks: TypeAlias = dict[int, dict[int, Word]]
"""Maps each bank to its words, and each word to the first (thread, value) that accesses it."""


def widest(cols: Columns, bits: int, machine: Machine) -> int:
    """The greatest width, in bits, such that accesses of this width cover all values.

    >>> widest(((4, 2), (6, 0), (5, 3), (7, 1)), 16, Machine())
    32
    """
    n = 1
    while 2 * n * bits <= 8 * machine.widest and neighbours(cols, 2 * n) is not None:
        n *= 2
    return n * bits


def served(cols: Columns, bits: int, width: int, machine: Machine) -> Served:
    """Count the wavefronts, phases and requests.

    Pre-conditions: the values can be accessed `width` bits at a time.
    """
    phases = [
        max(map(len, by_bank(words, machine).values()))
        for words in phases_of(cols, bits, width, machine)
    ]
    requests = len(requests_of(cols, width // bits, machine))
    return Served(sum(phases), len(phases), requests, width)


def first_conflict(cols: Columns, bits: int, width: int, machine: Machine) -> Conflict | None:
    """The first bank conflict: two words of one bank in the same phase; None without a conflict.

    Pre-conditions: the values can be accessed `width` bits at a time.
    """
    busy = _first_in_conflict(cols, bits, width, machine)
    if not busy:
        return None
    bank = min(busy)
    one, other, *_ = busy[bank].values()
    takers = (one.thread, one.value), (other.thread, other.value)
    return Conflict(takers, (one.word, other.word), bank, len(busy[bank]))


def _first_in_conflict(cols: Columns, bits: int, width: int, machine: Machine) -> Banks:
    """Find the first phase with a conflict. Return the words of each bank in conflict, or {}."""
    for words in phases_of(cols, bits, width, machine):
        asked = by_bank(words, machine)
        busy = {bank: taken for bank, taken in asked.items() if len(taken) > 1}
        if busy:
            return busy
    return {}


def sectors(cols: Columns, bits: int, width: int, machine: Machine) -> Sectors:
    """Count the sectors that the requests touch, and the fewest that could hold their elements.

    Pre-conditions: the values can be accessed `width` bits at a time.
    """
    requests = list(_sectors(cols, bits, width, machine))
    taken, fewest = (one.sectors for one in requests), (one.fewest for one in requests)
    return Sectors(sum(taken), sum(fewest), len(requests), width)


def scattered(cols: Columns, bits: int, width: int, machine: Machine) -> Request | None:
    """The first request that touches more sectors than its elements need, or None.

    Pre-conditions: the values can be accessed `width` bits at a time.
    """
    requests = _sectors(cols, bits, width, machine)
    return next((one for one in requests if one.sectors > one.fewest), None)


def _sectors(cols: Columns, bits: int, width: int, machine: Machine) -> Iterator[Request]:
    unit = 8 * machine.sector
    for threads, values in requests_of(cols, width // bits, machine):
        places = {cols[v][t] * bits for v in values for t in threads}
        ends = ((x // unit, (x + bits - 1) // unit) for x in places)
        touched = {sector for first, last in ends for sector in range(first, last + 1)}
        yield Request((threads[0], values[0]), len(touched), -(-len(places) * bits // unit))


def requests_of(cols: Columns, n: int, machine: Machine) -> list[tuple[range, tuple[int, ...]]]:
    """The threads and the values of each request."""
    groups = neighbours(cols, n)
    assert groups is not None
    count = len(cols[0])
    warps = [
        range(first, min(first + machine.threads, count))
        for first in range(0, count, machine.threads)
    ]
    return [(warp, group) for warp in warps for group in groups]


def phases_of(cols: Columns, bits: int, width: int, machine: Machine) -> Iterator[list[Word]]:
    """Yield the words of each phase, each word with a (thread, value) that accesses it."""
    together, unit = machine.phase(width), machine.bank_bits
    for threads, values in requests_of(cols, width // bits, machine):
        for first in range(0, len(threads), together):
            yield [
                Word(t, v, word)
                for t in threads[first : first + together]
                for v in values
                for word in range(
                    cols[v][t] * bits // unit, (cols[v][t] * bits + bits - 1) // unit + 1
                )
            ]


def by_bank(words: list[Word], machine: Machine) -> Banks:
    banks: Banks = {}
    for one in words:
        banks.setdefault(one.word % machine.banks, {}).setdefault(one.word, one)
    return banks
