"""Ask in Python code or in a test whether a property holds for all sizes.

The question is about a text, or about a function that is built from the operations of `spec`:

assert for_all("M N", "M % 128 == 0").injective("(M,N):(1,M)")
assert for_all("M N", "M % 128 == 0").injective(lambda M, N: Layout((M, N), (1, M)))
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spec.named import Made, Name
from spec.named_notation import parse_named_expression
from spec.parser import Call, Expression, Literal
from verif.operations.table import SPELLED
from verif.questions.concise import concisely
from verif.sizes.asked import Asked, asked_of
from verif.sizes.given import given
from verif.sizes.names import NamesError, Sizes, read_sizes
from verif.sizes.sized import Sized

__tracebackhide__ = True
# `__tracebackhide__` makes pytest report an error at the line of the test, not of this module.

Subject = Callable[..., Any] | int | str
"""A number, an expression as text, or a function of sizes.

Each parameter of a function is named after the size that it receives.
"""


def for_all(names: str, *conditions: str) -> ForAll:
    """Return an object that answers questions for all sizes under the conditions.

    The sizes are integers, one for each name in `names`.

    Errors: NamesError, NotationError.
    """
    text = "; ".join((", ".join(names.replace(",", " ").split()), *conditions))
    return ForAll(concisely(read_sizes, text))


@dataclass(frozen=True)
class ForAll:
    """The questions for all sizes. Each method answers a question about texts or functions.

    An answer is true if the question holds. If the question does not hold, the printed answer shows
    what is wrong. If the answer is unknown, its use as a truth value raises ValueError.

    The functions must be in the language of proofs. They may use their integer arguments, the
    operations of `spec` and globals, but not local variables of a surrounding function.
    """

    sizes: Sizes

    def injective(self, a: Subject) -> Asked:
        return self._asked("injective", a)

    def bijective_onto(self, a: Subject, n: Subject) -> Asked:
        return self._asked("bijective_onto", a, n)

    def covers(self, a: Subject, n: Subject) -> Asked:
        return self._asked("covers", a, n)

    def disjoint(self, a: Subject, b: Subject) -> Asked:
        return self._asked("disjoint", a, b)

    def equal(self, a: Subject, b: Subject) -> Asked:
        return self._asked("equal", a, b)

    def compatible(self, a: Subject, b: Subject) -> Asked:
        return self._asked("compatible", a, b)

    def composable(self, a: Subject, b: Subject) -> Asked:
        return self._asked("composable", a, b)

    def distributes(self, a: Subject, b: Subject) -> Asked:
        return self._asked("distributes", a, b)

    def aligned(self, a: Subject, n: Subject) -> Asked:
        return self._asked("aligned", a, n)

    def bitcast(self, a: Subject, b: Subject, *dimensions: Subject) -> Asked:
        return self._asked("bitcast", a, b, *dimensions)

    def same_bytes(self, a: Subject, b: Subject) -> Asked:
        return self._asked("same_bytes", a, b)

    def covers_once(self, tv: Subject, tile: Subject, *times: Subject) -> Asked:
        return self._asked("covers_once", tv, tile, *times)

    def fits_int32(self, a: Subject) -> Asked:
        return self._asked("fits_int32", a)

    def _asked(self, question: str, *subjects: Subject) -> Asked:
        arguments = tuple(concisely(self._argument, subject) for subject in subjects)
        said = ", ".join(getattr(subject, "__name__", str(subject)) for subject in subjects)
        call = Call(question, arguments)
        return concisely(asked_of, Sized(f"{question}({said})", self.sizes, call))

    def _argument(self, subject: Subject) -> Expression:
        if isinstance(subject, str):
            return parse_named_expression(subject, self.sizes.known, SPELLED)
        if isinstance(subject, int):
            return Literal(subject)
        one = given(subject)
        taken = tuple(parameter.name for parameter in one.form.params)
        odd = [name for name in taken if name not in self.sizes.known]
        if odd:
            raise NamesError(
                f"the function has a parameter {odd[0]}, which is not a size: the sizes are "
                f"{self.sizes.text}"
            )
        made: Any = Made(one, tuple(map(Name, taken)))
        return Literal(made)
