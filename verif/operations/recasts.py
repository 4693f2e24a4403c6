"""Layouts of the same memory with elements of another width."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Any, Final

import spec
from spec.errors import LayoutError
from spec.int_tuple import flatten, unflatten
from spec.layout import Layout
from verif.operations import draws
from verif.operations.kinds import INTEGER, LAYOUT, Signature
from verif.operations.law import Law, same_by_mode
from verif.operations.names import Names
from verif.operations.operand import Case
from verif.operations.operation import Cases, Operation
from verif.operations.pools import NUMBER, SIGNED

_RECAST: Final = Signature((LAYOUT, INTEGER))


def _by_widths(layout: Any, old_bits: int, new_bits: int) -> Iterator[Case]:
    common = gcd(old_bits, new_bits)
    yield "upcast", (layout, new_bits // common)
    yield "downcast", (spec.upcast(layout, new_bits // common), old_bits // common)


def _first_neighbours(layout: Layout, n: int) -> Layout:
    """Return the layout that maps each wide element to the first of its `n` narrow elements.

    Errors: LayoutError if n != 1 and a mode has the stride 1 or -1.
    """
    strides = flatten(layout.stride)
    if n != 1 and any(abs(d) == 1 for d in strides):
        raise LayoutError(
            f"{layout} has a mode of stride 1 or -1, which steps inside a group of neighbours"
        )
    return Layout(layout.shape, unflatten(tuple(n * d for d in strides), layout.shape))


_RECASTING: Final = "recast_layout({2}, {1}, {0})"

# Use a type with as many bytes as the element has bits: only the ratio of the widths matters.
_BY_TYPES: Final = "recast_layout<char[{1}],char[{2}]>({0})"

ROWS: Final = (
    Operation(
        "downcast",
        spec.downcast,
        _RECAST,
        Names(cute_cpp="downcast<{rest}>({0})", tensor_layouts="downcast"),
        Cases(((SIGNED, NUMBER),), draws.narrowed),
        Law(same_by_mode, allowed=_first_neighbours),
    ),
    Operation(
        "recast_layout",
        spec.recast_layout,
        Signature((LAYOUT, INTEGER, INTEGER)),
        Names(cute_cpp=_BY_TYPES, cute_dsl=_RECASTING, flydsl=_RECASTING),
        Cases(((SIGNED, NUMBER, NUMBER),), draws.recast_bits),
        made_of=_by_widths,
    ),
    Operation(
        "upcast",
        spec.upcast,
        _RECAST,
        Names(cute_cpp="upcast<{rest}>({0})", tensor_layouts="upcast"),
        Cases(((SIGNED, NUMBER),), draws.recast),
    ),
)
