"""The layout algebra of CuTe over integers of any size: a reference implementation to read and run.

Read the modules in this order: int_tuple, coordinates, checks, slicing, layout, parser, notation,
table; then the operations coalesce, composition, complement, inverse, divide and products, and the
modules built on them: partition, common, filter, nesting, recast, identity. The other modules:
basis (strides that are coordinates), swizzle, composed and linear (swizzles), xla (XLA's tiled
arrays), tla (the layouts of CATLASS), bridges (conversions between these families), memory (banks
and sectors), atoms (operands of matrix instructions), tiled (copies), reading (texts of compilers
and of other libraries), errors.

The operations that these modules define work on plain layouts only. The module `plain` re-exports
them. The operations that this package exports check their arguments first, and accept every kind of
layout for which they are defined. The table in `exports` lists these kinds.
"""

from collections.abc import Callable, Mapping
from inspect import unwrap
from typing import Any, Final

from spec import atoms, plain
from spec.exports import EXPORTS, exported
from spec.plain import (
    ArithmeticTuple,
    Call,
    ComposedLayout,
    CongruenceError,
    CoordinateError,
    Expression,
    InadmissibleError,
    IntTuple,
    KindError,
    Layout,
    LayoutError,
    LayoutLeft,
    LayoutRight,
    LinearLayout,
    Literal,
    Machine,
    ModeError,
    NotationError,
    ShapeError,
    SliceTuple,
    StrideError,
    Swizzle,
    Tiler,
    TlaLayout,
    Value,
    XlaShape,
)
from spec.reading import read

E = exported(plain.E)
append = exported(plain.append)
apply_swizzle = exported(plain.apply_swizzle)
as_layout = exported(plain.as_layout)
as_xla_shape = exported(plain.as_xla_shape)
bank_conflicts = exported(plain.bank_conflicts)
blocked_product = exported(plain.blocked_product)
ceil_div = exported(plain.ceil_div)
coalesce = exported(plain.coalesce)
compatible = exported(plain.compatible)
complement = exported(plain.complement)
composition = exported(plain.composition)
congruent = exported(plain.congruent)
cosize = exported(plain.cosize)
crd2crd = exported(plain.crd2crd)
crd2idx = exported(plain.crd2idx)
crd2idx_extended = exported(plain.crd2idx_extended)
crd2offset = exported(plain.crd2offset)
depth = exported(plain.depth)
dice = exported(plain.dice)
divides_evenly = exported(plain.divides_evenly)
domain_offset = exported(plain.domain_offset)
downcast = exported(plain.downcast)
elem_scale = exported(plain.elem_scale)
expansion = exported(plain.expansion)
explain = exported(plain.explain)
filter_ = exported(plain.filter_)
filter_zeros = exported(plain.filter_zeros)
flat_divide = exported(plain.flat_divide)
flat_product = exported(plain.flat_product)
flatten = exported(plain.flatten)
format_int_tuple = exported(plain.format_int_tuple)
format_layout = exported(plain.format_layout)
format_tiler = exported(plain.format_tiler)
format_xla_shape = exported(plain.format_xla_shape)
get = exported(plain.get)
get_tile_layout = exported(plain.get_tile_layout)
group = exported(plain.group)
idx2crd = exported(plain.idx2crd)
idx2crd_extended = exported(plain.idx2crd_extended)
inner_partition = exported(plain.inner_partition)
inner_product = exported(plain.inner_product)
last_byte = exported(plain.last_byte)
layout_add = exported(plain.layout_add)
layout_of_linear = exported(plain.layout_of_linear)
left_inverse = exported(plain.left_inverse)
linear_index = exported(plain.linear_index)
linear_layout = exported(plain.linear_layout)
local_partition = exported(plain.local_partition)
local_tile = exported(plain.local_tile)
logical_divide = exported(plain.logical_divide)
logical_product = exported(plain.logical_product)
make_fragment_like = exported(plain.make_fragment_like)
make_identity_layout = exported(plain.make_identity_layout)
make_layout = exported(plain.make_layout)
make_layout_like = exported(plain.make_layout_like)
make_layout_tile = exported(plain.make_layout_tile)
make_layout_tv = exported(plain.make_layout_tv)
make_ordered_layout = exported(plain.make_ordered_layout)
max_common_layout = exported(plain.max_common_layout)
max_common_vector = exported(plain.max_common_vector)
meeting_steps = exported(plain.meeting_steps)
mma_fragment = exported(plain.mma_fragment)
multiples = exported(plain.multiples)
nullspace = exported(plain.nullspace)
outer_partition = exported(plain.outer_partition)
padded_shape = exported(plain.padded_shape)
parse_composed_layout = exported(plain.parse_composed_layout)
parse_coordinate = exported(plain.parse_coordinate)
parse_expression = exported(plain.parse_expression)
parse_int_tuple = exported(plain.parse_int_tuple)
parse_layout = exported(plain.parse_layout)
parse_swizzle = exported(plain.parse_swizzle)
parse_tiler = exported(plain.parse_tiler)
parse_xla_shape = exported(plain.parse_xla_shape)
partition_tv = exported(plain.partition_tv)
physical_order = exported(plain.physical_order)
physical_shape = exported(plain.physical_shape)
prefix_product = exported(plain.prefix_product)
prepend = exported(plain.prepend)
print_layout = exported(plain.print_layout)
product = exported(plain.product)
raked_product = exported(plain.raked_product)
rank = exported(plain.rank)
recast_layout = exported(plain.recast_layout)
replace = exported(plain.replace)
right_inverse = exported(plain.right_inverse)
sectors = exported(plain.sectors)
select = exported(plain.select)
shape = exported(plain.shape)
shape_div = exported(plain.shape_div)
size = exported(plain.size)
size_bytes = exported(plain.size_bytes)
slice_ = exported(plain.slice_)
slice_and_offset = exported(plain.slice_and_offset)
stride = exported(plain.stride)
suffix_product = exported(plain.suffix_product)
table = exported(plain.table)
take = exported(plain.take)
tile_to_shape = exported(plain.tile_to_shape)
tiled_copy = exported(plain.tiled_copy)
tiled_divide = exported(plain.tiled_divide)
tiled_product = exported(plain.tiled_product)
tpu_format = exported(plain.tpu_format)
unflatten = exported(plain.unflatten)
upcast = exported(plain.upcast)
vector_width = exported(plain.vector_width)
wavefronts = exported(plain.wavefronts)
weakly_compatible = exported(plain.weakly_compatible)
weakly_congruent = exported(plain.weakly_congruent)
xor_of = exported(plain.xor_of)
zipped_divide = exported(plain.zipped_divide)
zipped_product = exported(plain.zipped_product)


