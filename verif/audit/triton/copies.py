"""Copies between global and shared memory that bypass registers.

AMD's direct-to-LDS copies write the data of a warp's lanes one after the other: lane t writes at
base + t * width. NVIDIA's TMA copies whole blocks that a descriptor describes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from spec.reading import Distributed, Shared
from spec.steps import Steps
from spec.xors import kernel_of
from verif.audit.mlir import Operation
from verif.audit.statement import Verdict
from verif.audit.triton.accesses import Access
from verif.audit.triton.layouts import Decided
from verif.audit.triton.program import Context
from verif.audit.triton.types import Sized, Unread, encoding_of, sized

TMA: Final = {
    "ttng.async_tma_copy_global_to_local": (0, None),
    "ttng.async_tma_copy_local_to_global": (0, 1),
    "ttng.async_tma_reduce": (0, 1),
}
"""For each copy of blocks, the positions of the descriptor and of the buffer among the operands.

None means that the buffer is the result.
"""

_WIDTHS: Final = {"gfx940": (32,), "gfx941": (32,), "gfx942": (32,), "gfx950": (128, 32)}
"""For each architecture: the widths in bits of a lane's direct-to-LDS copies, widest first."""

_UNCOUNTED: Final = {
    "amdg.local_load_packed_transposed": "ds_read_tr of packed 4-bit elements is not counted",
    "amdg.async_tdm_copy_global_to_local": "copies by AMD's tensor data mover are not counted",
    "amdg.async_tdm_copy_local_to_global": "copies by AMD's tensor data mover are not counted",
    "ttg.async_copy_local_to_global": "copies from LDS to global memory are not counted",
    "ttng.async_tma_gather": "the rows that TMA gathers are known only at run time",
    "ttng.async_tma_scatter": "the rows that TMA scatters are known only at run time",
}
"""Operations whose accesses to shared memory are not counted, each with the reason."""

_CLAIM: Final = "no bank serves two words in one phase"


def of_uncounted(op: Operation) -> Iterator[Decided]:
    """The statement about an operation whose accesses to shared memory are not counted."""
    reason = _UNCOUNTED.get(op.name)
    if reason is not None:
        yield _CLAIM, Verdict.UNKNOWN, reason, ""


