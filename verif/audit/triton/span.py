"""Spans over F2: the XORs of some numbers, and which numbers are among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """The XORs of numbers, by a basis: each of its numbers has a highest bit of its own.

    >>> span = Span.of((3, 5, 6))
    >>> span.rank, 6 in span, 1 in span
    (2, True, False)
    """

    basis: tuple[tuple[int, int], ...]
    """The bit length of each number of the basis, and the number; the longest first."""

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Span:
        """The span of some numbers."""
        basis = dict[int, int]()
        for number in numbers:
            rest = number
            while rest and (pivot := basis.get(rest.bit_length())) is not None:
                rest ^= pivot
            if rest:
                basis[rest.bit_length()] = rest
        return cls(tuple(sorted(basis.items(), reverse=True)))

    @property
    def rank(self) -> int:
        """The number of independent numbers: the span has 2^rank elements."""
        return len(self.basis)

    def reduced(self, number: int) -> int:
        """The number without the leading bits of the basis: 0 for a number of the span."""
        for length, pivot in self.basis:
            if number >> (length - 1) & 1:
                number ^= pivot
        return number

    def __contains__(self, number: int) -> bool:
        return self.reduced(number) == 0


def independent(numbers: Sequence[int]) -> tuple[int, ...]:
    """The places of the numbers that are no XOR of those before them.

    >>> independent((1, 0, 3, 2, 4))
    (0, 2, 4)
    """
    basis, found = dict[int, int](), list[int]()
    for place, number in enumerate(numbers):
        rest = number
        while rest and (pivot := basis.get(rest.bit_length())) is not None:
            rest ^= pivot
        if rest:
            basis[rest.bit_length()] = rest
            found.append(place)
    return tuple(found)


def xor_at(numbers: Sequence[int], places: int) -> int:
    """The XOR of the numbers at the bits of `places`.

    >>> xor_at((1, 2, 4), 0b101)
    5
    """
    result = 0
    for place, number in enumerate(numbers):
        if places >> place & 1:
            result ^= number
    return result


def dependency(numbers: Sequence[int]) -> int | None:
    """The bits of some numbers whose XOR is 0, or None if the numbers are independent.

    >>> bin(dependency((1, 2, 4, 5)))
    '0b1101'
    """
    basis = dict[int, tuple[int, int]]()
    for place, number in enumerate(numbers):
        rest, taken = number, 1 << place
        while rest and (pivot := basis.get(rest.bit_length())) is not None:
            rest, taken = rest ^ pivot[0], taken ^ pivot[1]
        if not rest:
            return taken
        basis[rest.bit_length()] = (rest, taken)
    return None
