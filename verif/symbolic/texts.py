"""Texts apart from what they do: their types, and the functions that they use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from verif.kernel.text import Text, form_of_text, parameters_of, types_of, used_by
from verif.language.compile import project
from verif.language.form import Function, Ref

__all__ = ["beside", "hints_of", "recurs_through_others", "types_of"]


def hints_of(function: Any) -> dict[str, Any]:
    """The types of the function's parameters, in the order in which it takes them."""
    types = types_of(function)
    return {name: types[name] for name in parameters_of(function)}


def beside(observation: Callable[..., Any], subject: str) -> dict[str, Any]:
    """The parameters of an observation but the list that it recurs on, with their types."""
    return {name: hint for name, hint in hints_of(observation).items() if name != subject}


@cache
def recurs_through_others(function: Text) -> bool:
    """Whether a function that the text uses, itself or through others, uses the text again.

    Lists get shorter where a text observes their rest; through another function that cannot
    be seen, and an observation that is defined by itself may be contradictory.
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
