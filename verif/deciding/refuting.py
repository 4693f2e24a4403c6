"""Refutations: a counterexample counts after it fails again on the accused implementation."""

from __future__ import annotations

from verif.deciding.account import Account, line_of
from verif.deciding.scopes import ranks_of
from verif.deciding.searching import Searched
from verif.kernel.claim import Arguments, Claim
from verif.kernel.said import Engine, Why
from verif.kernel.verdict import Counterexample, Outcome, Scope, Verdict
from verif.readings.domains import Index
from verif.search.concrete import Fails, run_concretely
from verif.search.exhaustive import FailingCase
from verif.search.texts import text, texts
from verif.upstream.in_process import SPEC, InProcess, MissingImplementationError
from verif.upstream.pycute import pycute


def refuted(
    account: Account, claim: Claim, accused: InProcess, failure: FailingCase, found: Searched
) -> Verdict:
    """Replay a counterexample on the accused and on other implementations; return the verdict.

    A counterexample of the exhaustive search is minimal among the cases that it tried. If the
    text itself raises an error in Python, the verdict is ERROR, as this says nothing about the
    algebra.
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
    """Return an ERROR whose cause is not the claim's falsehood."""
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
    """Return whether the claim fails there in the same way. Missing operations give False."""
    try:
        result = run_concretely(claim, implementation.algebra, failure.arguments)
    except AttributeError:
        return False
    if not isinstance(result, Fails) or result.refused != failure.result.refused:
        return False
    return result.refused or result.label == failure.result.label
