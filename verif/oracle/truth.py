"""The truth of a call: the right value, or the reason why no value is right.

The spec gives a right value. The law of the operation says which other values are right: other
forms of this value, and values for calls that the spec refuses. For example, the spec may refuse a
composition although A after B is a layout. `verif.questions.composable` decides exactly whether
this is the case. Divides and products consist of compositions, so the same procedure decides them.

If `spec.complement` refuses a layout, no complement R fills the layout's gaps. For the proof, sort
the modes by their strides, which are >= 0. Let k be the first mode whose stride d_k is below the
end s*d of the mode s:d before k. Suppose that R fills the gaps. Then R and the modes before s:d
together reach every offset below d, so they reach d_k mod d. From there, d_k div d steps of the
mode s:d lead to d_k. These are fewer than s steps, because d_k < s*d. Mode k reaches d_k, too. So
the layout together with R is not injective, and R is not a complement.
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
from verif.questions.answer import Answer, Effort
from verif.questions.composable import composed

EFFORT: Final = Effort(elements=1 << 12, seconds=2.0)


@dataclass(frozen=True)
class Truth:
    """The right value of a call, or None if no value is right.

    `refusal` is the spec's error for the call, or None if the spec accepts the call. If the spec
    refuses a call that nevertheless has a right value, neither field is None.
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
    """Raised if no layout is a right result. The message says why."""


def truth(operation: str, arguments: Arguments) -> Truth:
    """Return the truth of a call. Raises UndecidedError if the truth cannot be decided.

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
    """Return the right value of a call that the spec refuses, or None if no value is right."""
    beyond = OPERATIONS[operation].law.beyond
    if beyond is None:
        return None
    try:
        return beyond(EXACT, *arguments)
    except (LayoutError, TypeError, LookupError, ArithmeticError):
        return None


class _Exact:
    """The exact decision procedures that laws use."""

    def composition(self, a: Layout, b: Layout) -> Layout:
        found = composed(a, b, EFFORT)
        if isinstance(found, Answer):
            raise _NoLayoutError(found.reason)
        return found

    def left_inverse(self, a: Layout) -> Layout | None:
        return left_inverse(a)


EXACT: Final[Exact] = _Exact()


def is_right(operation: str, arguments: Arguments, true: Truth, result: Any) -> bool:
    """Return whether a result is right. A right result may be another form of `true.value`.

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
    """Return a right value that an implementation may but need not give, or None.

    Raises UndecidedError if it is unknown whether such a value exists.
    """
    search = OPERATIONS[operation].law.searched
    return None if search is None else search(EXACT, *arguments)


def text(value: Any) -> str:
    """Return a value as text, in the notation that `eval` prints."""
    return formatted(value)
