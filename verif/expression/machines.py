"""Evaluate expressions for a machine other than the default, by naming it in the calls."""

from __future__ import annotations

from typing import Any, Final, cast

from spec.memory import Machine
from spec.parser import Call, Expression, Literal

ACCESSING: Final = (
    *("bank_conflicts", "coalesced", "conflict_free", "sectors", "vector_width", "wavefronts"),
)
"""The operations and questions that can name a machine. All are about accesses to memory."""

PLACE: Final = 4
"""The position of the machine argument in calls of ACCESSING, counted from 0."""


def on_machine(expression: Expression, machine: Machine) -> Expression:
    """Add the machine to each call about memory accesses that does not name a machine.

    >>> from verif.expression import read
    >>> call = on_machine(read("wavefronts(8:1, (4,2):(2,1), f16)"), Machine(threads=64))
    >>> [part.value for part in call.args[3:]] == [None, Machine(threads=64)]
    True
    """
    if isinstance(expression, Literal):
        return expression
    arguments = tuple(on_machine(argument, machine) for argument in expression.args)
    if expression.name not in ACCESSING or len(arguments) > PLACE:
        return Call(expression.name, arguments)
    filled = (*arguments, *(Literal(None),) * (PLACE - len(arguments)))
    return Call(expression.name, (*filled, Literal(cast("Any", machine))))
