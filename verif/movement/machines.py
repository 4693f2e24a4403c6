"""What a machine offers to a kernel: threads, shared memory, and instructions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from spec.memory.accesses import bits_of
from spec.memory.machine import architecture_of
from verif.movement.instructions import CopyInstruction

KIB: Final = 1024


@dataclass(frozen=True)
class Limits:
    """The most threads of a block, and the most bytes of shared memory (LDS) of a block."""

    threads: int
    smem_bytes: int


LIMITS: Final[Mapping[str, Limits]] = {
    "sm_70": Limits(1024, 96 * KIB),
    "sm_75": Limits(1024, 64 * KIB),
    **dict.fromkeys(("sm_80", "sm_87"), Limits(1024, 163 * KIB)),
    **dict.fromkeys(("sm_86", "sm_89", "sm_120", "sm_121"), Limits(1024, 99 * KIB)),
    **dict.fromkeys(("sm_90", "sm_100", "sm_103", "sm_110"), Limits(1024, 227 * KIB)),
    **dict.fromkeys(("gfx908", "gfx90a", "gfx942"), Limits(1024, 64 * KIB)),
    "gfx950": Limits(1024, 160 * KIB),
}
"""The limits by architecture. On NVIDIA's GPUs, a kernel opts in to this much shared memory.

Source: CUDA Programming Guide, Compute Capabilities (threads per block, shared memory per block);
for sm_70, CUDA C Programming Guide 11. For AMD: ROCm, AMD GPU specifications (LDS); LLVM,
AMDGPUBaseInfo, getMaxFlatWorkGroupSize (threads).
"""

AMD: Final = frozenset(name for name in LIMITS if name.startswith("gfx"))
NVIDIA: Final = frozenset(LIMITS) - AMD
ALL: Final = frozenset(LIMITS)

_FIRST: Final[Mapping[str, int]] = {"cp.async": 80, "ldmatrix": 75, "stmatrix": 90, "tma": 90}
"""The least compute capability, in tenths, that has a copy instruction.

Source: PTX ISA, Target ISA Notes of cp.async, ldmatrix, stmatrix and cp.async.bulk.tensor.
"""

_ATOM: Final = re.compile(r"SM(\d+)_(64x.*_[RS]S)?")


def limits_of(machine: str) -> Limits:
    """Return the limits of a machine.

    >>> limits_of("sm_90a").smem_bytes, limits_of("gfx942_read").smem_bytes
    (232448, 65536)
    """
    return LIMITS[architecture_of(machine)]


def since(capability: int) -> frozenset[str]:
    """Return NVIDIA's machines with at least this compute capability, in tenths.

    >>> sorted(since(110))
    ['sm_110', 'sm_120', 'sm_121']
    """
    return frozenset(name for name in NVIDIA if int(name.removeprefix("sm_")) >= capability)


ASYNC_PROXY: Final = since(90)
"""The machines with an async proxy. Source: PTX ISA, Target ISA Notes of fence.proxy.async."""


def with_copy(given: CopyInstruction, element: str) -> frozenset[str]:
    """Return the machines that have a copy instruction for elements of this type.

    `red` needs compute capability 9.0 to add bf16, or several numbers that together have more than
    32 bits.

    Source: as for `_FIRST`; PTX ISA, Target ISA Notes of red.
    """
    if given.only_machine is not None:
        return frozenset((given.only_machine,))
    if given.is_of_amd:
        return AMD
    for name, capability in _FIRST.items():
        if given.name.startswith(name):
            return since(capability)
    if given.is_of_nvidia:
        return NVIDIA
    if given.adds and given.width is not None:
        is_vector = given.width > max(32, bits_of(element))
        return AMD | since(90 if is_vector or element == "bf16" else 0)
    return ALL


def with_atom(name: str) -> frozenset[str]:
    """Return the machines that have a matrix instruction, by the name of its atom.

    Only compute capability 9.0 has wgmma. Only 10.0, 10.3 and 11.0 have tcgen05.mma, and 10.3 has
    it without int8. CuTe names an atom of mma.sync by the first architecture that has it. An atom
    without an architecture in its name, such as UniversalFMA, is possible on all machines.

    >>> sorted(with_atom("SM90_64x128x16_F32F16F16_SS"))
    ['sm_90']
    >>> "sm_80" in with_atom("SM80_16x8x16_F32F16F16F32_TN"), "sm_75" in with_atom("SM89_16x8x32")
    (True, False)

    Source: PTX ISA, Target ISA Notes of mma, wgmma.mma_async and tcgen05.mma.
    """
    if name.upper().startswith("V_MFMA"):
        return AMD
    read = _ATOM.match(name)
    if read is None:
        return ALL
    if read[1] == "100":
        has_no_int8 = ("sm_103",) if name.startswith("SM100_MMA_S8") else ()
        return frozenset(("sm_100", "sm_103", "sm_110")) - frozenset(has_no_int8)
    return frozenset(("sm_90",)) if read[2] else since(int(read[1]))
