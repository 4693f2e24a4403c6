"""Proofs of claims: for all integers at fixed profiles (ranks and nestings), or for every rank."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any, Final

from verif.kernel.claim import Citable, Claim
from verif.kernel.contract import Contract
from verif.kernel.errors import (
    CircularProofError,
    ClaimError,
    TheoryError,
)
from verif.kernel.judge import Judge, Theorem
from verif.kernel.text import parameters_of
from verif.kernel.theory import Theory
from verif.kernel.verbs import OnNumbers, running
from verif.symbolic.algebra import Operations
from verif.symbolic.exploration import Exploration, explore
from verif.symbolic.foreign import Foreign
from verif.symbolic.induction import DeadConclusionsError, concluded, prove_defined
from verif.symbolic.lifting import Lifter
from verif.symbolic.path import NEVER, Path
from verif.symbolic.replay import Case, Explored
from verif.symbolic.runs import Citing, Proving, Seeking
from verif.symbolic.valuation import Meaning
from verif.symbolic.values import SymInt, current_path

REFUSALS = (ValueError, ArithmeticError, LookupError, AssertionError)
"""The errors by which an implementation rejects arguments. Proofs show that they do not occur."""

NOT_REFUSED: Final = "not refused: "
"""The label of the conclusion that an error does not occur, without the name of the error."""

NO_THEORY = Theory({}, {}, ())

PACKAGES = ("spec", "verif.theory", "verif.readings", "verif.claims")
"""Proofs at fixed profiles run the functions of these packages instead of citing contracts."""


@dataclass(frozen=True)
class Concrete:
    """The concrete arguments for replays, and a way to evaluate the terms that domains create.

    `cases(claim, profiles)` returns arguments of the claim at these profiles, or at all profiles if
    `profiles` is None.
    """

    cases: Callable[[Claim, Mapping[str, Any] | None], Iterable[Case]]
    meaning: Callable[[], Meaning] | None = None


NOT_REPLAYED = Concrete(lambda _, __: ())


@dataclass(frozen=True)
class Plain:
    """A source of integer unknowns for proofs at fixed profiles.

    In these proofs, calls run the code of the called functions instead of citing contracts.
    """

    lifter: Lifter

    def unknown(self, name: str, annotation: object) -> SymInt:
        path = current_path()
        if name in path.inputs:
            path.fail(ClaimError(f"two unknowns are called {name}"))
        unknown = SymInt.unknown(path.fresh(name))
        path.inputs[name] = unknown.polynomial
        return unknown

    def lift(self, item: Any) -> Any:
        return self.lifter.lift(item)


class Given:
    """A source that replaces the unknowns of `Plain` by the integers of a model."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self.numbers = numbers

    def unknown(self, name: str, annotation: object) -> int:
        return self.numbers[name]

    def lift(self, item: Any) -> Any:
        return item


class _Taking(OnNumbers):
    """A run that builds arguments from a solver's model, and checks the domains' assumptions."""

    def assume(self, label: str, condition: bool) -> None:
        if not condition:
            raise ClaimError(f"the solver's model breaks {label}")


def given(claim: Claim, chosen: Mapping[str, Any], numbers: Mapping[str, int]) -> dict[str, Any]:
    """Build the claim's arguments at a profile from the integers of a solver's model."""
    arguments: dict[str, Any] = {}
    with running(_Taking()):
        for name, domain in claim.domains.items():
            arguments[name] = domain.symbolic(Given(numbers), name, chosen[name], arguments)
    return arguments


def profiles(claim: Claim) -> Iterator[dict[str, Any]]:
    """Yield every combination of profiles: a mapping from each argument's name to its profile."""
    names = tuple(claim.domains)
    choices = (claim.domains[name].profiles for name in names)
    return (dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*choices))


def explore_profile(
    judge: Judge,
    claim: Claim,
    algebra: ModuleType,
    chosen: Mapping[str, Any],
    seconds: float,
    concrete: Concrete = NOT_REPLAYED,
) -> Explored:
    """Explore every path of the claim at one combination of profiles, for all integers."""
    subject = f"{claim.id} at {describe(claim, chosen)}"
    text = _at_profile(claim, algebra, chosen)
    exploration = explore(judge, subject, text, seconds=seconds, stop_at_failure=True)
    cases = concrete.cases(claim, chosen)
    return Explored(
        subject, text, exploration, cases, concrete.meaning, partial(claim.text, algebra)
    )


