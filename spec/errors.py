"""The errors of the algebra: each is a LayoutError with a message of one line."""

import re


def numeral(n: int) -> str:
    """An integer in decimal, or in hexadecimal if it is too long for Python to print in decimal.

    >>> numeral(-12), numeral(16**5000)[:5]
    ('-12', '0x100')
    """
    try:
        return str(n)
    except ValueError:
        return hex(n)


class LayoutError(ValueError):
    """Raised for a value or an operation that has no meaning in the layout algebra."""


class CongruenceError(LayoutError):
    """Raised if the profiles of a shape, a stride or a coordinate do not fit each other."""


class ShapeError(LayoutError):
    """Raised for a shape with an entry below 1, or if one size must divide another but does not."""


class StrideError(LayoutError):
    """Raised for strides that cannot be added, or that are coordinates but must be integers."""


class CoordinateError(LayoutError):
    """Raised for a coordinate outside its shape."""


class ModeError(LayoutError, IndexError):
    """Raised if a mode index is out of range; it is an IndexError, as for any sequence."""


class KindError(LayoutError):
    """Raised for an argument of a kind that an operation does not accept.

    >>> print(KindError("coalesce", 1, "a layout", "3.5"))
    argument 1 of coalesce must be a layout, not 3.5
    >>> print(KindError("take", 2, "an integer", "x", "; write 0"))
    argument 2 of take must be an integer, not x; write 0
    """

    def __init__(
        self, operation: str, position: int, kind: str, given: str, advice: str = ""
    ) -> None:
        super().__init__(operation, position, kind, given, advice)
        self.operation = operation
        self.position = position
        self.kind = kind
        self.given = given
        self.advice = advice

    def __str__(self) -> str:
        return (
            f"argument {self.position} of {self.operation} must be {self.kind}, not {self.given}"
            f"{self.advice}"
        )


class InadmissibleError(LayoutError):
    """Raised if `subject` violates a condition of an operation.

    `template` states the condition, with a placeholder such as `({})` for each number.

    >>> error = InadmissibleError("mode 8:6", "its stride ({}) must divide its size ({})", 6, 8)
    >>> print(error)
    mode 8:6: its stride (6) must divide its size (8)
    >>> error.condition
    'its stride must divide its size'
    """

    def __init__(self, subject: str, template: str, *numbers: int) -> None:
        # Pass all arguments on, so that the error can be pickled. `__str__` builds the message.
        super().__init__(subject, template, *numbers)
        self.subject = subject
        self.template = template
        self.numbers = numbers

    def __str__(self) -> str:
        return f"{self.subject}: {self.template.format(*map(numeral, self.numbers))}"

    @property
    def condition(self) -> str:
        """The condition that `subject` violates, without the numbers."""
        return re.sub(r" \([^()]*\{\}[^()]*\)", "", self.template)


class MalformedError(LayoutError):
    """Raised for a value that is not a layout; the message shows the value."""


class NotationError(LayoutError):
    """Raised if a text cannot be parsed. The error has the text, the position and the problem.

    >>> print(NotationError("(4,", 3, "expected an integer"))
    expected an integer at position 3 of '(4,'
    """

    def __init__(self, text: str, position: int, problem: str) -> None:
        super().__init__(text, position, problem)
        self.text = text
        self.position = position
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.problem} at position {self.position} of {self._excerpt()!r}"

    def _excerpt(self) -> str:
        start, end = max(0, self.position - 30), self.position + 30
        head = "..." if start > 0 else ""
        tail = "..." if end < len(self.text) else ""
        return head + self.text[start:end] + tail
