"""Parallel decisions: worker processes prove the lemmas that claims cite, then decide claims."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from verif.deciding.decide import decide, decide_alone, is_expected_to_be_proved
from verif.deciding.decided import Decided
from verif.deciding.outline import Outline
from verif.deciding.proofs import judge, outlines
from verif.deciding.selection import Reference, Selected
from verif.files.reader import digest
from verif.kernel.claim import Claim
from verif.kernel.errors import AlteredError, SolverError
from verif.kernel.judge import Theorem
from verif.kernel.said import Engine, Said, Why
from verif.kernel.text import source_of
from verif.kernel.verdict import ALL, Outcome, Verdict
from verif.processes.forked import limit_memory
from verif.processes.pool import Died, Late, Pool
from verif.processes.waiting import doing
from verif.symbolic.induction import UnprovedError, prove_contract
from verif.theory import THEORY

MANY = 8
"""If at least this many claims of the catalogue are selected, all lemmas are proved first.

For fewer claims, each worker proves the lemmas that its claims need.
"""

Proved = tuple[tuple[int, Theorem], ...]
"""Theorems of contracts, by the contract's number in the theory."""


@dataclass(frozen=True)
class _Asked:
    """A request to decide a claim, with at most `seconds` for each exploration.

    With `alone`, the worker prints each engine's report at once. `digest` identifies the content
    of the claim's file, because the file may change before the worker reads it.
    """

    reference: Reference
    digest: str
    seconds: float
    alone: bool


@dataclass(frozen=True)
class _Lemma:
    """A request to prove the contract with this number, assuming all earlier contracts."""

    number: int


@dataclass(frozen=True)
class _Lemmas:
    """The theorems of proved lemmas, which a worker's judge accepts without a new proof."""

    proved: Proved


def decide_all(
    selected: Sequence[Selected],
    jobs: int,
    seconds: float,
    show: Callable[[Decided], None] = lambda _: None,
) -> tuple[Decided, ...]:
    """Decide the claims, and return them in the given order.

    `show` is called with each claim as soon as its verdict is known.
    """
    found: dict[Reference, Decided] = {}
    for one, decided in verdicts(selected, jobs, seconds):
        found[one.reference] = decided
        show(decided)
    return tuple(found[one.reference] for one in selected)


def verdicts(
    selected: Iterable[Selected], jobs: int, seconds: float
) -> Iterator[tuple[Selected, Decided]]:
    """Yield each claim with its verdict, as soon as it is decided.

    A claim without an answer after `seconds` gets the verdict UNKNOWN. If its worker process dies,
    it gets the verdict ERROR.
    """
    chosen = {one.reference: one for one in selected}
    with Pool(_work, jobs) as pool:
        # If many claims of the catalogue are selected, prove all lemmas first. Users' claims do not
        # count, because they cite few lemmas or none.
        if sum(reference.file is None for reference in chosen) >= MANY:
            everything = range(len(THEORY.contracts))
            proved = tuple(_lemmas(pool, everything, seconds))
            pool.tell(_Lemmas(proved))
            # Add the theorems to the judge of this process, too: a caller may write them to files.
            _adopt(proved)
        # Explorations get half of the time, so that an engine that gives up has time to report.
        asked = [
            _Asked(one.reference, digest(one.reference.file), seconds / 2, len(chosen) == 1)
            for one in ordered(chosen.values())
        ]
        for one, answer in pool.answers(asked, seconds, lambda one: doing(str(one.reference))):
            reference = one.reference
            verdict, proof = _verdict(answer)
            yield chosen[reference], Decided(chosen[reference].claim, verdict, proof)


def ordered(chosen: Iterable[Selected]) -> list[Selected]:
    """Return the claims in the order in which they are started.

    Proofs at fixed profiles take longest, so they start before proofs for every rank. Within each
    group, claims with longer code start first. Otherwise a long proof would run alone at the end.
    """

    def soonest(one: Selected) -> tuple[bool, int]:
        return _is_everywhere(one.claim), -len(source_of(one.claim.text))

    return sorted(chosen, key=soonest)


def lemmas(jobs: int, seconds: float) -> tuple[Theorem, ...]:
    """Prove the contracts, each assuming the earlier ones, and return their theorems in order."""
    return lemmas_at(range(len(THEORY.contracts)), jobs, seconds)


