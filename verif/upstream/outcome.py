"""The outcome of a call on an implementation: a value, something else, a refusal, or an end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from spec.layout import Layout

Returned: TypeAlias = "Layout | int | tuple[Returned, ...]"
"""The value of an operation where all is well."""


@dataclass(frozen=True)
class Malformed:
    """A result that is no value of the layout algebra: a shape with a zero, None, a list.

    >>> print(Malformed("0:2"))
    malformed: 0:2
    """

    text: str

    def __str__(self) -> str:
        return f"malformed: {self.text}"


@dataclass(frozen=True)
class Rejected:
    """The implementation refuses its arguments; the message is its own.

    >>> print(Rejected("AssertionError"))
    rejected: AssertionError
    """

    message: str

    def __str__(self) -> str:
        return f"rejected: {self.message}"


@dataclass(frozen=True)
class Crashed:
    """It ended in what is no answer: a signal, no end in time, an error that refuses nothing.

    >>> print(Crashed("SIGFPE"))
    crashed: SIGFPE
    """

    how: str

    def __str__(self) -> str:
        return f"crashed: {self.how}"


GIVEN_UP: Final = Crashed("given up: calls of it have hung before")
"""Of a call that was not made."""

CallOutcome: TypeAlias = "Returned | Malformed | Rejected | Crashed"
"""One of these comes of every call; none of them ends the run."""
