"""The operations of `torch.distributed._pycute`, PyTorch's pycute, by their names in the spec.

PyTorch's docstring says: "Definition of CuTe Layouts and functions to manipulate them which works
with the order of lexicographic instead of co-lexicographic as implemented in the original
layout.py". So before a call, this module reverses the modes of each argument at every level. After
the call, it reverses the modes of the result. The order of tile and rest in a divide or product is
the same in PyTorch and in the spec, so this module keeps that order.

A tiler or profile may have fewer modes than its layout A. In the spec, the tiler or profile covers
the first modes of A; in PyTorch, the last modes. So this module passes A without the uncovered
modes, and appends the uncovered modes to the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final, cast

from spec.layout import Layout, make_layout
from verif.operations.operation import Function
from verif.upstream import pycute

BY_MODE: Final = {"coalesce", "composition", "filter_"}
"""The operations that apply each entry of a tuple argument to one mode."""

SPLITTING: Final = {"logical_divide", "logical_product"}
GATHERING: Final = {"zipped_divide", "zipped_product"}
TILING: Final = {"tiled_divide", "tiled_product"}
TAKING_TILERS: Final = BY_MODE | SPLITTING | GATHERING | TILING

LATER: Final[Mapping[str, str]] = {
    "prefix_product": "suffix_product",
    "prefix_product_by_mode": "suffix_product",
}
"""Maps operations to their names in PyTorch. The names differ, because PyTorch reverses modes."""


def operations_of(module: ModuleType) -> dict[str, Function]:
    """Return PyTorch's operations on the spec's values."""
    theirs = pycute.operations_of(module) | pycute.named(module, LATER)
    return {name: _mirroring(name, function) for name, function in theirs.items()}


def mirrored(value: Any) -> Any:
    """Reverse the modes of a value at every level.

    >>> mirrored((1, (2, 3))), str(mirrored(Layout((2, (3, 4)), (1, (2, 6)))))
    (((3, 2), 1), '((4,3),2):((6,2),1)')
    """
    if isinstance(value, Layout):
        return Layout(mirrored(value.shape), mirrored(value.stride))
    if isinstance(value, tuple):
        return tuple(map(mirrored, reversed(cast("tuple[Any, ...]", value))))
    return value


def handed_over(operation: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments in the form that PyTorch's function takes.

    >>> handed_over("mode", (Layout((2, 3)), 0))
    (Layout.parse('(3,2):(2,1)'), 1)
    >>> handed_over("composition", (Layout((2, 3, 4)), (1, 3)))
    (Layout.parse('(3,2):(2,1)'), (3, 1))
    """
    if operation in TAKING_TILERS:
        front, _ = _split(*arguments)
        return mirrored(front), *map(mirrored, arguments[1:])
    if operation == "make_layout" and all(isinstance(one, Layout) for one in arguments):
        return tuple(map(mirrored, reversed(arguments)))
    if operation in {"mode", "swizzled_mode"}:
        layouts = [one for one in arguments if isinstance(one, Layout)]
        last = layouts[0].rank - 1
        place = 1 if operation == "mode" else 0
        number = arguments[place]
        # Pass an invalid index unchanged, so that it stays invalid.
        there = last - number if 0 <= number <= last else number
        return *map(mirrored, arguments[:place]), there, *map(mirrored, arguments[place + 1 :])
    return tuple(map(mirrored, arguments))


def _mirroring(name: str, function: Function) -> Function:
    if name in TAKING_TILERS:
        return lambda *arguments: _put_back(name, function, *arguments)

    def called(*arguments: Any) -> Any:
        result = function(*handed_over(name, arguments))
        # A pair of a layout and an offset is not a tuple of modes, so its order stays.
        is_pair = name == "slice_and_offset" and isinstance(result, tuple)
        return tuple(map(mirrored, result)) if is_pair else mirrored(result)

    return called


def _split(a: Layout, *tiler: Any) -> tuple[Layout, list[Layout]]:
    """Split A into the modes that the tiler covers, and the remaining modes.

    A tiler leaves modes uncovered only if it is a tuple with fewer entries than A has modes.
    """
    by = tiler[0] if tiler else None
    if not isinstance(by, tuple) or len(cast("tuple[Any, ...]", by)) >= a.rank:
        return a, []
    modes, count = [*a], len(cast("tuple[Any, ...]", by))
    return make_layout(*modes[:count]), modes[count:]


def _put_back(name: str, function: Function, a: Any, *tiler: Any) -> Any:
    """Call the function on the modes that the tiler covers. Add the other modes to the result."""
    result = function(*handed_over(name, (a, *tiler)))
    found = _restored(name, result, tiler[0] if tiler else None)
    _, kept = _split(a, *tiler)
    if not kept:
        return found
    if name in GATHERING:
        tile, rest = found
        return make_layout(tile, make_layout(*rest, *kept))
    return make_layout(*found, *kept)


def _restored(name: str, result: Any, by: Any) -> Any:
    """Return the result with its modes in the spec's order."""
    is_as_it_was = by is None and name in SPLITTING
    if name in BY_MODE or is_as_it_was or not isinstance(result, Layout):
        return mirrored(result)
    if name in SPLITTING and isinstance(by, tuple):
        pairs = zip(reversed([*result]), cast("tuple[Any, ...]", by), strict=False)
        return make_layout(*(_restored(name, *pair) for pair in pairs))
    tile, *rests = map(mirrored, result)
    return make_layout(tile, *(reversed(rests) if name in TILING else rests))
