"""The judge asks the solvers and makes theorems. No other code makes theorems.

The trusted parts are this file, the solver, and `verif.symbolic`, which turns Python functions into
obligations. A second solver gets the same questions. If the two solvers contradict each other, an
error is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from typing import Final

from verif.kernel.contract import Contract
from verif.kernel.errors import CircularProofError, DisagreementError, ForgeryError
from verif.kernel.obligation import Answer, Obligation, Reply, Solver

_SEAL = object()

AT_HAND: Final = Answer(Reply.UNSAT, "the facts at hand")
"""The answer to an obligation whose goal is literally one of its hypotheses."""


@dataclass(frozen=True)
class Discharge:
    """An obligation with the solvers' answers."""

    obligation: Obligation
    answer: Answer
    second: Answer | None = None

    @property
    def holds(self) -> bool:
        return self.answer.reply is Reply.UNSAT

    @property
    def seconds(self) -> float:
        return self.answer.seconds

    @property
    def solvers(self) -> tuple[str, ...]:
        """The solvers that proved the obligation."""
        answers = (self.answer, self.second)
        return tuple(a.solver for a in answers if a is not None and a.reply is Reply.UNSAT)


@dataclass(frozen=True)
class Theorem:
    """A statement whose obligations were all discharged. Only a judge can construct a theorem.

    `replays` is the number of runs on concrete arguments. Each of these runs followed a path of the
    proof and reached a conclusion.
    """

    id: str
    statement: str
    discharges: tuple[Discharge, ...]
    by: tuple[str, ...] = ()
    paths: int = 0
    replays: int = 0
    seal: InitVar[object] = None

    def __post_init__(self, seal: object) -> None:
        # The seal is not stored, so `dataclasses.replace` cannot copy the seal.
        if seal is not _SEAL:
            raise ForgeryError(f"{self.id}: only a judge can make a theorem")
        if not self.discharges or not all(d.holds for d in self.discharges):
            raise ForgeryError(f"{self.id}: all obligations of a theorem must hold")

    def __reduce__(self) -> tuple[Callable[..., Theorem], tuple[object, ...]]:
        fields = self.id, self.statement, self.discharges, self.by, self.paths, self.replays
        return _restored, fields

    @property
    def seconds(self) -> float:
        return sum(d.seconds for d in self.discharges)


def _restored(*fields: object) -> Theorem:
    return Theorem(*fields, seal=_SEAL)  # type: ignore[arg-type]


@dataclass
class Judge:
    """Asks `solver` about each obligation, and asks `second` to confirm the answer.

    `seconds` is the time limit of one question. Answers are stored, so the same question is asked
    once. `promised` are contracts that other judges prove. A theorem whose proof cites a promised
    contract does not count at first. It counts after a judge has adopted the theorem of the
    promised contract and then this theorem. `asked_seconds` is the total time of `solver` for all
    questions. `watch` is called with the name of each obligation before a solver gets the
    obligation.
    """

    solver: Solver
    second: Solver | None = None
    seconds: float = 5.0
    second_seconds: float = 1.0
    theorems: dict[Contract, Theorem] = field(default_factory=dict[Contract, Theorem])
    promised: frozenset[Contract] = frozenset()
    asked_seconds: float = 0.0
    watch: Callable[[str], None] = lambda _: None
    _answers: dict[str, tuple[Answer, float]] = field(
        default_factory=dict[str, "tuple[Answer, float]"]
    )
    _seconded: dict[str, Answer] = field(default_factory=dict[str, Answer])

    def ask(self, obligation: Obligation, seconds: float | None = None) -> Answer:
        """The answer of `solver` to an obligation.

        After an UNKNOWN, the solver gets the same question again only with a larger time limit.
        For about half of all obligations, the goal is one of the hypotheses. For these obligations,
        no solver is called.
        """
        if obligation.goal in obligation.hypotheses:
            return AT_HAND
        query = obligation.query()
        budget = min(seconds or self.seconds, self.seconds)
        known, tried = self._answers.get(query, (None, 0.0))
        if known is None or (known.reply is Reply.UNKNOWN and tried < budget):
            self.watch(obligation.name)
            known = self.solver.check(query, budget)
            self.asked_seconds += known.seconds
            self._answers[query] = known, budget
        return known

    def discharge(self, obligation: Obligation) -> Discharge:
        """Ask both solvers about an obligation, and return the obligation with the answers.

        Raises DisagreementError if the answers contradict each other.
        """
        answer = self.ask(obligation)
        second = None if answer is AT_HAND else self._ask_second(obligation)
        if second is not None and {answer.reply, second.reply} == {Reply.SAT, Reply.UNSAT}:
            raise DisagreementError(
                f"{obligation.name}: {answer.solver} says {answer.reply}, "
                f"{second.solver} says {second.reply}"
            )
        return Discharge(obligation, answer, second)

    def prove(
        self,
        id: str,
        statement: str,
        obligations: Iterable[Obligation],
        by: Iterable[Contract] = (),
        paths: int = 0,
        of: Contract | None = None,
        replays: int = 0,
    ) -> Theorem | tuple[Discharge, ...]:
        """Return the theorem, or the discharges if some of them failed.

        If the theorem proves a contract, `of` is that contract. Other proofs cite the contract
        itself, and not its id, because two contracts may have the same id. Every contract in `by`
        must already be a theorem, so that no proof depends on itself.
        """
        cited = tuple(by)
        missing = [c.id for c in cited if c not in self.theorems and c not in self.promised]
        if missing:
            raise CircularProofError(f"{id} cites {', '.join(missing)}, which must be proved first")
        discharges = tuple(self.discharge(obligation) for obligation in obligations)
        if not discharges or not all(d.holds for d in discharges):
            return discharges
        names = tuple(c.id for c in cited)
        theorem = Theorem(id, statement, discharges, names, paths, replays, seal=_SEAL)
        if of is not None:
            self.theorems[of] = theorem
        return theorem

    def leaning_on(self, promised: Iterable[Contract]) -> Judge:
        """Return a copy of this judge that has no theorems and lets proofs cite `promised`."""
        return replace(self, theorems={}, promised=frozenset(promised))

    def adopt(self, proved: Mapping[Contract, Theorem], order: Sequence[Contract]) -> None:
        """Adopt theorems that other judges proved. `order` is the order of the contracts.

        A theorem is adopted only if all contracts that it cites were adopted before. A theorem that
        relies on an unproved promise is rejected.
        """
        for contract in order:
            theorem = proved.get(contract)
            # Ids identify theorems only within `order`: a lemma elsewhere may have the same id.
            taken = {earlier.id for earlier in order if earlier in self.theorems}
            if theorem is not None and theorem.id == contract.id and taken.issuperset(theorem.by):
                self.theorems[contract] = theorem

    def _ask_second(self, obligation: Obligation) -> Answer | None:
        if self.second is None:
            return None
        query = obligation.query()
        if query not in self._seconded:
            self.watch(obligation.name)
            self._seconded[query] = self.second.check(query, self.second_seconds)
        return self._seconded[query]
