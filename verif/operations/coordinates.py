"""Operations on coordinates: conversion to offsets and back, and slices of layouts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import spec
from spec.bridges import Array
from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.int_tuple import IntTuple, SliceTuple, format_int_tuple
from spec.kinds import by_annotations
from spec.layout import Layout
from spec.swizzle import Swizzle
from spec.taking import is_int_tuple
from spec.tla import TlaLayout, extents
from spec.xla import XlaShape, linear_index
from verif.operations import draws, fits
from verif.operations.kinds import COORDINATE, EVALUATED, INT_TUPLE, LAYOUT, Signature
from verif.operations.law import AS_FUNCTION, Law, same_by_mode, same_function
from verif.operations.names import NONE, NOWHERE, Names, everywhere
from verif.operations.operand import Case
from verif.operations.operation import Cases, NotDrawn, Operation
from verif.operations.pools import CRD, NATURAL, SHAPE, SIGNED, SLICE


def evaluate(layout: Array | ComposedLayout | Swizzle, coordinate: SliceTuple) -> Any:
    """Return the value of a layout at a coordinate, or of a swizzle at an integer.

    The value of a layout is an offset, or a slice of the layout if the coordinate contains None.

    >>> evaluate(Layout((4, 8), (1, 5)), 6)
    7
    """
    if not is_int_tuple(coordinate):
        if isinstance(layout, Layout | ComposedLayout):
            return layout(coordinate)
        raise LayoutError(f"only a layout can be sliced, not {layout}")
    if isinstance(layout, TlaLayout):
        return layout(*extents("coordinate", coordinate, layout.rank))
    if isinstance(layout, XlaShape):
        return linear_index(layout, extents("index", coordinate, layout.rank))
    if isinstance(layout, Swizzle) and isinstance(coordinate, tuple):
        given = format_int_tuple(coordinate)
        raise LayoutError(f"a swizzle must be applied to an integer, not {given}")
    return layout(coordinate)  # type: ignore[arg-type]


def _extended(layout: Layout, crd: IntTuple) -> int:
    if not is_int_tuple(crd):
        raise LayoutError("the coordinate of crd2idx_extended must not contain `_`")
    return spec.crd2idx_extended(crd, layout.shape, layout.stride)


def _by_index(crd: Any, source: IntTuple, target: IntTuple) -> Iterator[Case]:
    if not isinstance(target, int):
        yield "idx2crd", (spec.crd2idx(crd, source), target)


def _by_call(crd: Any, layout: Any) -> Iterator[Case]:
    yield "evaluate", (layout, crd)


def _by_slice(crd: Any, layout: Any) -> Iterator[Case]:
    yield "slice_", (crd, layout)


# pycute's slice_ slices IntTuples, not layouts. So use the layout that slice_and_offset returns.
_SLICED: Final = "slice_and_offset({0}, {1})[0]"

# CuTe may accept coordinates beyond the shape. The law of an operation allows the values at such
# coordinates, but does not require them.
ROWS: Final = (
    Operation(
        "crd2crd",
        spec.crd2crd,
        Signature((INT_TUPLE, INT_TUPLE, INT_TUPLE)),
        Names(
            pycute="crd2crd({0}, {2}, {1})",
            cute_cpp="crd2crd",
            tensor_layouts="crd2crd({0}, {2}, {1})",
        ),
        Cases(((CRD, SHAPE, SHAPE),), draws.of_two_shapes, fits.coordinate(0, 1)),
        made_of=_by_index,
    ),
    Operation(
        "crd2idx",
        spec.crd2idx,
        Signature((INT_TUPLE, INT_TUPLE), (INT_TUPLE,)),
        everywhere("crd2idx", "crd2idx({0}, make_layout({1}, {2}))"),
        Cases(((CRD, SHAPE), (CRD, SHAPE, CRD)), draws.strided, fits.strides),
        Law(same_by_mode, allowed=spec.crd2idx_extended),
    ),
    Operation(
        "crd2idx_extended",
        spec.crd2idx_extended,
        Signature((INT_TUPLE, INT_TUPLE), (INT_TUPLE,)),
        NOWHERE,
        NotDrawn("for a coordinate outside the shape, crd2idx may return this result or reject it"),
    ),
    Operation(
        "dice",
        spec.dice,
        Signature((COORDINATE, LAYOUT)),
        Names(
            cute_cpp="dice",
            cute_dsl="dice({1}, {0})",
            tensor_layouts="dice_modes",
            flydsl="dice({1}, {0})",
        ),
        Cases(((SLICE, NATURAL),), draws.sliced, fits.coordinate(0, 1)),
    ),
    Operation(
        "evaluate",
        by_annotations(evaluate),
        Signature((EVALUATED, COORDINATE)),
        everywhere("{0}({1})", "crd2idx({1}, {0})"),
        Cases(((SIGNED, CRD), (NATURAL, SLICE)), draws.evaluated, fits.coordinate(1, 0)),
        Law(same_function, allowed=_extended),
    ),
    Operation(
        "idx2crd",
        spec.idx2crd,
        Signature((INT_TUPLE, INT_TUPLE)),
        everywhere("idx2crd", "idx2crd({0}, make_layout({1}, {2}))"),
        Cases(((CRD, SHAPE),), draws.on_shape, fits.coordinate(0, 1)),
        Law(same_by_mode, allowed=spec.idx2crd_extended),
    ),
    Operation(
        "idx2crd_extended",
        spec.idx2crd_extended,
        Signature((INT_TUPLE, INT_TUPLE)),
        NOWHERE,
        NotDrawn("for an index beyond the size, idx2crd may return this result or reject it"),
    ),
    Operation(
        "slice_",
        spec.slice_,
        Signature((COORDINATE, LAYOUT)),
        Names(
            pycute=_SLICED,
            cute_cpp="slice",
            cute_dsl="slice_({1}, {0})",
            tensor_layouts=_SLICED,
            flydsl="slice({1}, {0})",
        ),
        Cases(((SLICE, NATURAL),), draws.sliced, fits.coordinate(0, 1)),
        AS_FUNCTION,
    ),
    Operation(
        "slice_by_longer",
        spec.slice_,
        Signature((COORDINATE, LAYOUT)),
        # Call the layout: `slice_and_offset` would compute an offset and recheck the coordinate.
        Names(
            pycute="{1}({0})",
            cute_cpp="{1}({0})",
            cute_dsl="{1}({0})",
            tensor_layouts="{1}({0})",
            flydsl="slice({1}, {0})",
        ),
        Cases(((SLICE, NATURAL),), draws.sliced_by_longer, fits.longer_slice),
        AS_FUNCTION,
        made_of=_by_call,
    ),
    Operation(
        "slice_and_offset",
        spec.slice_and_offset,
        Signature((COORDINATE, LAYOUT)),
        everywhere("slice_and_offset", NONE),
        Cases(((SLICE, NATURAL),), draws.sliced, fits.coordinate(0, 1)),
        AS_FUNCTION,
        made_of=_by_slice,
    ),
)
