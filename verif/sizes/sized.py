"""Expressions over names, and their values when numbers replace the names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from spec.errors import LayoutError
from spec.named import valued
from spec.named_notation import Predicate, parse_named_expression
from spec.parser import Call, Expression, Literal
from verif.expression import evaluated
from verif.language.form import Expr
from verif.operations.table import SPELLED
from verif.sizes.names import Sizes
from verif.sizes.sampled import Point, beside_constants, least
from verif.sizes.terms import NoSizesError, of_expression
from verif.upstream.in_process import SPEC

LEAST: Final = 60
"""`tried` has this many least sizes, and also sizes near the constants of the question."""

FEW: Final = 100
"""`results` evaluates up to FEW of the least sizes, and up to 2 * FEW sizes near constants."""


@dataclass(frozen=True)
class Sized:
    """An expression over names, with its cached results at sample sizes."""

    text: str
    sizes: Sizes
    expression: Expression

    def at(self, numbers: Point) -> Any:
        """Return the calculator's result at these sizes. Raises LayoutError."""
        return evaluated(with_numbers(self.expression, self.sizes.defined(numbers)), SPEC)

    @cached_property
    def results(self) -> tuple[tuple[dict[str, int], Any], ...]:
        """A pair for each sample: the values of all names, and the result (None after an error)."""
        found: list[tuple[dict[str, int], Any]] = []
        for point in least(self.sizes, FEW) + beside_constants(self.sizes, self.text, 2 * FEW):
            try:
                found.append((self.sizes.defined(point), self.at(point)))
            except LayoutError:
                found.append((self.sizes.defined(point), None))
        return tuple(found)

    @cached_property
    def tried(self) -> tuple[Point, ...]:
        """The least sizes, and sizes at and next to the constants in the expression and conditions.

        Evaluating the arguments at these sizes shows the kind of each argument.
        """
        return (*least(self.sizes, LEAST), *beside_constants(self.sizes, self.text))

    @cached_property
    def term(self) -> Expr:
        """The expression as a term of the language of proofs."""
        return self.term_of(self.expression, self.tried)

    def term_of(self, part: Expression, tried: Sequence[Point]) -> Expr:
        """Return the term of `part`, a part of the expression.

        Evaluating the arguments of `part` at the sizes `tried` shows the kind of each argument.
        """
        return of_expression(part, lambda args: arguments_at(self, args, tried))


def read_sized(text: str, sizes: Sizes) -> Sized:
    """Parse an expression over the names of the sizes."""
    return Sized(text, sizes, parse_named_expression(text, sizes.known, SPELLED))


def with_numbers(expression: Expression, numbers: Any) -> Expression:
    """Return the expression with its names replaced by numbers."""
    match expression:
        case Literal(value):
            item: Any = value
            at: Any = item.at(numbers) if isinstance(item, Predicate) else valued(item, numbers)
            return Literal(at)
        case Call(name, args):
            return Call(name, tuple(with_numbers(arg, numbers) for arg in args))


def arguments_at(sized: Sized, args: Sequence[Expression], tried: Sequence[Point]) -> list[Any]:
    """Return the arguments' values at the first sizes at which all of them can be evaluated."""
    refused: LayoutError | None = None
    for point in tried:
        numbers = sized.sizes.defined(point)
        try:
            return [evaluated(with_numbers(arg, numbers), SPEC) for arg in args]
        except LayoutError as error:
            refused = refused or error
    raise refused or NoSizesError()
