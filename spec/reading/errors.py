"""The error for a text that cannot be read: the problem, its position, and what to write."""

from spec.errors import NotationError

LONGEST_FOUND = 24
"""The largest number of characters that an error quotes from the text."""


class ReadingError(NotationError):
    """Raised for a text that cannot be read as exactly one value.

    >>> print(ReadingError("(8, x)", 4, "expected a number", "layout notation", "a number, as 8"))
    layout notation, line 1, column 5: expected a number, found 'x)'; write a number, as 8
    """

    def __init__(
        self, text: str, position: int, problem: str, family: str = "", instead: str = ""
    ) -> None:
        super().__init__(text, position, problem)
        # `args` has all arguments, so that the error can be pickled.
        self.args = (text, position, problem, family, instead)
        self.family = family
        self.instead = instead

    @property
    def line(self) -> int:
        """The line number, starting at 1."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """The column number, starting at 1."""
        return self.position - self.text.rfind("\n", 0, self.position)

    @property
    def found(self) -> str:
        """The characters at the position, up to the end of the line."""
        line = self.text[self.position :].split("\n", 1)[0]
        return line if len(line) <= LONGEST_FOUND else f"{line[:LONGEST_FOUND]}..."

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}"
        head = f"{self.family}, {place}" if self.family else place
        found = f"found {self.found!r}" if self.found else "found the end"
        instead = f"; write {self.instead}" if self.instead else ""
        return f"{head}: {self.problem}, {found}{instead}"
