"""Runs: what `assume` and `ensure` do on a symbolic path, for each purpose of a run."""

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
    """Raised to end a promise whose condition is false on this path. The promise adds no facts."""


class _OnPath:
    """The base class of all runs on a path."""

    path: Path
    proves: ClassVar[bool] = False

    def witness(self, x: int, y: int, quotient: int, remainder: int) -> None:
        self.path.witness(*map(polynomial_of, (x, y, quotient, remainder)))

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
        """Ignore the citation: at fixed profiles, a proof executes the functions themselves."""


@dataclass(frozen=True)
class Proving(_OnPath):
    """Proof of a claim or function: assumptions become facts, conclusions become obligations."""

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
    """Search for arguments that reach a conclusion.

    The run replaces each conclusion by a false goal, so that a countermodel contains
    arguments that reach the conclusion.
    """

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> None:
        self.path.conclude(label, NEVER)

    def same(self, label: str, left: Any, right: Any) -> None:
        self.path.conclude(label, NEVER)


@dataclass(frozen=True)
class Stating(Proving):
    """Proof of a contract's block. The block uses lemmas by calling them.

    A citation with `by` is an error. So a block cannot use claims.
    """

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
        self.path.fail(
            TheoryError(
                "a lemma must not use by(..): call the lemma that it needs; a lemma cannot use a"
                " claim, so state what it needs as a lemma"
            )
        )


@dataclass(frozen=True)
class Running(Stating):
    """A run of the function that a contract is about.

    The function must not call `assume`, because no caller would prove the assumption.
    """

    def assume(self, label: str, condition: Any) -> None:
        self.path.fail(TheoryError(f"an implementation or a proof must not call `assume`: {label}"))


@dataclass(frozen=True)
class Asking(_OnPath):
    """Evaluation of a condition or measure, which must not assume, conclude or cite anything."""

    path: Path

    def assume(self, label: str, condition: Any) -> NoReturn:
        self._said(label)

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> NoReturn:
        self._said(label)

    def same(self, label: str, left: Any, right: Any) -> NoReturn:
        self._said(label)

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> NoReturn:
        self._said("a citation")

    def _said(self, label: str) -> NoReturn:
        self.path.fail(
            TheoryError(
                "a condition or a measure must not assume, ensure or cite anything,"
                f" but contains: {label}"
            )
        )


def asked(text: Callable[..., Any], *arguments: Any) -> Any:
    """Evaluate a condition or a measure, which must not assume, conclude or cite anything."""
    with running(Asking(current_path())):
        return text(*arguments)


@dataclass(frozen=True)
class Owing(_OnPath):
    """Requirements at a call: the contract's assumptions become obligations of the caller."""

    path: Path
    of: str

    def assume(self, label: str, condition: Any) -> None:
        self._require(label, condition)

    def _require(self, label: str, condition: Any) -> bool:
        """Require a proof of the condition, and return whether it was found."""
        return self.path.ensure(f"{self.of} requires {label}", literal_of(condition))

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> None:
        self.assume(label, condition)

    def same(self, label: str, left: Any, right: Any) -> None:
        owe_same(self.path, f"{self.of} requires {label}", left, right)


@dataclass(frozen=True)
class Bringing(_OnPath):
    """A contract's conclusions at a call: each becomes a fact if all earlier assumptions hold.

    After a false assumption no conclusion becomes a fact, even if the contract's code catches
    `Silent`.
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
    """Citation of a claim: its assumptions become obligations, its conclusions become facts.

    The cited claim takes the same branches as in its proof. If an assumption is not proved, the
    path ends there: the claim's code after this assumption may rely on it.
    """

    proves: ClassVar[bool] = True

    def assume(self, label: str, condition: Any) -> None:
        if not self._require(label, condition):
            self.path.give_up()

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> None:
        self.path.assume(literal_of(condition))

    def same(self, label: str, left: Any, right: Any) -> None:
        identify(left, right)