def lemmas_at(numbers: Iterable[int], jobs: int, seconds: float) -> tuple[Theorem, ...]:
    """Prove the contracts with these numbers, each assuming all contracts with smaller numbers."""
    with Pool(_work, jobs) as pool:
        found = dict(_lemmas(pool, numbers, seconds))
    return tuple(found[number] for number in sorted(found))


def _is_everywhere(claim: Claim) -> bool:
    """Return whether a proof for every rank is expected."""
    return claim.expect.scope is not None and claim.expect.scope.ranks == ALL


def _lemmas(pool: Pool, numbers: Iterable[int], seconds: float) -> Iterator[tuple[int, Theorem]]:
    """Yield the theorem of each contract that is proved, with the contract's number.

    For a contract that cannot be proved, nothing is yielded. The claims that cite the contract
    report the failure.
    """
    lemmas = [_Lemma(number) for number in numbers]
    ids = [lemma.id for lemma in THEORY.contracts]
    for lemma, answer in pool.answers(lemmas, seconds, lambda one: doing(ids[one.number])):
        if isinstance(answer, SolverError):
            raise answer
        if isinstance(answer, Theorem):
            yield lemma.number, answer


def _verdict(answer: object) -> tuple[Verdict, tuple[Outline, ...]]:
    match answer:
        case Late(seconds):
            late = f"no verdict within {seconds:g} s"
            return _without_answer(Outcome.UNKNOWN, late, Why.TIME_OUT, seconds), ()
        case SolverError():
            raise answer
        case Died(code):
            died = f"its process ended, exit code {code}"
            return _without_answer(Outcome.ERROR, died, Why.FAULT), ()
        case _:
            return answer  # pyright: ignore[reportReturnType]


def _without_answer(outcome: Outcome, reason: str, why: Why, seconds: float = 0.0) -> Verdict:
    said = (Said(Engine.DECIDING, reason, why),)
    return Verdict(outcome, reason=reason, seconds=seconds, said=said)


def _work(message: _Asked | _Lemma | _Lemmas) -> object:
    """Return the worker's answer to a message of the main process."""
    started = time.monotonic()
    try:
        match message:
            case _Lemma(number):
                return _conditional(number)
            case _Lemmas(proved):
                return _adopt(proved)
            case _Asked(reference, said, seconds, alone):
                if reference.file is not None:
                    limit_memory()
                claim = reference.claim()
                _require_same(reference, said)
                verdict = _decide(claim, seconds, reference, alone=alone)
                return verdict, outlines(verdict)
    except SolverError as error:
        # The solver is at fault, not the claim, so the parent process raises this error.
        return error
    except Exception as error:  # noqa: BLE001 - any failure is the verdict ERROR
        reason, took = f"{type(error).__name__}: {error}", time.monotonic() - started
        return _without_answer(Outcome.ERROR, reason, Why.FAULT, took), ()


def _adopt(proved: Proved) -> None:
    """Add the theorems to the judge of this process."""
    found = {THEORY.contracts[number]: theorem for number, theorem in proved}
    judge().adopt(found, THEORY.contracts)


def _decide(claim: Claim, seconds: float, reference: Reference, *, alone: bool) -> Verdict:
    """Decide a claim, with progress reports if the user waits for this claim alone.

    If the claim belongs to the project and is expected to be proved, its proof is tried first, so
    that the search can be shorter. Otherwise the search comes first, because it is the faster way
    to refute a false claim.
    """
    if alone:
        return decide_alone(claim, seconds)
    is_of_project = reference.file is None
    return decide(claim, seconds, proof_first=is_of_project and is_expected_to_be_proved(claim))


def _require_same(reference: Reference, said: str) -> None:
    if said != digest(reference.file):
        raise AlteredError(f"{reference}: the file changed while its claims were decided")


def _conditional(number: int) -> Theorem | None:
    """Prove a contract, assuming the earlier contracts. Return None if the proof fails.

    A judge that adopts the theorem must also have proofs of the earlier contracts.
    """
    contract = THEORY.contracts[number]
    earlier = judge().leaning_on(THEORY.contracts[:number])
    try:
        return prove_contract(earlier, THEORY, contract)
    except UnprovedError:
        return None
