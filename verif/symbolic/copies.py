"""Copies of functions: with other globals, or alike and not the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from types import CellType, FunctionType
from typing import Any


def copy_of(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The function with these globals; the functions that it holds are still to be `hold`."""
    cells = tuple(map(_own_cell, function.__closure__ or ()))
    return FunctionType(function.__code__, names, function.__name__, None, cells)


def hold(copy: FunctionType, function: FunctionType, lift: Callable[[Any], Any]) -> None:
    """Give the copy what the function holds, lifted: its functions are the same as the globals."""
    for cell, its in zip(copy.__closure__ or (), function.__closure__ or (), strict=True):
        if cell is not its:
            cell.cell_contents = lift(its.cell_contents)
    defaults, named = function.__defaults__, function.__kwdefaults__
    copy.__defaults__ = defaults and tuple(map(lift, defaults))
    copy.__kwdefaults__ = named and {name: lift(held) for name, held in named.items()}


def _own_cell(cell: CellType) -> CellType:
    """The cell, or a new one for a function."""
    with suppress(ValueError):
        if type(cell.cell_contents) is FunctionType:
            return CellType()
    return cell
