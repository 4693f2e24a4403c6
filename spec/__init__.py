"""The layout algebra of CuTe, over integers of any size: a reference to read and to run.

Read top-down: int_tuple, coordinates, layout, notation, table; then the operations: coalesce,
composition, complement, inverse, divide, products, and what is made of these: partition, common,
filter, nesting, recast, identity. Swizzles are in swizzle, composed and linear, XLA's tiled arrays
in xla, the layouts of CATLASS in tla, what leads from one to another in bridges, banks and sectors
of memory in memory, operands of matrix instructions in atoms, copies in tiled, errors in errors.
"""

from spec.atoms import mma_fragment
from spec.bridges import as_layout, as_xla_shape
from spec.coalesce import coalesce
from spec.common import max_common_layout, max_common_vector
from spec.complement import complement
from spec.composed import ComposedLayout
from spec.composition import composition
from spec.coordinates import (
    crd2crd,
    crd2idx,
    crd2idx_extended,
    idx2crd,
    idx2crd_extended,
)
from spec.divide import divides_evenly, flat_divide, logical_divide, tiled_divide, zipped_divide
from spec.drawing import drawing_of
from spec.errors import (
    CongruenceError,
    CoordinateError,
    InadmissibleError,
    LayoutError,
    NotationError,
    ShapeError,
)
from spec.filter import filter_, filter_zeros, nullspace
from spec.identity import make_identity_layout
from spec.int_tuple import (
    IntTuple,
    SliceTuple,
    ceil_div,
    compatible,
    congruent,
    elem_scale,
    format_int_tuple,
    get,
    inner_product,
    prefix_product,
    product,
    shape_div,
    suffix_product,
    unflatten,
    weakly_compatible,
    weakly_congruent,
)
from spec.inverse import left_inverse, right_inverse
from spec.layout import (
    Layout,
    LayoutLeft,
    LayoutRight,
    cosize,
    depth,
    dice,
    make_layout,
    make_ordered_layout,
    rank,
    size,
    slice_,
    slice_and_offset,
)
from spec.linear import LinearLayout, layout_of_linear, linear_layout, meeting_steps
from spec.memory import (
    Machine,
    bank_conflicts,
    multiples,
    sectors,
    vector_width,
    wavefronts,
    xor_of,
)
from spec.nesting import flatten, group
from spec.notation import (
    Call,
    Expression,
    Literal,
    Tiler,
    Value,
    format_layout,
    format_tiler,
    parse_composed_layout,
    parse_coordinate,
    parse_expression,
    parse_int_tuple,
    parse_layout,
    parse_swizzle,
    parse_tiler,
)
from spec.partition import inner_partition, local_tile, outer_partition
from spec.products import (
    blocked_product,
    flat_product,
    logical_product,
    raked_product,
    tile_to_shape,
    tiled_product,
    zipped_product,
)
from spec.recast import downcast, recast_layout, upcast
from spec.swizzle import Swizzle, apply_swizzle
from spec.table import print_layout, table
from spec.tiled import tiled_copy
from spec.tla import TlaLayout, crd2offset, get_tile_layout, make_layout_tile
from spec.xla import (
    XlaShape,
    format_xla_shape,
    linear_index,
    padded_shape,
    parse_xla_shape,
    physical_order,
    physical_shape,
    size_bytes,
    tpu_format,
)

# Notation and drawing stand above the layouts, which get here what a text and a notebook need.
ComposedLayout.parse = parse_composed_layout
Layout.parse = parse_layout
Layout._repr_svg_ = drawing_of  # pyright: ignore[reportPrivateUsage] - the name is IPython's

__all__ = [
    "Call",
    "ComposedLayout",
    "CongruenceError",
    "CoordinateError",
    "Expression",
    "InadmissibleError",
    "IntTuple",
    "Layout",
    "LayoutError",
    "LayoutLeft",
    "LayoutRight",
    "LinearLayout",
    "Literal",
    "Machine",
    "NotationError",
    "ShapeError",
    "SliceTuple",
    "Swizzle",
    "Tiler",
    "TlaLayout",
    "Value",
    "XlaShape",
    "apply_swizzle",
    "as_layout",
    "as_xla_shape",
    "bank_conflicts",
    "blocked_product",
    "ceil_div",
    "coalesce",
    "compatible",
    "complement",
    "composition",
    "congruent",
    "cosize",
    "crd2crd",
    "crd2idx",
    "crd2idx_extended",
    "crd2offset",
    "depth",
    "dice",
    "divides_evenly",
    "downcast",
    "elem_scale",
    "filter_",
    "filter_zeros",
    "flat_divide",
    "flat_product",
    "flatten",
    "format_int_tuple",
    "format_layout",
    "format_tiler",
    "format_xla_shape",
    "get",
    "get_tile_layout",
    "group",
    "idx2crd",
    "idx2crd_extended",
    "inner_partition",
    "inner_product",
    "layout_of_linear",
    "left_inverse",
    "linear_index",
    "linear_layout",
    "local_tile",
    "logical_divide",
    "logical_product",
    "make_identity_layout",
    "make_layout",
    "make_layout_tile",
    "make_ordered_layout",
    "max_common_layout",
    "max_common_vector",
    "meeting_steps",
    "mma_fragment",
    "multiples",
    "nullspace",
    "outer_partition",
    "padded_shape",
    "parse_composed_layout",
    "parse_coordinate",
    "parse_expression",
    "parse_int_tuple",
    "parse_layout",
    "parse_swizzle",
    "parse_tiler",
    "parse_xla_shape",
    "physical_order",
    "physical_shape",
    "prefix_product",
    "print_layout",
    "product",
    "raked_product",
    "rank",
    "recast_layout",
    "right_inverse",
    "sectors",
    "shape_div",
    "size",
    "size_bytes",
    "slice_",
    "slice_and_offset",
    "suffix_product",
    "table",
    "tile_to_shape",
    "tiled_copy",
    "tiled_divide",
    "tiled_product",
    "tpu_format",
    "unflatten",
    "upcast",
    "vector_width",
    "wavefronts",
    "weakly_compatible",
    "weakly_congruent",
    "xor_of",
    "zipped_divide",
    "zipped_product",
]
