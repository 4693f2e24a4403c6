"""The lines of a text, by position."""

from __future__ import annotations

from bisect import bisect_right


class Lines:
    r"""Find the line number of a position in a text. The first line is line 1.

    >>> lines = Lines("a\nbc\n")
    >>> lines.at(0), lines.at(1), lines.at(2)
    (1, 1, 2)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(k + 1 for k, sign in enumerate(text) if sign == "\n")]

    def at(self, position: int) -> int:
        """Return the number of the line that contains `position`."""
        return bisect_right(self._starts, position)

    def end(self, position: int) -> int:
        """Return the position of the end of the line that contains `position`."""
        line = self.at(position)
        return self._starts[line] - 1 if line < len(self._starts) else len(self._text)
