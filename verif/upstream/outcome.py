"""The outcome of a call on an implementation: a value, a malformed value, a refusal, or a crash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from spec.layout import Layout

Returned: TypeAlias = "Layout | int | tuple[Returned, ...]"
"""The value of a successful call."""


@dataclass(frozen=True)
class Malformed:
    """A result that is not a value of the layout algebra, such as None or a shape with a zero.

    >>> print(Malformed("0:2"))
    malformed: 0:2
    """

    text: str

    def __str__(self) -> str:
        return f"malformed: {self.text}"


@dataclass(frozen=True)
class Rejected:
    """The implementation refuses its arguments. The message comes from the implementation.

    >>> print(Rejected("AssertionError"))
    rejected: AssertionError
    """

    message: str

    def __str__(self) -> str:
        return f"rejected: {self.message}"


@dataclass(frozen=True)
class Crashed:
    """The call ended without an answer: by a signal, a timeout, or an error other than a refusal.

    >>> print(Crashed("SIGFPE"))
    crashed: SIGFPE
    """

    how: str

    def __str__(self) -> str:
        return f"crashed: {self.how}"


GIVEN_UP: Final = Crashed("given up, because earlier calls of this operation timed out")
"""The outcome of a call that was not made."""

CallOutcome: TypeAlias = "Returned | Malformed | Rejected | Crashed"
"""Every call has one of these outcomes, and the run continues after each of them."""