def reaching(
    judge: Judge, claim: Claim, algebra: ModuleType, chosen: Mapping[str, Any], seconds: float
) -> Iterator[dict[str, Any]]:
    """Yield arguments of the chosen profiles for which the claim reaches a conclusion."""
    text = _at_profile(claim, algebra, chosen, Seeking)
    subject = f"arguments of {claim.id} at {describe(claim, chosen)}"
    for failure in explore(judge, subject, text, seconds=seconds, stop_at_failure=True).failures:
        model = failure.model()
        if model is not None:
            yield given(claim, chosen, model)


def prove_at_profiles(judge: Judge, claim: Claim, explored: Sequence[Explored]) -> Theorem:
    """Prove the claim for all integers at the explored profiles. Raises UnprovedError."""
    theorem = concluded(judge, NO_THEORY, claim.id, claim.title, explored)
    _require_live(claim, tuple(one.exploration for one in explored))
    return theorem


def prove_at_every_rank(
    judge: Judge,
    claim: Claim,
    algebra: ModuleType,
    theory: Theory,
    seconds: float = 30.0,
    above: tuple[Claim, ...] = (),
    concrete: Concrete = NOT_REPLAYED,
) -> Theorem:
    """Prove the claim for every rank and all integers, after proving the claims that it cites.

    `above` lists the claims whose proofs wait for this proof: each claim cites the next one, and
    the last one cites `claim`. Raises UnprovedError, NotLiftableError, or CircularProofError.
    """
    if claim in above:
        raise CircularProofError(f"{claim.id} is cited in its own proof")
    contract = _contract_of(claim)
    within = with_module(judge, theory, claim.text.__module__)
    cited: list[Claim] = []
    subject = f"{claim.id} at every rank"
    text = at_every_rank(claim, algebra, within, cited)
    exploration = explore(judge, subject, text, seconds=seconds, stop_at_failure=True)
    for one in cited:
        if one.contract not in judge.theorems:
            prove_at_every_rank(judge, one, algebra, theory, seconds, (*above, claim), concrete)
    cases, plainly = concrete.cases(claim, None), partial(claim.text, algebra)
    explored = Explored(subject, text, exploration, cases, concrete.meaning, plainly)
    theorem = concluded(judge, within, claim.id, claim.title, (explored,), contract)
    if not above:
        _require_live(claim, (exploration,))
    return theorem


def _require_live(claim: Claim, explorations: tuple[Exploration, ...]) -> None:
    """Raise DeadConclusionsError if the claim states nothing: all its conclusions are dead.

    A conclusion is dead if its path has contradictory facts. A lemma with only dead conclusions is
    allowed: it states that a case is impossible.
    """
    if not any(exploration.live for exploration in explorations):
        raise DeadConclusionsError(claim.id, explorations)


def with_module(judge: Judge, theory: Theory, module: str) -> Theory:
    """Extend the theory by a module and prove that each of the module's definitions is total.

    Raises UnprovedError for a definition that might run forever or reject a list. Raises
    TheoryError if the module adds a kind or a reading, because these are trusted without proof.
    """
    within = theory.within(module)
    for observation in within.observations:
        if observation not in theory.observations:
            prove_defined(judge, within, observation)
    return within


def describe(claim: Claim, chosen: Mapping[str, Any]) -> str:
    """Return a combination of profiles in the notation of a verdict's scope."""
    parts = (
        domain.describe(chosen[name]) for name, domain in claim.domains.items() if name in chosen
    )
    return " ".join(part for part in parts if part is not None) or "integers"


