"""Write a call as text: an expression in FlyDSL's dialect, whose operands are static values."""

from __future__ import annotations

from typing import Any, Final, cast

from spec.int_tuple import IntTuple
from spec.layout import Layout
from verif.operations.kinds import INT_TUPLE, INTEGER, TILER, Kind
from verif.operations.names import written_out
from verif.operations.operand import Arguments, has_none
from verif.operations.table import OPERATIONS

KEYWORDS: Final = {("coalesce", 2): "pattern", ("complement", 2): "codomain_size"}
"""The keyword of the last argument, by operation and number of arguments."""


def call_text(operation: str, arguments: Arguments) -> str:
    """Return the call as text, with the names of FlyDSL's dialect.

    >>> call_text("complement", (Layout(4, 2), 24))
    'complement(static(LayoutType.get(4, 2)), codomain_size=static(IntTupleType.get(24)))'
    >>> call_text("logical_divide", (Layout((4, 8)), (None, Layout(2, 4))))
    'logical_divide(static(LayoutType.get((4, 8), (1, 4))), \
static(TileType.get([None, LayoutType.get(2, 4)])))'
    """
    row = OPERATIONS[operation]
    given = filled(operation, arguments)
    # `filled` adds at most one argument: a stride or an order, whose kind is INT_TUPLE.
    kinds = *(row.signature.kinds(len(arguments)) or ()), INT_TUPLE
    texts = [_text(*pair) for pair in zip(kinds, given, strict=False)]
    keyword = KEYWORDS.get((operation, len(given)))
    if keyword is not None:
        texts[-1] = f"{keyword}={texts[-1]}"
    name = row.upstream.flydsl
    assert isinstance(name, str)
    if operation == "evaluate" and has_none(given[1]):
        name = "slice"
    return written_out(name).format(*texts, all=", ".join(texts), rest=", ".join(texts[1:]))


def filled(operation: str, arguments: Arguments) -> Arguments:
    """Fill in the arguments that are optional in the spec and required in FlyDSL.

    >>> filled("crd2idx", (5, (2, 3))), filled("tile_to_shape", (Layout(2), (4, 4)))
    ((5, (2, 3), (1, 2)), (Layout.parse('2:1'), (4, 4), (0, 1)))
    """
    match operation, arguments:
        case (("crd2idx" | "idx2crd"), (_, shape)) if isinstance(shape, int | tuple):
            return *arguments, Layout(cast("IntTuple", shape)).stride
        case "tile_to_shape", (_, shape):
            order = tuple(range(len(shape))) if isinstance(shape, tuple) else 0
            return *arguments, order
        case _:
            return arguments


def _text(kind: Kind, value: Any) -> str:
    if isinstance(value, Layout):
        return f"static({_layout(value)})"
    if kind is INTEGER:
        return repr(value)
    if kind is TILER and isinstance(value, tuple):
        return f"static(TileType.get({_tile(value)}))"
    return f"static(IntTupleType.get({value!r}))"


def _layout(layout: Layout) -> str:
    return f"LayoutType.get({layout.shape}, {layout.stride})"


def _tile(value: Any) -> str:
    if isinstance(value, Layout):
        return _layout(value)
    return f"[{', '.join(map(_tile, value))}]" if isinstance(value, tuple) else repr(value)
