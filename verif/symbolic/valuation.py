"""The values of a path's unknowns while code is replayed with numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from verif.kernel.claim import Domain
from verif.kernel.errors import NoValueError, ReplayError
from verif.symbolic.algebra import algebra_of
from verif.symbolic.lifting import LiftedModule
from verif.symbolic.lists import SymList, resolved
from verif.symbolic.points import Points
from verif.symbolic.terms import AND, POWER, XOR, Atom, Literal, Polynomial
from verif.symbolic.values import SymBool, SymInt

PLAIN: Final = (int, bool, str, type(None))
"""The types of values that contain no unknown."""


class Meaning(Protocol):
    """How to evaluate the objects that domains and readings build from unknowns."""

    def part(self, domain: Domain, value: Any, symbol: str, annotation: object) -> Any:
        """Return the value of one unknown, given the value of the whole argument.

        `symbol` is the unknown's name without the prefix of the argument's name.
        """
        ...

    def real(self, item: Any, real: Callable[[Any], Any]) -> Any:
        """Return the item's value, built from the values of its parts."""
        ...

    def match(self, item: Any, value: Any, match: Callable[[Any, Any], bool]) -> bool:
        """Match the item's parts with the parts of `value`. Return whether all parts match."""
        ...


@dataclass
class Valuation(Points):
    """Values of unknowns: numbers for integers, tuples for lists, functions for symbols.

    In a replay, a valuation takes the place of `Points`. It stores the quotient and the remainder
    of each division. A valuation has no points, so it refutes no literal.
    """

    numbers: dict[str, int] = field(default_factory=dict[str, int])
    functions: dict[str, Callable[..., int]] = field(default_factory=dict[str, Callable[..., int]])
    elements: dict[str, tuple[Any, ...]] = field(default_factory=dict[str, tuple[Any, ...]])
    lists: list[SymList] = field(default_factory=list[SymList])
    meaning: Meaning | None = None
    _values: dict[tuple[str, tuple[int, ...]], int] = field(
        default_factory=dict[tuple[str, tuple[int, ...]], int]
    )

    def divide(self, dividend: Polynomial, divisor: Polynomial, quotient: str, rest: str) -> None:
        by = self.number(divisor)
        if by:
            parts = divmod(self.number(dividend), by)
            self.numbers[quotient], self.numbers[rest] = parts

    def number(self, polynomial: Polynomial) -> int:
        """Evaluate the polynomial. Raises ReplayError if an unknown has no value."""
        return sum(c * math.prod(map(self._atom, monomial)) for monomial, c in polynomial.terms)

    def truth(self, literal: Literal) -> bool:
        """Return whether the literal is true."""
        number = Polynomial.constant(self.number(literal.polynomial))
        return bool(Literal(literal.relation, number).value)

    def real(self, item: Any) -> Any:
        """Return the value of a term built from unknowns."""
        item = algebra_of(resolved(item))
        if type(item) is SymInt:
            return self.number(item.polynomial)
        if type(item) is SymBool:
            return self.truth(item.literal)
        if type(item) is SymList:
            if item.symbol not in self.elements:
                raise ReplayError(f"the list {item.symbol} has no value")
            return self.elements[item.symbol]
        if type(item) is LiftedModule:
            return object.__getattribute__(item, "_module")
        if tuple in type(item).__mro__:
            return _like(item, map(self.real, item))
        if self.meaning is None and type(item) not in PLAIN:
            raise NoValueError(f"the value of a {type(item).__name__} is not known")
        return item if self.meaning is None else self.meaning.real(item, self.real)

    def match(self, unknown: Any, value: Any) -> bool:
        """Assign numbers to the unknowns in a term, so that the term has this value.

        Return False if that is impossible, for example because an unknown has a different value.
        """
        unknown = resolved(unknown)
        if type(unknown) is SymInt:
            integer = unknown.polynomial
            return self._gives(integer, value) or self.number(integer) == value
        if type(unknown) is SymBool:
            # An unknown truth value is a comparison u >= 1, where u is an unknown integer.
            integer = Polynomial.constant(1) - unknown.literal.polynomial
            return self._gives(integer, value) or self.truth(unknown.literal) == value
        if type(unknown) is SymList:
            return self._match_list(unknown, value)
        if tuple in type(unknown).__mro__:
            return len(unknown) == len(value) and all(map(self.match, unknown, value))
        if self.meaning is not None:
            return self.meaning.match(unknown, value, self.match)
        return type(unknown) not in PLAIN or unknown == value

    def _gives(self, polynomial: Polynomial, value: int) -> bool:
        """Assign the value if the term is an unknown without a value. Otherwise return False."""
        match polynomial.terms:
            case (((Atom(symbol, ()),), 1),) if symbol not in self.numbers:
                self.numbers[symbol] = int(value)
                return True
            case _:
                return False

    def _match_list(self, unknown: SymList, value: tuple[Any, ...]) -> bool:
        known = self.elements.setdefault(unknown.symbol, value)
        if known is value:
            self.lists.append(unknown)
        return known == value and self.match(unknown.length, len(value))

    def define(self, symbol: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """Define the symbol as a function of the integers in `arguments`.

        To apply the symbol to numbers, replace these integers by the numbers, and call `function`
        with the resulting arguments.
        """
        if symbol in self.functions:
            return

        # Resolve aliases now, because this fixes the symbol's parameters. If a later fact made a
        # list in `arguments` equal to a tuple of integers, the symbol would have no parameters for
        # these integers.
        forms = tuple(map(_form, arguments))

        def applied(*numbers: int) -> int:
            rest = iter(numbers)
            filled = [self._filled(form, rest) for form in forms]
            try:
                return int(function(*filled))
            except LookupError:
                # The observation is undefined for an empty list, so no fact depends on the value.
                return 0

        self.functions[symbol] = applied

    def _filled(self, argument: Any, numbers: Iterator[int]) -> Any:
        """Return the argument, with its integers replaced by the given numbers."""
        if type(argument) is SymList:
            return self.real(argument)
        if isinstance(argument, tuple):
            return _like(argument, [self._filled(part, numbers) for part in argument])
        return next(numbers)

    def disagreeing(self) -> Iterator[str]:
        """Describe each list whose value contradicts a fact of the path."""
        for one in self.lists:
            value = self.elements[one.symbol]
            if one.alias is not None:
                if self.real(one.alias) != value:
                    yield f"{one.symbol} is not {self.real(one.alias)}, it is {value}"
            elif one.node is not None:
                whole = (self.real(one.node[0]), *self.real(one.node[1])) if one.node else ()
                if whole != value:
                    yield f"{one.symbol} is not {whole}, it is {value}"

    def _atom(self, atom: Atom) -> int:
        arguments = tuple(map(self.number, atom.arguments))
        if atom.symbol == XOR:
            return arguments[0] ^ arguments[1]
        if atom.symbol == AND:
            return arguments[0] & arguments[1]
        if atom.symbol == POWER:
            return 1 << arguments[0]
        if atom.symbol in self.numbers:
            return self.numbers[atom.symbol]
        if atom.symbol not in self.functions:
            raise ReplayError(f"{atom.symbol} has no value")
        key = atom.symbol, arguments
        if key not in self._values:
            self._values[key] = self.functions[atom.symbol](*arguments)
        return self._values[key]


def _form(argument: Any) -> Any:
    """Return the argument, with each alias replaced by the list that the alias stands for."""
    argument = resolved(argument)
    if type(argument) is SymList or not isinstance(argument, tuple):
        return argument
    return _like(argument, map(_form, argument))


def _like(given: tuple[Any, ...], parts: Iterable[Any]) -> tuple[Any, ...]:
    """Return the parts as a tuple of the same type as `given`."""
    return tuple(parts) if type(given) is tuple else type(given)(*parts)
