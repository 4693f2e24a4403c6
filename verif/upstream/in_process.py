"""An implementation in this process: its operations, by their names in the spec."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Final, NoReturn

from spec.errors import LayoutError
from spec.version import VERSION
from verif.operations.operation import Function
from verif.operations.table import OPERATIONS


class MissingImplementationError(RuntimeError):
    """A requested implementation is not installed."""


class AbsentError(MissingImplementationError):
    """A folder or module contains no implementation, or its implementation does not start."""


class RejectedError(LayoutError):
    """An implementation refuses its arguments. The message comes from the implementation."""


class CrashedError(RejectedError):
    """An implementation fails with an error that is not a refusal, such as a division by zero."""


class Algebra(SimpleNamespace):
    """The operations of an implementation. A claim calls an operation as `alg.NAME`."""

    def __getattr__(self, name: str) -> NoReturn:
        listed = "`layout-verif operations` lists all operations; import classes from `spec`"
        raise AttributeError(f"the implementation under test has no operation {name}: {listed}")


@dataclass(frozen=True)
class InProcess:
    """The layout operations of one version of one implementation, as functions.

    The attributes of `algebra` are the operations that the implementation has.
    """

    name: str
    version: str
    operations: Mapping[str, Function] = field(repr=False)
    algebra: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The dataclass is frozen, so `self.algebra = ..` would raise an error.
        object.__setattr__(self, "algebra", Algebra(**self.operations))

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


PREDICATES: Final[Mapping[str, Function]] = {
    name: OPERATIONS[name].function
    for name in ("compatible", "congruent", "weakly_compatible", "weakly_congruent")
}
"""The predicates that check results. For every implementation, the spec's predicates are used."""


SPEC: Final = InProcess("spec", VERSION, {name: row.function for name, row in OPERATIONS.items()})
"""The spec itself as one of the implementations."""
