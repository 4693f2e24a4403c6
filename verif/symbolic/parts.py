"""The parts of a block: they run apart from each other, and share nothing that could change."""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType
from typing import Any

from verif.kernel.contract import Promise
from verif.kernel.errors import TheoryError
from verif.symbolic.lists import SymList
from verif.symbolic.plain import is_data
from verif.symbolic.sources import is_own
from verif.symbolic.values import SymBool, SymInt, current_path

UNKNOWN = (SymInt, SymBool, SymList)
"""The types that stand for an integer, a truth or a list."""


def require_constant_parts(id: str, promise: Promise) -> None:
    """Fail the path where a part of the block could see what another one has done.

    A proof that leaves a mark would have conclusions shown that a call does not bring, as a call
    runs no proof.
    """
    seen: list[Any] = []
    for part in (promise.shows, promise.proof, promise.accepts, *promise.everywhere.values()):
        for name, item in _seen_by(part):
            if not _is_constant(item, seen):
                error = f"{id}: its parts share {name}, a {type(item).__name__}, which can change"
                current_path().fail(TheoryError(error))


def _seen_by(part: Any) -> Iterator[tuple[str, object]]:
    """The things that the part has of the block that it stands in, with names."""
    if type(part) is not FunctionType:
        yield "a part", part
        return
    for name, cell in zip(part.__code__.co_freevars, part.__closure__ or (), strict=True):
        yield name, cell.cell_contents
    for default in (*(part.__defaults__ or ()), *(part.__kwdefaults__ or {}).values()):
        yield "a default", default


def _is_constant(item: Any, seen: list[Any]) -> bool:
    """Whether nothing that is done with the item changes it; `seen` are functions looked at."""
    kind = type(item)
    if any(kind is unknown for unknown in UNKNOWN) or is_own(kind):
        return True
    if issubclass(kind, tuple):
        return all(_is_constant(part, seen) for part in tuple.__iter__(item))
    if kind is FunctionType:
        if any(item is one for one in seen):
            return True
        seen.append(item)
        return (
            hasattr(item, "__contract__")
            or hasattr(item, "observes")
            or all(_is_constant(part, seen) for _, part in _seen_by(item))
        )
    return is_data(item, mutable=False)
