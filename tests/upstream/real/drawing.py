"""Random IntTuples for the printers of real tools."""

from collections.abc import Callable
from random import Random

from spec.int_tuple import IntTuple


def size(draw: Random) -> int:
    return draw.choice((1, 2, 3, 4, 7, 8, 16, 64))


def tree(
    draw: Random,
    leaf: Callable[[], IntTuple],
    depth: int = 2,
    *,
    leaves: float = 0.4,
    fewest: int = 1,
) -> IntTuple:
    """Return a leaf, or a tuple of up to three modes, nested up to `depth`.

    Each mode is a leaf with the probability `leaves`. A tuple has at least `fewest` modes.
    """
    if depth == 0 or draw.random() < leaves:
        return leaf()
    count = draw.randrange(fewest, 4)
    return tuple(tree(draw, leaf, depth - 1, leaves=leaves, fewest=fewest) for _ in range(count))


def like(draw: Random, shape: IntTuple) -> IntTuple:
    """Return strides that are congruent to the shape."""
    if isinstance(shape, tuple):
        return tuple(like(draw, part) for part in shape)
    return draw.choice((0, 1, 2, 3, 8, 24, 64, 512))
