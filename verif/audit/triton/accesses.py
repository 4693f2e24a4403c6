"""Loads and stores of tensors in shared memory: count wavefronts and find bank conflicts.

The offset of the element in register v of thread t is S(t) ^ W(v) for linear maps S and W, plus the
padding before the element. For unpadded memory, `spec.memory` calculates wavefronts from ranks of
matrices over F2. In its model (spec/memory/machine.py), a phase consists of consecutive threads,
and the accesses of a phase are together at most as wide as all banks. For padded memory, the
offsets are enumerated phase by phase, if there are at most `MOST_ENUMERATED` elements.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Final

from spec.linear import LinearLayout
from spec.memory import Machine, Served, multiples
from spec.memory.accesses import Matrix
from spec.memory.by_ranks import first_conflict, served, widest
from spec.memory.lanes import in_order, served_thread
from spec.reading import Distributed, Shared
from spec.reading.distributed import widened
from spec.xors import kernel_of, xor_of

MOST_ENUMERATED: Final = 1 << 18
"""The largest number of elements of padded memory whose offsets are enumerated."""


@dataclass(frozen=True)
class Conflict:
    """Two accesses in one phase to different words of one bank.

    `takers` has the thread and the register of each access. `words` has the word of each access.
    """

    takers: tuple[tuple[int, int], tuple[int, int]]
    words: tuple[int, int]
    bank: int
    ways: int

    def __str__(self) -> str:
        (t, v), (u, w) = self.takers
        return (
            f"{self.ways} words of one bank: thread {t} register {v} needs word {self.words[0]} of"
            f" bank {self.bank}, thread {u} register {w} needs word {self.words[1]}"
        )


@dataclass(frozen=True)
class Access:
    """The offsets of a tensor's elements in memory, without the padding.

    `threads` has an offset for each bit of a thread's number, and `registers` has an offset for
    each bit of a register's number. The XOR of the offsets of all bits that are 1 is the offset of
    an element. `registers` omits the bits that only repeat elements; `places` has the positions of
    the other bits in a register's number. `origins` has the offsets at which a part of the
    allocation may begin.
    """

    threads: tuple[int, ...]
    registers: tuple[int, ...]
    places: tuple[int, ...]
    bits: int
    gaps: tuple[tuple[int, int], ...] = ()
    origins: tuple[int, ...] = ()

    @property
    def matrix(self) -> Matrix:
        """The matrix whose columns are the offsets in `threads` and `registers`."""
        return Matrix(self.threads, self.registers)

    def offset(self, thread: int, value: int) -> int:
        """The offset, with padding, of the element in a thread's register.

        `value` is the register's number among the registers that do not repeat others.
        """
        return widened(xor_of(self.threads, thread) ^ xor_of(self.registers, value), self.gaps)

    def register(self, value: int) -> int:
        """The number of a register among all registers of the layout.

        `value` is the register's number among the registers that do not repeat others.
        """
        return sum((value >> k & 1) << place for k, place in enumerate(self.places))


@lru_cache(maxsize=4096)
def access(held: Distributed, kept: Shared, bits: int) -> Access | None:
    """The offsets at which a tensor is loaded from a buffer or stored in the buffer.

    Return None if the buffer is too small or has another rank, or if an element has no unique
    offset.

    For a part of an allocation, the offsets are calculated as if the part began at the origin.
    """
    columns = offsets_of(kept)
    part = kept.part if kept.part is not None else kept.shape
    # A buffer's shape is for one block of a cluster, but a tensor's shape is for all blocks.
    if columns is None or len(part) != len(held.shape):
        return None
    by_dimension, first = list[tuple[int, ...]](), 0
    for size in kept.shape:
        by_dimension.append(columns[first : first + size.bit_length() - 1])
        first += size.bit_length() - 1
    points = [point for name in ("lane", "warp", "register") for point in held.of(name)]
    if any(x >= size for point in points for x, size in zip(point, part, strict=True)):
        return None

    def offset(point: tuple[int, ...]) -> int:
        result = 0
        for x, found in zip(point, by_dimension, strict=True):
            result ^= xor_of(found, x)
        return result

    threads = tuple(offset(point) for name in ("lane", "warp") for point in held.of(name))
    registers = tuple(map(offset, held.of("register")))
    places = independent(registers)
    origins = (
        offset
        for size, found in zip(part, by_dimension, strict=True)
        for offset in found[size.bit_length() - 1 :]
    )
    values = tuple(registers[k] for k in places)
    return Access(threads, values, places, bits, _used(kept), tuple(origins))


def independent(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The positions of the numbers that are not an XOR of earlier numbers.

    >>> independent((1, 0, 3, 2, 4))
    (0, 2, 4)
    """
    # Each result of `kernel_of` selects numbers. The XOR of the selected numbers is 0, so the last
    # selected number is the XOR of the other selected numbers.
    dependent = {bits.bit_length() - 1 for bits in kernel_of(numbers)}
    return tuple(place for place in range(len(numbers)) if place not in dependent)


