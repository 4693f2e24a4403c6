"""Machine: the parameters of a memory that is served in banks and sectors.

A warp requests one group of values at a time, the same group for all its threads: a *request*.
Values of a thread that are contiguous in memory, at an address aligned to their total size, are
taken by one *access*. A request is served in *phases* of consecutive threads. A phase has as many
threads as fill all banks with accesses of that width. In a phase each bank serves one word at a
time; a word that several threads need is served once. So a phase takes as many *wavefronts* as the
largest number of different words in one bank.

The model leaves out: merging of phases that need the same words, predication, replays for other
reasons, the order of requests, caches, and bulk copies by TMA. It assumes that the base address is
aligned to every access, bank row and sector.
"""

from dataclasses import dataclass
from typing import Final

from spec.checks import require_int_tuple
from spec.errors import LayoutError, numeral
from spec.taking import INTEGER, method


@dataclass(frozen=True)
class Machine:
    """The parameters of a machine; all are powers of two.

    There are `banks` banks of `bank_bytes` bytes each. A request has `threads` threads. `widest` is
    the number of bytes of the widest access, and `sector` the number of bytes of a sector of global
    memory.

    >>> [Machine().phase(width) for width in (8, 32, 64, 128)]
    [32, 32, 16, 8]

    Source: CUDA C++ Programming Guide, Shared Memory (32 banks of successive 32-bit words, a
    word is broadcast) and Device Memory Accesses (accesses of 1 to 16 bytes, aligned to their
    size); Nsight Compute Profiling Guide, Metrics Decoder (request, wavefront, sectors of 32
    bytes). These documents do not say that accesses of 8 and 16 bytes take 2 and 4 phases of
    consecutive threads: it is an assumption, confirmed by published measurements.
    """

    banks: int = 32
    bank_bytes: int = 4
    threads: int = 32
    widest: int = 16
    sector: int = 32

    def __post_init__(self) -> None:
        for name, number in vars(self).items():
            require_int_tuple(number)
            if isinstance(number, tuple):
                raise LayoutError(f"{name} of a machine must be one integer, not {number}")
            if number < 1 or number & (number - 1) != 0:
                raise LayoutError(
                    f"{name} of a machine must be a power of two, not {numeral(number)}"
                )

    @property
    def bank_bits(self) -> int:
        """The number of bits of a word."""
        return 8 * self.bank_bytes

    @method(INTEGER)
    def phase(self, width: int) -> int:
        """The number of threads that are served together, each with an access of `width` bits.

        Pre-conditions: width >= 1.
        """
        if width < 1:
            raise LayoutError(f"an access must have at least 1 bit, not {numeral(width)}")
        return max(1, min(self.threads, self.banks * self.bank_bits // width))


NVIDIA: Final = Machine()
"""NVIDIA's GPUs of compute capability 5.0 and later."""
