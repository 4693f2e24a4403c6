"""Static properties of texts: their types, and the functions that they use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from verif.kernel.text import Text, form_of_text, parameters_of, types_of, used_by
from verif.language.compile import project
from verif.language.form import Expr, Function, Global, Record, Ref, RefusedError, walk

__all__ = ["beside", "hints_of", "recurs_through_others", "types_of"]


def hints_of(function: Any) -> dict[str, Any]:
    """Return the types of the function's parameters, in parameter order."""
    types = types_of(function)
    return {name: types[name] for name in parameters_of(function)}


def beside(observation: Callable[..., Any], subject: str) -> dict[str, Any]:
    """Return the types of an observation's parameters other than the list that it recurs on."""
    return {name: hint for name, hint in hints_of(observation).items() if name != subject}


@cache
def recurs_through_others(function: Text) -> bool:
    """Return whether the text is recursive through other functions.

    Direct recursion gets a shorter list each time. Through another function this cannot be
    checked, and a circular definition may be contradictory.
    """
    own = form_of_text(function).ref
    mine = _is_of_project(own)
    found: set[Ref] = set()
    pending = [ref for ref in used_by(form_of_text(function)) if ref != own]
    while pending:
        used = pending.pop()
        if used == own:
            return True
        # No text of the project names one of a user's file.
        if used not in found and (mine or not _is_of_project(used)):
            found.add(used)
            pending += _used_in(used)
    return False


def _is_of_project(ref: Ref) -> bool:
    return project().modules.is_of_project(ref.module)


def _used_in(ref: Ref) -> Iterator[Ref]:
    """The top-level names in what a name means: a function, a constant, or a record's members."""
    match project().definition(ref):
        case Function() as function:
            # A function may be meant by another name.
            yield function.ref
            yield from used_by(function)
        case Record() as record:
            for name in record.methods | record.properties:
                with suppress(RefusedError):
                    member = project().function(Ref(record.ref.module, f"{record.ref.name}.{name}"))
                    yield from used_by(member)
            yield from (each for p in record.fields for each in _named_in(p.default))
        case value:
            yield from _named_in(value)


def _named_in(value: Expr | None) -> Iterator[Ref]:
    return (each.ref for each in walk(value) if isinstance(each, Global)) if value else iter(())
