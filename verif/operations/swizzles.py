"""Swizzles, and layouts as matrices over F2."""

from __future__ import annotations

from typing import Final

import spec
from verif.operations import draws, fits
from verif.operations.kinds import INT_TUPLE, INTEGER, LAYOUT, MATRIX, SWIZZLED, Signature
from verif.operations.names import NOWHERE, Names
from verif.operations.operation import Cases, NotDrawn, Operation
from verif.operations.pools import NATURAL_NUMBER, SIGNED_NUMBER

_NO_OPERAND: Final = NotDrawn("implementations do not take a matrix over F2")

ROWS: Final = (
    Operation(
        "apply_swizzle",
        spec.apply_swizzle,
        Signature((INTEGER, INTEGER, INTEGER, INTEGER)),
        Names(
            pycute="Swizzle({rest})({0})",
            cute_cpp="Swizzle<{rest}>{{}}({0})",
            tensor_layouts="Swizzle({rest})({0})",
            flydsl="crd2idx(static(IntTupleType.get(0)), make_composed_layout("
            "static(SwizzleType.get({rest})), static(IntTupleType.get({0})),"
            " static(LayoutType.get(1, 0))))",
        ),
        Cases(
            ((NATURAL_NUMBER, NATURAL_NUMBER, NATURAL_NUMBER, SIGNED_NUMBER),),
            draws.swizzled,
            fits.swizzle,
        ),
    ),
    Operation(
        "layout_of_linear",
        spec.layout_of_linear,
        Signature((MATRIX,), (INT_TUPLE,)),
        NOWHERE,
        _NO_OPERAND,
    ),
    Operation(
        "linear_layout",
        spec.linear_layout,
        Signature((SWIZZLED,)),
        NOWHERE,
        _NO_OPERAND,
    ),
    Operation(
        "meeting_steps",
        spec.meeting_steps,
        Signature((LAYOUT,)),
        NOWHERE,
        _NO_OPERAND,
    ),
)
