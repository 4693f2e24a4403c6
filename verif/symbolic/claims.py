"""Proofs of claims: at fixed profiles for all integers, or lifted to every rank."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any, ClassVar

from verif.kernel.claim import Citable, Claim, proving, running
from verif.kernel.contract import Contract
from verif.kernel.errors import CircularProofError, ClaimError, TheoryError
from verif.kernel.judge import Judge, Theorem
from verif.kernel.theory import Theory
from verif.symbolic.exploration import Exploration
from verif.symbolic.explore import explore
from verif.symbolic.gate import admit_claim, admit_kinds
from verif.symbolic.induction import DeadConclusionsError, concluded, prove_defined
from verif.symbolic.lifting import Lifter
from verif.symbolic.path import NEVER, Path
from verif.symbolic.runs import Citing, Proving
from verif.symbolic.texts import global_names
from verif.symbolic.values import SymInt, current_path

REFUSALS = (ValueError, ArithmeticError, LookupError, AssertionError)
"""The errors by which an implementation refuses; a claim must hold without."""


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

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
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
    admit_claim(claim)
    subject = f"{claim.id} at {describe(claim, chosen)}"
    text = _at_profile(claim, algebra, chosen)
    return explore(judge, subject, text, seconds=seconds, stop_at_failure=True)


def prove_at_profiles(judge: Judge, claim: Claim, explorations: tuple[Exploration, ...]) -> Theorem:
    """The claim for all integers at the profiles explored. Raises UnprovedError."""
    theorem = concluded(judge, NO_THEORY, claim.id, claim.title, explorations)
    _require_live(claim, explorations)
    return theorem


def prove_at_every_rank(
    judge: Judge,
    claim: Claim,
    algebra: ModuleType,
    theory: Theory,
    seconds: float = 30.0,
    above: tuple[Claim, ...] = (),
) -> Theorem:
    """The claim for every rank and all integers, after the claims that it cites.

    `above` are the claims whose proof cites this one. Raises UnprovedError, NotLiftableError, or
    CircularProofError.
    """
    if claim in above:
        raise CircularProofError(f"{claim.id} is cited in its own proof")
    admit_claim(claim)
    within = with_module(judge, theory, claim.text.__module__)
    cited: list[Claim] = []
    subject = f"{claim.id} at every rank"
    text = _lifted(claim, algebra, within, cited)
    exploration = explore(judge, subject, text, seconds=seconds, stop_at_failure=True)
    for one in cited:
        if one.contract not in judge.theorems:
            prove_at_every_rank(judge, one, algebra, theory, seconds, (*above, claim))
    theorem = concluded(judge, within, claim.id, claim.title, (exploration,), claim.contract)
    if not above:
        _require_live(claim, (exploration,))
    return theorem


def _require_live(claim: Claim, explorations: tuple[Exploration, ...]) -> None:
    """A lemma may say that a case cannot be and no more; a claim that does says nothing."""
    if not any(exploration.live for exploration in explorations):
        raise DeadConclusionsError(claim.id, explorations)


def with_module(judge: Judge, theory: Theory, module: str) -> Theory:
    """The theory with what the module adds; its definitions are proved to be some.

    Raises UnprovedError for a definition that may not end or refuse a list, and TheoryError for
    what a module of one's own must not have.
    """
    within = theory.within(module)
    admit_kinds(within)
    if within.contracts != theory.contracts:
        _require_no_hints(module)
    for observation in within.observations:
        if observation not in theory.observations:
            prove_defined(judge, within, observation)
    return within


def _require_no_hints(module: str) -> None:
    """A lemma is cited without its hints, and that they are no more nothing proves."""
    items = vars(sys.modules[module])
    names = {name for name, item in items.items() if item is proving} | {proving.__name__}
    for item in items.values():
        own = isinstance(item, FunctionType) and item.__module__ == module
        if own and names.intersection(global_names(item.__code__)):
            raise TheoryError(f"{item.__name__} asks proving(), which is for the theory alone")


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


def _lifted(
    claim: Claim, algebra: ModuleType, theory: Theory, cited: list[Claim]
) -> Callable[[Path], None]:
    """The text of the claim on unknown lists; the claims that it cites are noted in `cited`."""

    def text(path: Path) -> None:
        lifter = Lifter(theory)
        with running(Citation(path, lifter, algebra, cited)):
            arguments: dict[str, Any] = {}
            for name, domain in claim.domains.items():
                arguments[name] = domain.lifted(lifter, name, arguments)
            _conclude(path, lambda: lifter.body(claim.text)(lifter.lift(algebra), **arguments))

    return text


@dataclass(frozen=True)
class Citation(Proving):
    """The text is being proved for every rank: the lemmas and claims that it cites are used."""

    path: Path
    lifter: Lifter
    algebra: ModuleType
    cited: list[Claim]

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
        try:
            found = self.lifter.citable(cited)
            _require_as_many(found, arguments)
        except TheoryError as error:
            self.path.fail(error)
        if isinstance(found, Claim):
            self._cite_claim(found, arguments)
        else:
            self.lifter.call(found, *arguments)

    def _cite_claim(self, claim: Claim, values: tuple[object, ...]) -> None:
        """Owe that the values are of the claim's domains; then take what it concludes.

        It runs as it was proved, on unknowns: its text cannot tell that they are these values.
        """
        given = dict(zip(claim.parameters, values, strict=True))
        arguments: dict[str, Any] = {}
        if not any(claim is one for one in self.cited):
            self.cited.append(claim)
        self.path.cited.add(claim.contract)
        lifter = Lifter(self.lifter.theory.within(claim.text.__module__))
        with running(Citing(self.path, claim.id)):
            for name, domain in claim.domains.items():
                arguments[name] = domain.cited(lifter, name, given[name], arguments)
            try:
                lifter.body(claim.text)(lifter.lift(self.algebra), **arguments)
            except REFUSALS:
                # The claim holds, and so nothing that it asks for is refused.
                self.path.close()


def _require_as_many(cited: Claim | Contract, arguments: tuple[object, ...]) -> None:
    code = cited.text.__code__ if isinstance(cited, Claim) else cited.block.__code__
    names = code.co_varnames[isinstance(cited, Claim) : code.co_argcount]
    if len(names) != len(arguments):
        takes = ", ".join(names) or "nothing"
        raise TheoryError(f"{cited.id} takes {takes}, and is cited with {len(arguments)} arguments")


def _conclude(path: Path, text: Callable[[], None]) -> None:
    """Run the claim; where an operation refuses, that must be impossible."""
    try:
        text()
    except REFUSALS as refusal:
        path.ensure(f"not refused: {type(refusal).__name__}", NEVER)
