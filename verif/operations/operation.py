"""A row of the table of operations: all data about one operation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import spec
from verif.operations.draws import Draw
from verif.operations.kinds import Signature
from verif.operations.law import BY_MODE, Law
from verif.operations.names import Names, without_mark
from verif.operations.operand import Arguments, Case
from verif.operations.pools import Pool

Function: TypeAlias = Callable[..., Any]
"""A function that takes and returns the spec's values."""


@dataclass(frozen=True)
class Cases:
    """The arguments on which an operation is tried: small arguments and random larger arguments.

    `small` has one tuple for each form of the operation, such as with and without an optional
    argument. Each tuple has one pool for each operand. A pool is a source of small and of larger
    operands. The predicate `fits` filters the small arguments that the pools give. `draw` draws the
    larger arguments; without `draw`, the larger arguments come from the pools of the first form.
    `share` multiplies the number of cases. It is larger for operations that other operations use.
    """

    small: tuple[tuple[Pool, ...], ...]
    draw: Draw | None = None
    fits: Callable[[Arguments], bool] | None = None
    share: int = 1


@dataclass(frozen=True)
class NotDrawn:
    """The reason why an operation is not tried on real implementations."""

    reason: str


def nothing(*_: object) -> Iterable[Case]:
    """Return no calls: the definition of a primitive operation uses no other operations."""
    return ()


@dataclass(frozen=True)
class Operation:
    """An operation of the algebra.

    `made_of` takes the arguments of a call, and yields the calls that define this call's result. If
    one of these calls is faulty, the whole call is wrong, too. `synonyms` are other
    implementations' names for the operation, which the calculator also accepts.
    """

    name: str
    function: Function
    signature: Signature
    upstream: Names
    cases: Cases | NotDrawn
    law: Law = BY_MODE
    made_of: Callable[..., Iterable[Case]] = nothing
    synonyms: tuple[str, ...] = ()

    @property
    def text(self) -> Function:
        """The function that proofs are about. Unlike `function`, it does not convert arguments."""
        return spec.PLAIN.get(self.function, self.function)

    @property
    def spelling(self) -> str:
        """The name in the calculator, without the trailing underscore that Python needs."""
        return without_mark(self.name)
