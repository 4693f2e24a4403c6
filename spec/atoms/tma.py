"""Boxes of TMA: make the tensor map of a tensor and a box, and find the rules that the map breaks.

A tensor map has the dimensions of the tensor in global memory, the innermost first, and the size of
a box. TMA copies boxes to shared memory, where they may be swizzled.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from spec.errors import LayoutError, numeral
from spec.layout import Layout
from spec.memory.accesses import bits_of
from spec.modes import Modes, modes_of

SWIZZLES: Final[Mapping[str, int]] = {
    "none": 0,
    "32B": 32,
    "64B": 64,
    "128B": 128,
    "128B_ATOM_32B": 128,
    "128B_ATOM_32B_FLIP_8B": 128,
    "128B_ATOM_64B": 128,
}
"""The swizzles of CUtensorMapSwizzle, each with its span in bytes."""

INTERLEAVES: Final = ("none", "16B", "32B")
"""The interleaved layouts of CUtensorMapInterleave."""

MAP: Final = "CUDA driver API, cuTensorMapEncodeTiled"
COPY: Final = "PTX ISA, cp.async.bulk.tensor"
SWIZZLED: Final = "CUDA C++ Programming Guide, TMA swizzle"

RULES: Final[Mapping[str, str]] = {
    "rank": f"1 to 5 dimensions, with interleaving 3 to 5 ({MAP}, tensorRank)",
    "inner stride": f"the elements of dimension 0 are neighbours ({MAP}, globalStrides)",
    "element bits": f"elements of 8, 16, 32 or 64 bits ({MAP}, tensorDataType)",
    "global address": "a multiple of 16 bytes, or of 32 bytes with interleaving 32B "
    f"({MAP}, globalAddress)",
    "global size": f"1 to 2^32 elements in each dimension ({MAP}, globalDim)",
    "global stride": "a multiple of 16 bytes, or of 32 bytes with interleaving 32B "
    f"({MAP}, globalStrides)",
    "global stride limit": f"0 or more and below 2^40 bytes ({MAP}, globalStrides)",
    "box size": f"1 to 256 elements in each dimension ({MAP}, boxDim)",
    "box inner extent": f"without interleaving, a multiple of 16 bytes ({MAP}, boxDim)",
    "element stride": f"1 to 8 in each dimension ({MAP}, elementStrides)",
    "swizzle span": f"without interleaving, at least the box's inner extent ({MAP}, interleave)",
    "interleave swizzle": f"interleaving 32B needs the swizzle 32B ({MAP}, swizzle)",
    "shared address": f"a multiple of 128 bytes ({COPY})",
    "swizzle period": f"a shared address at which the swizzle's pattern begins ({SWIZZLED})",
}
"""Maps the name of each rule to a text: what the rule allows, and which document states it."""


class Broken(NamedTuple):
    """A broken rule: its name in RULES, a text with a placeholder, and the number to insert."""

    rule: str
    problem: str
    number: int

    @property
    def text(self) -> str:
        """The message, with a placeholder for the number: rule, problem, and what is legal."""
        return f"{self.rule}: {self.problem}; legal: {RULES[self.rule]}"

    def __str__(self) -> str:
        return self.text.format(numeral(self.number))


WITHOUT_NEIGHBOURS: Final = Broken("inner stride", "{} modes have stride 1", 0)
"""The broken rule to report for a tensor in which no mode has stride 1."""


@dataclass(frozen=True)
class TensorMap:
    """The arguments of cuTensorMapEncodeTiled, and the address in shared memory.

    `dims`, `box` and `steps` (the element strides) have one entry for each dimension, the innermost
    first. `strides` has the distance between neighbours in bytes, for each dimension but the first.

    Source: CUDA driver API, cuTensorMapEncodeTiled.
    """

    element: str
    dims: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    steps: tuple[int, ...] = ()
    interleave: str = "none"
    swizzle: str = "none"
    global_address: int = 0
    shared_address: int = 0

    def __post_init__(self) -> None:
        if self.swizzle not in SWIZZLES:
            raise LayoutError(
                f"{self.swizzle!r} is not a swizzle of TMA: write one of {', '.join(SWIZZLES)}"
            )
        if self.interleave not in INTERLEAVES:
            raise LayoutError(
                f"{self.interleave!r} is not an interleaving of TMA: write one of "
                f"{', '.join(INTERLEAVES)}"
            )
        rank = len(self.dims)
        if not len(self.box) == len(self.steps or self.box) == rank == len(self.strides) + 1:
            raise LayoutError(
                f"a tensor map of {rank} dimensions must have {rank} box sizes, {rank} element "
                f"strides and {rank - 1} strides in bytes, but it has "
                f"{len(self.box)}, {len(self.steps or self.box)} and {len(self.strides)}"
            )


def tensor_map(
    gmem: Layout, box: tuple[int, ...], element: str, swizzle: str = "none"
) -> TensorMap:
    """The tensor map of a tensor in global memory. `box` has a size for each mode of the tensor.

    The mode of stride 1 is the innermost dimension; the other modes follow in their order.

    Pre-conditions: the modes are not nested, and one of the modes has stride 1.

    >>> made = tensor_map(Layout((4096, 512), (512, 1)), (128, 64), "f16", "128B")
    >>> made.dims, made.strides, made.box
    ((512, 4096), (1024,), (64, 128))

    Source: CuTe copy_traits_sm90_tma.hpp, make_tma_copy_desc.
    """
    modes = modes_of(gmem)
    if len(modes) != gmem.rank or len(box) != len(modes):
        raise LayoutError(
            "a box must have a size for each mode of the tensor, and no mode may be nested: "
            f"modes of {gmem}: {len(modes)}, sizes of the box: {len(box)}"
        )
    order = _innermost_first(modes)
    bits = bits_of(element)
    return TensorMap(
        element,
        tuple(modes[k][0] for k in order),
        tuple(modes[k][1] * bits // 8 for k in order[1:]),
        tuple(box[k] for k in order),
        swizzle=swizzle,
    )


def _innermost_first(modes: Modes) -> list[int]:
    """The indices of the modes: the first mode of stride 1, then all others in their order."""
    first = next((k for k, (_, d) in enumerate(modes) if d == 1), None)
    if first is None:
        raise LayoutError(str(WITHOUT_NEIGHBOURS))
    return [first, *(k for k in range(len(modes)) if k != first)]


def broken_rules(given: TensorMap) -> tuple[Broken, ...]:
    """The rules that a tensor map breaks; an empty tuple if TMA accepts it.

    >>> box = tensor_map(Layout((4096, 512), (512, 1)), (128, 64), "f16", "128B")
    >>> broken_rules(box)
    ()
    >>> for broken in broken_rules(tensor_map(Layout((64, 60), (60, 1)), (300, 60), "f16", "64B")):
    ...     print(broken)
    global stride: globalStrides[0] is 120; legal: a multiple of 16 bytes, or of 32 bytes \
