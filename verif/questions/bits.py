"""Bit-vector programs for Z3: unknown digits (steps along modes), their sums, and swizzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from spec.composed import ComposedLayout
from spec.modes import modes_of
from spec.swizzle import Swizzle
from verif.questions.image import Digits
from verif.questions.program import UndecidedError, solved

WIDEST = 4096
"""The longest number, in bits, that is given to the solver."""


def width_of(*layouts: ComposedLayout) -> int:
    """Return a number of bits, including the sign, that is enough for all offsets and coordinates.

    >>> width_of(ComposedLayout.parse("Sw<1,0,2> o -3 o (4,8):(1,4)"))
    8
    """
    numbers = [1 << 4]
    for c in layouts:
        reach = abs(c.offset) + sum((s - 1) * abs(d) for s, d in modes_of(c.layout))
        numbers += [reach, c.swizzle.size, c.size]
    return max(number.bit_length() for number in numbers) + 2


@dataclass
class BitProgram:
    """A bit-vector program, to which unknowns and conditions are added one by one.

    All unknowns have the same width. No operation overflows if all sums fit in this width
    (`width_of`).
    """

    width: int
    _names: list[str] = field(default_factory=list[str])
    _conditions: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        if self.width > WIDEST:
            raise UndecidedError(
                f"the question needs numbers of {self.width} bits, but the limit is {WIDEST} bits"
            )

    def digits(self, name: str, sizes: Sequence[int]) -> list[str]:
        """Declare unknown digits, each between 0 and its size - 1."""
        names = [f"{name}{k}" for k, _ in enumerate(sizes)]
        for digit, size in zip(names, sizes, strict=True):
            self._names.append(digit)
            self.require(f"(bvule {digit} {self.numeral(size - 1)})")
        return names

    def sum(self, name: str, start: int, terms: Iterable[tuple[int, str]]) -> str:
        """Define `start` plus the sum of factor * digit over all terms, and return its name."""
        total = self.numeral(start)
        for factor, digit in terms:
            total = f"(bvadd {total} (bvmul {self.numeral(factor)} {digit}))"
        return self._defined(name, total)

    def swizzled(self, name: str, swizzle: Swizzle, x: str) -> str:
        """Define the swizzle of `x` in the program, and return its name."""
        mask = (1 << swizzle.bits) - 1
        source = mask << (swizzle.base + max(0, swizzle.shift))
        shift = "bvlshr" if swizzle.shift >= 0 else "bvshl"
        by = self.numeral(abs(swizzle.shift))
        moved = f"({shift} (bvand {x} {self.numeral(source)}) {by})"
        return self._defined(name, f"(bvxor {x} {moved})")

    def require(self, condition: str) -> None:
        """Add a condition."""
        self._conditions.append(condition)

    def numeral(self, n: int) -> str:
        """Return the number in two's complement.

        >>> BitProgram(8).numeral(-1)
        '(_ bv255 8)'
        """
        return f"(_ bv{n % (1 << self.width)} {self.width})"

    def script(self) -> str:
        """Return the program as an SMT-LIB script."""
        declared = (f"(declare-fun {name} () (_ BitVec {self.width}))" for name in self._names)
        required = (f"(assert {condition})" for condition in self._conditions)
        return "\n".join(("(set-logic QF_BV)", *declared, *required))

    def solution(self, seconds: float) -> Mapping[str, int] | None:
        """Return values of the unknowns, or None if there is no solution.

        Raises UndecidedError if the solver has no answer.
        """
        return solved(self.script(), self._names, seconds)

    def _defined(self, name: str, term: str) -> str:
        self._names.append(name)
        self.require(f"(= {name} {term})")
        return name


def swizzled_sum(
    program: BitProgram, name: str, composed: ComposedLayout, digits: list[str]
) -> str:
    """Define the composed layout's offset at these digits in the program, and return its name."""
    strides = [d for _, d in modes_of(composed.layout)]
    inner = program.sum(f"{name}_x", composed.offset, zip(strides, digits, strict=True))
    return program.swizzled(f"{name}_y", composed.swizzle, inner)


def found_digits(solution: Mapping[str, int], names: list[str]) -> Digits:
    """Return the values of the digits."""
    return tuple(solution[name] for name in names)
