"""What memory accesses cost: wavefronts and conflicts of banks, sectors of requests."""

from typing import NamedTuple


class Served(NamedTuple):
    """The wavefronts of shared memory. Each phase takes at least one.

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
    """Two words of one bank that are needed at once, and the (thread, value) that need them.

    `ways` is the number of all words of the bank that are needed at once.
    """

    takers: tuple[tuple[int, int], tuple[int, int]]
    words: tuple[int, int]
    bank: int
    ways: int


class Sectors(NamedTuple):
    """The sectors of global memory, and the fewest that the elements fit in."""

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