def of_direct(one: Access, most: int, context: Context) -> Decided:
    """The statement about a direct-to-LDS copy. A lane copies at most `most` bits."""
    machine, neighbours = context.machine, 0
    while 1 << neighbours in one.registers:
        neighbours += 1
    widths = _WIDTHS.get(context.architecture)
    if widths is None:
        reason = f"on {context.architecture}, the widths of direct-to-LDS copies are not known here"
        return _CLAIM, Verdict.UNKNOWN, reason, ""
    reached = min(most, one.bits << neighbours)
    width = next((one for one in widths if one <= reached), None)
    if width is None:
        listed = " or ".join(map(str, widths))
        detail = f"{reached} bits of a lane are adjacent; a direct-to-LDS copy needs {listed}"
        return _CLAIM, Verdict.UNKNOWN, detail, ""
    elements = width // one.bits
    count = (machine.threads - 1).bit_length()
    lanes = one.threads[:count]
    block = tuple(elements << k for k in range(count))
    size = elements << count
    apart = _not_one_block(lanes, block, one.gaps, size)
    if apart:
        detail = f"a direct-to-LDS copy writes {size} elements of a warp to one block, but {apart}"
        return _CLAIM, Verdict.UNKNOWN, detail, ""
    copies = 1 << len(one.threads) - count + len(one.registers) - (elements - 1).bit_length()
    wavefronts = copies * max(1, size * one.bits // (machine.banks * machine.bank_bits))
    order = "" if lanes == block else ", if lanes exchange their pointers within the warp"
    detail = (
        f"{copies} direct-to-LDS copies of {width} bits per lane, each of which writes {size}"
        f" elements of a warp one after the other{order}: {wavefronts} wavefronts"
    )
    return _CLAIM, Verdict.HOLDS, detail, ""


def _not_one_block(lanes: Steps, block: Steps, gaps: tuple[tuple[int, int], ...], size: int) -> str:
    """Why the elements of a warp are not one block of memory, or ''."""
    inside = next((interval for interval, _ in gaps if interval % size), None)
    if inside is not None:
        return f"memory is padded after every {inside} elements"
    if _same_span(lanes, block):
        return ""
    bit = next((k for k, (a, b) in enumerate(zip(lanes, block, strict=False)) if a != b), 0)
    return f"lane {1 << bit} writes to the offset {lanes[bit]}, not {block[bit]}"


def _same_span(one: Steps, other: Steps) -> bool:
    """Whether `one` is linearly independent over F2 and spans the same set as `other`.

    Pre-conditions: `other` is linearly independent over F2.
    """
    return len(one) == len(other) == len(kernel_of((*one, *other))) and not kernel_of(one)


def of_block(op: Operation) -> Iterator[Decided]:
    """State whether the block of a TMA copy's descriptor has the layout of the buffer."""
    if op.name not in TMA:
        return
    first, second = TMA[op.name]
    types = op.result_types if second is None else op.operand_types[second:]
    if first >= len(op.operand_types) or not types:
        return
    block, buffer = _block_of(op.operand_types[first]), sized(types[0])
    if block is None or buffer is None:
        return
    claim = "the block of the descriptor has the shape, element type and layout of the buffer"
    yield claim, *_compared(block, buffer), ""


def _block_of(text: str) -> Sized | None:
    """The block of a descriptor, `!tt.tensordesc<8x8xf16, #x>` or `..<tensor<8x8xf16, #x>>`."""
    inner = text.removeprefix("!tt.tensordesc<").removesuffix(">")
    return sized(inner if inner.startswith("tensor<") else f"tensor<{inner}>")


def _compared(block: Sized, buffer: Sized) -> tuple[Verdict, str]:
    """Compare the block of a descriptor with a buffer.

    A block may have leading dimensions of size 1 that its buffer lacks.
    """
    more = len(block.shape) - len(buffer.shape)
    if more < 0 or block.shape[more:] != buffer.shape or set(block.shape[:more]) - {1}:
        one, other = map(format_int_tuple, (block.shape, buffer.shape))
        return Verdict.FAULT, f"the block is {one}, and the buffer {other}"
    if block.element != buffer.element:
        detail = f"the block has elements of {block.element}, and the buffer of {buffer.element}"
        return Verdict.FAULT, detail
    if block.encoding and encoding_of(block) != encoding_of(buffer):
        ours, theirs = _layout(block), _layout(buffer)
        for unread in (ours, theirs):
            if isinstance(unread, Unread):
                return Verdict.UNKNOWN, f"a layout is not read: {unread.reason}"
        if _without_dimensions(ours, more) != theirs:
            detail = (
                f"the layouts differ: {block.kind} of the block, and {buffer.kind} of the buffer"
            )
            return Verdict.FAULT, detail
    return Verdict.HOLDS, f"{format_int_tuple(buffer.shape)} of {buffer.element}"


def _layout(kind: Sized) -> Distributed | Shared | Unread:
    """The layout for the shape that the type states, even if the buffer is part of a larger one."""
    encoding = encoding_of(kind)
    if encoding is None:
        return Unread(f"the encoding {kind.kind} is not supported")
    try:
        return encoding.on(kind.shape)
    except LayoutError as error:
        return Unread(str(error))


def _without_dimensions(
    layout: Distributed | Shared | Unread, count: int
) -> Distributed | Shared | Unread:
    """The layout of shared memory without its leading `count` dimensions, which have size 1."""
    if not isinstance(layout, Shared):
        return layout
    points = tuple(point[count:] for point in layout.points)
    return Shared(points, layout.shape[count:], layout.gaps)
