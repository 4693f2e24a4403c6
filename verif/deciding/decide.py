"""Decide a claim in three steps: search, proof for every rank, proof at fixed profiles.

A profile fixes the ranks and nestings of the arguments. The search tries the smallest arguments
first, so that a counterexample is minimal. A proof counts only if some concrete arguments satisfy
the hypotheses of the claim.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from verif.deciding.account import Account, line_of, quietly, telling_from_the_start
from verif.deciding.decided import DecidedLemma
from verif.deciding.proofs import outlines
from verif.deciding.proving import Model, Proof, admitted_by_a_solver, prove, prove_lemma
from verif.deciding.searching import (
    Searched,
    fails_soon,
    faulty,
    refuted,
    refuted_by_model,
    searched,
)
from verif.kernel.claim import Claim, require_domains
from verif.kernel.contract import Contract, Text
from verif.kernel.errors import SolverError
from verif.kernel.said import Engine, Said, Why
from verif.kernel.text import form_of_text, require_readable
from verif.kernel.verdict import Outcome, Verdict
from verif.language.form import RefusedError
from verif.processes.waiting import waiting
from verif.search.concrete import texts
from verif.upstream.in_process import SPEC, MissingImplementationError
from verif.upstream.named import named

EXPLORATION_SECONDS = 120.0

SEEKING_SECONDS = 10.0
"""The solver's time limit for finding arguments beyond the bounds of the search."""


def decide(
    claim: Claim,
    seconds: float = EXPLORATION_SECONDS,
    *,
    proof_first: bool = False,
    tell: Callable[[Said], None] = quietly,
) -> Verdict:
    """Decide a claim. Every failure becomes part of the verdict.

    `seconds` limits each symbolic exploration: an exploration that runs out of time proves nothing.
    `tell` is called with each engine's report as soon as it is made. With `proof_first`, the proof
    is tried before the search. After a proof, the search tries fewer cases.
    """
    account = Account(tell)

    def decided() -> Verdict:
        require_readable(claim.text)
        form = form_of_text(claim.text)
        require_domains(claim, form.file, form.line)
        return _decide(account, claim, seconds, proof_first)

    return _accounted(account, claim.text, decided)


def decide_alone(claim: Claim, seconds: float = EXPLORATION_SECONDS) -> Verdict:
    """Decide a claim that a user waits for, with progress on standard error.

    If the claim is expected to be proved, the proof is tried first, because the search can take far
    longer.
    """
    tell = telling_from_the_start(claim.id)
    with waiting(f"{claim.id}: deciding"):
        return decide(claim, seconds, proof_first=is_expected_to_be_proved(claim), tell=tell)


def is_expected_to_be_proved(claim: Claim) -> bool:
    return claim.expect.outcome is Outcome.PROVED


def decide_lemma(lemma: Contract) -> DecidedLemma:
    """Prove a lemma or contract and everything that it cites. Report progress on standard error."""
    account = Account(telling_from_the_start(lemma.id))

    def proved() -> Verdict:
        found = prove_lemma(account, lemma)
        if found is None:
            return Verdict(Outcome.UNKNOWN, reason=account.reason)
        return Verdict(Outcome.PROVED, scope=found.scope, theorem=found.theorem)

    with waiting(f"{lemma.id}: proving"):
        verdict = _accounted(account, lemma.block, proved)
    return DecidedLemma(lemma, verdict, outlines(verdict))


def _accounted(account: Account, text: Text, decided: Callable[[], Verdict]) -> Verdict:
    """Return the verdict with its time and all reports. An exception gives the verdict ERROR."""
    started = time.monotonic()
    try:
        verdict = decided()
    except (MissingImplementationError, RefusedError) as error:
        verdict = faulty(account, str(error))
    except SolverError:
        raise
    except Exception as error:  # noqa: BLE001 - any failure is the verdict ERROR
        verdict = faulty(account, f"{line_of(text, error)}{type(error).__name__}: {error}")
    return replace(verdict, seconds=time.monotonic() - started, said=tuple(account.said))


def _decide(account: Account, claim: Claim, seconds: float, proof_first: bool) -> Verdict:
    accused = named(claim.accuses)
    if proof_first and accused == SPEC and not fails_soon(claim, accused):
        tried = prove(account, claim, seconds)
        found = searched(account, claim, accused, is_proved=isinstance(tried, Proof))
    else:
        found = searched(account, claim, accused)
        provable = accused == SPEC and found.failure is None
        tried = prove(account, claim, seconds) if provable else None
    if found.failure is not None:
        return refuted(account, claim, accused, found.failure, found)
    if accused != SPEC:
        reason = f"it holds in {found.cases} cases on {accused}"
        account.note(Engine.DECIDING, reason, Why.SEARCHED_ONLY)
        return Verdict(Outcome.UNKNOWN, reason=reason, cases=found.cases)
    verdict = _concluded(account, claim, found, tried)
    witness = verdict.witness or texts(found.witness or {})
    return replace(verdict, cases=found.cases, witness=witness)


def _concluded(
    account: Account, claim: Claim, found: Searched, tried: Proof | Model | None
) -> Verdict:
    """Return the verdict after a search that found no failing arguments."""
    match tried:
        case None if not any(one.why is Why.DEAD_CONCLUSIONS for one in account.said):
            return Verdict(Outcome.UNKNOWN, reason=account.reason)
        case Model(arguments):
            return refuted_by_model(account, claim, arguments, found)
        case Proof(theorem, scope) if found.witness is not None:
            return Verdict(Outcome.PROVED, scope=scope, theorem=theorem)
        case Proof(theorem, scope):
            witness = admitted_by_a_solver(claim, SEEKING_SECONDS)
            if witness is not None:
                account.note(
                    Engine.DECIDING, "a solver found arguments that the search did not reach"
                )
                return Verdict(Outcome.PROVED, scope=scope, theorem=theorem, witness=texts(witness))
        case None if found.witness is not None:
            return Verdict(Outcome.VACUOUS, reason=account.reason)
        case None:
            pass
    reason = f"no arguments satisfy its hypotheses in {found.exhausted}"
    # A proof without a witness gives UNKNOWN, because perhaps no arguments satisfy the hypotheses.
    outcome = Outcome.VACUOUS if tried is None else Outcome.UNKNOWN
    why = Why.DEAD_CONCLUSIONS if tried is None else Why.NEVER_SATISFIED
    account.note(Engine.DECIDING, reason, why)
    return Verdict(outcome, reason=reason)
