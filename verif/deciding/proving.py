"""Proofs: for every rank if possible, otherwise at the claim's profiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import spec
from verif.claims.catalogue import catalogue
from verif.deciding.account import Account, line_of
from verif.deciding.judges import judge
from verif.deciding.scopes import lifted, ranks_of, stated
from verif.deciding.unproved import unproved
from verif.kernel.claim import Arguments, Claim
from verif.kernel.contract import Contract, Text
from verif.kernel.errors import ClaimError, NotLiftableError
from verif.kernel.judge import Theorem
from verif.kernel.said import Engine, Why
from verif.kernel.theory import Theory
from verif.kernel.verdict import ALL, EVERYTHING, Scope
from verif.readings.meaning import Meaning
from verif.search.admitted import admitted
from verif.search.concrete import Holds, run_concretely
from verif.symbolic.claims import (
    Concrete,
    describe,
    explore_profile,
    given,
    profiles,
    prove_at_every_rank,
    prove_at_profiles,
    reaching,
    with_module,
)
from verif.symbolic.induction import UnprovedError, prove_contract
from verif.symbolic.replay import Explored
from verif.theory import THEORY

CONCRETE = Concrete(lambda claim, chosen: admitted(claim, spec, chosen), Meaning)
"""Proofs of claims are replayed at some of the arguments that the search uses."""

UNREADABLE = (TypeError, AttributeError)
"""Errors of a text that needs numbers where it gets unknowns."""


@dataclass(frozen=True)
class Proof:
    """A theorem and its scope."""

    theorem: Theorem
    scope: Scope


@dataclass(frozen=True)
class Model:
    """Arguments at which the claim fails, according to a solver."""

    arguments: Arguments


def prove(account: Account, claim: Claim, seconds: float) -> Proof | Model | None:
    """Return a proof with the widest scope possible, a model of a failure, or None.

    `seconds` limits each exploration of paths.
    """
    return _at_every_rank(account, claim, seconds) or _at_profiles(account, claim, seconds)


def prove_lemma(account: Account, lemma: Contract) -> Proof | None:
    """Prove a lemma or contract in the theory of its own file."""

    def proved() -> Theorem:
        within = with_module(judge(), THEORY, lemma.block.__module__)
        return prove_contract(judge(), within, lemma)

    theorem = _everywhere(account, lemma.id, lemma.block, proved)
    return theorem and Proof(theorem, EVERYTHING)


@cache
def foundations() -> Theory:
    """Return the theory with the claims of the catalogue, which can be cited by id."""
    return replace(THEORY, claims={claim.id: claim for claim in catalogue()})


def _at_every_rank(account: Account, claim: Claim, seconds: float) -> Proof | None:
    theorem = _everywhere(
        account,
        claim.id,
        claim.text,
        lambda: prove_at_every_rank(judge(), claim, spec, foundations(), seconds, (), CONCRETE),
    )
    return theorem and Proof(theorem, Scope(ALL, ALL, (*lifted(claim), *stated(claim))))


def _everywhere(
    account: Account, id: str, text: Text, proved: Callable[[], Theorem]
) -> Theorem | None:
    try:
        theorem = proved()
    except UnprovedError as resisted:
        account.note(Engine.EVERY_RANK, *unproved(id, resisted))
    except NotLiftableError as error:
        account.note(Engine.EVERY_RANK, f"{line_of(text, error)}{error}", Why.NOT_LIFTABLE)
    except UNREADABLE as error:
        account.note(Engine.EVERY_RANK, f"{line_of(text, error)}{error}", Why.NEEDS_NUMBERS)
    else:
        account.note(Engine.EVERY_RANK, "proved")
        return theorem
    return None


def _at_profiles(account: Account, claim: Claim, seconds: float) -> Proof | Model | None:
    chosen = tuple(profiles(claim))
    explorations: list[Explored] = []
    try:
        for profile in chosen:
            share = seconds / len(chosen)
            explored = explore_profile(judge(), claim, spec, profile, share, CONCRETE)
            for failure in explored.exploration.failures:
                model = failure.model()
                if model is not None:
                    at = describe(claim, profile)
                    account.note(Engine.PROFILES, f"the solver found a counterexample at {at}")
                    return Model(given(claim, profile, model))
            explorations.append(explored)
        theorem = prove_at_profiles(judge(), claim, explorations)
    except UnprovedError as resisted:
        account.note(Engine.PROFILES, *unproved(claim.id, resisted))
    except (*UNREADABLE, NotLiftableError) as error:
        account.note(Engine.PROFILES, f"{line_of(claim.text, error)}{error}", Why.NEEDS_NUMBERS)
    else:
        scope = Scope(ranks_of(claim), ALL, stated(claim))
        account.note(Engine.PROFILES, f"proved at {' '.join(scope.ranks)}")
        return Proof(theorem, scope)
    return None


def admitted_by_a_solver(claim: Claim, seconds: float) -> Arguments | None:
    """Return arguments beyond the search that satisfy the claim's hypotheses and conclusions.

    A solver finds them, and the claim then runs on them: the solver's word alone does not count.
    """
    for profile in profiles(claim):
        try:
            for arguments in reaching(judge(), claim, spec, profile, seconds):
                found = run_concretely(claim, spec, arguments)
                if isinstance(found, Holds) and found.conclusions:
                    return arguments
        except (*UNREADABLE, ClaimError, NotLiftableError):
            # A failure at this profile says nothing about the other profiles.
            continue
    return None
