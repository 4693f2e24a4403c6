"""The names of a text, and what the parts of the printer ask of each other."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Protocol

from verif.certify.gallina import Term, Type

Scope = Mapping[str, Term]
"""The variables of a text."""


class Functions(Protocol):
    """The functions that are printed, each on the first call of it."""

    def call(self, function: Any, arguments: tuple[Term, ...]) -> Term:
        """The call of a function of the project. Raises UnprintableError."""
        ...

    def safe(self, name: str) -> str:
        """The name of a variable, which is that of no function."""
        ...


class Printer(Protocol):
    """Prints the expressions of one text."""

    functions: Functions

    def term(self, node: ast.expr, scope: Scope, want: Type | None = None) -> Term:
        """The expression, as one of the wanted type. Raises UnprintableError."""
        ...

    def meaning(self, node: ast.expr, scope: Scope) -> Any:
        """The function or class that an expression names; None for a variable."""
        ...
