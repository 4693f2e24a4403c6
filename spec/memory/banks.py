"""Banks of shared memory: how many wavefronts accesses take, and which accesses conflict."""

from spec.composed import AnyLayout
from spec.layout import Layout
from spec.memory import by_enumeration, by_ranks
from spec.memory.accesses import Matrix
from spec.memory.lanes import in_order, served_thread
from spec.memory.machine import NVIDIA, Machine
from spec.memory.served import Conflict, Served
from spec.memory.taken import taken


def wavefronts(
    smem: AnyLayout, tv: Layout, element: str, width: int | None = None, machine: Machine = NVIDIA
) -> int:
    """The number of wavefronts in which shared memory serves all values of all threads.

    Pre-conditions: smem maps coordinates of the tile to offsets in elements, and tv(thread, value)
    is a 1-D coordinate of the tile; width is the number of bits of one access, or None for the
    widest possible access.
    Post-conditions: the number is computed by ranks if the offset smem(tv(thread, value)) is linear
    over F2, and by enumeration otherwise (definition).

    >>> rows = Layout(((8, 16), (8, 4)), ((512, 1), (64, 16)))
    >>> wavefronts(Layout((64, 64), (64, 1)), rows, "f16")
    64
    >>> wavefronts(Layout((64, 64), (1, 64)), rows, "f16")
    1024
    """
    return served(smem, tv, element, width, machine).wavefronts


def bank_conflicts(
    smem: AnyLayout, tv: Layout, element: str, width: int | None = None, machine: Machine = NVIDIA
) -> int:
    """The number of wavefronts beyond the first wavefront of each phase.

    Pre-conditions: the pre-conditions of `wavefronts`.

    >>> rows = Layout(((8, 16), (8, 4)), ((512, 1), (64, 16)))
    >>> bank_conflicts(Layout((64, 64), (1, 64)), rows, "f16")
    896
    """
    return served(smem, tv, element, width, machine).conflicts


def served(
    smem: AnyLayout, tv: Layout, element: str, width: int | None = None, machine: Machine = NVIDIA
) -> Served:
    """The numbers of wavefronts, phases and requests, and the width of an access.

    Pre-conditions: the pre-conditions of `wavefronts`.

    >>> served(Layout((64, 64), (64, 1)), Layout((32, 2), (1, 2048)), "f32")
    Served(wavefronts=64, phases=2, requests=2, width=32)
    """
    offsets, bits, width = taken(smem, tv, element, width, machine)
    offsets = in_order(offsets, width, machine)
    if isinstance(offsets, Matrix):
        return by_ranks.served(offsets, bits, width, machine)
    return by_enumeration.served(offsets, bits, width, machine)


def first_conflict(
    smem: AnyLayout, tv: Layout, element: str, width: int | None = None, machine: Machine = NVIDIA
) -> Conflict | None:
    """Two (thread, value) pairs that need different words of one bank in one phase, or None.

    Pre-conditions: the pre-conditions of `wavefronts`.

    >>> first_conflict(Layout((64, 64), (64, 1)), Layout((32, 2), (1, 2048)), "f32")
    Conflict(takers=((0, 0), (1, 0)), words=(0, 64), bank=0, ways=32)
    """
    offsets, bits, width = taken(smem, tv, element, width, machine)
    offsets = in_order(offsets, width, machine)
    if isinstance(offsets, Matrix):
        found = by_ranks.first_conflict(offsets, bits, width, machine)
    else:
        found = by_enumeration.first_conflict(offsets, bits, width, machine)
    if found is None:
        return None
    (one, first), (other, second) = found.takers
    takers = (
        (served_thread(one, width, machine), first),
        (served_thread(other, width, machine), second),
    )
    return found._replace(takers=takers)
