"""Accesses to shared memory, and the number of wavefronts that they need together."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass

from spec.errors import LayoutError
from spec.layout import Layout
from spec.linear import LinearLayout, linear_layout
from spec.memory import NVIDIA, Machine, Served
from spec.memory.accesses import bits_of


@dataclass(frozen=True)
class Access:
    """A named thread-value layout, its access width in bits, and the machine that serves it.

    If `width` is None, the access is as wide as possible.
    """

    name: str
    tv: Layout
    width: int | None = None
    machine: Machine = NVIDIA


@contextmanager
def naming(access: Access) -> Generator[None]:
    """Name the access in a LayoutError that the block raises."""
    try:
        yield
    except LayoutError as error:
        raise LayoutError(f"{access.name}: {error}") from None


@dataclass(frozen=True)
class Costs:
    """The costs of each access to one layout."""

    served: tuple[Served, ...]

    @property
    def wavefronts(self) -> int:
        """Total number of wavefronts over all accesses."""
        return sum(one.wavefronts for one in self.served)

    @property
    def phases(self) -> int:
        """Total number of phases: a lower bound on the wavefronts at these access widths."""
        return sum(one.phases for one in self.served)

    @property
    def requests(self) -> int:
        """Total number of requests over all accesses."""
        return sum(one.requests for one in self.served)


def fewest(accesses: Iterable[Access], element: str) -> int:
    """Return a lower bound on the number of wavefronts that the accesses need together.

    The bound holds for every injective layout and every access width. The reason is that a
    wavefront transfers at most one word of each bank.

    Pre-conditions: the thread-value layouts are linear over F2.

    >>> fewest([Access("rows", Layout((32, 8), (8, 1)))], "f16")
    4
    """
    total = 0
    for access in accesses:
        machine = access.machine
        row = machine.banks * machine.bank_bits
        columns = require_linear(access.tv).columns
        threads = access.tv[0].size.bit_length() - 1
        warp = min(threads, machine.threads.bit_length() - 1)
        elements = LinearLayout((*columns[:warp], *columns[threads:])).rank
        total += -(-(bits_of(element) << elements) // row) << threads - warp
    return total


def require_linear(layout: Layout) -> LinearLayout:
    """Return the F2 matrix of a layout. Raises LayoutError if the layout is not linear over F2.

    >>> require_linear(Layout((64, 64), (72, 1)))
    Traceback (most recent call last):
    spec.errors.LayoutError: swizzles can be searched only for layouts that are linear over F2: \
(64,64):(72,1) at 1 and 8: its offsets (72 and 576) must have no common bit
    """
    try:
        return linear_layout(layout)
    except LayoutError as refusal:
        raise LayoutError(
            f"swizzles can be searched only for layouts that are linear over F2: {refusal}"
        ) from None
