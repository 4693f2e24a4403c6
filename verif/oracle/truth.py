"""The truth of a call: the value that is right, or why no value is.

The spec says it, and the law in the row of the operation says what is right besides: another form,
or a value of what the spec refuses, as a composition that is a layout all the same. Whether one
exists is decided exactly (`verif.questions.composable`), and with it for the divides and products,
which are made of compositions.

Of what `spec.complement` refuses no complement fills the gaps. Take sorted strides d_k >= 0, and
the first that is below the end of the mode before, d_k < s*d. All below d is made of R and of the
modes before d. Then d_k mod d is too, and with d_k div d < s steps of d it makes d_k, which the
mode of d_k makes alone: not injective.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from spec.errors import LayoutError, MalformedError
from spec.layout import Layout
from verif.expression import formatted
from verif.operations.law import Exact
from verif.operations.operand import Arguments
from verif.operations.table import OPERATIONS
from verif.oracle.left_inverse import left_inverse
from verif.questions.answer import Answer
from verif.questions.composable import composed
from verif.questions.effort import Effort

EFFORT: Final = Effort(elements=1 << 12, seconds=2.0)


@dataclass(frozen=True)
class Truth:
    """The right value; None where there is none. `refusal` is what the spec says against the call.

    Both are there where the spec refuses what has a right value all the same.
    """

    value: Any
    refusal: LayoutError | None

    @property
    def exists(self) -> bool:
        return self.value is not None

    def __str__(self) -> str:
        if self.value is not None:
            return text(self.value)
        return f"rejected: {self.refusal}"


class _NoLayoutError(LayoutError):
    """No layout is right; the message says why."""


def truth(operation: str, arguments: Arguments) -> Truth:
    """The truth of a call. UndecidedError where it cannot be told.

    >>> print(truth("composition", (Layout((2, 2, 2, 2), (1, 4, 2, 8)), Layout(3, 7))))
    3:7
    >>> truth("composition", (Layout((3, 2), (1, 5)), Layout(5))).exists
    False
    """
    try:
        return Truth(OPERATIONS[operation].function(*arguments), None)
    except LayoutError as refusal:
        return Truth(_right(operation, arguments), refusal)
    except (TypeError, LookupError, ArithmeticError) as error:
        return Truth(None, MalformedError(f"{type(error).__name__}: {error}"))


def _right(operation: str, arguments: Arguments) -> Any:
    """The right value of a call that the spec refuses; None where there is none."""
    beyond = OPERATIONS[operation].law.beyond
    if beyond is None:
        return None
    try:
        return beyond(EXACT, *arguments)
    except (LayoutError, TypeError, LookupError, ArithmeticError):
        return None


class _Exact:
    """The deciders that laws ask."""

    def composition(self, a: Layout, b: Layout) -> Layout:
        found = composed(a, b, EFFORT)
        if isinstance(found, Answer):
            raise _NoLayoutError(found.reason)
        return found

    def left_inverse(self, a: Layout) -> Layout | None:
        return left_inverse(a)


EXACT: Final[Exact] = _Exact()


def is_right(operation: str, arguments: Arguments, true: Truth, result: Any) -> bool:
    """Whether a result is right, in whatever form.

    >>> call = Layout((2, 3), (3, 1)), Layout((2, 3))
    >>> is_right("composition", call, truth("composition", call), Layout((2, 3), (3, 1)))
    True
    """
    law = OPERATIONS[operation].law
    if law.holds is not None and isinstance(result, Layout):
        return law.holds(*arguments, result, true.value)
    if true.value is not None:
        return law.same(arguments, true.value, result)
    try:
        return law.allowed is not None and law.allowed(*arguments) == result
    except LayoutError:
        return False


def searched(operation: str, arguments: Arguments) -> Any:
    """A right value that nobody has to give, for a call where another was given; None without one.

    UndecidedError where nobody knows.
    """
    search = OPERATIONS[operation].law.searched
    return None if search is None else search(EXACT, *arguments)


def text(value: Any) -> str:
    """A value in the notation, as `eval` prints it."""
    return formatted(value)
