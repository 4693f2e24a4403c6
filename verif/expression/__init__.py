"""The layout calculator: evaluate expressions such as `size(4:2)` with any implementation."""

from verif.expression.evaluation import (
    ArityError,
    ExpressionError,
    MissingOperationError,
    Result,
    checked,
    evaluated,
    evaluated_with_tile,
    formatted,
    read,
)
from verif.expression.machines import on_machine
from verif.expression.tiles import Tile, accessed
from verif.operations.table import SPELLED as OPERATIONS

__all__ = [
    "OPERATIONS",
    "ArityError",
    "ExpressionError",
    "MissingOperationError",
    "Result",
    "Tile",
    "accessed",
    "checked",
    "evaluated",
    "evaluated_with_tile",
    "formatted",
    "on_machine",
    "read",
]
