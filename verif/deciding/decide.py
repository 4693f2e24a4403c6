"""Deciding a claim: search first, then proof for every rank, then proof at its profiles.

A counterexample is looked for least first, so that what is found is minimal; a proof is
believed only of a claim whose hypotheses some concrete arguments satisfy.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import spec
from verif.kernel.claim import Claim
from verif.kernel.errors import KernelError, NotLiftableError
from verif.kernel.judge import Judge
from verif.kernel.verdict import ALL, EVERYTHING, Counterexample, Outcome, Scope, Verdict
from verif.readings.domains import Index, Integers, Words
from verif.search.concrete import Fails, run_concretely
from verif.search.exhaustive import Exhausted, Failure, search
from verif.search.random_cases import sample
from verif.search.texts import text, texts
from verif.solvers import cvc5_solver, z3_solver
from verif.symbolic.claims import (
    describe,
    explore_profile,
    given,
    profiles,
    prove_at_every_rank,
    prove_at_profiles,
)
from verif.symbolic.induction import UnprovedError
from verif.symbolic.path import Exploration
from verif.symbolic.words import NotProved, prove_over_words
from verif.theory import THEORY
from verif.upstream.in_process import SPEC, InProcess, MissingImplementationError
from verif.upstream.named import named
from verif.upstream.pycute import pycute

SMALL = (10, 6)
"""The sum of shapes, and of absolute strides, that every claim is tried up to."""

MOST_CASES = 10_000
"""How many cases of an exhaustive search a claim gets; the bound is lowered to fit."""

EXAMPLES = 50
"""How many random cases a claim gets beyond the exhaustive ones."""

OBLIGATION_SECONDS = 5.0

SECOND_SECONDS = 0.1
"""What the second solver gets for an obligation; it answers most of them in a tenth of that."""

WORD_SECOND_SECONDS = 0.2
"""The same for an obligation over words: bit-vectors take the second solver longer."""


class _UndecidedError(Exception):
    """No engine came to an answer; what each of them said."""


def decide(claim: Claim, seconds: float = 120.0) -> Verdict:
    """The verdict on a claim, whatever happens on the way.

    `seconds` bounds the symbolic exploration; what is not done by then is UNKNOWN.
    """
    started = time.monotonic()
    try:
        verdict = _decide(claim, seconds)
    except MissingImplementationError as missing:
        verdict = Verdict(Outcome.ERROR, reason=str(missing))
    except (KernelError, RecursionError, RuntimeError) as error:
        verdict = Verdict(Outcome.ERROR, reason=f"{type(error).__name__}: {error}")
    return replace(verdict, seconds=time.monotonic() - started)


def _decide(claim: Claim, seconds: float) -> Verdict:
    accused = named(claim.accuses)
    exhibited = _first_failure(claim, accused)
    if exhibited is not None:
        return _refuted(claim, accused, exhibited, None)
    found = _search(claim, accused)
    if found.failure is not None:
        return _refuted(claim, accused, found.failure, found)
    sampled = sample(claim, accused.algebra, EXAMPLES)
    if sampled.failure is not None:
        return _refuted(claim, accused, sampled.failure, None)
    cases = found.cases + sampled.cases
    witness = found.witness or sampled.witness
    if accused.name != SPEC.name:
        return Verdict(Outcome.UNKNOWN, reason=f"{cases} cases hold on {accused}", cases=cases)
    try:
        verdict = _prove(claim, seconds)
    except _UndecidedError as undecided:
        verdict = Verdict(Outcome.UNKNOWN, reason=f"{undecided}; holds in {found}")
    if verdict.outcome is Outcome.PROVED and witness is None:
        return Verdict(Outcome.VACUOUS, reason=f"no arguments satisfy its hypotheses in {found}")
    return replace(verdict, cases=cases, witness=texts(witness or {}))


def _prove(claim: Claim, seconds: float) -> Verdict:
    """A proof for every rank, else at the claim's profiles, else the model of a failure."""
    if is_over_words(claim):
        return _prove_over_words(claim)
    try:
        theorem = prove_at_every_rank(judge(), claim, spec, THEORY, seconds)
        return Verdict(Outcome.PROVED, scope=EVERYTHING, theorem=theorem)
    except (UnprovedError, NotLiftableError, TypeError, AttributeError) as resisted:
        lifted = str(resisted)
    try:
        return _prove_at_profiles(claim, seconds)
    except (UnprovedError, TypeError) as resisted:
        raise _UndecidedError(f"{resisted}; for every rank: {lifted}") from None


def is_over_words(claim: Claim) -> bool:
    """Whether the claim speaks of words, and is proved of bit-vectors."""
    return any(isinstance(domain, Words) for domain in claim.domains.values())


