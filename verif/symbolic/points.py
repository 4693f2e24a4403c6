"""Points: values of the unknowns at which solvers found that facts hold.

A literal that is false where all facts hold is not implied by them, and no solver need be asked.
A point only ever spares a question: what it says wrong costs time, and proves nothing. What a
point does not say of an unknown or of a function is guessed: facts that came later may hold there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from verif.kernel.obligation import Table
from verif.symbolic.terms import Atom, Literal, Polynomial

MOST: Final = 16
"""The number of points that are kept, the latest."""

GUESSES: Final = (1, 2, 0, 7)
"""The values that are tried for what a point does not have, one for all of it at a time."""

Rows = dict[tuple[int, ...], int]
"""A function's values at arguments; that at no arguments is its value at all others."""


@dataclass(frozen=True)
class Point:
    """Numbers for constants and tables for functions, as far as a solver gave them."""

    numbers: dict[str, int]
    tables: dict[str, Rows] = field(default_factory=dict[str, Rows])

    def value(self, polynomial: Polynomial, guess: int) -> int:
        """The number that the polynomial is here, with the guess for what is not here."""
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
        """Whether the literal holds here."""
        number = self.value(literal.polynomial, guess)
        if literal.relation == "<=":
            return number <= 0
        return (number == 0) == (literal.relation == "=")


@dataclass
class Points:
    """The points that the paths of one text have found."""

    _found: deque[Point] = field(default_factory=lambda: deque[Point](maxlen=MOST))

    def add(self, model: Iterable[tuple[str, int]], tables: Iterable[Table] = ()) -> None:
        """Keep the model of a question that was answered; of another there is none."""
        numbers = dict(model)
        functions = {name: {row[:-1]: row[-1] for row in rows} for name, rows in tables}
        if numbers or functions:
            self._found.appendleft(Point(numbers, functions))

    def divide(self, dividend: Polynomial, divisor: Polynomial, quotient: str, rest: str) -> None:
        """Give every point the quotient and the remainder, under these names."""
        for point in self._found:
            x, y = (point.value(part, GUESSES[0]) for part in (dividend, divisor))
            if y:
                point.numbers[quotient], point.numbers[rest] = divmod(x, y)

    def refute(self, literal: Literal, facts: Sequence[Literal]) -> bool:
        """Whether the facts hold at one of the points, and the literal does not."""
        # The later a fact, the less likely it is to hold at a point that was found before.
        return any(
            not point.truth(literal, guess)
            and all(point.truth(fact, guess) for fact in reversed(facts))
            for guess in GUESSES
            for point in self._found
        )
