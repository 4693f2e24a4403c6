"""Sharing: whether different threads may access the same memory in two steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from spec.memory.accesses import bits_of
from spec.memory.machine import machine_of
from verif.movement.model import Global, Kernel, Move, Shared
from verif.movement.moves import Taken, element_of
from verif.movement.stating import Statement, cost, unknown


@dataclass(frozen=True)
class Slot:
    """A stage of a buffer in shared memory."""

    buffer: Shared
    stage: int

    def bytes_of(self) -> tuple[range, ...]:
        """Return the range of bytes of each element, counted from the start of the buffer."""
        return _bytes_of(self.buffer, self.stage)


@lru_cache(maxsize=256)
def _bytes_of(buffer: Shared, stage: int) -> tuple[range, ...]:
    bits = bits_of(buffer.element)
    return tuple(range(bits * x // 8, -(-bits * (x + 1) // 8)) for x in buffer.offsets(stage))


@lru_cache(maxsize=256)
def overlap(one: Slot, other: Slot) -> bool:
    """Whether two stages have a byte of memory in common.

    Buffers share memory only by the key `at`: then they start at the same address.
    """
    if one.buffer.name == other.buffer.name:
        return one.stage == other.stage
    if (one.buffer.at or one.buffer.name) != (other.buffer.at or other.buffer.name):
        return False
    taken = {x for element in one.bytes_of() for x in element}
    return any(x in taken for element in other.bytes_of() for x in element)


def other_thread(first: Move, second: Move, place: Global | Shared) -> str | None:
    """Return why different threads may access one element in two steps, or None if they cannot."""
    reason = _not_compared(first, second)
    if reason is not None:
        return reason
    before = _threads(first, place)
    for number, after in _threads(second, place).items():
        pair = _pair(before.get(number, set()), after)
        if pair is not None:
            does = "wrote" if first.target == place else "read"
            return (
                f"thread {pair[1]} takes {element_of(place, number)}, which thread {pair[0]} {does}"
            )
    return None


def other_thread_in_place(first: Move, old: Slot, second: Move, slot: Slot) -> str | None:
    """Return why different threads may access one byte in two steps, or None if they cannot."""
    if old == slot:
        return other_thread(first, second, slot.buffer)
    reason = _not_compared(first, second)
    if reason is not None:
        return reason
    before: dict[int, set[int]] = {}
    for number, threads in _threads(first, old.buffer).items():
        for x in old.bytes_of()[number]:
            before.setdefault(x, set()).update(threads)
    for number, after in _threads(second, slot.buffer).items():
        for x in slot.bytes_of()[number]:
            pair = _pair(before.get(x, set()), after)
            if pair is not None:
                element = element_of(slot.buffer, number)
                return f"thread {pair[1]} takes {element}, in the place of thread {pair[0]}"
    return None


def _not_compared(first: Move, second: Move) -> str | None:
    """Return why the threads of two steps cannot be compared, or None."""
    for one, after in ((first, second), (second, first)):
        if one.unit is not None and one.unit != after.unit:
            return f"{one.text} is executed by {one.unit}"
    bulk = next((one for one in (first, second) if one.by is None), None)
    return None if bulk is None else f"{bulk.text} is a bulk copy"


def _pair(before: set[int], after: set[int]) -> tuple[int, int] | None:
    """Return a thread of the first set and another thread of the second set, or None.

    >>> _pair({0, 1}, {0}), _pair({3}, {3, 5}), _pair({2}, {2})
    ((1, 0), (3, 5), None)
    """
    for one in sorted(before):
        others = after - {one}
        if others:
            return one, min(others)
    return None


def mark(first: Move, second: Move) -> str:
    """Return the name of the step that must be between two moves: a barrier or a flag."""
    if first.unit is None or second.unit is None:
        return "barrier"
    return f"flag {first.unit} -> {second.unit}"


def _threads(move: Move, buffer: Global | Shared) -> Mapping[int, set[int]]:
    """Return the threads that access each element.

    If the threads of an instruction exchange elements, each thread of a warp counts as accessing
    all elements that the warp accesses.
    """
    found: dict[int, set[int]] = {}
    is_of_warp = move.instruction is not None and move.instruction.exchanges
    warp = machine_of(move.machine).threads
    for column in Taken(move).numbers_of(buffer):
        for t, number in enumerate(column):
            thread = move.threads[t]
            first = thread - thread % warp
            taking = range(first, first + warp) if is_of_warp else (thread,)
            found.setdefault(number, set()).update(taking)
    return found


def shared_between_threads(kernel: Kernel) -> Iterator[Statement]:
    """Report each tensor that two steps access, if several threads may access one element.

    One of the steps writes the tensor, and the other step reads or writes it. The statement is
    `unknown`, because barriers between accesses to global memory are not modelled.
    """
    yield from _read_and_written(kernel)
    for name in dict.fromkeys(move.target.name for move in kernel.moves):
        yield from _written_twice(kernel, name)


def _read_and_written(kernel: Kernel) -> Iterator[Statement]:
    for write, read in product(kernel.moves, kernel.moves):
        tensor = write.target
        if not isinstance(tensor, Global) or read.source != tensor:
            continue
        is_own = (
            write.by is not None
            and read.by is not None
            and write.ahead == read.ahead
            and other_thread(write, read, tensor) is None
        )
        if not is_own:
            claim = f"each element of {tensor.name} is read and written by the same thread"
            detail = f"{write.text} writes what {read.text} reads"
            yield unknown(read.line, read.text, claim, detail)


def _written_twice(kernel: Kernel, name: str) -> Iterator[Statement]:
    """Report steps that write the same elements of a tensor. Steps that add by atomics may do so.

    The predicate of each step admits all elements of the tensor. So if the same threads execute
    both steps, all values of the first step are lost, unless a step reads them.
    """
    stores = [one for one in kernel.moves if one.target.name == name and not one.adds]
    is_read = any(move.source.name == name for move in kernel.moves)
    for first, second in combinations(stores, 2):
        tensor = second.target
        if not isinstance(tensor, Global):
            return
        other = other_thread(first, second, tensor)
        if other is not None:
            claim = f"each element of {name} is written by the same thread in all steps"
            detail = (
                f"{first.text} (line {first.line}) and this step write the same elements: {other};"
                " barriers between accesses to global memory are not modelled"
            )
            yield unknown(second.line, second.text, claim, detail)
        elif not is_read:
            claim = f"no step overwrites elements of {name} that no step reads"
            detail = (
                f"{first.text} (line {first.line}) and this step write the same elements, so the"
                " values of one of the steps are lost"
            )
            yield cost(second.line, second.text, claim, detail)
