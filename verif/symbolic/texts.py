"""Texts apart from what they do: their types, and the functions that they use."""

from __future__ import annotations

import typing
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

from verif.kernel.intact import parts_of_function
from verif.kernel.standing import global_names


@cache
def types_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The types of the function's parameters and result."""
    return typing.get_type_hints(function)


def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The types of the function's parameters, in the order in which it takes them."""
    types, code = types_of(function), function.__code__
    return {name: types[name] for name in code.co_varnames[: code.co_argcount]}


def beside(observation: Callable[..., Any], subject: str) -> dict[str, Any]:
    """The parameters of an observation but the list that it recurs on, with their types."""
    return {name: hint for name, hint in hints_of(observation).items() if name != subject}


@cache
def recurs_through_others(function: FunctionType, packages: tuple[str, ...]) -> bool:
    """Whether a function that the text uses, itself or through others, uses the text again.

    Lists get shorter where a text observes their rest; through another function that cannot
    be seen, and an observation that is defined by itself may be contradictory.
    """
    found: set[Callable[..., Any]] = set()
    pending = [used for used in used_by(function) if used is not function]
    while pending:
        used = pending.pop()
        if used is function:
            return True
        inside = used.__module__.split(".")[0] in {p.split(".")[0] for p in packages}
        if inside and used not in found:
            found.add(used)
            pending += used_by(used)
    return False


def used_by(function: FunctionType) -> list[FunctionType]:
    """The functions that a text names, those that it has by default, and those that it holds."""
    parts: Any = parts_of_function(function)[1]
    code, default, named, *held = parts
    by_name = (function.__globals__.get(name) for name in global_names(code))
    used = (*by_name, *(default or ()), *(named or {}).values(), *held)
    return [item for item in used if type(item) is FunctionType]
