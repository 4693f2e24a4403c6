"""Audit tile distributions of Composable Kernel.

An encoding has this form:

    tile_distribution_encoding<sequence<R..>, tuple<sequence<H..>, ..>,
                               tuple<sequence<P major..>, ..>, tuple<sequence<P minor..>, ..>,
                               sequence<Y major..>, sequence<Y minor..>>

R is the first sequence, and H_1, H_2, .. are the sequences of the next tuple. The coordinate X_i of
the tile has digits with the sizes H_i, and the last digit varies fastest. The digits in R repeat
elements. Each P (a warp or a lane) is a list of pairs (major, minor), and each Y (a register) is
one pair. A pair chooses a digit: the major number is 0 for R and i for H_i, and the minor number is
the digit's position in R or H_i. The last digit of a P varies fastest, and so does the last Y.

The audit decides whether each digit is chosen once, and whether equally many registers of all
threads hold each element of the tile.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Final

from spec.errors import LayoutError
from spec.layout import Layout
from spec.reading.scanner import Scanner
from verif.audit.asking import covered
from verif.audit.brackets import inside
from verif.audit.lines import Lines
from verif.audit.statement import Statement, Verdict

NAME: Final = "tile_distribution_encoding"

ONCE: Final = "each digit is chosen at most once"
ALL: Final = "each digit is chosen"
READ: Final = "the encoding is read"

_START: Final = re.compile(rf"\b{NAME}\s*(?=<)")

Digit = tuple[int, int]
"""A digit: the number of the list that has it (0 for R, i for H_i), and its position there."""


@dataclass(frozen=True)
class Encoding:
    """A tile distribution: the sizes of its digits, and the digits that each P and each Y chooses.

    `lengths` has the sizes of the digits in R, and then in each H_i. The docstring of this module
    explains R, H_i, P and Y.
    """

    lengths: tuple[tuple[int, ...], ...]
    p: tuple[tuple[Digit, ...], ...]
    y: tuple[Digit, ...]

    @property
    def tile(self) -> tuple[int, ...]:
        """The sizes of the tile."""
        return tuple(map(prod, self.lengths[1:]))

    def size(self, digit: Digit) -> int:
        """Return the size of a digit."""
        return self.lengths[digit[0]][digit[1]]

    def stride(self, digit: Digit) -> int:
        """Return the stride of a digit in the tile, where coordinate X_1 varies fastest."""
        major, minor = digit
        if major == 0:
            return 0
        return prod(self.tile[: major - 1]) * prod(self.lengths[major][minor + 1 :])

    @property
    def thread_value(self) -> Layout:
        """The encoding as CuTe's thread-value layout: lanes vary faster than warps."""
        threads = [digit for one in reversed(self.p) for digit in reversed(one)]
        modes = (threads, list(reversed(self.y)))
        return Layout(
            tuple(tuple(map(self.size, mode)) or 1 for mode in modes),
            tuple(tuple(map(self.stride, mode)) or 0 for mode in modes),
        )


def recognizes(text: str) -> bool:
    """Return whether the text has an encoding of a tile distribution."""
    return _START.search(text) is not None


def audit(text: str) -> Iterator[Statement]:
    """Audit the encodings of a text.

    >>> encoding = "sequence<>, tuple<sequence<4, 2>>, tuple<sequence<1>>, tuple<sequence<0>>"
    >>> for one in audit(f"tile_distribution_encoding<{encoding}, sequence<1>, sequence<1>>"):
    ...     print(one.verdict, one.claim)
    holds each digit is chosen at most once
    holds each digit is chosen
    holds each element of the tile (8) is taken equally often
    """
    lines = Lines(text)
    for found in _START.finditer(text):
        line = lines.at(found.start())
        for one in _decided(inside(text, found.end(), "<", ">")):
            yield replace(one, line=line)


@lru_cache(maxsize=1 << 10)
def _decided(body: str | None) -> tuple[Statement, ...]:
    """Decide the statements about an encoding. Cached, because compilers repeat types."""
    try:
        return tuple(_stated(read_encoding(body)))
    except LayoutError as error:
        return (Statement(1, NAME, READ, Verdict.NOT_READ, str(error)),)


def read_encoding(body: str | None) -> Encoding:
    """Read the six parameters of an encoding. Raises LayoutError if they are invalid."""
    if body is None:
        raise LayoutError("the encoding has no closing bracket")
    scanner = Scanner(body, "encoding of CK")
    repeated = _sequence(scanner)
    digits, p_major, p_minor = (_tuple(scanner) for _ in range(3))
    y_major, y_minor = _sequence(scanner), _sequence(scanner)
    if scanner.spaced() != len(body):
        scanner.fail("expected the end")
    lengths = (repeated, *digits)
    if any(size < 1 for sizes in lengths for size in sizes):
        raise LayoutError("the size of each digit must be at least 1")
    try:
        p = tuple(
            tuple(zip(major, minor, strict=True))
            for major, minor in zip(p_major, p_minor, strict=True)
        )
        y = tuple(zip(y_major, y_minor, strict=True))
    except ValueError:
        raise LayoutError("there must be as many minor numbers as major numbers") from None
    return Encoding(lengths, p, y)


def _sequence(scanner: Scanner) -> tuple[int, ...]:
    _begin(scanner, "sequence")
    return scanner.sequence(lambda: scanner.integer("numbers in place of names"), ">")


def _tuple(scanner: Scanner) -> tuple[tuple[int, ...], ...]:
    _begin(scanner, "tuple")
    return scanner.sequence(lambda: _sequence(scanner), ">")


def _begin(scanner: Scanner, name: str) -> None:
    scanner.accept(",")
    if scanner.match(rf"(?:\w+::)*{name}\s*<") is None:
        scanner.fail(f"expected {name}<..>")


def _stated(encoding: Encoding) -> Iterator[Statement]:
    lengths = encoding.lengths
    digits = [(i, j) for i, sizes in enumerate(lengths) for j in range(len(sizes))]
    chosen = [digit for one in encoding.p for digit in one] + list(encoding.y)
    wrong = [f"there is no {_named(one)}" for one in sorted(set(chosen) - set(digits))]
    wrong += [
        f"{_named(one)} is chosen {count} times"
        for one, count in sorted(Counter(chosen).items())
        if count > 1
    ]
    yield Statement(1, NAME, ONCE, Verdict.FAULT if wrong else Verdict.HOLDS, "; ".join(wrong))
    if wrong:
        return
    left = [_named(one) for one in digits if one not in chosen and encoding.size(one) > 1]
    if left:
        detail = f"no P or Y names {', '.join(left)}; it is unknown what CK does in this case"
        yield Statement(1, NAME, ALL, Verdict.UNKNOWN, detail)
        return
    yield Statement(1, NAME, ALL, Verdict.HOLDS, f"{len(digits)} digits")
    yield covered(1, NAME, encoding.thread_value, encoding.tile)


def _named(digit: Digit) -> str:
    """Return the name of a digit.

    >>> _named((0, 1)), _named((2, 0))
    ('digit 1 of R', 'digit 0 of H2')
    """
    return f"digit {digit[1]} of {f'H{digit[0]}' if digit[0] else 'R'}"
