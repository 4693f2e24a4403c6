"""The types of results about memory: wavefronts and bank conflicts, sectors and requests."""

from typing import NamedTuple


class Served(NamedTuple):
    """The number of wavefronts that accesses to shared memory take; a phase takes at least one.

    >>> Served(wavefronts=8, phases=4, requests=1, width=128).conflicts
    4
    """

    wavefronts: int
    phases: int
    requests: int
    width: int
    """The number of bits of an access."""

    @property
    def conflicts(self) -> int:
        """The number of wavefronts beyond the first wavefront of each phase."""
        return self.wavefronts - self.phases


class Conflict(NamedTuple):
    """A bank conflict: one phase needs several words of one bank.

    `ways` is the number of these words, and `words` has two of them. For each of the two words,
    `takers` has a (thread, value) that needs the word.
    """

    takers: tuple[tuple[int, int], tuple[int, int]]
    words: tuple[int, int]
    bank: int
    ways: int


class Sectors(NamedTuple):
    """The number of sectors that requests touch, and the fewest that could hold the elements."""

    sectors: int
    fewest: int
    requests: int
    width: int
    """The number of bits of an access."""


class Request(NamedTuple):
    """One request to global memory, identified by its first (thread, value)."""

    first: tuple[int, int]
    sectors: int
    fewest: int