@lru_cache(maxsize=1024)
def offsets_of(kept: Shared) -> tuple[int, ...] | None:
    """The offset for each bit of the coordinates; None if an element has no offset or several."""
    try:
        return kept.matrix.columns
    except ValueError:
        return None


def _used(kept: Shared) -> tuple[tuple[int, int], ...]:
    """The padding rules that insert padding before some element."""
    size = prod(kept.shape)
    return tuple((n, pad) for n, pad in kept.gaps if pad and n < size)


def width_of(one: Access, machine: Machine, most: int = 128) -> int:
    """The width of the widest possible access in bits: at most `most`, but at least one element."""
    width = min(widest(one.matrix, one.bits, machine), max(most, one.bits))
    while width > one.bits and any(offset * one.bits % width for offset in one.origins):
        width //= 2
    for interval, pad in one.gaps:
        while width > one.bits and (interval * one.bits % width or pad * one.bits % width):
            width //= 2
    return width


@lru_cache(maxsize=4096)
def cost(one: Access, machine: Machine, width: int) -> Served | None:
    """The wavefronts of `width`-bit accesses; None if too many offsets must be enumerated."""
    one = in_phases(one, width, machine)
    if not one.gaps:
        return served(one.matrix, one.bits, width, machine)
    counted = _count(one, machine, width)
    if counted is None:
        return None
    plain = served(one.matrix, one.bits, width, machine)
    return plain._replace(wavefronts=counted[0])


@lru_cache(maxsize=1024)
def conflict(one: Access, machine: Machine, width: int) -> Conflict | None:
    """Two accesses to different words of one bank in one phase, or None if none were found."""
    found = _conflict(in_phases(one, width, machine), machine, width)
    if found is None:
        return None
    (t, v), (u, w) = found.takers
    takers = (served_thread(t, width, machine), v), (served_thread(u, width, machine), w)
    return replace(found, takers=takers)


def _conflict(one: Access, machine: Machine, width: int) -> Conflict | None:
    """A bank conflict, or None. Its threads are numbered in the order of the machine's phases."""
    if one.gaps:
        counted = _count(one, machine, width)
        return counted[1] if counted is not None else None
    found = first_conflict(one.matrix, one.bits, width, machine)
    if found is None:
        return None
    (t, v), (u, w) = found.takers
    takers = (t, one.register(v)), (u, one.register(w))
    return Conflict(takers, found.words, found.bank, found.ways)


def in_phases(one: Access, width: int, machine: Machine) -> Access:
    """The access with the threads in the order of the machine's phases."""
    if len(one.threads) < len(machine.lanes):
        return one
    return replace(one, threads=in_order(one.matrix, width, machine).threads)


