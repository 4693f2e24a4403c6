"""Proofs of claims: at fixed profiles for all integers, or lifted to every rank."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, ClassVar

from verif.kernel.claim import Claim, running
from verif.kernel.errors import ClaimError
from verif.kernel.judge import Judge, Theorem
from verif.kernel.theory import Theory
from verif.symbolic.explore import explore
from verif.symbolic.induction import concluded
from verif.symbolic.lifting import Lifter
from verif.symbolic.path import NEVER, Exploration, Path
from verif.symbolic.runs import Lifted, Proving
from verif.symbolic.values import SymInt, current_path

REFUSALS = (ValueError, ArithmeticError, LookupError, AssertionError)
"""What an implementation raises when it refuses; a claim must hold without."""


NO_THEORY = Theory({}, {}, ())


class Plain:
    """Unknowns of a reading at fixed profiles: integers, nothing lifted."""

    def unknown(self, name: str, annotation: object) -> SymInt:
        path = current_path()
        if name in path.inputs:
            path.fail(ClaimError(f"two unknowns are called {name}"))
        unknown = SymInt.unknown(path.fresh(name))
        path.inputs[name] = unknown.polynomial
        return unknown

    def lift(self, item: Any) -> Any:
        return item


class Given:
    """The same unknowns, given as numbers: the arguments of a model."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self.numbers = numbers

    def unknown(self, name: str, annotation: object) -> int:
        return self.numbers[name]

    def lift(self, item: Any) -> Any:
        return item


class _Taking:
    """A run in which given arguments are taken, if they are arguments of the claim."""

    proves: ClassVar[bool] = False

    def assume(self, label: str, condition: bool) -> None:
        if not condition:
            raise ClaimError(f"the solver's model breaks {label}")

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        """Arguments conclude nothing."""

    def witness(self, x: int, y: int, quotient: int, remainder: int) -> None:
        """Concrete division needs no hint."""

    def same(self, label: str, left: object, right: object) -> None:
        """Arguments conclude nothing."""

    def cite(self, lemma: Callable[..., object], arguments: tuple[object, ...]) -> None:
        """Nothing is proved of given arguments."""


def given(claim: Claim, chosen: Mapping[str, Any], numbers: Mapping[str, int]) -> dict[str, Any]:
    """The arguments of the claim at a profile, made of the numbers of a model."""
    arguments: dict[str, Any] = {}
    with running(_Taking()):
        for name, domain in claim.domains.items():
            arguments[name] = domain.symbolic(Given(numbers), name, chosen[name], arguments)
    return arguments


def profiles(claim: Claim) -> Iterator[dict[str, Any]]:
    """Every combination of the profiles of the claim's arguments, by name."""
    names = tuple(claim.domains)
    choices = (claim.domains[name].profiles for name in names)
    return (dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*choices))


def explore_profile(
    judge: Judge, claim: Claim, algebra: object, chosen: Mapping[str, Any], seconds: float
) -> Exploration:
    """Every path of the claim at one combination of profiles, for all integers."""
    subject = f"{claim.id} at {describe(claim, chosen)}"
    text = _at_profile(claim, algebra, chosen)
    return explore(judge, subject, text, seconds=seconds, stop_at_failure=True)


def prove_at_profiles(judge: Judge, claim: Claim, explorations: tuple[Exploration, ...]) -> Theorem:
    """The claim for all integers at the profiles explored. Raises UnprovedError."""
    return concluded(judge, NO_THEORY, claim.id, claim.title, explorations)


def prove_at_every_rank(
    judge: Judge, claim: Claim, algebra: ModuleType, theory: Theory, seconds: float = 30.0
) -> Theorem:
    """The claim for every rank and all integers. Raises UnprovedError or NotLiftableError."""
    lifted = _lifted(claim, algebra, theory.within(claim.text.__module__))
    subject = f"{claim.id} at every rank"
    exploration = explore(judge, subject, lifted, seconds=seconds, stop_at_failure=True)
    return concluded(judge, theory, claim.id, claim.title, (exploration,))


def describe(claim: Claim, chosen: Mapping[str, Any]) -> str:
    """A combination of profiles as a scope quotes it."""
    parts = (claim.domains[name].describe(profile) for name, profile in chosen.items())
    return " ".join(part for part in parts if part is not None) or "integers"


def _at_profile(claim: Claim, algebra: object, chosen: Mapping[str, Any]) -> Callable[[Path], None]:
    def text(path: Path) -> None:
        with running(Proving(path)):
            arguments: dict[str, Any] = {}
            for name, domain in claim.domains.items():
                arguments[name] = domain.symbolic(Plain(), name, chosen[name], arguments)
            _conclude(path, lambda: claim.text(algebra, **arguments))

    return text


def _lifted(claim: Claim, algebra: ModuleType, theory: Theory) -> Callable[[Path], None]:
    def text(path: Path) -> None:
        lifter = Lifter(theory)
        with running(Lifted(path)):
            arguments: dict[str, Any] = {}
            for name, domain in claim.domains.items():
                arguments[name] = domain.lifted(lifter, name, arguments)
            _conclude(path, lambda: lifter.body(claim.text)(lifter.lift(algebra), **arguments))

    return text


def _conclude(path: Path, text: Callable[[], None]) -> None:
    """Run the claim; where an operation refuses, that must be impossible."""
    try:
        text()
    except REFUSALS as refusal:
        path.ensure(f"not refused: {type(refusal).__name__}", NEVER)
