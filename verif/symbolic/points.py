"""Points: values of unknowns that satisfy the facts, found by solvers.

If all facts hold at a point and a literal is false there, the facts do not imply the literal. Then
no solver query is needed. Points only save queries: a wrong point costs time but proves nothing. A
point may lack values of some unknowns or functions. Missing values are guessed, so that later facts
may hold at the point, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from verif.kernel.obligation import Table
from verif.symbolic.terms import Atom, Literal, Polynomial

MOST: Final = 16
"""The number of points to store; older ones are dropped."""

GUESSES: Final = (1, 2, 0, 7)
"""The guesses for values that a point lacks. All missing values get the same guess."""

Rows = dict[tuple[int, ...], int]
"""A table of a function's values by argument. The entry for `()` is the default value."""


@dataclass(frozen=True)
class Point:
    """A solver's model: numbers for constants and tables for functions, perhaps incomplete."""

    numbers: dict[str, int]
    tables: dict[str, Rows] = field(default_factory=dict[str, Rows])

    def value(self, polynomial: Polynomial, guess: int) -> int:
        """Evaluate the polynomial at this point, with `guess` for missing values."""
        total = 0
        for monomial, coefficient in polynomial.terms:
            product = coefficient
            for atom in monomial:
                product *= (
                    self._applied(atom, guess)
                    if atom.arguments
                    else self.numbers.get(atom.symbol, guess)
                )
            total += product
        return total

    def _applied(self, atom: Atom, guess: int) -> int:
        rows = self.tables.get(atom.symbol)
        if rows is None:
            return guess
        found = rows.get(tuple(self.value(argument, guess) for argument in atom.arguments))
        return rows[()] if found is None else found

    def truth(self, literal: Literal, guess: int) -> bool:
        """Return whether the literal holds at this point."""
        number = self.value(literal.polynomial, guess)
        if literal.relation == "<=":
            return number <= 0
        return (number == 0) == (literal.relation == "=")


@dataclass
class Points:
    """The points found on the paths of one function or claim."""

    _found: deque[Point] = field(default_factory=lambda: deque[Point](maxlen=MOST))

    def add(self, model: Iterable[tuple[str, int]], tables: Iterable[Table] = ()) -> None:
        """Store a solver's model, unless it is empty."""
        numbers = dict(model)
        functions = {name: {row[:-1]: row[-1] for row in rows} for name, rows in tables}
        if numbers or functions:
            self._found.appendleft(Point(numbers, functions))

    def divide(self, dividend: Polynomial, divisor: Polynomial, quotient: str, rest: str) -> None:
        """Give values to the unknowns `quotient` and `rest` of a division, in every point."""
        for point in self._found:
            x, y = (point.value(part, GUESSES[0]) for part in (dividend, divisor))
            if y:
                point.numbers[quotient], point.numbers[rest] = divmod(x, y)

    def refute(self, literal: Literal, facts: Sequence[Literal]) -> bool:
        """Return whether at some stored point all facts hold and the literal is false."""
        # Check the latest facts first: a point found before a fact was added may violate it.
        return any(
            not point.truth(literal, guess)
            and all(point.truth(fact, guess) for fact in reversed(facts))
            for guess in GUESSES
            for point in self._found
        )