def _at_profile(
    claim: Claim,
    algebra: ModuleType,
    chosen: Mapping[str, Any],
    run: Callable[[Path], Proving] = Proving,
) -> Callable[[Path], None]:
    theory = replace(NO_THEORY, packages=(*PACKAGES, claim.text.__module__))

    def text(path: Path) -> None:
        lifter = Lifter(theory)
        with running(run(path)):
            arguments: dict[str, Any] = {}
            for name, domain in claim.domains.items():
                fresh = path.source(Plain(lifter), domain, name)
                arguments[name] = domain.symbolic(fresh, name, chosen[name], arguments)
            path.given(arguments)
            alg = _operations(lifter, algebra)
            _conclude(path, lambda: lifter.body(claim.text)(alg, **arguments))

    return text


def at_every_rank(
    claim: Claim, algebra: ModuleType, theory: Theory, cited: list[Claim]
) -> Callable[[Path], None]:
    """Return a function that runs the claim on unknown lists.

    The returned function adds to the list `cited` each claim that this claim cites.
    """

    def text(path: Path) -> None:
        lifter = Lifter(theory)
        alg = _operations(lifter, algebra)
        with running(Citation(path, lifter, algebra, cited)):
            arguments: dict[str, Any] = {}
            for name, domain in claim.domains.items():
                fresh = path.source(lifter, domain, name)
                arguments[name] = domain.lifted(fresh, name, arguments)
            path.given(arguments)
            _conclude(path, lambda: lifter.body(claim.text)(alg, **arguments))

    return text


@dataclass(frozen=True)
class Citation(Proving):
    """A proof of a claim for every rank.

    The proof may use the lemmas and claims that the claim's code cites.
    """

    path: Path
    lifter: Lifter
    algebra: ModuleType
    cited: list[Claim]

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
        try:
            found = self.lifter.citable(cited)
            _require_as_many(found, arguments)
            if isinstance(found, Claim):
                _contract_of(found)
        except TheoryError as error:
            self.path.fail(error)
        if isinstance(found, Claim):
            self._cite_claim(found, arguments)
        else:
            self.lifter.call(found, *arguments)

    def _cite_claim(self, claim: Claim, values: tuple[object, ...]) -> None:
        """Make the claim's assumptions about these values obligations, and its conclusions facts.

        The assumptions include that the values are in the claim's domains. The cited claim runs on
        unknowns, as in its own proof, and cannot see that these unknowns stand for the values.
        """
        given = dict(zip(claim.parameters, values, strict=True))
        arguments: dict[str, Any] = {}
        self.cited.append(claim)
        self.path.cited.add(_contract_of(claim))
        lifter = Lifter(self.lifter.theory.within(claim.text.__module__))
        with running(Citing(self.path, claim.id)):
            for name, domain in claim.domains.items():
                value = given[name]
                fresh = self.path.source(lifter, domain, name, value)
                arguments[name] = domain.cited(fresh, name, value, arguments)
            try:
                lifter.body(claim.text)(_operations(lifter, self.algebra), **arguments)
            except REFUSALS:
                # The claim is proved, so none of its calls raises an error: the path is impossible.
                self.path.close()


def _operations(lifter: Lifter, algebra: object) -> Operations:
    """Return the lifted operations of an implementation.

    If the implementation cannot be lifted, return its operations as `Foreign` operations.
    """
    lifted = lifter.lift(algebra)
    return Operations(Foreign(algebra) if lifted is algebra else lifted)


def _contract_of(claim: Claim) -> Contract:
    """Return the contract by which proofs cite the claim.

    Raises TheoryError if the contract belongs to another claim, or if the claim's code has changed.
    """
    if claim.contract.of is not claim or claim.contract.block is not claim.text:
        raise TheoryError(
            f"{claim.id}: the contract belongs to another claim, or the code has changed"
        )
    return claim.contract


def _require_as_many(cited: Claim | Contract, arguments: tuple[object, ...]) -> None:
    names = cited.parameters if isinstance(cited, Claim) else parameters_of(cited.block)
    if len(names) != len(arguments):
        takes = ", ".join(names) or "nothing"
        raise TheoryError(f"{cited.id} takes {takes}, but is cited with {len(arguments)} arguments")


def _conclude(path: Path, text: Callable[[], None]) -> None:
    """Run the claim. If an error is raised, require a proof that this path is impossible."""
    try:
        text()
    except REFUSALS as refusal:
        path.ensure(f"{NOT_REFUSED}{type(refusal).__name__}", NEVER)
