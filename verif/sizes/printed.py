"""Print terms of a symbolic path in the user's notation, such as `M/128`, `ceil(N/64)`, `M % 8`.

A symbol of a path stands for a name, or for the quotient or remainder of a division on the path.
The proofs do not rely on this code: the printed text is parsed again and proved.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from itertools import accumulate
from typing import Any, Final, cast

from spec.basis import ArithmeticTuple
from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape
from verif.sizes.terms import NotForAllSizesError
from verif.symbolic.division import Division
from verif.symbolic.path import Path
from verif.symbolic.terms import AND, POWER, XOR, Atom, Literal, Polynomial
from verif.symbolic.values import SymBool, SymInt

ONE = Polynomial.constant(1)

UNWRITTEN: Final = {
    **dict.fromkeys((XOR, AND), ": single bits of the sizes; write numbers in place of the names"),
    POWER: ": a power of two whose exponent has names; write numbers in place of these names",
}
"""The terms that the notation cannot express, each with advice on what to write."""

Value = Any
"""A result of the calculator that may contain symbolic integers."""


class Words:
    """Prints the terms of one path. `symbols` maps the path's symbols to the user's names."""

    def __init__(self, path: Path, symbols: Mapping[str, str]) -> None:
        self.path = path
        self.names = list(symbols.values())
        self.symbols = symbols
        self.parts: dict[str, tuple[bool, Division]] = {}
        self.ceilings: dict[str, tuple[Polynomial, Polynomial]] = {}
        for division in path.divisions:
            self.parts[division.quotient.text] = True, division
            self.parts[division.remainder.text] = False, division

    def value(self, item: Value) -> str:  # noqa: PLR0911 - one return per case
        """Print a result in the notation."""
        match item:
            case None:
                return "_"
            case Layout():
                return f"{self.value(item.shape)}:{self._stride(item.stride)}"
            case TlaLayout():
                origin = self.value(item.origin_shape)
                return f"{self.value(item.shape)}:{self.value(item.stride)}:{origin}"
            case ComposedLayout():
                return f"{item.swizzle} o {self.value(item.offset)} o {self.value(item.layout)}"
            case XlaShape():
                self._require_numbers(item)
                ones = XlaShape(
                    item.element,
                    (1,) * len(item.dims),
                    item.minor_to_major,
                    item.tiles,
                    item.element_bits,
                )
                before, _, after = str(ones).partition("[")
                dims = ",".join(map(self.value, item.dims))
                return f"{before}[{dims}]{after.partition(']')[2]}"
            case _ if type(item) is SymInt:
                return self.number(self.path.normal(item.polynomial))
            case _ if type(item) is SymBool:
                raise NotForAllSizesError(
                    "a truth value that depends on the sizes cannot be printed"
                )
            case bool():
                return str(item).lower()
            case tuple():
                entries = cast("tuple[Any, ...]", item)
                opening, closing = "<>" if any(map(_is_layout, entries)) else "()"
                return f"{opening}{','.join(map(self.value, entries))}{closing}"
            case ArithmeticTuple():
                return self.value(item.entries)
            case _:
                return str(item)

    def _stride(self, stride: Value) -> str:
        """Print strides. A stride that is a coordinate is printed as a sum, such as `2@0+1@1`.

        Raises NotForAllSizesError if a coordinate depends on the sizes.
        """
        match stride:
            case tuple():
                return f"({','.join(map(self._stride, cast('tuple[Any, ...]', stride)))})"
            case ArithmeticTuple(terms):
                multiples = [self.value(n) for _, n in terms]
                if not all(one.removeprefix("-").isdecimal() for one in multiples):
                    raise NotForAllSizesError(
                        f"the stride {self.value(stride)} is a coordinate that depends on the"
                        " sizes, but the notation has only numbers before `@`"
                    )
                paths = (path for path, _ in terms)
                return ArithmeticTuple(tuple(zip(paths, map(int, multiples), strict=True))).sum
            case _:
                return self.value(stride)

    def _require_numbers(self, array: XlaShape) -> None:
        """Raise NotForAllSizesError if a side of an XLA shape's tile depends on the sizes."""
        tiles: Any = array.tiles
        for tile in tiles:
            if any(type(side) is SymInt for side in tile):
                sides = ",".join("*" if side is None else self.value(side) for side in tile)
                raise NotForAllSizesError(
                    f"the tile ({sides}) depends on the sizes, but sides of tiles must be numbers;"
                    " `equal(ARRAY, SHAPE)` compares the array with a shape that you write"
                )

    def number(self, polynomial: Polynomial) -> str:
        """Print a sum, with the positive terms before the negative ones."""
        folded = self._folded(polynomial)
        parts = [(c < 0, self._product(monomial, abs(c))) for monomial, c in reversed(folded.terms)]
        parts.sort(key=lambda part: part[0])
        if not parts:
            return "0"
        (negative, first), *rest = parts
        signed = "".join(f"{' - ' if minus else ' + '}{text}" for minus, text in rest)
        return f"{'-' if negative else ''}{first}{signed}"

    def literal(self, literal: Literal, *, truth: bool = True) -> str:
        """Print a comparison, with positive coefficients on both sides."""
        literal = _lowest(literal if truth else literal.negated())
        terms = literal.polynomial.terms
        left = Polynomial.of({m: c for m, c in terms if c > 0})
        right = Polynomial.of({m: -c for m, c in terms if c < 0})
        sign = {"=": "==", "!=": "!=", "<=": "<="}[literal.relation]
        if sign == "<=" and dict(left.terms).get((), 0) >= 1:
            left, sign = left - ONE, "<"
        if sign == "!=" and ONE in (left, right):
            other = right if left == ONE else left
            if self.path.knows(Literal("<=", ONE - other)):
                return f"{self.number(other)} > 1"
        one, two = self.number(left), self.number(right)
        if one.isdecimal() and not two.isdecimal():
            one, two, sign = two, one, {"<=": ">=", "<": ">"}.get(sign, sign)
        return _without_ceiling(f"{one} {sign} {two}")

    def _product(self, monomial: tuple[Atom, ...], coefficient: int) -> str:
        factors = [self._factor(atom) for atom in sorted(monomial, key=self._place)]
        if coefficient != 1 or not factors:
            factors.insert(0, str(coefficient))
        return "*".join(factors) if len(factors) > 1 else _bare(factors[0])

    def _place(self, atom: Atom) -> tuple[int, str]:
        name = self.symbols.get(atom.text, "")
        return (self.names.index(name) if name else len(self.names)), atom.text

    def _factor(self, atom: Atom) -> str:
        if atom.text in self.symbols:
            return self.symbols[atom.text]
        if atom.text in self.ceilings:
            dividend, divisor = self.ceilings[atom.text]
            return f"ceil({self._dividend(dividend)}/{self._side(divisor)})"
        if atom.text not in self.parts:
            part = UNWRITTEN.get(atom.symbol, "")
            raise NotForAllSizesError(
                f"the result has a part that the notation cannot express{part}"
            )
        is_quotient, division = self.parts[atom.text]
        dividend, divisor = division.dividend, division.divisor
        by = self._side(divisor)
        if not is_quotient:
            return f"({self._dividend(dividend)} % {by})"
        if self.path.normal(division.remainder).value == 0:
            return f"({self._dividend(dividend)}/{by})"
        up = dividend - divisor + ONE
        if len(up.terms) == 1:
            return f"ceil({self._dividend(up)}/{by})"
        return f"floor({self._dividend(dividend)}/{by})"

    def _side(self, polynomial: Polynomial) -> str:
        text = self.number(polynomial)
        return text if re.fullmatch(r"\w+|(ceil|floor)?\([^()]*\)", text) else f"({text})"

    def _dividend(self, polynomial: Polynomial) -> str:
        """Print a dividend. A product of names needs no parentheses before the division sign."""
        text = self.number(polynomial)
        return text if re.fullmatch(r"\w+(\*\w+)*", text) else self._side(polynomial)

    def _folded(self, polynomial: Polynomial) -> Polynomial:
        """Simplify terms that contain a quotient q.

        If q is M/128 without a remainder, replace 128*q by M. If there may be a remainder, replace
        q + 1 by a rounded-up quotient.
        """
        for division in self.path.divisions:
            quotient = self.path.normal(division.quotient)
            if quotient != division.quotient:
                continue
            (((q,), _),) = quotient.terms
            if self.path.normal(division.remainder).value == 0:
                polynomial = _multiplied_out(polynomial, q, division)
            else:
                polynomial = self._rounded_up(polynomial, q, division)
        return polynomial

    def _rounded_up(self, polynomial: Polynomial, q: Atom, division: Division) -> Polynomial:
        """Replace floor(x/y) + 1 by ceil((x + 1)/y) if x + 1 has fewer terms than x."""
        up = division.dividend + ONE
        if up.value is None and len(up.terms) >= len(division.dividend.terms):
            return polynomial
        factor = Polynomial.of({_without(m, q): c for m, c in polynomial.terms if q in m})
        rest = Polynomial.of({m: c for m, c in polynomial.terms if q not in m})
        left = rest - factor
        if not factor.terms or len(left.terms) != len(rest.terms) - len(factor.terms):
            return polynomial
        rounded = Atom(f"up {q.text}")
        self.ceilings[rounded.text] = up, division.divisor
        return factor * Polynomial.unknown(rounded) + left


