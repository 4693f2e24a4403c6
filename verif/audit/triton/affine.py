"""Express tensors of offsets as affine functions of an element's coordinate.

The analysis follows tensors through `tt.make_range`, `tt.splat`, `tt.expand_dims`, `tt.broadcast`,
`tt.addptr`, constants, sums, products, conversions and loops. It first assumes that an argument of
a loop has its initial value, and widens this assumption until each yielded value satisfies it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import gcd
from typing import Final

from verif.audit.mlir import Operation, Value
from verif.audit.triton.program import Identity, Program, identity
from verif.audit.triton.types import Sized, sized

_ROUNDS: Final = 8
"""The largest number of passes over the program.

If the last pass still widens an assumption about a loop, no form is known.
"""


@dataclass(frozen=True)
class Multiple:
    """A number with a known divisor and an unknown value."""

    of: int


@dataclass(frozen=True)
class Affine:
    """A tensor whose element at (i, j, ..) is u + a*i + b*j + .., with `coefficients` a, b, ..

    An unknown coefficient is a `Multiple`. u is `constant` plus an unknown multiple of `divisor`;
    if `divisor` is 0, u is the constant. A dimension of size 1 has the coefficient 0.
    """

    coefficients: tuple[int | Multiple, ...] = ()
    constant: int = 0
    divisor: int = 1


def plus(one: Affine, other: Affine) -> Affine | None:
    """The sum, or None for tensors of different ranks.

    >>> plus(Affine((1,), 2, 0), Affine((4,), 0, 8))
    Affine(coefficients=(5,), constant=2, divisor=8)
    """
    if len(one.coefficients) != len(other.coefficients):
        return None
    return Affine(
        tuple(
            a + b if isinstance(a, int) and isinstance(b, int) else Multiple(gcd(_of(a), _of(b)))
            for a, b in zip(one.coefficients, other.coefficients, strict=True)
        ),
        one.constant + other.constant,
        gcd(one.divisor, other.divisor),
    )


def _of(number: int | Multiple) -> int:
    """The number itself, or a divisor of an unknown number."""
    return number.of if isinstance(number, Multiple) else number


def times(one: Affine, other: Affine) -> Affine | None:
    """The product, or None if no factor has the same value for all elements.

    >>> times(Affine((1,), 2, 0), Affine((0,), 4, 0))
    Affine(coefficients=(4,), constant=8, divisor=0)
    """
    if any(c != 0 for c in other.coefficients):
        one, other = other, one
    if len(one.coefficients) != len(other.coefficients) or any(c != 0 for c in other.coefficients):
        return None
    factor = other.constant if other.divisor == 0 else None
    a, b, m, n = one.constant, other.constant, one.divisor, other.divisor
    coefficients = tuple(
        c * factor
        if isinstance(c, int) and factor is not None
        else Multiple(_of(c) * gcd(b, n))
        if c != 0
        else 0
        for c in one.coefficients
    )
    return Affine(coefficients, a * b, gcd(a * n, b * m, m * n))


class AffineValues:
    """The affine tensors and numbers of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._found: dict[Identity, Affine] = {}
        self._assumed: dict[Identity, Affine | None] = {}
        for place, op in enumerate(program.operations):
            self._divisible(place, op)
        self._given = dict(self._found)
        for _ in range(_ROUNDS):
            self._found = dict(self._given)
            if self._pass():
                return
        self._found = {}

    def of(self, value: Value) -> Affine | None:
        """The affine form of a value, or None. A scalar without a known form may be any integer."""
        found = self._found.get(identity(value))
        if found is None and not self._program.type_of(value).startswith("tensor<"):
            # Assume that the base of a tensor in memory is aligned.
            is_pointer = self._program.type_of(value).startswith("!tt.ptr")
            return Affine((), 0, 0 if is_pointer else 1)
        return found

    def _divisible(self, place: int, op: Operation) -> None:
        """Record the divisors that a function declares for its arguments."""
        if op.name == "tt.func":
            divisors = {one[1]: int(one[2]) for one in _DIVISIBLE.finditer(op.attributes)}
            for k, name in enumerate(op.arguments):
                if name in divisors:
                    self._found[None, place, k] = Affine((), 0, divisors[name])

    def _pass(self) -> bool:
        """Evaluate all operations, and return whether the assumptions about loops are satisfied."""
        is_stable = True
        for place, op in enumerate(self._program.operations):
            if op.name == "scf.for":
                for k, value in enumerate(op.values[3:]):
                    at: Identity = (None, place, 1 + k)
                    is_stable &= self._assume(at, self._known(value))
                    if (assumed := self._assumed[at]) is not None:
                        self._found[at] = self._found[place, None, k] = assumed
            elif op.name == "scf.yield" and op.parent is not None:
                if self._program.operations[op.parent].name == "scf.for":
                    is_stable &= self._yield(op, op.parent)
            elif op.results:
                kind = sized(self._program.types.get((place, None, 0), ""))
                found = _fitted(self._value(op, kind), kind)
                if found is not None:
                    self._found[place, None, 0] = found
        return is_stable

    def _known(self, value: Value) -> Affine | None:
        """The affine form of an initial or yielded value of a loop; None if no form was found."""
        found = self.of(value)
        return found if found is not None and identity(value) in self._found else None

    def _yield(self, op: Operation, parent: int) -> bool:
        """Widen the assumptions about a loop's arguments.

        Return whether the yielded values satisfied all assumptions already.
        """
        found = [
            self._assume((None, parent, 1 + k), self._known(value))
            for k, value in enumerate(op.values)
        ]
        return all(found)

    def _assume(self, at: Identity, found: Affine | None) -> bool:
        """Widen an assumption to include a form. Return whether the form was included already.

        If there is no assumption yet, the form becomes the assumption.
        """
        assumed = self._assumed.setdefault(at, found)
        widened: Affine | None = None
        if assumed is not None and found is not None and found.coefficients == assumed.coefficients:
            away = found.constant - assumed.constant
            widened = replace(assumed, divisor=gcd(assumed.divisor, found.divisor, away))
        self._assumed[at] = widened
        return widened == assumed

    def _value(self, op: Operation, kind: Sized | None) -> Affine | None:
        if op.name == "arith.constant":
            return _constant(op, kind)
        if op.name == "tt.make_range":
            start = re.search(r"start = (-?\d+)", op.attributes)
            return Affine((1,), int(start[1]), 0) if start is not None else None
        operands = [self.of(value) for value in op.values]
        if not operands or (first := operands[0]) is None:
            return None
        second = operands[1] if len(operands) == 2 else None
        found: Affine | None = None
        if op.name == "tt.splat" and kind is not None:
            found = replace(first, coefficients=(0,) * len(kind.shape))
        elif op.name in _SAME:
            found = first
        elif op.name in ("arith.addi", "tt.addptr") and second is not None:
            found = plus(first, second)
        elif op.name == "arith.muli" and second is not None:
            found = times(first, second)
        elif op.name == "arith.subi" and second is not None:
            negative = Affine((0,) * len(second.coefficients), -1, 0)
            less = times(second, negative)
            found = plus(first, less) if less is not None else None
        elif op.name == "tt.expand_dims":
            axis = re.search(r"axis = (\d+)", op.attributes)
            k = int(axis[1]) if axis is not None else 0
            given = first.coefficients
            found = replace(first, coefficients=(*given[:k], 0, *given[k:]))
        elif op.name == "tt.trans":
            order = re.search(r"order = array<i32: ([\d, ]+)>", op.attributes)
            places = [int(d) for d in order[1].split(",")] if order is not None else []
            if sorted(places) == list(range(len(first.coefficients))):
                found = replace(first, coefficients=tuple(first.coefficients[d] for d in places))
        return found


def _constant(op: Operation, kind: Sized | None) -> Affine | None:
    number = re.search(r"(?:dense<(-?\d+)>|(?:^|\bvalue = )(-?\d+)(?= :|$))", op.attributes)
    if number is None:
        return None
    rank = len(kind.shape) if kind is not None else 0
    return Affine((0,) * rank, int(number[1] or number[2]), 0)


def _fitted(found: Affine | None, kind: Sized | None) -> Affine | None:
    """Set the coefficients of dimensions of size 1 to 0; return None if `kind` has another rank."""
    shape = kind.shape if kind is not None else ()
    if found is None or len(found.coefficients) != len(shape):
        return None
    return replace(
        found,
        coefficients=tuple(
            0 if size == 1 else c for c, size in zip(found.coefficients, shape, strict=True)
        ),
    )


_SAME: Final = frozenset(
    {
        *("arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast"),
        *("ttg.convert_layout", "tt.broadcast"),
    }
)
_DIVISIBLE: Final = re.compile(
    r"(%[\w.$-]+): (?!!tt\.ptr)[^,{}()]+ \{[^{}]*\btt\.divisibility = (\d+)"
)
"""A regular expression for an argument that is a number with a known divisor."""
