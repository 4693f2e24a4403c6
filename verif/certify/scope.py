"""The variables in scope while code is printed, and the interfaces of the printer's parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from verif.certify.gallina import Term, Type
from verif.language.form import Expr, Function, Ref

Scope = Mapping[str, Term]
"""Maps the Python name of each variable in scope to its Gallina term."""


class Functions(Protocol):
    """The printed functions. Each is printed at its first call."""

    def call(self, function: Any, arguments: tuple[Term, ...]) -> Term:
        """Print the call of a function of the project. Raises UnprintableError."""
        ...

    def safe(self, name: str) -> str:
        """Return the name of a variable, changed if it is reserved or the name of a function."""
        ...

    def text_of(self, ref: Ref) -> Function:
        """Return the compiled form of a function. Raises UnprintableError."""
        ...


class Printer(Protocol):
    """Prints the expressions of one function or claim."""

    functions: Functions

    def term(self, e: Expr, scope: Scope, want: Type | None = None) -> Term:
        """Print the expression as a term of type `want`, if given. Raises UnprintableError."""
        ...

    def ask(self, term: Term) -> None:
        """Raise UndecidedError if the term is a list that must be matched before it is used."""
        ...
