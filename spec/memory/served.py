"""The numbers that memory is asked for: of its banks, of its sectors, and a conflict."""

from typing import NamedTuple


class Served(NamedTuple):
    """The wavefronts of shared memory; no phase takes less than one.

    >>> Served(wavefronts=8, phases=4, requests=1, width=128).conflicts
    4
    """

    wavefronts: int
    phases: int
    requests: int
    width: int
    """Bits of an access."""

    @property
    def conflicts(self) -> int:
        """The wavefronts beyond one for each phase."""
        return self.wavefronts - self.phases


class Conflict(NamedTuple):
    """Two words that one bank is asked for at once, and the (thread, value) that take them."""

    takers: tuple[tuple[int, int], tuple[int, int]]
    words: tuple[int, int]
    bank: int


class Sectors(NamedTuple):
    """The sectors of global memory, and the fewest that have room for the elements."""

    sectors: int
    fewest: int
    requests: int
    width: int
    """Bits of an access."""


class Request(NamedTuple):
    """One request of global memory, by its first (thread, value)."""

    first: tuple[int, int]
    sectors: int
    fewest: int
