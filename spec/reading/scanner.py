"""A scanner of texts with layouts in them: tokens from left to right, errors with their place."""

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, NoReturn, TypeVar

from spec.errors import LayoutError
from spec.parser import MAX_NESTING
from spec.reading.errors import ReadingError
from spec.reading.reading import Unknown, made

MOST_DIGITS: Final = 4000
"""The most digits of a number."""

T = TypeVar("T")

_SPACE: Final = re.compile(r"(?:\s+|/\*(?:[^*]|\*(?!/))*\*/)*")


class Unknowns:
    """The unknown numbers of a text, each with a name that the text does not use."""

    def __init__(self, text: str) -> None:
        self._used = set(re.findall(r"\bN\d+\b", text))
        self.found: list[Unknown] = []

    def new(self, position: int, divisor: int = 1, bits: int = 32) -> Unknown:
        """The next unknown number.

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
        """Drop all but the first unknown numbers."""
        for one in self.found[count:]:
            self._used.discard(one.name)
        del self.found[count:]


@cache
def pattern(text: str) -> re.Pattern[str]:
    """The compiled pattern."""
    return re.compile(text)


class Scanner:
    """A position in a text, which moves on with what is read there.

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
        """Move over the pattern, and spaces before it, if it stands here."""
        self.space()
        found = pattern(regex).match(self.text, self.position)
        if found is not None:
            self.position = found.end()
        return found

    def at(self, regex: str) -> re.Match[str] | None:
        """The match of a pattern that stands here, without moving."""
        self.space()
        return pattern(regex).match(self.text, self.position)

    def space(self) -> None:
        """Move over spaces, and comments such as HLO's `/*index=5*/`."""
        found = _SPACE.match(self.text, self.position)
        assert found is not None
        self.position = found.end()

    def accept(self, literal: str) -> bool:
        """Move over the characters if they stand here."""
        self.space()
        if not self.text.startswith(literal, self.position):
            return False
        self.position += len(literal)
        return True

    def expect(self, literal: str) -> None:
        """Move over the characters, which must stand here."""
        if not self.accept(literal):
            self.fail(f"expected {literal!r}")

    def word(self) -> str:
        """The identifier that must stand here."""
        found = self.match(r"[A-Za-z_]\w*")
        if found is None:
            self.fail("expected a name")
        return found[0]

    def integer(self, instead: str = "") -> int:
        """The integer that must stand here, in decimal digits."""
        found = self.match(r"-?\d+")
        if found is None:
            self.fail("expected a number", instead)
        return self.whole(found)

    def whole(self, found: re.Match[str], group: int = 0) -> int:
        """The integer of matched digits."""
        if len(found[group]) > MOST_DIGITS:
            self.fail(f"{len(found[group])} digits are too many", position=found.start(group))
        return int(found[group])

    def sequence(self, item: Callable[[], T], closing: str, separator: str = ",") -> tuple[T, ...]:
        """The items up to the closing sign, each but the last with a separator behind it."""
        items: list[T] = []
        with self.nested():
            while not self.accept(closing):
                items.append(item())
                if not self.accept(separator) and not self.text.startswith(closing, self.spaced()):
                    self.fail(f"expected {separator!r} or {closing!r}")
        return tuple(items)

    def spaced(self) -> int:
        """The position behind spaces."""
        self.space()
        return self.position

    @contextmanager
    def nested(self) -> Generator[None]:
        """Count the brackets that are open, and refuse too many."""
        if self._nesting == MAX_NESTING:
            self.fail(f"nested deeper than {MAX_NESTING} levels")
        self._nesting += 1
        try:
            yield
        finally:
            self._nesting -= 1

    def mark(self) -> tuple[int, int]:
        """The state, for `reset`."""
        return self.position, len(self.unknowns.found)

    def reset(self, mark: tuple[int, int]) -> None:
        """Go back to a state: what was read since then is to be read otherwise."""
        self.position, count = mark
        self.unknowns.forget(count)

    def made(self, start: int, make: Callable[..., Any], *parts: Any) -> Any:
        """The value that is made of what was read; an error names the place where it begins."""
        try:
            return made(make, *parts)
        except LayoutError as error:
            self.fail(str(error), position=start)
        except (AttributeError, TypeError):
            # A part is of another kind than the function takes.
            self.fail("these parts do not make a layout", position=start)

    def fail(self, problem: str, instead: str = "", position: int | None = None) -> NoReturn:
        """Raise the error with this place, or another position."""
        place = self.spaced() if position is None else position
        raise ReadingError(self.text, place, problem, self.family, instead)
