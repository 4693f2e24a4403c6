"""Static properties of texts: their types, and the functions that they use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from verif.kernel.text import Text, form_of_text, parameters_of, types_of, used_by
from verif.language.compile import project
from verif.language.form import Function, Ref

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
    found: set[Ref] = set()
    pending = [ref for ref in used_by(form_of_text(function)) if ref != own]
    while pending:
        used = pending.pop()
        inside = None if used in found else project().definition(used)
        found.add(used)
        if isinstance(inside, Function):
            if inside.ref == own:
                return True
            pending += used_by(inside)
    return False
