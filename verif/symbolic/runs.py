"""Readings of `assume` and `ensure` on a symbolic path: proving, asking, owing, bringing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn

from verif.kernel.claim import Citable
from verif.kernel.errors import TheoryError
from verif.kernel.verbs import running
from verif.symbolic.lists import identify, owe_same
from verif.symbolic.path import NEVER, Path
from verif.symbolic.values import current_path, literal_of, polynomial_of


class Silent(BaseException):
    """A promise whose condition is false here: it says nothing."""


class _OnPath:
    """The common part of the readings: facts are known on the path."""

    path: Path
    proves: ClassVar[bool] = False

    def witness(self, x: int, y: int, quotient: int, remainder: int) -> None:
        self.path.witness(*map(polynomial_of, (x, y, quotient, remainder)))

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
        """At fixed profiles nothing is cited: the text itself is run."""


@dataclass(frozen=True)
class Proving(_OnPath):
    """The text is being proved: assumptions are facts, conclusions are owed."""

    path: Path
    proves: ClassVar[bool] = True

    def assume(self, label: str, condition: Any) -> None:
        self.path.suppose(literal_of(condition))

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> None:
        self.path.conclude(label, literal_of(condition), values)

    def same(self, label: str, left: Any, right: Any) -> None:
        self.path.alike(label, left, right)
        owe_same(self.path, label, left, right)
        self.path.live += 1


@dataclass(frozen=True)
class Seeking(Proving):
    """Each conclusion owes what is never so: the solver's model has arguments that reach it."""

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> None:
        self.path.conclude(label, NEVER)

    def same(self, label: str, left: Any, right: Any) -> None:
        self.path.conclude(label, NEVER)


@dataclass(frozen=True)
class Stating(Proving):
    """The block of a contract is read to be proved: it calls the lemmas that it uses."""

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
        self.path.fail(
            TheoryError("a lemma must not use by(..): it calls the lemmas that it needs")
        )


@dataclass(frozen=True)
class Running(Stating):
    """The body of a contract's function runs: what it assumed no call of it would owe."""

    def assume(self, label: str, condition: Any) -> None:
        self.path.fail(TheoryError(f"a body must not assume; only a requirement may: {label}"))


@dataclass(frozen=True)
class Asking(_OnPath):
    """A condition or a measure is calculated: what it said beside would be owed by nobody."""

    path: Path

    def assume(self, label: str, condition: Any) -> NoReturn:
        self._said(label)

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> NoReturn:
        self._said(label)

    def same(self, label: str, left: Any, right: Any) -> NoReturn:
        self._said(label)

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> NoReturn:
        self._said("what is cited")

    def _said(self, label: str) -> NoReturn:
        self.path.fail(TheoryError(f"a condition or a measure must not assume or ensure: {label}"))


def asked(text: Callable[..., Any], *arguments: Any) -> Any:
    """The value of a condition or of a measure, which says nothing beside."""
    with running(Asking(current_path())):
        return text(*arguments)


@dataclass(frozen=True)
class Owing(_OnPath):
    """The text is a requirement at a call: what it assumes is owed by the caller."""

    path: Path
    of: str

    def assume(self, label: str, condition: Any) -> None:
        self.path.ensure(f"{self.of} requires {label}", literal_of(condition))

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> None:
        self.assume(label, condition)

    def same(self, label: str, left: Any, right: Any) -> None:
        owe_same(self.path, f"{self.of} requires {label}", left, right)


@dataclass(frozen=True)
class Bringing(_OnPath):
    """The text is a promise at a call: where its assumptions hold its conclusions are facts.

    Once one does not hold nothing more is said, whatever the text makes of that.
    """

    path: Path
    broken: list[str] = field(default_factory=list[str])

    def assume(self, label: str, condition: Any) -> None:
        if self.broken or not condition:
            self.broken.append(label)
            raise Silent

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> None:
        if self.broken:
            raise Silent
        self.path.assume(literal_of(condition))

    def same(self, label: str, left: Any, right: Any) -> None:
        if self.broken:
            raise Silent
        identify(left, right)


@dataclass(frozen=True)
class Citing(Owing):
    """The text is a claim that is cited: what it assumes is owed, what it concludes is taken.

    It goes the way that it went when it was proved.
    """

    proves: ClassVar[bool] = True

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> None:
        self.path.assume(literal_of(condition))

    def same(self, label: str, left: Any, right: Any) -> None:
        identify(left, right)