def _drawing_of(value: Any) -> str | None:
    """Return the picture that a notebook shows for a value, or None if there is no picture."""
    # Import late, because few programs draw.
    from spec.pictures.values import drawing_of

    return drawing_of(value)


# Methods that parse and draw are attached to the classes here, because the modules that parse and
# draw import these classes.
ComposedLayout.parse = parse_composed_layout
Layout.parse = parse_layout
XlaShape.parse = parse_xla_shape
for drawn in (
    *(ComposedLayout, Layout, LinearLayout, Swizzle, TlaLayout, XlaShape),
    *(atoms.Atom, atoms.Operand, atoms.TiledCopy, atoms.TiledMMA),
):
    drawn._repr_svg_ = _drawing_of  # pyright: ignore[reportPrivateUsage] - the name is IPython's

# Aliases: CuTe's names, the DSL's names, and `tv_layout`. Some of CuTe's names hide the builtins
# `filter` and `slice`.
evenly_divides = divides_evenly
filter = filter_  # noqa: A001 - CuTe's name
group_modes = group
make_identity_tensor = make_identity_layout
slice = slice_  # noqa: A001 - CuTe's name
tv_layout = tiled_copy

EXPORTED: Final[Mapping[str, Callable[..., Any]]] = {name: globals()[name] for name in EXPORTS}
"""The exported functions by name."""

METHODS: Final[tuple[Callable[..., Any], ...]] = (
    *(ComposedLayout.__call__, ComposedLayout.at, ComposedLayout.compose, ComposedLayout.mode),
    *(ComposedLayout.slice, ComposedLayout.through),
    *(Layout.__call__, Layout.extended, Layout.mode, vars(Layout)["cosize"].fget),
    *(LinearLayout.__call__, LinearLayout.__matmul__),
    *(Machine.phase, Swizzle.__call__, TlaLayout.__call__),
)
"""The methods that check their arguments."""

PLAIN: Final[Mapping[Callable[..., Any], Callable[..., Any]]] = {
    checked: unwrap(checked) for checked in (*EXPORTED.values(), *METHODS, *atoms.CHECKED)
}
"""Maps each function or method that checks its arguments to the unchecked function inside it."""


def __dir__() -> list[str]:
    """Return the public names for tab completion."""
    return sorted((*__all__, "atoms", "filter", "slice"))


# `filter` and `slice` are left out, so that `from spec import *` does not hide Python's builtins.
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
    "evenly_divides",
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
    "group_modes",
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
    "make_identity_tensor",
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
    "read",
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
    "tv_layout",
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