def _without(monomial: tuple[Atom, ...], *factors: Atom) -> tuple[Atom, ...]:
    left = list(monomial)
    for factor in factors:
        left.remove(factor)
    return tuple(left)


def _multiplied_out(polynomial: Polynomial, q: Atom, division: Division) -> Polynomial:
    """If the divisor has one term, replace the product of `q` and the divisor by the dividend."""
    if len(division.divisor.terms) != 1:
        return polynomial
    ((by, number),) = division.divisor.terms
    kept: dict[tuple[Atom, ...], int] = {}
    again = Polynomial(())
    for monomial, c in polynomial.terms:
        if c % number == 0 and not Counter((q, *by)) - Counter(monomial):
            others = _without(monomial, q, *by)
            again += Polynomial.of({others: c // number}) * division.dividend
        else:
            kept[monomial] = c
    return Polynomial.of(kept) + again if again.terms else polynomial


def said(text: str, words: Words) -> str:
    """Print an operation's message. The terms in the message are printed in the user's notation."""
    out, place = "", 0
    for found in re.finditer(r"\((?=[+*-] )|[A-Za-z]\w*_\d+\b", text):
        if found.start() < place:
            continue
        end = found.end()
        if found[0] == "(":
            depth = 1
            while depth and end < len(text):
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
        try:
            word = words.number(_polynomial(text[found.start() : end]))
        except (ValueError, StopIteration, IndexError):
            word = text[found.start() : end]
        out, place = out + text[place : found.start()] + word, end
    return out + text[place:]


def _polynomial(text: str) -> Polynomial:
    """Parse an SMT-LIB term into a polynomial."""
    parts = iter(re.findall(r"[()]|[^\s()]+", text))

    def term(token: str) -> Polynomial:
        if token != "(":
            number = token.isdecimal()
            return Polynomial.constant(int(token)) if number else Polynomial.unknown(Atom(token))
        operator, operands = next(parts), list[Polynomial]()
        while (token := next(parts)) != ")":
            operands.append(term(token))
        first, *rest = operands
        if operator == "-" and not rest:
            return -first
        for one in rest:
            first = {"+": first + one, "*": first * one, "-": first - one}[operator]
        return first

    return term(next(parts))


def _lowest(literal: Literal) -> Literal:
    """Divide the literal by the common factor of its coefficients."""
    terms = dict(literal.polynomial.terms)
    constant = terms.pop((), 0)
    factor = math.gcd(*terms.values()) if terms else 1
    if factor <= 1 or (literal.relation != "<=" and constant % factor):
        return literal
    least = {m: c // factor for m, c in terms.items()} | {(): -(-constant // factor)}
    return Literal(literal.relation, Polynomial.of(least))


def _bare(text: str) -> str:
    """Strip the parentheses if they enclose the whole text."""
    if not text.startswith("("):
        return text
    depths = accumulate({"(": 1, ")": -1}.get(c, 0) for c in text)
    return text[1:-1] if all(list(depths)[:-1]) else text


def _without_ceiling(condition: str) -> str:
    """Rewrite a condition on a rounded-up quotient of a name as a condition on the name itself.

    >>> _without_ceiling("ceil(N/16) == 1"), _without_ceiling("16*ceil(M/16) != M")
    ('N <= 16', 'M % 16 != 0')
    """
    bound = re.fullmatch(r"ceil\((\w+)/(\d+)\) (==|!=|>) 1", condition)
    if bound:
        name, number, sign = bound.groups()
        return f"{name} {'<=' if sign == '==' else '>'} {number}"
    whole = re.fullmatch(r"(\d+)\*ceil\((\w+)/\1\) (==|!=) \2", condition)
    return f"{whole[2]} % {whole[1]} {whole[3]} 0" if whole else condition


def _is_layout(item: object) -> bool:
    if isinstance(item, tuple):
        return any(map(_is_layout, cast("tuple[object, ...]", item)))
    return isinstance(item, Layout | ComposedLayout)
