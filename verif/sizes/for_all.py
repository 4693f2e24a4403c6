"""Questions for all sizes from Python, and in tests: any function of `spec`'s operations.

assert for_all("M N", "M % 128 == 0").injective(lambda M, N: Layout((M, N), (1, M)))
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from spec.named import Made, Name
from spec.parser import Call, Literal
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.standing import global_names, note
from verif.sizes.asked import Asked, asked_of
from verif.sizes.names import NamesError, Sizes, read_sizes
from verif.sizes.source import Sized
from verif.symbolic.sources import home_of, within

Subject = Callable[..., Any] | int
"""A function of the sizes, which takes them by their names, or a number."""


def for_all(names: str, *conditions: str) -> ForAll:
    """Questions for all integers that the names can stand for, where the conditions hold.

    Errors: NamesError, NotationError.
    """
    return ForAll(read_sizes("; ".join((", ".join(names.replace(",", " ").split()), *conditions))))


@dataclass(frozen=True)
class ForAll:
    """The questions of all sizes.

    An answer is true where it holds, and prints what is wrong; one that nobody knows has no truth,
    and raises ValueError.
    A function goes through the gate as every text that is proved: it is made of operations of
    `spec`, and looks at nothing but the integers that it is given.
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

    def covers_once(self, tv: Subject, tile: Subject) -> Asked:
        return self._asked("covers_once", tv, tile)

    def fits_int32(self, a: Subject) -> Asked:
        return self._asked("fits_int32", a)

    def _asked(self, question: str, *subjects: Subject) -> Asked:
        arguments = tuple(self._argument(subject) for subject in subjects)
        said = ", ".join(getattr(subject, "__name__", str(subject)) for subject in subjects)
        call = Call(question, arguments)
        return asked_of(Sized(f"{question}({said})", self.sizes, call))

    def _argument(self, subject: Subject) -> Literal:
        if isinstance(subject, int):
            return Literal(subject)
        _require_silent(subject)
        note(subject)
        code = subject.__code__
        taken = code.co_varnames[: code.co_argcount]
        odd = [name for name in taken if name not in self.sizes.known]
        if odd:
            raise NamesError(f"{odd[0]} is taken, and no size: these are {self.sizes.text}")
        made: Any = Made(subject, tuple(map(Name, taken)))
        return Literal(made)


def _require_silent(subject: Callable[..., Any]) -> None:
    """Raise OutsideFragmentError for a function that names anything of `verif`.

    One that assumes would be asked of fewer sizes than those that are named.
    """
    pending: list[Any] = [subject]
    seen: list[Any] = []
    while pending:
        item = pending.pop()
        if any(item is known for known in seen):
            continue
        seen.append(item)
        home = home_of(item) if type(item) is FunctionType else type(item).__module__
        if within(home, ("verif",)):
            raise OutsideFragmentError(f"{item!r} in a function of sizes, which says nothing")
        if type(item) is FunctionType and not within(home, ("spec",)):
            named = global_names(item.__code__)
            pending += [item.__globals__[name] for name in named if name in item.__globals__]
            pending += [cell.cell_contents for cell in item.__closure__ or ()]
