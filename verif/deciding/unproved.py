"""Explanations of failed proofs: which conclusion is open, on which path, and why."""

from __future__ import annotations

import re
from collections.abc import Sequence

from verif.deciding.infix import infix
from verif.deciding.outline import is_range, named
from verif.deciding.proofs import TRUTHS
from verif.kernel.obligation import Answer, Obligation, Reply
from verif.kernel.said import Open, Why
from verif.symbolic.exploration import Exploration
from verif.symbolic.induction import DeadConclusionsError, UnprovedError


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
        return f"the lemma {lemma} that it cites is open: {labels}", Why.LEMMA_OPEN, found
    # A goal with a countermodel needs another fact. The others need smaller steps.
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
    gave_up = f": {answer.reason}" if answer.reason else ""
    reply = "" if answer.reply is Reply.SAT else f"{answer.solver} says {answer.reply}{gave_up}"
    return Open(case, label, goal, facts, reply, model)


def _symbols(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[A-Za-z_]\w*", text))
