"""The table of exports: each function of `spec` with the kinds of its parameters.

The functions of `plain` accept layouts and IntTuples only. This table lists the arguments that the
exported functions accept: the kind of each parameter, in order. A row may have a second function.
The second function runs if an argument is a swizzled layout, or is a layout in place of a shape.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from spec import plain, shaped, swizzled
from spec.bridges.convert import Array
from spec.composition import TILER
from spec.kinds import (
    ANY_LAYOUT,
    ARRAY,
    INT_TUPLES,
    LAYOUT,
    LAYOUT_OR_INT_TUPLE,
    LAYOUT_OR_SWIZZLE,
    MACHINE,
    NAMES,
    ORDER,
    PART_OF_LAYOUT,
    TEXT,
    TLA_LAYOUT,
    WITH_POSITIONS,
    WITH_SHAPE,
    XLA_SHAPE,
    is_layout,
    is_list,
    is_swizzled,
)
from spec.layout import Layout
from spec.linear import MATRIX
from spec.signatures import with_signature
from spec.taking import (
    COORDINATE,
    INT_TUPLE,
    INTEGER,
    INTEGERS,
    Instead,
    Kind,
    maybe,
    taking,
)

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Export:
    """An exported function: its code, the kind of each parameter, and an alternative function.

    The code is the function in `plain`. This code runs if every argument has its parameter's kind.

    >>> row = EXPORTS["coalesce"]
    >>> row.text is plain.coalesce, [kind.words for kind in row.kinds], row.instead.at
    (True, ['a layout', 'an IntTuple'], ('layout',))
    """

    text: Callable[..., Any]
    kinds: tuple[Kind, ...]
    instead: Instead | None = None


def _inside(operation: Callable[..., Any], *at: str) -> Instead:
    """The alternative for swizzled layouts: it applies the operation to the layout inside."""
    return Instead(swizzled.through(operation), is_swizzled, at)


def _swizzled(function: Callable[..., Any], *at: str) -> Instead:
    return Instead(function, is_swizzled, at)


def _shaped(function: Callable[..., Any], *at: str) -> Instead:
    return Instead(function, is_layout, at)


_of_layouts: Callable[..., Layout] = taking(plain.make_layout, (PART_OF_LAYOUT,))


def _of_list(layouts: Sequence[Array]) -> Layout:
    return _of_layouts(*layouts)


EXPORTS: Final[Mapping[str, Export]] = {
    "E": Export(plain.E, (INTEGER,)),
    "append": Export(
        plain.append,
        (LAYOUT, maybe(LAYOUT), maybe(INTEGER)),
        _inside(plain.append, "layout", "mode"),
    ),
    "apply_swizzle": Export(plain.apply_swizzle, (INTEGER, INTEGER, INTEGER, INTEGER)),
    "as_layout": Export(plain.as_layout, (ARRAY,)),
    "as_xla_shape": Export(plain.as_xla_shape, (TLA_LAYOUT, TEXT)),
    "bank_conflicts": Export(
        plain.bank_conflicts, (ANY_LAYOUT, LAYOUT, TEXT, maybe(INTEGER), MACHINE)
    ),
    "blocked_product": Export(
        plain.blocked_product, (LAYOUT, LAYOUT), _inside(plain.blocked_product, "block", "tiler")
    ),
    "ceil_div": Export(plain.ceil_div, (INT_TUPLE, INT_TUPLE)),
    "coalesce": Export(
        plain.coalesce, (LAYOUT, maybe(INT_TUPLE)), _inside(plain.coalesce, "layout")
    ),
    "compatible": Export(
        plain.compatible,
        (INT_TUPLE, INT_TUPLE),
        _shaped(shaped.of_shapes(plain.compatible), "a", "b"),
    ),
    "complement": Export(plain.complement, (LAYOUT, INT_TUPLE)),
    "composition": Export(
        plain.composition, (LAYOUT, TILER), _swizzled(swizzled.compose, "a", "b")
    ),
    "congruent": Export(
        plain.congruent,
        (INT_TUPLE, INT_TUPLE),
        _shaped(shaped.of_shapes(plain.congruent), "a", "b"),
    ),
    "cosize": Export(plain.cosize, (LAYOUT, INTEGER), _swizzled(swizzled.cosize, "layout")),
    "crd2crd": Export(plain.crd2crd, (INT_TUPLE, INT_TUPLE, INT_TUPLE)),
    "crd2idx": Export(plain.crd2idx, (INT_TUPLE, INT_TUPLE, maybe(INT_TUPLE))),
    "crd2idx_extended": Export(plain.crd2idx_extended, (INT_TUPLE, INT_TUPLE, maybe(INT_TUPLE))),
    "crd2offset": Export(plain.crd2offset, (INTEGERS, INT_TUPLES, INT_TUPLES)),
    "depth": Export(plain.depth, (LAYOUT_OR_INT_TUPLE, INTEGER), _swizzled(swizzled.depth, "x")),
    "dice": Export(plain.dice, (COORDINATE, LAYOUT), _swizzled(swizzled.diced, "layout")),
    "divides_evenly": Export(
        plain.divides_evenly, (LAYOUT, TILER), _swizzled(swizzled.divided_evenly, "a")
    ),
    "domain_offset": Export(
        plain.domain_offset, (INT_TUPLE, LAYOUT), _swizzled(swizzled.offset_by, "layout")
    ),
    "downcast": Export(
        plain.downcast, (LAYOUT, INTEGER), _swizzled(swizzled.downcast_of, "layout")
    ),
    "elem_scale": Export(plain.elem_scale, (INT_TUPLE, INT_TUPLE)),
    "expansion": Export(plain.expansion, (ARRAY, maybe(TEXT))),
    "explain": Export(plain.explain, (TEXT, LAYOUT, TILER)),
    "filter_": Export(plain.filter_, (LAYOUT, maybe(INT_TUPLE)), _inside(plain.filter_, "layout")),
    "filter_zeros": Export(plain.filter_zeros, (LAYOUT,), _inside(plain.filter_zeros, "layout")),
    "flat_divide": Export(plain.flat_divide, (LAYOUT, TILER), _inside(plain.flat_divide, "a")),
    "flat_product": Export(
        plain.flat_product, (LAYOUT, TILER), _inside(plain.flat_product, "block")
    ),
    "flatten": Export(plain.flatten, (LAYOUT_OR_INT_TUPLE,), _inside(plain.flatten, "x")),
    "format_int_tuple": Export(plain.format_int_tuple, (COORDINATE,)),
    "format_layout": Export(plain.format_layout, (LAYOUT,)),
    "format_tiler": Export(plain.format_tiler, (TILER,)),
    "format_xla_shape": Export(plain.format_xla_shape, (XLA_SHAPE,)),
    "get": Export(plain.get, (INT_TUPLE, INTEGER), _shaped(shaped.mode_of, "t")),
    "get_tile_layout": Export(plain.get_tile_layout, (TLA_LAYOUT, INTEGERS, INTEGERS)),
    "group": Export(plain.group, (LAYOUT, INTEGER, INTEGER), _inside(plain.group, "layout")),
    "idx2crd": Export(plain.idx2crd, (INT_TUPLE, INT_TUPLE)),
    "idx2crd_extended": Export(plain.idx2crd_extended, (INT_TUPLE, INT_TUPLE)),
    "inner_partition": Export(
        plain.inner_partition, (LAYOUT, TILER, COORDINATE), _inside(plain.inner_partition, "a")
    ),
    "inner_product": Export(plain.inner_product, (INT_TUPLE, INT_TUPLE)),
    "last_byte": Export(plain.last_byte, (ARRAY, maybe(TEXT))),
    "layout_add": Export(plain.layout_add, (LAYOUT, LAYOUT)),
    "layout_of_linear": Export(plain.layout_of_linear, (MATRIX, maybe(INT_TUPLE))),
    "left_inverse": Export(
        plain.left_inverse, (LAYOUT,), _swizzled(swizzled.left_inverse_of, "layout")
    ),
    "linear_index": Export(plain.linear_index, (XLA_SHAPE, INTEGERS)),
    "linear_layout": Export(plain.linear_layout, (LAYOUT_OR_SWIZZLE,)),
    "local_partition": Export(
        plain.local_partition,
        (LAYOUT, LAYOUT, INTEGER, COORDINATE),
        _inside(plain.local_partition, "a", "tile"),
    ),
    "local_tile": Export(
        plain.local_tile, (LAYOUT, TILER, COORDINATE, COORDINATE), _inside(plain.local_tile, "a")
    ),
    "logical_divide": Export(
        plain.logical_divide, (LAYOUT, TILER), _inside(plain.logical_divide, "a")
    ),
    "logical_product": Export(
        plain.logical_product, (LAYOUT, TILER), _inside(plain.logical_product, "block")
    ),
    "make_fragment_like": Export(plain.make_fragment_like, (LAYOUT,)),
    "make_identity_layout": Export(plain.make_identity_layout, (INT_TUPLE,)),
    "make_layout": Export(
        plain.make_layout, (PART_OF_LAYOUT,), Instead(_of_list, is_list, ("arguments",))
    ),
    "make_layout_like": Export(plain.make_layout_like, (LAYOUT,)),
    "make_layout_tile": Export(plain.make_layout_tile, (LAYOUT, INTEGERS)),
    "make_layout_tv": Export(plain.make_layout_tv, (LAYOUT, LAYOUT)),
    "make_ordered_layout": Export(plain.make_ordered_layout, (INT_TUPLE, INT_TUPLE)),
    "max_common_layout": Export(
        plain.max_common_layout, (LAYOUT, LAYOUT), _swizzled(swizzled.common_layout, "a", "b")
    ),
    "max_common_vector": Export(
        plain.max_common_vector, (LAYOUT, LAYOUT), _swizzled(swizzled.common_vector, "a", "b")
    ),
    "meeting_steps": Export(plain.meeting_steps, (LAYOUT,)),
    "mma_fragment": Export(plain.mma_fragment, (INTEGER, INTEGER, INTEGER)),
    "multiples": Export(plain.multiples, (INTEGERS, INTEGER)),
    "nullspace": Export(plain.nullspace, (LAYOUT,)),
    "outer_partition": Export(
        plain.outer_partition, (LAYOUT, TILER, COORDINATE), _inside(plain.outer_partition, "a")
    ),
    "padded_shape": Export(plain.padded_shape, (XLA_SHAPE,)),
    "parse_composed_layout": Export(plain.parse_composed_layout, (TEXT,)),
    "parse_coordinate": Export(plain.parse_coordinate, (TEXT,)),
    "parse_expression": Export(plain.parse_expression, (TEXT, maybe(NAMES))),
    "parse_int_tuple": Export(plain.parse_int_tuple, (TEXT,)),
    "parse_layout": Export(plain.parse_layout, (TEXT,)),
    "parse_swizzle": Export(plain.parse_swizzle, (TEXT,)),
    "parse_tiler": Export(plain.parse_tiler, (TEXT,)),
    "parse_xla_shape": Export(plain.parse_xla_shape, (TEXT,)),
    "partition_tv": Export(
        plain.partition_tv, (LAYOUT, TILER, LAYOUT, INTEGER), _inside(plain.partition_tv, "a")
    ),
    "physical_order": Export(plain.physical_order, (XLA_SHAPE,)),
    "physical_shape": Export(plain.physical_shape, (XLA_SHAPE,)),
    "prefix_product": Export(plain.prefix_product, (INT_TUPLE, INTEGER)),
    "prepend": Export(
        plain.prepend,
        (LAYOUT, maybe(LAYOUT), maybe(INTEGER)),
        _inside(plain.prepend, "layout", "mode"),
    ),
    "print_layout": Export(plain.print_layout, (WITH_POSITIONS,)),
    "product": Export(plain.product, (INT_TUPLE,)),
    "raked_product": Export(
        plain.raked_product, (LAYOUT, LAYOUT), _inside(plain.raked_product, "block", "tiler")
    ),
    "rank": Export(plain.rank, (LAYOUT_OR_INT_TUPLE, INTEGER), _swizzled(swizzled.rank, "x")),
    "recast_layout": Export(
        plain.recast_layout, (LAYOUT, INTEGER, INTEGER), _swizzled(swizzled.recast_of, "layout")
    ),
    "replace": Export(
        plain.replace, (LAYOUT, INTEGER, LAYOUT), _inside(plain.replace, "layout", "mode")
    ),
    "right_inverse": Export(
        plain.right_inverse, (LAYOUT,), _swizzled(swizzled.right_inverse_of, "layout")
    ),
    "sectors": Export(plain.sectors, (ANY_LAYOUT, LAYOUT, TEXT, maybe(INTEGER), MACHINE)),
    "select": Export(plain.select, (LAYOUT, INTEGER), _inside(plain.select, "layout")),
    "shape": Export(plain.shape, (WITH_SHAPE, INTEGER)),
    "shape_div": Export(plain.shape_div, (INT_TUPLE, INT_TUPLE)),
    "size": Export(plain.size, (LAYOUT_OR_INT_TUPLE, INTEGER), _swizzled(swizzled.size, "x")),
    "size_bytes": Export(plain.size_bytes, (ARRAY, maybe(TEXT))),
    "slice_": Export(plain.slice_, (COORDINATE, LAYOUT), _swizzled(swizzled.slice_of, "layout")),
    "slice_and_offset": Export(
        plain.slice_and_offset, (COORDINATE, LAYOUT), _swizzled(swizzled.slice_and_start, "layout")
    ),
    "stride": Export(plain.stride, (LAYOUT, INTEGER)),
    "suffix_product": Export(plain.suffix_product, (INT_TUPLE,)),
    "table": Export(plain.table, (WITH_POSITIONS,)),
    "take": Export(plain.take, (LAYOUT, INTEGER, INTEGER), _inside(plain.take, "layout")),
    "tile_to_shape": Export(
        plain.tile_to_shape, (LAYOUT, INT_TUPLE, ORDER), _inside(plain.tile_to_shape, "block")
    ),
    "tiled_copy": Export(plain.tiled_copy, (LAYOUT, LAYOUT)),
    "tiled_divide": Export(plain.tiled_divide, (LAYOUT, TILER), _inside(plain.tiled_divide, "a")),
    "tiled_product": Export(
        plain.tiled_product, (LAYOUT, TILER), _inside(plain.tiled_product, "block")
    ),
    "tpu_format": Export(plain.tpu_format, (XLA_SHAPE,)),
    "unflatten": Export(
        plain.unflatten, (INT_TUPLES, INT_TUPLE), _shaped(shaped.unflattened, "flat")
    ),
    "upcast": Export(plain.upcast, (LAYOUT, INTEGER), _swizzled(swizzled.upcast_of, "layout")),
    "vector_width": Export(plain.vector_width, (ANY_LAYOUT, ANY_LAYOUT, LAYOUT, TEXT, MACHINE)),
    "wavefronts": Export(plain.wavefronts, (ANY_LAYOUT, LAYOUT, TEXT, maybe(INTEGER), MACHINE)),
    "weakly_compatible": Export(
        plain.weakly_compatible,
        (INT_TUPLE, INT_TUPLE),
        _shaped(shaped.of_shapes(plain.weakly_compatible), "a", "b"),
    ),
    "weakly_congruent": Export(
        plain.weakly_congruent,
        (INT_TUPLE, INT_TUPLE),
        _shaped(shaped.of_shapes(plain.weakly_congruent), "a", "b"),
    ),
    "xor_of": Export(plain.xor_of, (INTEGERS, INTEGER)),
    "zipped_divide": Export(
        plain.zipped_divide, (LAYOUT, TILER), _inside(plain.zipped_divide, "a")
    ),
    "zipped_product": Export(
        plain.zipped_product, (LAYOUT, TILER), _inside(plain.zipped_product, "block")
    ),
}
"""The exported functions by name."""


def exported(text: F) -> F:
    """Return the version of a function that checks its arguments before it runs."""
    row = EXPORTS[text.__name__]
    checked = taking(text, row.kinds, row.instead)
    return with_signature(checked, text, row.kinds, row.instead)
