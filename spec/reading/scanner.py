"""A scanner for texts that contain layouts. Its errors show the position in the text."""

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any, Final, NoReturn, TypeVar

from spec.errors import LayoutError
from spec.parser import MAX_NESTING
from spec.reading.errors import ReadingError
from spec.reading.reading import Unknown, made

MOST_DIGITS: Final = 4000
"""The largest number of digits of a number."""

T = TypeVar("T")

_SPACE: Final = re.compile(r"(?:\s+|/\*(?:[^*]|\*(?!/))*\*/)*")


@lru_cache(maxsize=8)
def _names_in(text: str) -> frozenset[str]:
    """The names that a text uses. The result is cached, so that a long text is searched once."""
    return frozenset(re.findall(r"\bN\d+\b", text))


class Unknowns:
    """The unknown numbers of a text. Each gets a name that the text does not use."""

    def __init__(self, text: str) -> None:
        self._used = set(_names_in(text))
        self.found: list[Unknown] = []

    def new(self, position: int, divisor: int = 1, bits: int = 32) -> Unknown:
        """Name the next unknown number.

        >>> Unknowns("(?,N1)").new(1).name
        'N2'
        """
        number = len(self.found) + 1
        while f"N{number}" in self._used:
            number += 1
        self._used.add(f"N{number}")
        self.found.append(Unknown(f"N{number}", position, divisor, bits))
        return self.found[-1]

    def forget(self, count: int) -> None:
        """Keep the first `count` unknown numbers, and drop the others."""
        for one in self.found[count:]:
            self._used.discard(one.name)
        del self.found[count:]


@cache
def pattern(text: str) -> re.Pattern[str]:
    """Compile the regular expression `text`, or return its cached pattern."""
    return re.compile(text)


class Scanner:
    """A position in a text, which advances as tokens are read.

    >>> scanner = Scanner("Int<8>", "CuTe C++ type")
    >>> scanner.word(), scanner.accept("<"), scanner.accept("(")
    ('Int', True, False)
    >>> scanner.fail("expected a size")
    Traceback (most recent call last):
    spec.reading.errors.ReadingError: CuTe C++ type, line 1, column 5: expected a size, found '8>'
    """

    def __init__(
        self, text: str, family: str, position: int = 0, unknowns: Unknowns | None = None
    ) -> None:
        self.text = text
        self.family = family
        self.position = position
        self.unknowns = unknowns or Unknowns(text)
        self._nesting = 0

    def match(self, regex: str) -> re.Match[str] | None:
        """Skip spaces, and match the pattern at the position after them.

        Advance past the match and return it, or return None if the pattern does not match.
        """
        self.space()
        found = pattern(regex).match(self.text, self.position)
        if found is not None:
            self.position = found.end()
        return found

    def at(self, regex: str) -> re.Match[str] | None:
        """Like `match`, but without advancing past the text that matches."""
        self.space()
        return pattern(regex).match(self.text, self.position)

    def space(self) -> None:
        """Skip spaces, and comments such as HLO's `/*index=5*/`."""
        found = _SPACE.match(self.text, self.position)
        assert found is not None
        self.position = found.end()

    def accept(self, literal: str) -> bool:
        """Return whether the text `literal` is next, and if so, advance past it."""
        self.space()
        if not self.text.startswith(literal, self.position):
            return False
        self.position += len(literal)
        return True

    def expect(self, literal: str) -> None:
        """Advance past the text `literal`, which must be next."""
        if not self.accept(literal):
            self.fail(f"expected {literal!r}")

    def word(self) -> str:
        """Read the identifier that must be next."""
        found = self.match(r"[A-Za-z_]\w*")
        if found is None:
            self.fail("expected a name")
        return found[0]

    def integer(self, instead: str = "") -> int:
        """Read the decimal integer that must be next."""
        found = self.match(r"-?\d+")
        if found is None:
            self.fail("expected a number", instead)
        return self.whole(found)

    def whole(self, found: re.Match[str], group: int = 0) -> int:
        """Convert the digits in a group of a match to an integer."""
        if len(found[group]) > MOST_DIGITS:
            self.fail(f"{len(found[group])} digits are too many", position=found.start(group))
        return int(found[group])

    def sequence(self, item: Callable[[], T], closing: str, separator: str = ",") -> tuple[T, ...]:
        """Read items, with a separator between two items, up to the sign `closing`.

        Each character of the string `separator` is a separator.
        """
        items: list[T] = []
        with self.nested():
            while not self.accept(closing):
                items.append(item())
                if not any(map(self.accept, separator)) and not self.text.startswith(
                    closing, self.spaced()
                ):
                    self.fail(f"expected {separator[0]!r} or {closing!r}")
        return tuple(items)

    def close(self, opening: str, closing: str, sign: str) -> None:
        """Skip to the end of the bracket that is open at this position.

        The pattern `sign` matches the text up to and including the next bracket. Group 1 of the
        pattern is this bracket.
        """
        depth = 1
        while depth:
            found = self.match(sign)
            if found is None:
                self.fail(f"expected {closing!r}")
            depth += 1 if found[1] == opening else -1

    def spaced(self) -> int:
        """Skip spaces and comments, and return the position after them."""
        self.space()
        return self.position

    def since(self, start: int) -> tuple[str, int, int]:
        """The text from `start` to the current position, and both positions."""
        return self.text[start : self.position], start, self.position

    @contextmanager
    def nested(self) -> Generator[None]:
        """Count the open brackets, and raise an error if there are too many."""
        if self._nesting == MAX_NESTING:
            self.fail(f"nested deeper than {MAX_NESTING} levels")
        self._nesting += 1
        try:
            yield
        finally:
            self._nesting -= 1

    def mark(self) -> tuple[int, int]:
        """Return the current state, which can later be passed to `reset`."""
        return self.position, len(self.unknowns.found)

    def reset(self, mark: tuple[int, int]) -> None:
        """Return to an earlier state, to read the text in another way."""
        self.position, count = mark
        self.unknowns.forget(count)

    def made(self, start: int, make: Callable[..., Any], *parts: Any) -> Any:
        """Apply `make` to the parts that were read. Report an error at the position `start`."""
        try:
            return made(make, *parts)
        except LayoutError as error:
            self.fail(str(error), position=start)
        except (AttributeError, TypeError):
            # One part has a type that the function does not accept.
            self.fail("one of these parts has the wrong kind for a layout", position=start)

    def fail(self, problem: str, instead: str = "", position: int | None = None) -> NoReturn:
        """Raise a ReadingError at `position`, by default the current one."""
        place = self.spaced() if position is None else position
        raise ReadingError(self.text, place, problem, self.family, instead)
