"""Expressions on another machine: each access to memory is given the machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from spec.memory import Machine
from spec.parser import Call, Expression, Literal

PLACES: Final[Mapping[str, int]] = {
    **dict.fromkeys(("bank_conflicts", "coalesced", "conflict_free", "sectors", "wavefronts"), 4),
    "vector_width": 4,
}
"""The operations and questions about accesses, each with the position of the machine."""


def on_machine(expression: Expression, machine: Machine) -> Expression:
    """Return the expression with the machine in each access that does not name one.

    >>> from verif.expression import read
    >>> call = on_machine(read("wavefronts(8:1, (4,2):(2,1), f16)"), Machine(threads=64))
    >>> [part.value for part in call.args[3:]] == [None, Machine(threads=64)]
    True
    """
    if isinstance(expression, Literal):
        return expression
    arguments = tuple(on_machine(argument, machine) for argument in expression.args)
    place = PLACES.get(expression.name)
    if place is None or len(arguments) > place:
        return Call(expression.name, arguments)
    filled = (*arguments, *(Literal(None),) * (place - len(arguments)))
    return Call(expression.name, (*filled, Literal(cast("Any", machine))))
