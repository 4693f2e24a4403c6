"""Operations on IntTuples: sums, products and quotients, profiles, and their order."""

from __future__ import annotations

from typing import Final

import spec
from verif.operations import draws, fits
from verif.operations.kinds import INT_TUPLE, INTEGER, LAYOUT_OR_INT_TUPLE, TUPLE, Signature
from verif.operations.names import NONE, Names, everywhere
from verif.operations.operation import Cases, Operation
from verif.operations.pools import CRD, FLAT, NATURAL_NUMBER, NUMBER, SHAPE

_TWO: Final = Signature((INT_TUPLE, INT_TUPLE))
_TWO_SHAPED: Final = Signature((LAYOUT_OR_INT_TUPLE, LAYOUT_OR_INT_TUPLE))

ROWS: Final = (
    Operation(
        "ceil_div",
        spec.ceil_div,
        _TWO,
        Names(cute_cpp="ceil_div", cute_dsl="ceil_div", flydsl="ceil_div"),
        Cases(((SHAPE, SHAPE),), draws.divided),
    ),
    Operation(
        "compatible",
        spec.compatible,
        _TWO_SHAPED,
        Names(cute_cpp="compatible", tensor_layouts="compatible"),
        Cases(((SHAPE, SHAPE),), draws.coarsened),
    ),
    Operation(
        "congruent",
        spec.congruent,
        _TWO_SHAPED,
        Names(
            cute_cpp="congruent",
            cute_dsl="is_congruent",
            tensor_layouts="congruent",
            flydsl="is_profile_congruent",
        ),
        Cases(((SHAPE, SHAPE),), draws.coarsened),
    ),
    Operation(
        "elem_scale",
        spec.elem_scale,
        _TWO,
        everywhere("elem_scale", NONE),
        Cases(((SHAPE, SHAPE),), draws.same_profile, fits.coordinate(0, 1)),
    ),
    Operation(
        "get",
        spec.get,
        Signature((LAYOUT_OR_INT_TUPLE,), more=INTEGER),
        Names(
            cute_cpp="get<{rest}>({0})",
            cute_dsl="get({0}, mode=[{rest}])",
            flydsl="get({0}, [{rest}])",
        ),
        Cases(((SHAPE, NATURAL_NUMBER),), draws.reached, fits.index),
    ),
    Operation(
        "inner_product",
        spec.inner_product,
        _TWO,
        Names(pycute="inner_product", cute_cpp="inner_product", tensor_layouts="inner_product"),
        Cases(((CRD, CRD),), draws.same_profile, fits.coordinate(0, 1)),
    ),
    Operation(
        "prefix_product",
        spec.prefix_product,
        Signature((INT_TUPLE,), (INTEGER,)),
        Names(
            pycute="prefix_product", cute_cpp="compact_col_major", tensor_layouts="prefix_product"
        ),
        Cases(((SHAPE,), (SHAPE, NUMBER))),
    ),
    Operation(
        "product",
        spec.product,
        Signature((INT_TUPLE,)),
        Names(pycute="product", cute_cpp="product", cute_dsl="product", flydsl="int_tuple_product"),
        Cases(((SHAPE,),)),
    ),
    Operation(
        "shape_div",
        spec.shape_div,
        _TWO,
        everywhere("shape_div"),
        Cases(((SHAPE, SHAPE),), draws.divided),
    ),
    Operation(
        "suffix_product",
        spec.suffix_product,
        Signature((INT_TUPLE,)),
        Names(cute_cpp="compact_row_major", tensor_layouts="suffix_product"),
        Cases(((SHAPE,),)),
    ),
    Operation(
        "unflatten",
        spec.unflatten,
        Signature((TUPLE, INT_TUPLE)),
        Names(
            cute_cpp="unflatten", cute_dsl="unflatten(list({0}), {1})", tensor_layouts="unflatten"
        ),
        Cases(((FLAT, SHAPE),), draws.unflattened, fits.entries),
    ),
    Operation(
        "weakly_compatible",
        spec.weakly_compatible,
        _TWO_SHAPED,
        Names(cute_cpp="weakly_compatible"),
        Cases(((SHAPE, SHAPE),), draws.coarsened),
    ),
    Operation(
        "weakly_congruent",
        spec.weakly_congruent,
        _TWO_SHAPED,
        Names(
            cute_cpp="weakly_congruent",
            cute_dsl="is_weakly_congruent",
            tensor_layouts="weakly_congruent",
            flydsl="is_profile_weakly_congruent",
        ),
        Cases(((SHAPE, SHAPE),)),
    ),
)