def _prove_over_words(claim: Claim) -> Verdict:
    """A proof for all words, as bit-vectors, else the model of a failure."""
    try:
        found = prove_over_words(judge_of_words(), claim, spec)
    except (TypeError, AttributeError) as unreadable:
        raise _UndecidedError(str(unreadable)) from None
    if not isinstance(found, NotProved):
        return Verdict(Outcome.PROVED, scope=scope_of_words(claim), theorem=found)
    if found.numbers is None:
        raise _UndecidedError(str(found))
    return _refuted_by_model(claim, given(claim, found.chosen, found.numbers))


def scope_of_words(claim: Claim) -> Scope:
    """How far a proof over words reaches: which arguments are any words."""
    words = (name for name, domain in claim.domains.items() if isinstance(domain, Words))
    return Scope(ALL, f"every {', '.join(words)} that fits 64 bits")


def _prove_at_profiles(claim: Claim, seconds: float) -> Verdict:
    chosen = tuple(profiles(claim))
    explorations: list[Exploration] = []
    for profile in chosen:
        exploration = explore_profile(judge(), claim, spec, profile, seconds / len(chosen))
        for failure in exploration.failures:
            model = failure.model()
            if model is not None:
                return _refuted_by_model(claim, given(claim, profile, model))
        explorations.append(exploration)
    theorem = prove_at_profiles(judge(), claim, tuple(explorations))
    return Verdict(Outcome.PROVED, scope=Scope(ranks_of(claim), ALL), theorem=theorem)


def ranks_of(claim: Claim) -> tuple[str, ...]:
    """The profiles that a claim is tried at, as a scope quotes them.

    Where all its arguments with modes range over the same profiles these are quoted once.
    """
    each = {
        tuple(filter(None, map(domain.describe, domain.profiles)))
        for domain in claim.domains.values()
    } - {()}
    if len(each) == 1:
        return each.pop()
    return tuple(describe(claim, profile) for profile in profiles(claim))


def _search(claim: Claim, accused: InProcess) -> Exhausted:
    """The exhaustive search; up to the bound that a claim states, whatever that takes."""
    if claim.bound is not None:
        return search(claim, accused.algebra, claim.bound, sys.maxsize)
    return search(claim, accused.algebra, SMALL, MOST_CASES)


@cache
def judge() -> Judge:
    """The judge of this process; it proves what is cited when it is first cited."""
    return Judge(z3_solver(), cvc5_solver(), OBLIGATION_SECONDS, SECOND_SECONDS)


@cache
def judge_of_words() -> Judge:
    """The judge of claims over words."""
    return Judge(z3_solver(), cvc5_solver(), OBLIGATION_SECONDS, WORD_SECOND_SECONDS)


def _first_failure(claim: Claim, accused: InProcess) -> Failure | None:
    for arguments in claim.exhibits:
        result = run_concretely(claim, accused.algebra, arguments)
        if isinstance(result, Fails):
            return Failure(arguments, result)
    return None


def _refuted_by_model(claim: Claim, arguments: Mapping[str, Any]) -> Verdict:
    result = run_concretely(claim, SPEC.algebra, arguments)
    if not isinstance(result, Fails):
        shown = ", ".join(f"{k} = {v}" for k, v in texts(arguments).items())
        return Verdict(Outcome.ERROR, reason=f"the solver's {shown} does not replay")
    return _refuted(claim, SPEC, Failure(arguments, result), None)


def _refuted(
    claim: Claim, accused: InProcess, failure: Failure, exhausted: Exhausted | None
) -> Verdict:
    """The refutation, replayed on the accused and wherever else it fails too."""
    arguments = failure.arguments
    replayed = [i for i in _replayable(accused) if _fails_on(claim, i, failure)]
    if accused not in replayed:
        return Verdict(Outcome.ERROR, reason=f"a counterexample does not replay on {accused}")
    printed = texts(arguments)
    coordinates = [
        printed.pop(name)
        for name, domain in claim.domains.items()
        if isinstance(domain, Index | Integers)
    ]
    counterexample = Counterexample(
        printed,
        ",".join(coordinates) or None,
        tuple(map(text, failure.result.values)),
        failure.result.label,
        minimal=exhausted is not None,
    )
    bound = (exhausted.bound if exhausted else None) or (0, 0)
    return Verdict(
        Outcome.REFUTED,
        scope=Scope(ranks_of(claim), max(bound)),
        counterexample=counterexample,
        replayed_on=tuple(str(i) for i in replayed),
        cases=exhausted.cases if exhausted else 1,
    )


def _replayable(accused: InProcess) -> tuple[InProcess, ...]:
    try:
        others = (SPEC, pycute())
    except MissingImplementationError:
        others = (SPEC,)
    return (accused, *(other for other in others if other != accused))


def _fails_on(claim: Claim, implementation: InProcess, failure: Failure) -> bool:
    """Whether the claim fails there in the same way; it cannot where operations are missing."""
    try:
        result = run_concretely(claim, implementation.algebra, failure.arguments)
    except AttributeError:
        return False
    if not isinstance(result, Fails) or result.refused != failure.result.refused:
        return False
    return result.refused or result.label == failure.result.label
