"""Points: values of the unknowns at which solvers found that facts hold.

A literal that is false where all facts hold is not implied by them, and no solver need be asked.
A point only ever spares a question: what it says wrong costs time, and proves nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from verif.symbolic.terms import Literal, Polynomial

MOST = 16
"""The number of points that are kept, the latest."""

Point = dict[str, int]


@dataclass
class Points:
    """The points that the paths of one text have found."""

    _found: deque[Point] = field(default_factory=lambda: deque[Point](maxlen=MOST))

    def add(self, model: Iterable[tuple[str, int]]) -> None:
        """Keep the model of a question that was answered; of another there is none."""
        point = dict(model)
        if point:
            self._found.appendleft(point)

    def divide(self, dividend: Polynomial, divisor: Polynomial, quotient: str, rest: str) -> None:
        """Give every point the quotient and the remainder, under these names."""
        for point in self._found:
            x, y = _value(dividend, point), _value(divisor, point)
            if x is not None and y:
                point[quotient], point[rest] = divmod(x, y)

    def refute(self, literal: Literal, facts: Iterable[Literal]) -> bool:
        """Whether the facts hold at one of the points, and the literal does not."""
        return any(
            _truth(literal, point) is False and all(_truth(fact, point) for fact in facts)
            for point in self._found
        )


def _truth(literal: Literal, point: Point) -> bool | None:
    """Whether the literal holds; None where the point does not say it."""
    value = _value(literal.polynomial, point)
    return None if value is None else Literal(literal.relation, Polynomial.constant(value)).value


def _value(polynomial: Polynomial, point: Point) -> int | None:
    # Of functions a point says nothing: in an atom with arguments it has no part.
    if any(atom.arguments or atom.symbol not in point for atom in polynomial.unknowns):
        return None
    return polynomial.evaluate(point)
