"""Sectors of global memory that a thread-value layout touches, and the access width of a copy."""

from spec.composed import AnyLayout
from spec.layout import Layout
from spec.memory import by_enumeration, by_ranks
from spec.memory.accesses import Matrix, bits_of, columns
from spec.memory.machine import NVIDIA, Machine
from spec.memory.served import Request, Sectors
from spec.memory.taken import taken


def sectors(
    gmem: AnyLayout, tv: Layout, element: str, width: int | None = None, machine: Machine = NVIDIA
) -> int:
    """The number of sectors of global memory that all requests touch.

    Pre-conditions: the pre-conditions of `wavefronts`, with gmem in place of smem.

    >>> sectors(Layout((32, 32), (32, 1)), Layout((32, 32), (32, 1)), "f32")
    128
    >>> sectors(Layout((32, 32), (32, 1)), Layout((32, 32), (1, 32)), "f32")
    256

    Source: Nsight Compute Profiling Guide, Metrics Decoder.
    """
    return asked_for(gmem, tv, element, width, machine).sectors


def asked_for(
    gmem: AnyLayout, tv: Layout, element: str, width: int | None = None, machine: Machine = NVIDIA
) -> Sectors:
    """Count the sectors that each request touches, and the fewest that could hold its elements.

    The result has the sums of both numbers over all requests.

    Pre-conditions: the pre-conditions of `sectors`.

    >>> asked_for(Layout((32, 32), (32, 1)), Layout((32, 32), (32, 1)), "f32")
    Sectors(sectors=128, fewest=128, requests=32, width=32)
    """
    offsets, bits, width = taken(gmem, tv, element, width, machine)
    if isinstance(offsets, Matrix):
        return by_ranks.sectors(offsets, bits, width, machine)
    return by_enumeration.sectors(offsets, bits, width, machine)


def first_scattered(
    gmem: AnyLayout, tv: Layout, element: str, width: int | None = None, machine: Machine = NVIDIA
) -> Request | None:
    """A request that touches more sectors than its elements need, or None.

    Pre-conditions: the pre-conditions of `sectors`.

    >>> first_scattered(Layout((32, 32), (32, 1)), Layout((32, 32), (1, 32)), "f32")
    Request(first=(0, 0), sectors=32, fewest=16)
    """
    offsets, bits, width = taken(gmem, tv, element, width, machine)
    if isinstance(offsets, Matrix):
        return by_ranks.scattered(offsets, bits, width, machine)
    return by_enumeration.scattered(offsets, bits, width, machine)


def vector_width(
    src: AnyLayout, dst: AnyLayout, tv: Layout, element: str, machine: Machine = NVIDIA
) -> int:
    """The number of bits of the widest access that a copy can use both in src and in dst.

    Pre-conditions: tv(thread, value) is a 1-D coordinate of src and of dst.
    Post-conditions: each thread's values form groups of that many bits, and every group is
    contiguous in src and in dst, in the same order, at offsets that are multiples of that many bits
    (tested).

    >>> rows, columns = Layout((64, 64), (64, 1)), Layout((64, 64), (1, 64))
    >>> tv = Layout(((8, 16), (8, 4)), ((512, 1), (64, 16)))
    >>> vector_width(rows, rows, tv, "f16"), vector_width(rows, columns, tv, "f16")
    (128, 16)

    Source: CuTe copy.hpp, which copies in vectors that are common to both layouts.
    """
    both = (a + b for a, b in zip(columns(src, tv), columns(dst, tv), strict=True))
    return by_enumeration.widest(tuple(both), bits_of(element), machine)
