"""XLA: tiled arrays.

Read top-down: shape and notation; places, tiling and reshaping, the formulas on the points of an
array; position, where an element of a shape lies, by them; steps, the same by moving the array;
tpu, the named formats; cute, arrays as CuTe layouts. `linear_index` is that of a shape; the formula
of that name is in places.
"""

from spec.xla.cute import column, row_major, row_major_layout, tile_layout, tile_modes
from spec.xla.notation import parse_xla_shape, read_xla_shape
from spec.xla.places import Place, Places, joined, origin, places, row, unravelled, volume
from spec.xla.position import linear_index, padded_shape, physical_order, physical_shape, size_bytes
from spec.xla.reshaping import (
    pad_reshape_transpose,
    padded,
    reshape_once,
    reshaped_across,
    reshaped_by,
    reshaped_within,
    transposed,
)
from spec.xla.shape import BITS, XlaShape, format_xla_shape
from spec.xla.steps import FilledArray, Pad, Reshape, Step, Transpose, order_by_steps, steps, taken
from spec.xla.tiling import (
    COMBINE,
    Dimension,
    Dimensions,
    Side,
    Tile,
    Tiles,
    across,
    combine,
    covered,
    foremost,
    format_tile,
    linear_index_with_tile,
    padded_size,
    sides,
    tile_once,
    tiled,
    tiled_bounds,
    tiled_by,
    uncovered,
    within,
)
from spec.xla.tpu import TPU_FORMATS, in_format, tpu_format, tpu_format_name

XlaShape.parse = parse_xla_shape

__all__ = [
    "BITS",
    "COMBINE",
    "TPU_FORMATS",
    "Dimension",
    "Dimensions",
    "FilledArray",
    "Pad",
    "Place",
    "Places",
    "Reshape",
    "Side",
    "Step",
    "Tile",
    "Tiles",
    "Transpose",
    "XlaShape",
    "across",
    "column",
    "combine",
    "covered",
    "foremost",
    "format_tile",
    "format_xla_shape",
    "in_format",
    "joined",
    "linear_index",
    "linear_index_with_tile",
    "order_by_steps",
    "origin",
    "pad_reshape_transpose",
    "padded",
    "padded_shape",
    "padded_size",
    "parse_xla_shape",
    "physical_order",
    "physical_shape",
    "places",
    "read_xla_shape",
    "reshape_once",
    "reshaped_across",
    "reshaped_by",
    "reshaped_within",
    "row",
    "row_major",
    "row_major_layout",
    "sides",
    "size_bytes",
    "steps",
    "taken",
    "tile_layout",
    "tile_modes",
    "tile_once",
    "tiled",
    "tiled_bounds",
    "tiled_by",
    "tpu_format",
    "tpu_format_name",
    "transposed",
    "uncovered",
    "unravelled",
    "volume",
    "within",
]
