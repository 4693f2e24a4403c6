"""Random XLA shapes from a fixed seed, and their texts with added spaces or random changes."""

import random
from math import prod

from spec.xla import BITS, XlaShape, physical_shape

SMALL = (0, 1, 1, 2, 3, 4, 5, 7, 8)
LARGE = (*SMALL, 127, 128, 300, 2**31, 2**63 - 1)

PIECES = (*"TE(){}[],:012- *?x", "-1", "<=", "S(1)", "#(s32)", "T(2,2)", "E(8)", "()", "f32")


def generated(count, seed, bounds, tile_entries, most_tiles=3, most_positions=None):
    """Return distinct shapes: ranks 0 to 5, any order, tiles of any rank, any type and size."""
    draw = random.Random(seed)
    shapes = {}
    while len(shapes) < count:
        dims = tuple(draw.choice(bounds) for _ in range(draw.randint(0, 5)))
        shape = XlaShape(
            draw.choice(sorted(BITS)),
            dims,
            tuple(draw.sample(range(len(dims)), len(dims))),
            tuple(tile_of(draw, tile_entries) for _ in range(draw.randint(0, most_tiles))),
            draw.choice((None, draw.randint(1, 64))),
        )
        if most_positions is None or prod(physical_shape(shape)) <= most_positions:
            shapes[shape] = None
    return tuple(shapes)


def tile_of(draw, entries):
    tile = [draw.choice(entries) for _ in range(draw.randint(0, 5))]
    # The last dimension is the most minor, so the last side of a tile is never a `*`.
    return (*tile[:-1], tile[-1] or 2) if tile else ()


def spaced(text, draw):
    signs = "[]{}(),:"
    return "".join(" " * draw.randint(0, 2) + c + " " if c in signs else c for c in text)


def changed(text, draw):
    """Return the text after a random insertion, removal or replacement at one place."""
    k = draw.randrange(len(text))
    return text[:k] + draw.choice(("", *PIECES)) + text[k + draw.randint(0, 1) :]
