"""The values of one path in Gallina. A list that was split is printed as its head and tail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from verif.certify.gallina import ListOf, Term, UnprintableError
from verif.certify.program import RESERVED, Program
from verif.certify.signatures import printed_type
from verif.kernel.text import hints_of, types_of
from verif.symbolic.forms import numbers_of
from verif.symbolic.lists import SymList, resolved
from verif.symbolic.terms import AND, POWER, XOR, Atom, Literal, Polynomial
from verif.symbolic.values import SymBool, SymInt, polynomial_of

LENGTH: Final = "length_"
"""The prefix of the symbol that stands for the length of a list."""

SIGNS: Final = {"<=": "<=", "=": "=", "!=": "<>"}

BITS: Final = {AND: "(Z.land {} {})", XOR: "(Z.lxor {} {})", POWER: "(2 ^ {})"}
"""How bitwise AND and XOR and powers of two are printed."""


@dataclass
class Terms:
    """The printer of a path's values.

    Each path numbers its own unknowns, so an unknown may have different numbers on two paths of one
    case. Therefore the head and the tail of a list get names made from the list's name.
    """

    program: Program
    named: dict[str, str] = field(default_factory=dict[str, str])
    lists: dict[str, SymList] = field(default_factory=dict[str, SymList])
    observed: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = field(
        default_factory=dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]
    )
    accepted: dict[str, str] = field(default_factory=dict[str, str])
    """The condition under which a call is accepted, for each call that may be rejected.

    The key is the symbol that is 1 if the call is rejected.
    """
    split: dict[str, bool] = field(default_factory=dict[str, bool])
    """Whether a list is empty, for each list that was split. The key is the list's symbol."""

    def name(self, symbol: str) -> str:
        """Return the Gallina name of an unknown."""
        return self.named.get(symbol, f"{symbol}_" if symbol in RESERVED else symbol)

    def know(self, value: Any) -> None:
        """Remember the lists in a value, so that their lengths can be printed."""
        value = resolved(value)
        if type(value) is SymList:
            self.lists[value.symbol] = value
            for part in value.node or ():
                self.know(part)
        elif isinstance(value, tuple):
            for part in value:  # pyright: ignore[reportUnknownVariableType]
                self.know(part)

    def open(self, whole: SymList, head: Any, tail: SymList) -> None:
        """Choose the names for the head and the tail of a list."""
        name = self.name(whole.symbol)
        self.know((head, tail))
        self.named[tail.symbol] = f"tl_{name}"
        if type(head) is SymList:
            self.named[head.symbol] = f"hd_{name}"
            return
        for part, number in zip(whole.holds.fields, numbers_of(head), strict=True):
            self.named[number.polynomial.text] = f"{part}_{name}"

    def head(self, whole: SymList) -> str:
        """Return the pattern of a list's head."""
        name = self.name(whole.symbol)
        if whole.holds.of is not None:
            return f"hd_{name}"
        return paired([f"{part}_{name}" for part in whole.holds.fields])

    def tail(self, whole: SymList) -> str:
        """Return the name of a list's tail."""
        return f"tl_{self.name(whole.symbol)}"

    # Values.

    def value(self, value: Any, annotation: Any = None) -> str:
        """Return a value as a term. Raises UnprintableError."""
        value = resolved(value)
        if type(value) is SymList:
            return self._list(value)
        if isinstance(value, tuple):
            parts = [self.value(part) for part in value]  # pyright: ignore[reportUnknownVariableType]
            return _tuple(parts, annotation)
        if type(value) is bool:
            return str(value).lower()
        if type(value) is SymBool:
            return self._truth(value)
        if type(value) in (int, SymInt):
            return self.polynomial(polynomial_of(value))
        raise UnprintableError(f"cannot print the value {value!r}")

    def _truth(self, value: SymBool) -> str:
        """Return the name of an unknown boolean. The prover represents it as `1 <= x`."""
        unknowns = [*value.literal.polynomial.unknowns]
        if len(unknowns) == 1 and not unknowns[0].arguments:
            return self.name(unknowns[0].symbol)
        raise UnprintableError(f"cannot print the truth of {value}")

    def _list(self, value: SymList) -> str:
        if self.split.get(value.symbol) or value.node == ():
            return "[]"
        if value.node:
            head, tail = value.node
            return f"({self.value(head)} :: {self.value(tail)})"
        if value.symbol in self.split:
            return f"({self.as_term(self.head(value))} :: {self.tail(value)})"
        return self.name(value.symbol)

    @staticmethod
    def as_term(pattern: str) -> str:
        """Return the term that an intro pattern stands for."""
        return pattern.replace("[", "(").replace("]", ")").replace(" ", ", ")

    # Integers.

    def polynomial(self, polynomial: Polynomial) -> str:
        """Return a polynomial as a term. Raises UnprintableError."""
        parts: list[str] = []
        for monomial, coefficient in polynomial.terms:
            factors = [self._atom(atom) for atom in monomial]
            if coefficient != 1 or not factors:
                factors.insert(0, str(coefficient) if coefficient >= 0 else f"({coefficient})")
            parts.append(" * ".join(factors))
        return f"({' + '.join(parts)})" if parts else "0"

    def _atom(self, atom: Atom) -> str:
        symbol = atom.symbol
        if symbol in self.observed:
            function, arguments = self.observed[symbol]
            code = self._observation(function, arguments, list(atom.arguments))
            return f"(Z.b2z {code})" if types_of(function).get("return") is bool else code
        if symbol.startswith(LENGTH) and symbol.removeprefix(LENGTH) in self.lists:
            code = self.value(self.lists[symbol.removeprefix(LENGTH)])
            return "0" if code == "[]" else f"(Z.of_nat (length {code}))"
        if symbol in BITS:
            return BITS[symbol].format(*map(self.polynomial, atom.arguments))
        return self.name(symbol)

    def _observation(
        self, function: Callable[..., Any], arguments: Sequence[Any], numbers: list[Polynomial]
    ) -> str:
        hints = hints_of(function).values()
        terms = tuple(
            Term(self._filled(argument, numbers, hint), printed_type(hint))
            for argument, hint in zip(arguments, hints, strict=True)
        )
        return self.program.call(function, terms).code

    def _filled(self, argument: Any, numbers: list[Polynomial], annotation: Any = None) -> str:
        """Print an observation's argument. `numbers` replace the argument's integers, in order."""
        if type(argument) is SymList:
            return self.value(argument)
        if isinstance(argument, tuple):
            parts = [self._filled(part, numbers) for part in argument]  # pyright: ignore[reportUnknownVariableType]
            return _tuple(parts, annotation)
        return self.polynomial(numbers.pop(0))

    def literal(self, literal: Literal) -> str:
        """Return a literal as a proposition. Raises UnprintableError."""
        for atom in literal.polynomial.unknowns:
            if atom.symbol in self.accepted:
                number = Polynomial.constant(literal.polynomial.evaluate({atom.symbol: 1}))
                rejected = Literal(literal.relation, number).value
                return f"{self.accepted[atom.symbol]} = {str(not rejected).lower()}"
        terms = literal.polynomial.terms
        left = self.polynomial(Polynomial.of({m: c for m, c in terms if c > 0}))
        right = self.polynomial(Polynomial.of({m: -c for m, c in terms if c < 0}))
        truth = ""
        if "(1)" in (left, right) and literal.relation in ("=", "!="):
            truth = right if left == "(1)" else left
        if truth.startswith("((Z.b2z "):
            said = "true" if literal.relation == "=" else "false"
            return f"{truth.removeprefix('((Z.b2z ').removesuffix('))')} = {said}"
        return f"{left} {SIGNS[literal.relation]} {right}"


def _tuple(parts: Sequence[str], annotation: Any) -> str:
    """Return the parts as a list, or as a tuple if the annotation is not a list type.

    An empty tuple is printed as a list, too.
    """
    listed = annotation is not None and isinstance(printed_type(annotation), ListOf)
    return f"[{'; '.join(parts)}]" if listed or not parts else f"({', '.join(parts)})"


def frozen(value: Any) -> Any:
    """Return a copy of a value.

    The copy does not change if a list in the value is later equated with another list.
    """
    value = resolved(value)
    if type(value) is not SymList and isinstance(value, tuple):
        return tuple(map(frozen, value))  # pyright: ignore[reportUnknownArgumentType]
    return value


def paired(names: Sequence[str]) -> str:
    """Return the intro pattern of a tuple. In Rocq, (a, b, c) is ((a, b), c)."""
    pattern, *others = names
    for name in others:
        pattern = f"[{pattern} {name}]"
    return pattern
