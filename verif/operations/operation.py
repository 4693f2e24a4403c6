"""A row of the table of operations: all that the project says of one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import spec
from verif.operations.draws import Draw
from verif.operations.kinds import Signature
from verif.operations.law import BY_MODE, Law
from verif.operations.names import Names
from verif.operations.operand import Arguments, Case
from verif.operations.pools import Pool

Function: TypeAlias = Callable[..., Any]
"""Takes and returns the spec's values."""


@dataclass(frozen=True)
class Cases:
    """The arguments that an operation is tried on: all small ones by weight, and drawn ones.

    `small` has the operands' pools, alternatives where the operation takes several forms; of
    these arguments those are tried that `fits`. Without `draw` each operand of the first
    alternative is drawn from its pool. Others are made of an operation that has a larger `share`.
    """

    small: tuple[tuple[Pool, ...], ...]
    draw: Draw | None = None
    fits: Callable[[Arguments], bool] | None = None
    share: int = 1


@dataclass(frozen=True)
class NotDrawn:
    """The reason that an operation is not tried on real implementations."""

    reason: str


def nothing(*_: object) -> Iterable[Case]:
    """The calls of an operation that is made of no other."""
    return ()


@dataclass(frozen=True)
class Operation:
    """An operation of the algebra.

    `made_of` has the calls that a call is made of by its definition: their faults are its own.
    `synonyms` are the names that others have for it, by which it can be called too.
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
        """The function of layouts whose text is read and proved; the function takes other kinds."""
        return spec.PLAIN.get(self.function, self.function)

    @property
    def spelling(self) -> str:
        """The name in the calculator: without the underscore that Python needs."""
        return self.name.removesuffix("_")
