"""The operations on layouts, without a check of argument types.

Claims are about these functions, and proofs execute them. `spec` exports functions with the same
names, which accept every kind of argument for which the operation is defined.

>>> print(coalesce(Layout((2, 4))))
8:1
"""

from spec.atoms import mma_fragment
from spec.basis import ArithmeticTuple, E
from spec.bridges import as_layout, as_xla_shape, expansion, last_byte, size_bytes
from spec.coalesce import coalesce
from spec.common import max_common_layout, max_common_vector
from spec.compact import layout_add, make_fragment_like, make_layout_like
from spec.complement import complement
from spec.composed import ComposedLayout
from spec.composition import Tiler, composition
from spec.coordinates import (
    crd2crd,
    crd2idx,
    crd2idx_extended,
    idx2crd,
    idx2crd_extended,
)
from spec.divide import divides_evenly, flat_divide, logical_divide, tiled_divide, zipped_divide
from spec.errors import (
    CongruenceError,
    CoordinateError,
    InadmissibleError,
    KindError,
    LayoutError,
    ModeError,
    NotationError,
    ShapeError,
    StrideError,
)
from spec.explained import explain
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
)
from spec.nesting import flatten, group
from spec.notation import (
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
from spec.parser import Call, Expression, Literal, Value
from spec.partition import inner_partition, local_partition, local_tile, outer_partition
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
from spec.select import append, prepend, replace, select, take
from spec.shaped import domain_offset, shape, stride
from spec.swizzle import Swizzle, apply_swizzle
from spec.table import print_layout, table
from spec.tiled import make_layout_tv, partition_tv, tiled_copy
from spec.tla import TlaLayout, crd2offset, get_tile_layout, make_layout_tile
from spec.xla import (
    XlaShape,
    format_xla_shape,
    linear_index,
    padded_shape,
    parse_xla_shape,
    physical_order,
    physical_shape,
    tpu_format,
)
from spec.xors import xor_of

__all__ = [
    "ArithmeticTuple",
    "Call",
    "ComposedLayout",
    "CongruenceError",
    "CoordinateError",
    "E",
    "Expression",
    "InadmissibleError",
    "IntTuple",
    "KindError",
    "Layout",
    "LayoutError",
    "LayoutLeft",
    "LayoutRight",
    "LinearLayout",
    "Literal",
    "Machine",
    "ModeError",
    "NotationError",
    "ShapeError",
    "SliceTuple",
    "StrideError",
    "Swizzle",
    "Tiler",
    "TlaLayout",
    "Value",
    "XlaShape",
    "append",
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
    "domain_offset",
    "downcast",
    "elem_scale",
    "expansion",
    "explain",
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
    "last_byte",
    "layout_add",
    "layout_of_linear",
    "left_inverse",
    "linear_index",
    "linear_layout",
    "local_partition",
    "local_tile",
    "logical_divide",
    "logical_product",
    "make_fragment_like",
    "make_identity_layout",
    "make_layout",
    "make_layout_like",
    "make_layout_tile",
    "make_layout_tv",
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
    "partition_tv",
    "physical_order",
    "physical_shape",
    "prefix_product",
    "prepend",
    "print_layout",
    "product",
    "raked_product",
    "rank",
    "recast_layout",
    "replace",
    "right_inverse",
    "sectors",
    "select",
    "shape",
    "shape_div",
    "size",
    "size_bytes",
    "slice_",
    "slice_and_offset",
    "stride",
    "suffix_product",
    "table",
    "take",
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
