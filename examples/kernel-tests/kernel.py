"""The layouts of a transpose of 32 x 32 floats through shared memory, by one warp."""

from spec import Layout, Swizzle
from spec.composed import ComposedLayout

TILE = (32, 32)

PLAIN = Layout(TILE, (32, 1))
SMEM = ComposedLayout(Swizzle(5, 0, 5), 0, PLAIN)

BY_ROWS = Layout((32, 32), (32, 1))
"""Maps (thread, value) to 1-D coordinates of the tile. For each value, the threads cover a row."""

BY_COLUMNS = Layout((32, 32), (1, 32))
"""For each value, the threads cover a column."""
