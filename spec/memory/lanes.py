"""The order in which a machine serves the threads of its widest accesses."""

from typing import TypeVar

from spec.errors import LayoutError, numeral
from spec.memory.accesses import Columns, Matrix
from spec.memory.machine import Machine
from spec.xors import xor_of

Offsets = TypeVar("Offsets", Matrix, Columns)


def in_order(offsets: Offsets, width: int, machine: Machine) -> Offsets:
    """The offsets, reordered so that the threads are in the order of the machine's phases.

    Pre-conditions: the threads fill whole requests, unless the machine serves threads in the order
    of their numbers.

    >>> machine = Machine(threads=4, lanes=(2, 1))
    >>> in_order(Matrix((1, 8), (64,)), 128, machine)
    Matrix(threads=(8, 1), values=(64,))
    >>> in_order(((0, 1, 8, 9),), 128, machine)
    ((0, 8, 1, 9),)
    """
    if not is_walked(width, machine):
        return offsets
    if isinstance(offsets, Matrix):
        _require_whole(1 << len(offsets.threads), machine)
        columns = tuple(xor_of(offsets.threads, lane) for lane in machine.lanes)
        return offsets._replace(threads=columns + offsets.threads[len(columns) :])
    _require_whole(len(offsets[0]), machine)
    threads = [served_thread(place, width, machine) for place in range(len(offsets[0]))]
    return tuple(tuple(column[t] for t in threads) for column in offsets)


def served_thread(place: int, width: int, machine: Machine) -> int:
    """The thread that is served at position `place` in the order of the phases.

    >>> [served_thread(place, 128, Machine(threads=4, lanes=(2, 1))) for place in range(8)]
    [0, 2, 1, 3, 4, 6, 5, 7]
    """
    if not is_walked(width, machine):
        return place
    request, within = divmod(place, machine.threads)
    return request * machine.threads + xor_of(machine.lanes, within)


def is_walked(width: int, machine: Machine) -> bool:
    """Whether the machine serves accesses of this width in an order other than by thread number.

    >>> machine = Machine(threads=4, lanes=(2, 1))
    >>> is_walked(64, machine), is_walked(128, machine)
    (False, True)
    """
    return machine.lanes != () and width == 8 * machine.widest


def _require_whole(threads: int, machine: Machine) -> None:
    if threads % machine.threads != 0:
        raise LayoutError(
            f"{machine} serves {numeral(machine.threads)} threads together, so the number of "
            f"threads must be a multiple of {numeral(machine.threads)}, not {numeral(threads)}"
        )
