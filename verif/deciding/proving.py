"""Proofs and their scopes: for every rank if possible, otherwise at the claim's profiles.

A profile fixes the ranks and nestings of the arguments. If a proof fails, the explanation lists the
conclusions that were not proved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import spec
from verif.claims.catalogue import catalogue
from verif.deciding.account import Account, line_of
from verif.deciding.chosen import wrong_values
from verif.deciding.infix import infix
from verif.deciding.outline import is_range, named
from verif.deciding.proofs import TRUTHS, judge
from verif.deciding.searching import ranks_of
from verif.kernel.claim import Arguments, Claim
from verif.kernel.contract import Contract, Text
from verif.kernel.errors import ClaimError, NotLiftableError
from verif.kernel.judge import Theorem
from verif.kernel.obligation import Answer, Obligation, Reply
from verif.kernel.said import Engine, Open, Why
from verif.kernel.theory import Theory
from verif.kernel.verdict import ALL, EVERYTHING, Scope
from verif.readings.domains import Layouts, Shapes
from verif.readings.meaning import Meaning
from verif.readings.numbers import Among, Integers
from verif.search.admitted import admitted
from verif.search.concrete import Fails, concludes, run_concretely
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
from verif.symbolic.exploration import Exploration
from verif.symbolic.induction import DeadConclusionsError, UnprovedError, prove_contract
from verif.symbolic.lists import SymList
from verif.symbolic.path import Failure
from verif.symbolic.replay import Explored
from verif.symbolic.values import SymBool, SymInt
from verif.theory import THEORY

LARGEST_TRIED: Final = 1 << 20
"""The largest number at which a claim about bits is tried. `1 << n` has n bits."""


def unproved(id: str, error: UnprovedError) -> tuple[str, Why, tuple[Open, ...]]:
    """Explain why the proof of `id` failed: a summary, the reason, and the open conclusions."""
    if isinstance(error, DeadConclusionsError):
        return "all its conclusions are in impossible cases", Why.DEAD_CONCLUSIONS, ()
    failures = [failure for e in error.explorations for failure in e.failures]
    if not failures:
        return _unfinished(error.explorations)
    found = tuple(_open(f.label, f.obligation, f.answer) for f in failures)
    labels = ", ".join(dict.fromkeys(one.label for one in found))
    if not found[0].case.startswith((f"{id} at ", f"{id}: ")):
        lemma = found[0].case.partition(":")[0]
        return f"it cites the lemma {lemma}, which is open: {labels}", Why.LEMMA_OPEN, found
    # If a solver found a countermodel, the proof needs another fact. Otherwise, it needs smaller
    # steps.
    refused = any(failure.answer.reply is Reply.SAT for failure in failures)
    return f"open: {labels}", Why.NOT_IMPLIED if refused else Why.GIVEN_UP, found


def _unfinished(explorations: Sequence[Exploration]) -> tuple[str, Why, tuple[Open, ...]]:
    """Explain a failed proof that left no conclusion open."""
    paths = sum(e.paths for e in explorations)
    if not all(e.complete for e in explorations):
        return f"too many paths: only {paths} were explored", Why.TOO_MANY_PATHS, ()
    if not any(e.goals for e in explorations):
        return f"none of its {paths} paths reaches a conclusion", Why.NO_CONCLUSION, ()
    return "the solver could not repeat an earlier answer", Why.GIVEN_UP, ()


def _open(label: str, obligation: Obligation, answer: Answer) -> Open:
    case, _ = named(obligation.name)
    goal = infix(obligation.goal, TRUTHS)
    facts = tuple(infix(fact, TRUTHS) for fact in obligation.hypotheses if not is_range(fact))
    spoken = _symbols(goal).union(*map(_symbols, facts))
    numbers = ((infix(symbol, TRUTHS), value) for symbol, value in answer.model)
    model = {name: value for name, value in numbers if _symbols(name) <= spoken}
    model |= wrong_values((obligation.goal, *obligation.hypotheses), answer)
    gave_up = f": {answer.reason}" if answer.reason else ""
    reply = "" if answer.reply is Reply.SAT else f"{answer.solver} says {answer.reply}{gave_up}"
    return Open(case, label, goal, facts, reply, model)


def _symbols(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[A-Za-z_]\w*", text))


def stated(claim: Claim) -> tuple[str, ...]:
    """Return the bounds that the claim's domains set for its arguments, whatever the profile is."""
    found: list[str] = []
    strides: dict[str, list[str]] = {}
    for name, domain in claim.domains.items():
        if isinstance(domain, Integers):
            found += [] if domain.low is None else [f"{name} >= {domain.low}"]
        elif isinstance(domain, Layouts):
            found += [f"{name} one mode"] if domain.one_mode else []
            strides.setdefault(domain.strides, []).append(name)
        elif isinstance(domain, Among):
            found.append(f"{name} in {', '.join(map(str, domain.values))}")
    low = {"natural": ">= 0", "positive": ">= 1"}
    bounded = ((names, low[kind]) for kind, names in strides.items() if kind in low)
    return (*found, *(f"strides of {', '.join(names)} {bound}" for names, bound in bounded))


