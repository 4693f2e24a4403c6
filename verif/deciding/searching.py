"""The search for a counterexample. Each counterexample is replayed on the tested implementation.

The search first tries a claim's exhibits, which are the arguments that the claim lists. Then it
tries all small arguments, and then random arguments. A claim that fails at an exhibit or on the
smallest arguments is refuted without a solver, theory or worker process.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace

from verif.deciding.account import Account, line_of, telling
from verif.deciding.decided import Decided
from verif.kernel.claim import Arguments, Claim
from verif.kernel.said import Engine, Why
from verif.kernel.verdict import Counterexample, Outcome, Scope, Verdict
from verif.processes.forked import answered
from verif.processes.waiting import doing
from verif.readings.domains import Index
from verif.search.concrete import Fails, concludes, exhibited, run_concretely, text, texts
from verif.search.exhaustive import Bound, Exhausted, FailingCase, search
from verif.symbolic.claims import describe, profiles
from verif.upstream.in_process import SPEC, InProcess, MissingImplementationError
from verif.upstream.named import named
from verif.upstream.pycute import pycute

SMALL: Bound = (10, 6)
"""The largest sum of shapes, and the largest sum of absolute strides, that the search tries."""

MOST_CASES = 10_000
"""The most cases of an exhaustive search. Bounds that allow more cases are lowered."""

MOST_BOUNDED = sys.maxsize
"""The largest number of cases for an unproved claim that states its own bounds.

No search reaches this limit, so the stated bounds are never lowered.
"""

SMALLEST: Bound = (4, 3)
"""The bound of the quick search before a proof, in place of SMALL."""

FEW_CASES = 500

EXAMPLES = 50
"""How many random cases a claim gets after the exhaustive search."""

BESIDE_A_PROOF = 10
"""MOST_CASES and EXAMPLES are divided by this number if the claim is proved.

The proof already covers all ranks and profiles that the search tries. So more cases would add
nothing, even if the claim states bounds. The search still tries a few cases. Like the replays of
the proof, these cases check that the claim means what the proof shows.
"""

SECONDS = 20.0
"""The processor time limit of a search, in seconds."""


@dataclass(frozen=True)
class Searched:
    """The result of a search: a failure, a witness, or neither.

    A witness satisfies the claim's hypotheses and at least one conclusion. `exhausted` describes
    the exhaustive search. It is None if an exhibit failed before this search.
    """

    cases: int
    failure: FailingCase | None = None
    witness: Arguments | None = None
    exhausted: Exhausted | None = None

    @property
    def minimal(self) -> bool:
        """Whether the failure comes from the exhaustive search, and so is minimal."""
        return self.exhausted is not None and self.exhausted.failure is not None


def searched(
    account: Account, claim: Claim, accused: InProcess, *, is_proved: bool = False
) -> Searched:
    """Run the claim on concrete arguments until it fails or all cases have been tried.

    If `is_proved` is true, fewer cases are tried.
    """
    doing("searching for arguments at which it fails")
    shown = _at_exhibits(claim, accused)
    if shown.failure is not None:
        account.note(Engine.SEARCH, "an exhibit of the claim fails")
        return shown
    share = BESIDE_A_PROOF if is_proved else 1
    is_bounded = claim.bound is not None and not is_proved
    most = MOST_BOUNDED if is_bounded else MOST_CASES // share
    bound = SMALL if claim.bound is None else claim.bound
    found = search(claim, accused.algebra, bound, most)
    if found.failure is not None:
        account.note(Engine.SEARCH, f"fails at case {found.cases}")
        return Searched(found.cases, found.failure, exhausted=found)
    account.note(Engine.SEARCH, str(found) if found.bound is None else f"no failure in {found}")
    # Import late: importing Hypothesis takes longer than finding a failure at small arguments.
    from verif.search.strategies import sample

    sampled = sample(claim, accused.algebra, EXAMPLES // share)
    if sampled.failure is not None:
        account.note(Engine.RANDOM, f"fails with seed {sampled.seed}")
        return Searched(1, sampled.failure, exhausted=found)
    account.note(Engine.RANDOM, f"no failure in {sampled}")
    witness = found.witness or sampled.witness or shown.witness
    return Searched(found.cases + sampled.cases, witness=witness, exhausted=found)


def fails_soon(claim: Claim, accused: InProcess) -> bool:
    """Return whether the claim fails on its exhibits or on the smallest arguments."""
    if _at_exhibits(claim, accused).failure is not None:
        return True
    return search(claim, accused.algebra, SMALLEST, FEW_CASES).failure is not None


def _at_exhibits(claim: Claim, accused: InProcess) -> Searched:
    """Run the claim on its exhibits, the arguments that the claim itself lists, until it fails."""
    witness: Arguments | None = None
    for arguments in exhibited(claim):
        result = run_concretely(claim, accused.algebra, arguments)
        if isinstance(result, Fails):
            return Searched(1, FailingCase(arguments, result))
        if witness is None and concludes(result):
            witness = arguments
    return Searched(0, witness=witness)


def ranks_of(claim: Claim) -> tuple[str, ...]:
    """Return the profiles at which a claim is tried, in the notation of a verdict's scope.

    If all arguments with modes have the same profiles, these profiles are listed once.
    """
    each = {
        tuple(filter(None, map(domain.describe, domain.profiles)))
        for domain in claim.domains.values()
    } - {()}
    if len(each) == 1:
        return each.pop()
    return tuple(dict.fromkeys(describe(claim, profile) for profile in profiles(claim)))


def refuted(
    account: Account, claim: Claim, accused: InProcess, failure: FailingCase, found: Searched
) -> Verdict:
    """Replay a counterexample on the tested implementation and others, and return the verdict.

    A counterexample of the exhaustive search is minimal among the cases of this search. If the
    claim's own code raises an error, the verdict is ERROR, because the operations are not at fault.
    """
    misstated = failure.result.misstated
    if misstated is not None and accused == SPEC:
        line = line_of(claim.text, misstated)
        return faulty(account, f"{line}{failure.result.label}, at {_shown(failure.arguments)}")
    replayed = [i for i in _replayable(accused) if _fails_on(claim, i, failure)]
    if accused not in replayed:
        return faulty(account, f"the counterexample cannot be reproduced on {accused}")
    printed = texts(failure.arguments)
    coordinates = [
        printed.pop(name) for name, domain in claim.domains.items() if isinstance(domain, Index)
    ]
    bound = found.exhausted.bound if found.exhausted is not None and found.minimal else None
    return Verdict(
        Outcome.REFUTED,
        scope=Scope(ranks_of(claim), max(bound or (0, 0))),
        counterexample=Counterexample(
            printed,
            ",".join(coordinates) or None,
            tuple(map(text, failure.result.values)),
            failure.result.label,
            found.minimal,
        ),
        replayed_on=tuple(str(i) for i in replayed),
        cases=found.cases,
    )


def refuted_by_model(
    account: Account, claim: Claim, arguments: Arguments, found: Searched
) -> Verdict:
    """Replay the counterexample of a solver's model, and return the verdict."""
    result = run_concretely(claim, SPEC.algebra, arguments)
    if not isinstance(result, Fails):
        return faulty(account, f"the solver's model {_shown(arguments)} cannot be reproduced")
    return refuted(account, claim, SPEC, FailingCase(arguments, result), found)