with interleaving 32B (CUDA driver API, cuTensorMapEncodeTiled, globalStrides)
    box size: boxDim[1] is 300; legal: 1 to 256 elements in each dimension (CUDA driver API, \
cuTensorMapEncodeTiled, boxDim)
    box inner extent: it is 120 bytes; legal: without interleaving, a multiple of 16 bytes (CUDA \
driver API, cuTensorMapEncodeTiled, boxDim)
    swizzle span: it is 64 bytes, but a row of the box is 120; legal: without interleaving, at \
least the box's inner extent (CUDA driver API, cuTensorMapEncodeTiled, interleave)
    """
    return (*_of_tensor(given), *_of_box(given), *_of_shared(given))


def require_tma(given: TensorMap) -> None:
    """Raise LayoutError with the first rule that a tensor map breaks.

    >>> require_tma(tensor_map(Layout((64, 64), (68, 1)), (64, 64), "f16"))
    Traceback (most recent call last):
    spec.errors.LayoutError: global stride: globalStrides[0] is 136; legal: a multiple of 16 \
bytes, or of 32 bytes with interleaving 32B (CUDA driver API, cuTensorMapEncodeTiled, globalStrides)
    """
    for broken in broken_rules(given):
        raise LayoutError(str(broken))


def _of_tensor(given: TensorMap) -> Iterator[Broken]:
    bits, rank = bits_of(given.element), len(given.dims)
    least = 1 if given.interleave == "none" else 3
    unit = 32 if given.interleave == "32B" else 16
    if bits not in (8, 16, 32, 64):
        yield Broken("element bits", f"{given.element} has {{}}", bits)
    if not least <= rank <= 5:
        yield Broken("rank", "there are {} dimensions", rank)
    if given.global_address % unit != 0:
        yield Broken("global address", "it is {}", given.global_address)
    for k, size in enumerate(given.dims):
        if not 1 <= size <= 1 << 32:
            yield Broken("global size", f"globalDim[{k}] is {{}}", size)
    for k, stride in enumerate(given.strides):
        if stride % unit != 0:
            yield Broken("global stride", f"globalStrides[{k}] is {{}}", stride)
        if not 0 <= stride < 1 << 40:
            yield Broken("global stride limit", f"globalStrides[{k}] is {{}}", stride)


def _of_box(given: TensorMap) -> Iterator[Broken]:
    for k, size in enumerate(given.box):
        if not 1 <= size <= 256:
            yield Broken("box size", f"boxDim[{k}] is {{}}", size)
    for k, step in enumerate(given.steps):
        ignored = k == 0 and given.interleave == "none"
        if not ignored and not 1 <= step <= 8:
            yield Broken("element stride", f"elementStrides[{k}] is {{}}", step)
    if given.interleave == "none" and given.box:
        extent = given.box[0] * bits_of(given.element) // 8
        span = SWIZZLES[given.swizzle]
        if extent % 16 != 0:
            yield Broken("box inner extent", "it is {} bytes", extent)
        if span and extent > span:
            yield Broken(
                "swizzle span", f"it is {span} bytes, but a row of the box is {{}}", extent
            )
    if given.interleave == "32B" and given.swizzle != "32B":
        span = SWIZZLES[given.swizzle]
        yield Broken("interleave swizzle", "the swizzle has a span of {} bytes", span)


def _of_shared(given: TensorMap) -> Iterator[Broken]:
    """Yield the broken rules about shared memory. A swizzle's period is 8 times its span."""
    address, period = given.shared_address, 8 * SWIZZLES[given.swizzle]
    if address % 128 != 0:
        yield Broken("shared address", "it is {}", address)
    elif period and address % period != 0:
        yield Broken("swizzle period", f"{{}} is not a multiple of {period} bytes", address)
