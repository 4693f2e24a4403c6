"""The blocks of a cluster in Triton's encodings: which part of a tensor each block holds."""

from collections.abc import Sequence
from math import prod

from spec.errors import LayoutError
from spec.reading.building import unit, within
from spec.reading.distributed import Point
from spec.reading.trees import entries
from spec.reading.triton_parameters import Parameters


def blocks_of(encoding: Parameters, shape: tuple[int, ...]) -> tuple[Point, ...]:
    """For each bit of a block's number, the point to which the bit is mapped, in units of blocks.

    Triton 3.6 and later releases write these points. Older releases write the number of blocks
    along each dimension (`CTAsPerCGA`), the number of different parts along each dimension
    (`CTASplitNum`), and the order in which dimensions are counted (`CTAOrder`).

    >>> older = {"CTAsPerCGA": (2, 2), "CTASplitNum": (1, 2), "CTAOrder": (1, 0)}
    >>> blocks_of(Parameters("blocked", older), (64, 64))
    ((0, 1), (0, 0))
    >>> blocks_of(Parameters("blocked", {"CGALayout": ((1, 0), (0, 1))}), (64, 1))
    ((1, 0), (0, 0))
    """
    rank = len(shape)
    if "CTAsPerCGA" in encoding.parameters:
        found = _older(encoding, rank)
    else:
        if isinstance(encoding.parameters.get("CTALayout"), dict):
            return blocks_of(encoding.group("CTALayout"), shape)
        found = entries(encoding.parameters.get("CGALayout")) or ()
    if any(len(entries(point) or ()) != rank for point in found):
        raise LayoutError(
            f"each point in CGALayout of {encoding.kind} must have one number for each dimension of"
            " the tensor"
        )
    return tuple(within(point, shape) for point in found)


def _older(encoding: Parameters, rank: int) -> tuple[Point, ...]:
    counts = encoding.numbers("CTAsPerCGA", rank)
    parts = (
        encoding.numbers("CTASplitNum", rank) if "CTASplitNum" in encoding.parameters else counts
    )
    order = encoding.order(rank, "CTAOrder") if prod(counts) > 1 else ()
    return tuple(
        unit(rank, dim, 1 << k if 1 << k < parts[dim] else 0)
        for dim in order
        for k in range(counts[dim].bit_length() - 1)
    )


def shape_of_a_block(shape: tuple[int, ...], blocks: Sequence[Point]) -> tuple[int, ...]:
    """The shape of the part of a tensor that one block holds.

    >>> shape_of_a_block((64, 64), ((1, 0), (2, 0), (0, 0)))
    (16, 64)
    """
    counts = [1] * len(shape)
    for point in blocks:
        counts = [max(count, 2 * x) for count, x in zip(counts, point, strict=True)]
    return tuple(size // count for size, count in zip(shape, counts, strict=True))


def in_elements(blocks: Sequence[Point], part: tuple[int, ...]) -> tuple[Point, ...]:
    """Convert points in units of blocks to points in elements. A block has the shape `part`.

    >>> in_elements(((1, 0), (0, 1)), (32, 16))
    ((32, 0), (0, 16))
    """
    return tuple(tuple(x * size for x, size in zip(point, part, strict=True)) for point in blocks)
