"""Machine: the parameters of a memory that is served in banks and sectors.

In a *request*, all threads of a warp access the same group of values. Values of a thread that are
contiguous in memory, at an address aligned to their total size, form one *access*. A request is
served in *phases* of consecutive threads. All accesses of a phase together are as wide as all
banks together. If all accesses of a request together are narrower, the request is a single phase.
In a phase each bank serves one word at a time; a word that several threads need is served once. So
the number of *wavefronts* of a phase is the largest number of different words that one bank serves.

The model leaves out: merging of phases that need the same words, predication, replays for other
reasons, the order of requests, caches, and bulk copies by TMA. It assumes that the base address is
aligned to every access, bank row and sector.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from spec.checks import require_int_tuple
from spec.errors import LayoutError, numeral
from spec.linear import LinearLayout
from spec.taking import INTEGER, method


@dataclass(frozen=True)
class Machine:
    """The parameters of a machine; all numbers are powers of two.

    `banks` is the number of banks, `bank_bytes` the width of a bank in bytes, and `threads` the
    number of threads of a request. `widest` is the number of bytes of the widest access, and
    `sector` the number of bytes of a sector of global memory.

    A phase consists of consecutive threads. For the widest accesses, `lanes` can change the order
    of the threads: the thread at place p is the XOR of all lanes[k] for which bit k of p is 1.

    `name` is the name in MACHINES. Machines with different names are equal if their numbers are. A
    machine without a name is shown by the first name of an equal machine.

    >>> [Machine().phase(width) for width in (8, 32, 64, 128)]
    [32, 32, 16, 8]

    Source: CUDA C++ Programming Guide, Shared Memory (32 banks of successive 32-bit words, a
    word is broadcast) and Device Memory Accesses (accesses of 1 to 16 bytes, aligned to their
    size); Nsight Compute Profiling Guide, Metrics Decoder (request, wavefront, sectors of 32
    bytes). These documents do not say that accesses of 8 and 16 bytes take 2 and 4 phases of
    consecutive threads: this is an assumption, confirmed by published measurements.
    """

    banks: int = 32
    bank_bytes: int = 4
    threads: int = 32
    widest: int = 16
    sector: int = 32
    lanes: tuple[int, ...] = ()
    name: str = field(default="", repr=False, compare=False, kw_only=True)

    def __str__(self) -> str:
        names = (self.name, *MACHINES)
        return next((one for one in names if MACHINES.get(_unsuffixed(one)) == self), repr(self))

    def __post_init__(self) -> None:
        require_int_tuple(self.lanes)
        numbers = {name: n for name, n in vars(self).items() if name not in ("lanes", "name")}
        for name, number in numbers.items():
            require_int_tuple(number)
            if isinstance(number, tuple):
                raise LayoutError(f"{name} of a machine must be one integer, not {number}")
            if number < 1 or number & (number - 1) != 0:
                raise LayoutError(
                    f"{name} of a machine must be a power of two, not {numeral(number)}"
                )
        if self.lanes and (
            1 << len(self.lanes) != self.threads
            or LinearLayout(self.lanes).rank < len(self.lanes)
            or max(self.lanes) >= self.threads
        ):
            raise LayoutError(
                f"the lanes of a machine must reach each of its {self.threads} threads, but they "
                f"are {self.lanes}"
            )

    @property
    def bank_bits(self) -> int:
        """The number of bits of a word, which is as wide as a bank."""
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

CDNA: Final = Machine(threads=64, sector=64)
"""AMD's GPUs with 64 lanes and 32 banks. A phase of 16-byte stores has 8 consecutive lanes.

Source: ROCm, Composable Kernel, Understanding AMD GPU LDS and Bank Conflicts (banks, phases of
ds_write_b128 and ds_read_b128). AMD's documents do not define sectors. We assume that a sector has
64 bytes, the shortest line of a vector L1 cache of these GPUs. The phases of other widths are also
an assumption.
"""

READ_LANES: Final = (1, 2, 20, 4, 8, 32)
"""The `lanes` of ds_read_b128. Phase 0 has lanes 0 to 3 and 20 to 23.

Phase 1 has lanes 4 to 7 and 16 to 19.

Source: as for CDNA.
"""

_UNNAMED: Final = {
    **{f"sm_{number}": NVIDIA for number in (70, 75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121)},
    **{f"gfx{name}": CDNA for name in ("908", "90a", "942")},
    **{f"gfx{name}_read": replace(CDNA, lanes=READ_LANES) for name in ("908", "90a", "942")},
    "gfx950": replace(CDNA, banks=64),
}

MACHINES: Final[Mapping[str, Machine]] = {
    name: replace(machine, name=name) for name, machine in _UNNAMED.items()
}
"""The machines by architecture.

A machine whose name ends in `_read` describes the same GPU for loads of 16 bytes per lane from
shared memory. The phases of such loads differ from the phases of stores.
"""


def architecture_of(name: str) -> str:
    """Return the architecture in the name of a machine, without suffixes.

    >>> architecture_of("sm_90a"), architecture_of("gfx90a"), architecture_of("gfx942_read")
    ('sm_90', 'gfx90a', 'gfx942')
    """
    return re.sub(r"^(sm_\d+)[af]$", r"\1", name).removesuffix("_read")


def machine_of(architecture: str) -> Machine:
    """Return the machine of an architecture, such as `sm_90a` or `gfx942`.

    >>> machine_of("sm_90a") == NVIDIA, machine_of("gfx942").threads
    (True, 64)
    >>> print(machine_of("sm_90a"))
    sm_90a
    >>> machine_of("gfx9")
    Traceback (most recent call last):
    spec.errors.LayoutError: 'gfx9' is not a machine: write one of sm_70, sm_75, sm_80, sm_86, \
sm_87, sm_89, sm_90, sm_100, sm_103, sm_110, sm_120, sm_121, gfx908, gfx90a, gfx942, gfx908_read, \
gfx90a_read, gfx942_read, gfx950
    """
    found = MACHINES.get(_unsuffixed(architecture))
    if found is None:
        plain = architecture.casefold().replace("-", "").replace("_", "")
        near = [one for one in MACHINES if one.replace("_", "") == plain]
        meant = f" (did you mean {near[0]}?)" if near else ""
        raise LayoutError(
            f"{architecture!r} is not a machine{meant}: write one of {', '.join(MACHINES)}"
        )
    return found if found.name == architecture else replace(found, name=architecture)


def _unsuffixed(architecture: str) -> str:
    """Return the name without the suffix of a feature set: `sm_90` for `sm_90a`."""
    return re.sub(r"^(sm_\d+)[af]$", r"\1", architecture)
