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
        Names(NONE, "ceil_div", "ceil_div", NONE, "ceil_div"),
        Cases(((SHAPE, SHAPE),), draws.divided),
    ),
    Operation(
        "compatible",
        spec.compatible,
        _TWO_SHAPED,
        Names(NONE, "compatible", NONE, "compatible"),
        Cases(((SHAPE, SHAPE),), draws.coarsened),
    ),
    Operation(
        "congruent",
        spec.congruent,
        _TWO_SHAPED,
        Names(NONE, "congruent", "is_congruent", "congruent", "is_profile_congruent"),
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
        Names(NONE, "get<{rest}>({0})", "get({0}, mode=[{rest}])", NONE, "get({0}, [{rest}])"),
        Cases(((SHAPE, NATURAL_NUMBER),), draws.reached, fits.index),
    ),
    Operation(
        "inner_product",
        spec.inner_product,
        _TWO,
        Names("inner_product", "inner_product", NONE, "inner_product"),
        Cases(((CRD, CRD),), draws.same_profile, fits.coordinate(0, 1)),
    ),
    Operation(
        "prefix_product",
        spec.prefix_product,
        Signature((INT_TUPLE,), (INTEGER,)),
        Names("prefix_product", "compact_col_major", NONE, "prefix_product"),
        Cases(((SHAPE,), (SHAPE, NUMBER))),
    ),
    Operation(
        "product",
        spec.product,
        Signature((INT_TUPLE,)),
        Names("product", "product", "product", NONE, "int_tuple_product"),
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
        Names(NONE, "compact_row_major", NONE, "suffix_product"),
        Cases(((SHAPE,),)),
    ),
    Operation(
        "unflatten",
        spec.unflatten,
        Signature((TUPLE, INT_TUPLE)),
        Names(NONE, "unflatten", "unflatten(list({0}), {1})", "unflatten"),
        Cases(((FLAT, SHAPE),), draws.unflattened, fits.entries),
    ),
    Operation(
        "weakly_compatible",
        spec.weakly_compatible,
        _TWO_SHAPED,
        Names(NONE, "weakly_compatible", NONE, NONE),
        Cases(((SHAPE, SHAPE),), draws.coarsened),
    ),
    Operation(
        "weakly_congruent",
        spec.weakly_congruent,
        _TWO_SHAPED,
        Names(
            NONE,
            "weakly_congruent",
            "is_weakly_congruent",
            "weakly_congruent",
            "is_profile_weakly_congruent",
        ),
        Cases(((SHAPE, SHAPE),)),
    ),
)