def faulty(account: Account, reason: str) -> Verdict:
    """Return the verdict ERROR: the claim's code or its environment is at fault."""
    account.note(Engine.DECIDING, reason, Why.FAULT)
    return Verdict(Outcome.ERROR, reason=reason)


def _shown(arguments: Arguments) -> str:
    return ", ".join(f"{name} = {value}" for name, value in texts(arguments).items())


def _replayable(accused: InProcess) -> tuple[InProcess, ...]:
    try:
        others = (SPEC, pycute())
    except MissingImplementationError:
        others = (SPEC,)
    return (accused, *(other for other in others if other != accused))


def _fails_on(claim: Claim, implementation: InProcess, failure: FailingCase) -> bool:
    """Return whether the claim fails on this implementation in the same way as in `failure`.

    Return False if the implementation lacks an operation that the claim uses.
    """
    try:
        result = run_concretely(claim, implementation.algebra, failure.arguments)
    except AttributeError:
        return False
    if not isinstance(result, Fails) or result.refused != failure.result.refused:
        return False
    return result.refused or result.label == failure.result.label


def refuted_soon(claim: Claim) -> Decided | None:
    """Return the claim with its refutation, or None if the quick search finds no failure."""
    if not fails_soon(claim, named(claim.accuses)):
        return None
    verdict = _refuted_by_search(claim)
    return verdict and Decided(claim, verdict)


def refuted_in_a_copy(claim: Claim, seconds: float) -> Decided | None:
    """Refute a claim of a user's file, whose code may run forever or exhaust the memory.

    The search runs in a forked copy of this process. If the claim is expected to be false, the
    search is as complete as in `decide`. Return None if the claim does not fail, or if the copy
    ends without an answer.
    """

    def work() -> Verdict | None:
        expected = claim.expect.outcome is Outcome.REFUTED and claim.bound is None
        soon = expected or fails_soon(claim, named(claim.accuses))
        return _refuted_by_search(claim) if soon else None

    verdict = answered(work, min(seconds, SECONDS))
    return verdict and Decided(claim, verdict)


def _refuted_by_search(claim: Claim) -> Verdict | None:
    """Return the refutation that the search finds, with its time and reports, or None."""
    started = time.monotonic()
    accused = named(claim.accuses)
    account = Account(telling(claim.id))
    found = searched(account, claim, accused)
    if found.failure is None:
        return None
    verdict = refuted(account, claim, accused, found.failure, found)
    seconds = time.monotonic() - started
    return replace(verdict, seconds=seconds, said=tuple(account.said))
