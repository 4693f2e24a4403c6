"""Operations on one layout: making, measuring, regrouping and simplifying it."""

from __future__ import annotations

from typing import Final

import spec
from verif.operations import draws, fits
from verif.operations.kinds import INT_TUPLE, INTEGER, LAYOUT, LAYOUT_OR_INT_TUPLE, Signature
from verif.operations.law import AS_FUNCTION, Law, same_by_profile
from verif.operations.names import NONE, NOWHERE, Names, everywhere
from verif.operations.operation import Cases, NotDrawn, Operation
from verif.operations.pools import CRD, NATURAL, NATURAL_NUMBER, NUMBER, SHAPE, SIGNED

_ONE: Final = Signature((LAYOUT,))
_MODE: Final = Signature((LAYOUT_OR_INT_TUPLE,), more=INTEGER)

ROWS: Final = (
    Operation(
        "coalesce",
        spec.coalesce,
        Signature((LAYOUT,), (INT_TUPLE,)),
        everywhere("coalesce"),
        Cases(((SIGNED,), (SIGNED, SHAPE)), draws.one),
        Law(same_by_profile),
    ),
    Operation(
        "complement",
        spec.complement,
        Signature((LAYOUT,), (INT_TUPLE,)),
        everywhere("complement"),
        Cases(((SIGNED, NUMBER),), draws.chain, share=2),
        AS_FUNCTION,
    ),
    Operation(
        "cosize",
        spec.cosize,
        Signature((LAYOUT,), more=INTEGER),
        Names(
            pycute="cosize",
            cute_cpp="cosize<{rest}>({0})",
            cute_dsl="cosize({0}, mode=[{rest}])",
            tensor_layouts="cosize",
            flydsl="cosize",
        ),
        Cases(((SIGNED,),), draws.one),
    ),
    Operation(
        "depth",
        spec.depth,
        _MODE,
        Names(
            cute_cpp="depth<{rest}>({0})", cute_dsl="depth", tensor_layouts="depth", flydsl="depth"
        ),
        Cases(((SIGNED,),)),
    ),
    Operation(
        "filter_",
        spec.filter_,
        Signature((LAYOUT,), (INT_TUPLE,)),
        Names(pycute="filter", cute_cpp="filter", cute_dsl="filter"),
        Cases(((SIGNED,), (SIGNED, SHAPE)), draws.profiled),
        Law(same_by_profile),
    ),
    Operation(
        "filter_zeros",
        spec.filter_zeros,
        _ONE,
        Names(cute_cpp="filter_zeros", cute_dsl="filter_zeros"),
        Cases(((SIGNED,),)),
        AS_FUNCTION,
    ),
    Operation(
        "flatten",
        spec.flatten,
        Signature((LAYOUT_OR_INT_TUPLE,)),
        everywhere("flatten", NONE),
        Cases(((SHAPE,),)),
        AS_FUNCTION,
    ),
    Operation(
        "group",
        spec.group,
        Signature((LAYOUT, INTEGER), (INTEGER,)),
        Names(
            cute_cpp="group<{rest}>({0})",
            cute_dsl="group_modes",
            tensor_layouts="group",
            flydsl="group",
        ),
        Cases(((SIGNED, NATURAL_NUMBER, NATURAL_NUMBER),), draws.grouped, fits.modes),
        synonyms=("group_modes",),
    ),
    Operation(
        "make_identity_layout",
        spec.make_identity_layout,
        Signature((INT_TUPLE,)),
        Names(cute_cpp="make_identity_layout", cute_dsl="make_identity_layout"),
        NotDrawn("the result has coordinates as strides, which the adapters cannot express"),
        synonyms=("make_identity_tensor",),
    ),
    Operation(
        "make_layout",
        spec.make_layout,
        Signature((LAYOUT_OR_INT_TUPLE,), more=LAYOUT_OR_INT_TUPLE),
        Names(
            pycute="make_layout",
            cute_cpp="make_layout",
            cute_dsl="make_layout",
            tensor_layouts="Layout",
        ),
        Cases(((NATURAL, NATURAL), (SHAPE,), (NATURAL,))),
    ),
    Operation(
        "make_ordered_layout",
        spec.make_ordered_layout,
        Signature((INT_TUPLE, INT_TUPLE)),
        Names(
            cute_cpp="make_ordered_layout",
            cute_dsl="make_ordered_layout",
            flydsl="make_ordered_layout",
        ),
        Cases(((SHAPE, CRD),), draws.ordered, fits.coordinate(1, 0)),
    ),
    Operation(
        "nullspace",
        spec.nullspace,
        _ONE,
        Names(cute_cpp="nullspace", tensor_layouts="nullspace"),
        Cases(((SIGNED,),), draws.one),
        AS_FUNCTION,
    ),
    Operation(
        "rank",
        spec.rank,
        _MODE,
        Names(
            pycute="{0}.__len__()",
            cute_cpp="rank<{rest}>({0})",
            cute_dsl="rank({0}, mode=[{rest}])",
            tensor_layouts="rank",
            flydsl="rank",
        ),
        Cases(((SIGNED,),)),
    ),
    Operation(
        "size",
        spec.size,
        _MODE,
        Names(
            pycute="size",
            cute_cpp="size<{rest}>({0})",
            cute_dsl="size({0}, mode=[{rest}])",
            tensor_layouts="size",
            flydsl="size",
        ),
        Cases(((SIGNED,), (SHAPE,))),
    ),
    Operation(
        "table",
        spec.table,
        _ONE,
        NOWHERE,
        NotDrawn("the result is a text for people to read"),
    ),
)
