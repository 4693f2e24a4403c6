"""Operations on the list of a layout's modes, and layouts modelled on another layout."""

from __future__ import annotations

from typing import Final

import spec
from verif.operations.kinds import (
    INT_TUPLE,
    INTEGER,
    LAYOUT,
    LAYOUT_OR_INT_TUPLE,
    Signature,
)
from verif.operations.names import NOWHERE, Missing, Names
from verif.operations.operation import NotDrawn, Operation

_UNASKED: Final = NotDrawn("it only selects, adds or replaces modes; implementations agree")
_MOVED: Final = NotDrawn("the result is a pair of a layout and the offset of its new origin")
_LIKE: Final = NotDrawn("if strides are equal, CuTe's result depends on which strides are static")
_SIDE_BY_SIDE: Final = Names(
    tensor_layouts=Missing("tensor-layouts has the same function, but the checks do not run it")
)
_ONE: Final = Signature((LAYOUT,))
_ADDED: Final = Signature((LAYOUT,), (LAYOUT, INTEGER))
_PATH: Final = Signature((LAYOUT_OR_INT_TUPLE,), more=INTEGER)

ROWS: Final = (
    Operation("append", spec.append, _ADDED, _SIDE_BY_SIDE, _UNASKED),
    Operation("domain_offset", spec.domain_offset, Signature((INT_TUPLE, LAYOUT)), NOWHERE, _MOVED),
    Operation(
        "layout_add",
        spec.layout_add,
        Signature((LAYOUT, LAYOUT)),
        NOWHERE,
        NotDrawn("CuTe has no sum of layouts"),
    ),
    Operation("make_fragment_like", spec.make_fragment_like, _ONE, NOWHERE, _LIKE),
    Operation("make_layout_like", spec.make_layout_like, _ONE, NOWHERE, _LIKE),
    Operation("prepend", spec.prepend, _ADDED, _SIDE_BY_SIDE, _UNASKED),
    Operation(
        "replace",
        spec.replace,
        Signature((LAYOUT, INTEGER, LAYOUT)),
        _SIDE_BY_SIDE,
        _UNASKED,
    ),
    Operation("select", spec.select, Signature((LAYOUT,), more=INTEGER), NOWHERE, _UNASKED),
    Operation("shape", spec.shape, _PATH, NOWHERE, _UNASKED),
    Operation("stride", spec.stride, Signature((LAYOUT,), more=INTEGER), NOWHERE, _UNASKED),
    Operation("take", spec.take, Signature((LAYOUT, INTEGER, INTEGER)), NOWHERE, _UNASKED),
)