def replayed(one: Access, machine: Machine, width: int, found: Conflict) -> bool:
    """Whether both threads of a conflict need the stated words of one bank in one phase."""
    words = list[int]()
    for thread, register in found.takers:
        value = sum((register >> place & 1) << k for k, place in enumerate(one.places))
        words.append(one.offset(thread, value) * one.bits // machine.bank_bits)
    together = machine.phase(width)
    phases = {_place(thread, width, machine) // together for thread, _ in found.takers}
    return (
        tuple(words) == found.words
        and words[0] != words[1]
        and len(phases) == 1
        and {word % machine.banks for word in words} == {found.bank}
    )


def _place(thread: int, width: int, machine: Machine) -> int:
    """The place of a thread in the order of the phases."""
    first = thread - thread % machine.threads
    places = range(first, first + machine.threads)
    return next(place for place in places if served_thread(place, width, machine) == thread)


@lru_cache(maxsize=512)
def _count(one: Access, machine: Machine, width: int) -> tuple[int, Conflict | None] | None:
    """The wavefronts for padded memory, and the first conflict; None for too many elements."""
    if 1 << len(one.threads) + len(one.registers) > MOST_ENUMERATED:
        return None
    bits, unit = one.bits, machine.bank_bits
    within = (width // bits).bit_length() - 1
    # The first bits of a register's number select a register within an access. The other bits
    # select a request.
    values = tuple(c >> within << within for c in one.registers)
    requests = tuple(values[k] for k in independent(values))
    together = (machine.phase(width) - 1).bit_length()
    near, far = one.threads[:together], one.threads[together:]
    steps = [xor_of(near, t) for t in range(1 << len(near))]
    spread = range(max(1, width // unit))
    total, first = 0, None
    for base_value in range(1 << len(requests)):
        base_offset = xor_of(requests, base_value)
        for upper in range(1 << len(far)):
            base = base_offset ^ xor_of(far, upper)
            banks = dict[int, dict[int, int]]()
            for thread, step in enumerate(steps):
                word = widened(base ^ step, one.gaps) * bits // unit
                for k in spread:
                    at = word + k
                    banks.setdefault(at % machine.banks, {}).setdefault(at, thread)
            most = max(map(len, banks.values()))
            total += most
            if most > 1 and first is None:
                bank = min(bank for bank, words in banks.items() if len(words) == most)
                (word, thread), (other, another), *_ = banks[bank].items()
                high = upper << len(near)
                takers = (
                    (high | thread, _register(one, high | thread, word, machine)),
                    (high | another, _register(one, high | another, other, machine)),
                )
                first = Conflict(takers, (word, other), bank, most)
    return total, first


def _register(one: Access, thread: int, word: int, machine: Machine) -> int:
    """The number of a thread's first register whose element begins in word `word` of memory."""
    for value in range(1 << len(one.registers)):
        if one.offset(thread, value) * one.bits // machine.bank_bits == word:
            return one.register(value)
    return 0


def least(one: Access, machine: Machine) -> int:
    """A lower bound on the wavefronts, for all injective layouts of memory.

    In a wavefront each bank serves one word. So if a warp's elements fill k rows, where a row is
    one word of each bank, the warp needs at least k wavefronts.
    """
    lanes = min(len(one.threads), (machine.threads - 1).bit_length())
    elements = LinearLayout((*one.threads[:lanes], *one.registers)).rank
    rows = -(-(one.bits << elements) // (machine.banks * machine.bank_bits))
    return rows << len(one.threads) - lanes


@dataclass(frozen=True)
class Matrices:
    """Accesses by an instruction whose lanes exchange elements: ldmatrix, stmatrix, ds_read_tr.

    For ldmatrix and stmatrix, `phases` is the number of matrices of 8 rows of 16 bytes.
    `is_transposed` says whether the instruction transposes, as with `.trans`.
    """

    wavefronts: int
    phases: int
    is_transposed: bool


def matrices(one: Access) -> Matrices | None:
    """The wavefronts of ldmatrix or stmatrix, or None if no such instruction fits the layout.

    A matrix has 8 rows of 16 bytes in memory. Lane t holds 4 bytes: word t % 4 of row t // 4.
    With `.trans`, lane t holds element t // 4 of rows 2 * (t % 4) and 2 * (t % 4) + 1. One
    wavefront serves rows in different groups of 4 banks.
    """
    bits, lanes = one.bits, one.threads[:5]
    if one.gaps or len(lanes) < 5 or bits not in (8, 16, 32):
        return None
    inside = (32 // bits).bit_length() - 1
    row = tuple(1 << k for k in range(inside + 2))
    if row[:inside] == one.registers[:inside] and lanes[:2] == row[inside:]:
        rows, rest, transposed = lanes[2:], one.registers[inside:], False
    elif bits == 16 and one.registers and lanes[2:] == (1, 2, 4):
        rows, rest, transposed = (one.registers[0], *lanes[:2]), one.registers[1:], True
    else:
        return None
    others = (*rows, *rest, *one.threads[5:], *one.origins)
    if any(offset * bits % 128 for offset in others):
        return None
    found = multiples((*(offset * bits // 32 for offset in rows), 1, 2), 32)
    phases = 1 << len(rest) + len(one.threads) - 5
    return Matrices(phases << len(found), phases, transposed)


def exchanged(one: Access) -> Access | None:
    """How `ds_read_tr` accesses memory for the load `one`; None if `ds_read_tr` does not fit.

    In a group of 16 lanes, each lane reads 64 bits, which are n elements. Afterwards, register r of
    lane t has the element that lane `16 // n * r + t // n` has read at position `t % n`. So the
    lowest bits of t are the position, and the bits of r are the highest bits of the reading lane.
    """
    if one.bits not in (8, 16):
        return None
    bits = (64 // one.bits).bit_length() - 1
    if one.places[:bits] != tuple(range(bits)) or len(one.threads) < _GROUP:
        return None
    group = (*one.threads[:_GROUP], *one.registers[:bits])
    if group[:bits] != tuple(1 << k for k in range(bits)):
        return None
    threads = (*group[bits:], *one.threads[_GROUP:])
    return replace(one, threads=threads, registers=(*group[:bits], *one.registers[bits:]))


_GROUP: Final = 4
"""The logarithm (base 2) of the number of lanes that exchange elements."""


def transposing(one: Access, machine: Machine) -> Matrices | None:
    """The accesses by `ds_read_tr`, or None if this instruction does not fit the layout."""
    found = exchanged(one)
    if found is None or width_of(found, machine, 64) < 64:
        return None
    counted = cost(found, machine, 64)
    return None if counted is None else Matrices(counted.wavefronts, counted.phases, True)


def may_be_transposed(one: Access) -> bool:
    """Whether a transposing instruction may fit: lanes 0 to 3 have adjacent elements in memory."""
    return one.threads[:2] == (1, 2) and not one.gaps