def lifted(claim: Claim) -> tuple[str, ...]:
    """Return the restrictions on layouts and shapes in a proof for every rank, if there are any."""
    found: dict[str, list[str]] = {}
    for name, domain in claim.domains.items():
        if isinstance(domain, Layouts | Shapes) and not getattr(domain, "one_mode", False):
            flat = "flat " if isinstance(domain, Layouts) and domain.are_flat else ""
            found.setdefault(flat + ("" if domain.rank_0 else "of rank >= 1"), []).append(name)
    return tuple(f"{', '.join(names)} {kind}".rstrip() for kind, names in found.items() if kind)


CONCRETE = Concrete(lambda claim, chosen: admitted(claim, spec, chosen), Meaning)
"""Replays proofs of claims on some of the arguments that the search uses."""

UNREADABLE = (TypeError, AttributeError)
"""Errors that code raises if it needs numbers but gets unknowns."""

UNKNOWNS: Final = {
    SymInt.__name__: "an unknown integer",
    SymBool.__name__: "an unknown truth value",
    SymList.__name__: SymList.called,
}
"""Maps the class names in Python's error messages to words for the values of these classes."""

ENDLESS = "the recursion does not end for unknown arguments: state a contract of the function"
ENDLESS_AT_PROFILES = "the recursion does not end, because proofs at profiles use no contracts"


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
    """Return a proof with the widest scope possible, a solver's counterexample, or None.

    `seconds` limits the exploration for every rank. If this gives no proof, the explorations at
    fixed profiles share a second limit of the same length.
    """
    return _at_every_rank(account, claim, seconds) or _at_profiles(account, claim, seconds)


def prove_lemma(account: Account, lemma: Contract) -> Proof | None:
    """Prove a lemma or contract in the theory of its file. Return None if the proof fails."""

    def proved() -> Theorem:
        within = with_module(judge(), THEORY, lemma.block.__module__)
        return prove_contract(judge(), within, lemma)

    theorem = _everywhere(account, lemma.id, lemma.block, proved)
    return theorem and Proof(theorem, EVERYTHING)


@cache
def foundations() -> Theory:
    """Return the theory with the catalogue's claims, which proofs can cite by id."""
    return replace(THEORY, claims={claim.id: claim for claim in catalogue()})


def in_words(error: BaseException) -> str:
    """Return the error's message, with words in place of the class names of unknowns.

    >>> in_words(TypeError("'SymInt' object is not iterable"))
    'an unknown integer is not iterable'
    >>> in_words(TypeError("bad operand type for unary ~: 'SymList'"))
    'bad operand type for unary ~: a list of unknown length'
    """
    named = rf"(['\"])({'|'.join(UNKNOWNS)})\1(?: object)?"
    return re.sub(named, lambda found: UNKNOWNS[found[2]], str(error))


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
        problem = f"{line_of(text, error)}{in_words(error)}"
        account.note(Engine.EVERY_RANK, problem, Why.NEEDS_NUMBERS)
    except RecursionError as error:
        account.note(Engine.EVERY_RANK, f"{line_of(text, error)}{ENDLESS}", Why.ENDLESS)
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
                arguments = _refuting(claim, profile, failure)
                if arguments is not None:
                    at = describe(claim, profile)
                    account.note(Engine.PROFILES, f"the solver found a counterexample at {at}")
                    return Model(arguments)
            explorations.append(explored)
        theorem = prove_at_profiles(judge(), claim, explorations)
    except UnprovedError as resisted:
        account.note(Engine.PROFILES, *unproved(claim.id, resisted))
    except (*UNREADABLE, NotLiftableError) as error:
        problem = f"{line_of(claim.text, error)}{in_words(error)}"
        account.note(Engine.PROFILES, problem, Why.NEEDS_NUMBERS)
    except RecursionError as error:
        line = line_of(claim.text, error)
        account.note(Engine.PROFILES, f"{line}{ENDLESS_AT_PROFILES}", Why.ENDLESS)
    else:
        scope = Scope(ranks_of(claim), ALL, stated(claim))
        account.note(Engine.PROFILES, f"proved at {' '.join(scope.ranks)}")
        return Proof(theorem, scope)
    return None


def _refuting(claim: Claim, profile: Mapping[str, Any], failure: Failure) -> Arguments | None:
    """Return the arguments of the solver's model if they refute the claim, otherwise None."""
    model, candidate = failure.model(), failure.candidate()
    if model is not None:
        return given(claim, profile, model)
    if candidate is None or any(abs(number) > LARGEST_TRIED for number in candidate.values()):
        return None
    try:
        arguments = given(claim, profile, candidate)
    except ClaimError:
        return None
    return arguments if isinstance(run_concretely(claim, spec, arguments), Fails) else None


def admitted_by_a_solver(claim: Claim, seconds: float) -> Arguments | None:
    """Return arguments, found by a solver, at which the claim holds and reaches a conclusion.

    The claim runs on the arguments, so the solver need not be trusted. Return None if the solver
    finds no such arguments.
    """
    for profile in profiles(claim):
        try:
            for arguments in reaching(judge(), claim, spec, profile, seconds):
                if concludes(run_concretely(claim, spec, arguments)):
                    return arguments
        except (*UNREADABLE, ClaimError, NotLiftableError):
            # This profile cannot be explored, so try the other profiles.
            continue
    return None
