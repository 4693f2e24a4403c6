"""Proxies: writes to shared memory are visible to the hardware units that read it.

Threads access shared memory by the *generic proxy*: with ld, st, cp.async, ldmatrix and stmatrix.
TMA, and wgmma for operands that stay in shared memory, access it by the *async proxy*. A barrier
does not make writes by the generic proxy visible to the async proxy. PTX needs
`fence.proxy.async` between the write and the read.

CUTLASS writes this fence after st.shared and stmatrix. Its GEMM for Hopper with cp.async and wgmma
(sm90_mma_multistage_gmma_ss_warpspecialized.hpp) has no such fence. So without a fence after
cp.async, the verdict is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum

from verif.movement.model import Kernel, Move, Shared
from verif.movement.stating import Statement, fault, holds, unknown


class Visible(IntEnum):
    """Whether the async proxy sees a write by the generic proxy. Greater values are worse."""

    FENCED = 0
    """A fence and then a barrier are between the write and the read."""
    LATE = 1
    """A fence is between the write and the read, but no barrier is after the fence."""
    NOT_FENCED = 2


def is_of_async_proxy(move: Move) -> bool:
    """Whether a step accesses shared memory by the async proxy."""
    return move.instruction is not None and move.instruction.uses_async_proxy


def visibility(
    kernel: Kernel, found: Mapping[int, Visible], undecided: str = ""
) -> Iterator[Statement]:
    """State that steps which read by the async proxy see the writes by the generic proxy.

    `found` maps the number of a step to the worst visibility in all runs. If the runs were not
    finished, `undecided` says why.
    """
    for step in kernel.moves:
        if not isinstance(step.source, Shared) or not is_of_async_proxy(step):
            continue
        name = step.source.name
        writers = [m for m in kernel.moves if m.target.name == name and not is_of_async_proxy(m)]
        if not writers or not (undecided or step.number in found):
            continue
        writes = " and ".join(m.text for m in writers)
        is_async = any(map(_is_async, writers))
        after = "the `wait` for the write" if is_async else "the write"
        claim = f"writes to {name} by the generic proxy are visible to the async proxy"
        advice = f'write a step with fence = "async" after {after} and before the barrier'
        match found.get(step.number):
            case Visible.NOT_FENCED:
                detail = f"no fence is between {writes} and the read by the async proxy; {advice}"
                state = unknown if is_async else fault
                yield state(step.line, step.text, claim, detail)
            case Visible.LATE:
                detail = f"no barrier is between the fence and the read; {advice}"
                yield unknown(step.line, step.text, claim, detail)
            case _ if undecided:
                yield unknown(step.line, step.text, claim, undecided)
            case _:
                detail = f"a fence and a barrier are between {writes} and the read"
                yield holds(step.line, step.text, claim, detail)


def _is_async(move: Move) -> bool:
    return move.instruction is not None and move.instruction.is_async
