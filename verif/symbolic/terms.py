"""Integer terms as polynomials over atoms, and the literals that compare them with 0.

An atom is an unknown, or an uninterpreted function applied to polynomials. Equal
polynomials are equal objects, so ring identities need no solver.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple
from typing import Literal as OneOf

from spec.kept import kept

XOR, AND, POWER = "xor.", "and.", "two_to."
"""Symbols for `^` and `&` of integers and for 2^n, n >= 0. No other symbol ends in a dot."""

MOST_PLACES: Final = 1 << 10
"""The greatest n for which 2^n is written as a number."""


class Atom(str):
    """An unknown integer: a symbol alone, or a function symbol applied to `arguments`.

    An atom is a string, because Python caches string hashes, and lookup and sorting of atoms are
    the most frequent operations. The string is unique, because no symbol ends in a parenthesis.
    """

    __match_args__ = ("symbol", "arguments")

    symbol: str
    arguments: tuple[Polynomial, ...]

    def __new__(cls, symbol: str, arguments: tuple[Polynomial, ...] = ()) -> Atom:
        text = f"({symbol} {' '.join(a.text for a in arguments)})" if arguments else symbol
        atom = super().__new__(cls, text)
        atom.symbol, atom.arguments = symbol, arguments
        return atom

    def __reduce__(self) -> tuple[type[Atom], tuple[str, tuple[Polynomial, ...]]]:
        return Atom, (self.symbol, self.arguments)

    @property
    def text(self) -> str:
        return str(self)


Monomial = tuple[Atom, ...]
"""A product of atoms, sorted. The empty product is 1."""


class _Terms(NamedTuple):
    terms: tuple[tuple[Monomial, int], ...]


class Polynomial(_Terms):
    """A sorted sum of monomials with nonzero integer coefficients.

    Polynomials and literals are compared and hashed for every fact and decision. They are tuples,
    because Python compares and hashes tuples without calling a function of this file.
    """

    @staticmethod
    def of(coefficients: Mapping[Monomial, int]) -> Polynomial:
        kept = [(m, c) for m, c in coefficients.items() if c]
        if len(kept) > 1:
            kept.sort(key=lambda term: (len(term[0]), term[0]))
        return Polynomial(tuple(kept))

    @staticmethod
    def constant(value: int) -> Polynomial:
        return Polynomial((((), value),) if value else ())

    @staticmethod
    def unknown(atom: Atom) -> Polynomial:
        return Polynomial((((atom,), 1),))

    @property
    def value(self) -> int | None:
        """The value of a constant polynomial, otherwise None."""
        if not self.terms:
            return 0
        monomial, coefficient = self.terms[0]
        return coefficient if len(self.terms) == 1 and not monomial else None

    @property
    def bits(self) -> Atom | None:
        """The atom of a polynomial that is a single p ^ q or p & q, otherwise None."""
        match self.terms:
            case (((atom,), 1),) if atom.symbol in (XOR, AND):
                return atom
            case _:
                return None

    @property
    def exponent(self) -> Polynomial | None:
        """The exponent n if the polynomial is 2^n, otherwise None."""
        match self.terms:
            case (((atom,), 1),) if atom.symbol == POWER:
                return atom.arguments[0]
            case _:
                return None

    def __add__(self, other: Polynomial) -> Polynomial:  # type: ignore[override]
        total = dict(self.terms)
        for monomial, coefficient in other.terms:
            total[monomial] = total.get(monomial, 0) + coefficient
        return Polynomial.of(total)

    def __neg__(self) -> Polynomial:
        return self.scaled(-1)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def scaled(self, factor: int) -> Polynomial:
        return Polynomial(tuple((m, c * factor) for m, c in self.terms) if factor else ())

    def __mul__(self, other: Polynomial) -> Polynomial:  # type: ignore[override]
        total: dict[Monomial, int] = {}
        for left, a in self.terms:
            for right, b in other.terms:
                monomial = tuple(sorted(left + right)) if left and right else left or right
                total[monomial] = total.get(monomial, 0) + a * b
        return Polynomial.of(total)

    @kept
    def unknowns(self) -> frozenset[Atom]:
        """The atoms of the polynomial, including those inside arguments."""
        found = {atom for monomial, _ in self.terms for atom in monomial}
        for atom in tuple(found):
            for argument in atom.arguments:
                found |= argument.unknowns
        return frozenset(found)

    def substitute(self, replaced: Mapping[Atom, Polynomial]) -> Polynomial:
        """Return the polynomial with atoms replaced, also in the arguments of other atoms."""
        if not replaced or self.unknowns.isdisjoint(replaced):
            return self
        total: dict[Monomial, int] = {}
        for monomial, coefficient in self.terms:
            product = Polynomial.constant(coefficient)
            for atom in monomial:
                product *= _replace(atom, replaced)
            for part, factor in product.terms:
                total[part] = total.get(part, 0) + factor
        return Polynomial.of(total)

    def evaluate(self, values: Mapping[str, int]) -> int:
        """Evaluate the polynomial. Symbols without a value count as 0."""
        return sum(c * math.prod(values.get(atom.symbol, 0) for atom in m) for m, c in self.terms)

    @kept
    def text(self) -> str:
        """The polynomial as an SMT-LIB term."""
        parts = [_term_text(m, c) for m, c in self.terms]
        if not parts:
            return "0"
        return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"

    def __str__(self) -> str:
        return self.text


ZERO: Final = Polynomial.constant(0)
ONE: Final = Polynomial.constant(1)
TWO: Final = Polynomial.constant(2)


def _replace(atom: Atom, replaced: Mapping[Atom, Polynomial]) -> Polynomial:
    arguments = tuple(a.substitute(replaced) for a in atom.arguments)
    if atom.symbol in (XOR, AND):
        return bits_of(atom.symbol, *arguments)
    if atom.symbol == POWER:
        return power_of_two(*arguments)
    inner = Atom(atom.symbol, arguments)
    return replaced.get(inner, replaced.get(atom, Polynomial.unknown(inner)))


def number_text(value: int) -> str:
    """Return an integer in SMT-LIB syntax, where a minus sign is an operation."""
    return str(value) if value >= 0 else f"(- {-value})"


def _term_text(monomial: Monomial, coefficient: int) -> str:
    factors = [atom.text for atom in monomial]
    if coefficient != 1 or not factors:
        factors.insert(0, number_text(coefficient))
    return factors[0] if len(factors) == 1 else f"(* {' '.join(factors)})"


def divide(dividend: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Return Q, R with dividend = divisor * Q + R, dividing by the divisor's leading term."""
    lead, by = divisor.terms[-1]
    quotient = Polynomial(())
    rest = dividend
    for monomial, coefficient in reversed(dividend.terms):
        factor = _without(monomial, lead)
        share = coefficient // by
        if factor is None or not share or dict(rest.terms).get(monomial) != coefficient:
            continue
        step = Polynomial.of({factor: share})
        quotient += step
        rest -= step * divisor
    return quotient, rest


