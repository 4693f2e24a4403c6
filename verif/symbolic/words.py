"""Proofs of claims over machine words: all of them at once, as bit-vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from verif.kernel.claim import Citable, Claim
from verif.kernel.errors import ReplayError
from verif.kernel.judge import Discharge, Judge, Theorem
from verif.kernel.obligation import FALSE, Obligation, Reply
from verif.kernel.verbs import running
from verif.symbolic.algebra import Operations
from verif.symbolic.bit_paths import BitPath, current, explore_bits
from verif.symbolic.bit_replay import BitReplay
from verif.symbolic.bit_values import signed
from verif.symbolic.bits import BitInt, fact_of
from verif.symbolic.claims import NOT_REPLAYED, REFUSALS, Concrete, profiles
from verif.symbolic.induction import DeadConclusionsError
from verif.symbolic.replay import Case


@dataclass(frozen=True)
class NotProved:
    """An obligation that does not hold, and the profiles and numbers where it fails.

    There are no numbers where the solver has no answer.
    """

    failed: Discharge
    chosen: Mapping[str, Any]

    @property
    def numbers(self) -> dict[str, int] | None:
        if self.failed.answer.reply is not Reply.SAT:
            return None
        model = dict(self.failed.answer.model)
        return {name: signed(model.get(name, 0)) for name, _ in self.failed.obligation.symbols}

    def __str__(self) -> str:
        answer = self.failed.answer
        reason = f": {answer.reason}" if answer.reason else ""
        return f"{self.failed.obligation.name}: {answer.reply}{reason}"


class _Words:
    """Unknowns of this reading: words."""

    def unknown(self, name: str, annotation: object) -> BitInt:
        return BitInt(current().unknown(name))

    def lift(self, item: Any) -> Any:
        return item


@dataclass(frozen=True)
class Proving:
    """The text is being proved: assumptions are facts, conclusions are owed."""

    path: BitPath
    proves: ClassVar[bool] = True

    def assume(self, label: str, condition: Any) -> None:
        self.path.suppose(*fact_of(condition))

    def ensure(self, label: str, condition: Any, values: tuple[object, ...] = ()) -> None:
        fact, truth = fact_of(condition)
        self.path.conclude(label, fact if truth else f"(not {fact})", values)

    def witness(self, x: int, y: int, quotient: int, remainder: int) -> None:
        """Words are divided by powers of two only, which needs no hint."""

    def same(self, label: str, left: Any, right: Any) -> None:
        self.ensure(label, left == right)

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
        """Nothing is cited: the text itself is run."""


def prove_over_words(
    judge: Judge, claim: Claim, algebra: object, concrete: Concrete = NOT_REPLAYED
) -> Theorem | NotProved:
    """The claim for all words, at every combination of profiles.

    Raises DeadConclusionsError, and ReplayError where concrete arguments do not go the way of
    the paths.
    """
    owed: dict[str, Obligation] = {}
    of: dict[str, Mapping[str, Any]] = {}
    concluded: list[Obligation] = []
    count = replays = 0
    for chosen in profiles(claim):
        paths = paths_over_words(claim, algebra, chosen)
        ways = frozenset(tuple(path.taken) for path in paths)
        for case in concrete.cases(claim, chosen):
            numbers = _numbers(claim, case, concrete)
            path = BitReplay(_subject(claim, chosen), case=case, ways=ways, numbers=numbers)
            replays += path.concludes(_text(claim, algebra, chosen), partial(claim.text, algebra))
        count += len(paths)
        concluded += (o for path in paths for o in path.conclusions)
        for obligation in (o for path in paths for o in path.obligations):
            owed[obligation.query()] = obligation
            of[obligation.query()] = chosen
    proved = judge.prove(claim.id, claim.title, owed.values(), paths=count, replays=replays)
    if isinstance(proved, Theorem):
        if not any(_is_live(judge, conclusion) for conclusion in concluded):
            raise DeadConclusionsError(claim.id, ())
        return proved
    failed = [discharge for discharge in proved if not discharge.holds]
    shown = next((d for d in failed if d.answer.reply is Reply.SAT), failed[0])
    return NotProved(shown, of[shown.obligation.query()])


def _is_live(judge: Judge, conclusion: Obligation) -> bool:
    """Whether the facts that a conclusion stands on are not seen to contradict each other."""
    return judge.ask(replace(conclusion, goal=FALSE)).reply is not Reply.UNSAT


def _numbers(claim: Claim, case: Case, concrete: Concrete) -> dict[str, int]:
    """The words that the arguments are read as."""
    meaning = concrete.meaning and concrete.meaning()
    if meaning is None:
        raise ReplayError(f"{claim.id}: its words have no values")
    return {n: meaning.part(d, case[n], "", int) for n, d in claim.domains.items()}


def paths_over_words(claim: Claim, algebra: object, chosen: Mapping[str, Any]) -> list[BitPath]:
    """Every path of the claim's text at one combination of profiles."""
    return explore_bits(_subject(claim, chosen), _text(claim, algebra, chosen))


def _subject(claim: Claim, chosen: Mapping[str, Any]) -> str:
    shape = " ".join(str(size) for size in chosen.values() if size is not None)
    return f"{claim.id} at {shape}" if shape else claim.id


def _text(claim: Claim, algebra: object, chosen: Mapping[str, Any]) -> Callable[[BitPath], None]:
    def text(path: BitPath) -> None:
        with running(Proving(path)):
            arguments: dict[str, Any] = {}
            for name, domain in claim.domains.items():
                arguments[name] = domain.symbolic(_Words(), name, chosen[name], arguments)
            path.given()
            try:
                claim.text(Operations(algebra), **arguments)
            except REFUSALS as refusal:
                path.owe(f"not refused: {type(refusal).__name__}", FALSE)

    return text
