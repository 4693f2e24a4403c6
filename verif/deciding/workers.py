"""Decide claims in parallel worker processes, after the lemmas that they cite."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from verif.deciding.decide import decide, decide_alone
from verif.deciding.decided import Decided
from verif.deciding.judges import judge
from verif.deciding.outline import Outline
from verif.deciding.proofs import outlines
from verif.deciding.selection import Reference, Selected
from verif.files.reader import digest
from verif.kernel.claim import Claim
from verif.kernel.errors import AlteredError, SolverError
from verif.kernel.judge import Theorem
from verif.kernel.said import Engine, Said, Why
from verif.kernel.verdict import ALL, Outcome, Verdict
from verif.processes.pool import Died, Late, Pool
from verif.symbolic.induction import UnprovedError, prove_contract
from verif.theory import THEORY

MANY = 8
"""The number of claims from which all lemmas are proved once in advance, not by each worker."""

Proved = tuple[tuple[int, Theorem], ...]
"""Contracts of the theory by number, with their theorems."""


@dataclass(frozen=True)
class _Asked:
    """A request to decide a claim, with `seconds` for each exploration.

    With `alone` the worker reports results at once. `digest` identifies the contents of the
    claim's file, which may change before the worker reads it.
    """

    reference: Reference
    digest: str
    seconds: float
    alone: bool


@dataclass(frozen=True)
class _Lemma:
    """A request to prove the contract of this number, assuming that all others are proved."""

    number: int


@dataclass(frozen=True)
class _Lemmas:
    """Theorems for the judge to adopt."""

    proved: Proved


def decide_all(
    selected: Sequence[Selected],
    jobs: int,
    seconds: float,
    show: Callable[[Decided], None] = lambda _: None,
) -> tuple[Decided, ...]:
    """The claims with their verdicts, in the given order; each is shown once it is decided."""
    found: dict[Reference, Decided] = {}
    for one, decided in verdicts(selected, jobs, seconds):
        found[one.reference] = decided
        show(decided)
    return tuple(found[one.reference] for one in selected)


def verdicts(
    selected: Iterable[Selected], jobs: int, seconds: float
) -> Iterator[tuple[Selected, Decided]]:
    """Each claim with its verdict, in the order of completion.

    A claim without a verdict after `seconds` is UNKNOWN. If its process dies, it is ERROR.
    """
    chosen = {one.reference: one for one in selected}
    with Pool(_work, jobs) as pool:
        # The claims of a user cite few lemmas, if any.
        if sum(reference.file is None for reference in chosen) >= MANY:
            everything = range(len(THEORY.contracts))
            pool.tell(_Lemmas(tuple(_lemmas(pool, everything, seconds))))
        # Half of the time for each exploration, so that an engine that gives up can report why.
        asked = [
            _Asked(one.reference, digest(one.reference.file), seconds / 2, len(chosen) == 1)
            for one in ordered(chosen.values())
        ]
        for one, answer in pool.answers(asked, seconds):
            reference = one.reference
            verdict, proof = _verdict(answer)
            yield chosen[reference], Decided(chosen[reference].claim, verdict, proof)


def ordered(chosen: Iterable[Selected]) -> list[Selected]:
    """The claims in the order in which they are started.

    Claims at fixed profiles take longest: if started last, one of them would run alone.
    """
    return sorted(chosen, key=lambda one: _is_everywhere(one.claim))


def lemmas(jobs: int, seconds: float) -> tuple[Theorem, ...]:
    """The proved contracts in order, each assuming that those before it are proved."""
    return lemmas_at(range(len(THEORY.contracts)), jobs, seconds)


def lemmas_at(numbers: Iterable[int], jobs: int, seconds: float) -> tuple[Theorem, ...]:
    """The same for the contracts of these numbers."""
    with Pool(_work, jobs) as pool:
        found = dict(_lemmas(pool, numbers, seconds))
    return tuple(found[number] for number in sorted(found))


def _is_everywhere(claim: Claim) -> bool:
    """Whether a proof for every rank is expected."""
    return claim.expect.scope is not None and claim.expect.scope.ranks == ALL


def _lemmas(pool: Pool, numbers: Iterable[int], seconds: float) -> Iterator[tuple[int, Theorem]]:
    """Every contract that is proved; the others are left to the claims that cite them."""
    lemmas = [_Lemma(number) for number in numbers]
    for lemma, answer in pool.answers(lemmas, seconds):
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
    """The answer of a worker."""
    started = time.monotonic()
    try:
        match message:
            case _Lemma(number):
                return _conditional(number)
            case _Lemmas(proved):
                found = {THEORY.contracts[k]: theorem for k, theorem in proved}
                return judge().adopt(found, THEORY.contracts)
            case _Asked(reference, said, seconds, alone):
                claim = reference.claim()
                _require_same(reference, said)
                verdict = decide_alone(claim, seconds) if alone else decide(claim, seconds)
                return verdict, outlines(verdict)
    except SolverError as error:
        # No claim is at fault: the parent process raises it.
        return error
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is the verdict: ERROR
        reason, took = f"{type(error).__name__}: {error}", time.monotonic() - started
        return _without_answer(Outcome.ERROR, reason, Why.FAULT, took), ()


def _require_same(reference: Reference, said: str) -> None:
    if said != digest(reference.file):
        raise AlteredError(f"{reference}: the file changed while its claims were decided")


def _conditional(number: int) -> Theorem | None:
    """The contract as a theorem that depends on others, which the adopting judge must have."""
    contract = THEORY.contracts[number]
    earlier = judge().leaning_on(THEORY.contracts[:number])
    try:
        return prove_contract(earlier, THEORY, contract)
    except UnprovedError:
        return None