def solved(polynomial: Polynomial) -> tuple[Atom, Polynomial] | None:
    """Solve `polynomial = 0` for an unknown that occurs once, with coefficient 1 or -1.

    Return the unknown and its value, or None.
    """
    for monomial, coefficient in reversed(polynomial.terms):
        if len(monomial) != 1 or abs(coefficient) != 1 or monomial[0].arguments:
            continue
        rest = polynomial - Polynomial.of({monomial: coefficient})
        if monomial[0] not in rest.unknowns:
            return monomial[0], rest.scaled(-coefficient)
    return None


def bits_of(symbol: str, x: Polynomial, y: Polynomial) -> Polynomial:
    """Return x ^ y or x & y: evaluated for numbers, otherwise an uninterpreted function."""
    if x.value is not None and y.value is not None:
        return Polynomial.constant(x.value ^ y.value if symbol == XOR else x.value & y.value)
    return Polynomial.unknown(Atom(symbol, (x, y)))


def equal_bits(symbol: str, x: Polynomial, y: Polynomial) -> Iterator[Polynomial]:
    """Yield polynomials that equal x ^ y or x & y, for all integers, negative ones too.

    The rules are x ^ x = 0, x & x = x, x ^ 0 = x, x & 0 = 0, and (x ^ y) ^ y = x.
    """
    if x == y:
        yield ZERO if symbol == XOR else x
    for one, other in ((x, y), (y, x)):
        if other == ZERO:
            yield one if symbol == XOR else ZERO
        if symbol == XOR and one.bits is not None and one.bits.symbol == XOR:
            p, q = one.bits.arguments
            if other in (p, q):
                yield q if other == p else p


def power_of_two(n: Polynomial) -> Polynomial:
    """Return 2^n: evaluated for a number n from 0 to MOST_PLACES, otherwise uninterpreted."""
    if n.value is not None and 0 <= n.value <= MOST_PLACES:
        return Polynomial.constant(1 << n.value)
    return Polynomial.unknown(Atom(POWER, (n,)))


def _without(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    left = list(monomial)
    for atom in divisor:
        if atom not in left:
            return None
        left.remove(atom)
    return tuple(left)


class _Comparison(NamedTuple):
    relation: OneOf["<=", "=", "!="]
    polynomial: Polynomial


class Literal(_Comparison):
    """A polynomial compared with 0."""

    @property
    def value(self) -> bool | None:
        """The truth of the literal if its polynomial is constant, otherwise None."""
        number = self.polynomial.value
        if number is None:
            return None
        return {"<=": number <= 0, "=": number == 0, "!=": number != 0}[self.relation]

    def negated(self) -> Literal:
        if self.relation == "<=":
            return Literal("<=", Polynomial.constant(1) - self.polynomial)
        return Literal("=" if self.relation == "!=" else "!=", self.polynomial)

    def substitute(self, replaced: Mapping[Atom, Polynomial]) -> Literal:
        polynomial = self.polynomial.substitute(replaced)
        return self if polynomial is self.polynomial else Literal(self.relation, polynomial)

    @kept
    def text(self) -> str:
        """The literal as an SMT-LIB term, with positive coefficients on both sides."""
        left = Polynomial.of({m: c for m, c in self.polynomial.terms if c > 0})
        right = Polynomial.of({m: -c for m, c in self.polynomial.terms if c < 0})
        if self.relation == "!=":
            return f"(not (= {left} {right}))"
        return f"({self.relation} {left} {right})"


def symbols(literals: Iterable[Literal]) -> tuple[tuple[str, int], ...]:
    """The symbols of the literals with their arities, sorted."""
    atoms = frozenset[Atom]().union(*(literal.polynomial.unknowns for literal in literals))
    return tuple(sorted({(atom.symbol, len(atom.arguments)) for atom in atoms}))
