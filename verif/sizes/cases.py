"""Find the cases of an expression by evaluating the expression on unknown sizes.

A case has conditions on the sizes, and the result under these conditions. The proofs do not rely on
this code. The printed table of cases is parsed again, and is proved as a claim
(verif/sizes/stated.py).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final

from spec.errors import InadmissibleError, LayoutError
from spec.layout import Layout
from spec.modes import modes_of
from spec.named_notation import Joined
from verif.language.evaluate import Machine
from verif.sizes.case import Case, Conjunction
from verif.sizes.printed import Words, said
from verif.sizes.right import (
    MOST_PATHS,
    explored,
    implies,
    is_right,
    is_shown,
    is_wrong_somewhere,
)
from verif.sizes.sized import Sized
from verif.sizes.statement import of_result
from verif.sizes.terms import NotForAllSizesError
from verif.symbolic.path import Path

MOST_ATTEMPTS: Final = 80
"""How many shorter conditions to try. With a time limit instead, tables would vary between runs."""


@dataclass(frozen=True)
class _Raw:
    """The result on one path of the symbolic execution, and the forks of the path.

    A fork has the conditions of both sides, and the side that the path takes.
    """

    result: str | None
    refusal: str
    forks: tuple[tuple[str, str, bool], ...]
    modes: int

    @property
    def where(self) -> Conjunction:
        return tuple(yes if truth else no for yes, no, truth in self.forks)


def cases_of(sized: Sized) -> tuple[Case, ...]:
    """Return the cases of an expression, which cover all sizes. The first case that applies counts.

    Errors: NotForAllSizesError if no such cases are found.
    """
    raw = _raw(sized)
    texts = _texts(raw)
    for text in (*_texts(_raw_of_all(sized))[:3], *texts[:3]):
        if is_right(sized, (Case(None, text),)):
            return (Case(None, text),)
    labels = _labels(sized, raw, texts)
    return _shortened(sized, _joined(raw, labels))


def _texts(raw: Sequence[_Raw]) -> list[str]:
    """Return the results of the paths, the most general first."""
    return sorted({one.result for one in raw if one.result is not None}, key=_rank(raw))


def _raw_of_all(sized: Sized) -> list[_Raw]:
    """Return the results on all paths, without assuming the conditions that are joined by `or`.

    With a condition such as `M == 1 or M == 2`, the results would contain 1 or 2 instead of M.
    """
    conditions = [
        (text, condition)
        for text, condition in sized.sizes.conditions
        if not (isinstance(condition, Joined) and condition.word == "or")
    ]
    if len(conditions) == len(sized.sizes.conditions):
        return []
    try:
        return _raw(replace(sized, sizes=replace(sized.sizes, conditions=tuple(conditions))))
    except NotForAllSizesError:
        return []


def _raw(sized: Sized) -> list[_Raw]:
    found: list[_Raw] = []

    calculated = of_result(sized).function

    def text(path: Path, machine: Machine, numbers: dict[str, Any]) -> None:
        result, refused = None, None
        try:
            result = machine.closure(calculated)(None, **numbers)
        except LayoutError as error:
            refused = error
        words = Words(path, {path.inputs[name].text: name for name in sized.sizes.names})
        forks = [
            (words.literal(literal), words.literal(literal, truth=False), truth)
            for literal, truth in path.forks
        ]
        if refused is None:
            modes = len(modes_of(result)) if isinstance(result, Layout) else 0
            found.append(_Raw(words.value(result), "", tuple(forks), modes))
        else:
            found.append(_Raw(None, _refusal(refused, words), tuple(forks), 0))

    exploration = explored(sized.text, sized.sizes, text)
    if not exploration.complete:
        raise NotForAllSizesError(f"{sized.text} has more than {MOST_PATHS} cases")
    return found


def _refusal(error: LayoutError, words: Words) -> str:
    """Return the operation's error message, with its values written in the user's names."""
    if isinstance(error, InadmissibleError):
        condition = error.template.format(*map(words.value, error.numbers))
        return f"{said(str(error.subject), words)}: {condition}"
    return said(str(error), words)


def _rank(raw: Sequence[_Raw]) -> Callable[[str], tuple[int, int, int, str]]:
    """Return a sort key that puts the texts with the most modes and names first."""

    def rank(text: str) -> tuple[int, int, int, str]:
        modes = max(one.modes for one in raw if one.result == text)
        named = set(re.findall(r"[A-Za-z]\w*", text))
        return -modes, -len(named), -len(text), text

    return rank


def _labels(sized: Sized, raw: Sequence[_Raw], texts: Sequence[str]) -> list[Case]:
    """Choose a text for each path's result, using as few different texts as possible."""
    labels: dict[int, Case] = {}
    for text in texts:
        for k, one in enumerate(raw):
            if k in labels or one.result is None:
                continue
            case = Case(None, text)
            if one.result == text or is_right(sized, (case,), one.where):
                labels[k] = case
    refusals = [Case(None, None, one.refusal) for one in raw]
    return [labels.get(k, refusals[k]) for k in range(len(raw))]


def _joined(raw: Sequence[_Raw], labels: Sequence[Case]) -> list[Case]:
    """Group the paths by result, and drop the forks that do not affect the result."""

    def split(places: Sequence[int], depth: int) -> dict[Case, list[Conjunction]]:
        if len({_key(labels[k]) for k in places}) == 1:
            return {_key(labels[places[0]]): [()]}
        sides: dict[bool, list[int]] = {}
        for k in places:
            sides.setdefault(raw[k].forks[depth][2], []).append(k)
        if len(sides) == 1:
            # The conditions or earlier forks make the other side of this fork impossible.
            return split(places, depth + 1)
        found: dict[Case, list[Conjunction]] = {}
        for truth, side in sides.items():
            yes, no, _ = raw[side[0]].forks[depth]
            for case, conjunctions in split(side, depth + 1).items():
                found.setdefault(case, []).extend(
                    (yes if truth else no, *one) for one in conjunctions
                )
        return found

    said = {_key(label): label for label in reversed(labels)}
    by_case = split(range(len(raw)), 0)
    return [Case(tuple(where), key.result, said[key].refusal) for key, where in by_case.items()]


def _key(case: Case) -> Case:
    return Case(None, case.result)


def _shortened(sized: Sized, cases: list[Case]) -> tuple[Case, ...]:
    """Shorten the conditions to what a person would write. The last case is "otherwise".

    A condition is dropped if the case stays right without the condition. Then two cases may both
    apply at some sizes, but both are right there.
    """
    left = itertools.count(MOST_ATTEMPTS, -1)
    found: list[Case] = []
    for case in cases:
        alone, kept = (Case(None, case.result),), list[Conjunction]()
        for conjunction in sorted(case.where or (), key=len):
            if any(set(one) <= set(conjunction) for one in kept):
                continue
            short = _short(sized, alone, conjunction, left)
            if not any(set(one) <= set(short) for one in kept):
                kept = [one for one in kept if not set(short) <= set(one)] + [short]
        if kept == [()]:
            return (Case(None, case.result, case.refusal),)
        found.append(Case(tuple(kept), case.result, case.refusal))
    found.sort(key=lambda case: (case.result is None, sum(map(len, case.where or ()))))
    found = _by_bound(found)
    *first, last = _after_each_other(sized, found, left)
    chained = (*first, Case(None, last.result, last.refusal))
    return chained if is_right(sized, chained) else (*cases[:-1], replace(cases[-1], where=None))


_BOUND: Final = re.compile(r"([A-Za-z]\w*) (?:<= (\d+)|> \d+)")


def _by_bound(cases: list[Case]) -> list[Case]:
    """Sort the cases by their upper bounds if all conditions are bounds of the same name.

    >>> one, two, more = (Case(((where,),), "") for where in ("M <= 1", "M <= 2", "M > 2"))
    >>> [case.condition for case in _by_bound([one, more, two])]
    ['M <= 1', 'M <= 2', 'M > 2']
    """
    bounds = [
        [_BOUND.fullmatch(text) for one in case.where or () for text in one] for case in cases
    ]
    names = {found and found[1] for each in bounds for found in each}
    if len(names) != 1 or None in names or any(case.result is None for case in cases):
        return cases
    upper = [
        min((int(found[2]) for found in each if found and found[2]), default=inf) for each in bounds
    ]
    return [case for _, case in sorted(zip(upper, cases, strict=True), key=lambda pair: pair[0])]


def _short(
    sized: Sized, cases: Sequence[Case], conjunction: Conjunction, left: Iterator[int]
) -> Conjunction:
    """Return the conjunction without the conditions that the cases do not need.

    First, drop together all conditions that the cases do not need at the sample sizes. If the cases
    cannot be proved under the remaining conditions, try to drop the conditions one by one.
    """
    told = conjunction
    for one in conjunction:
        fewer = tuple(other for other in told if other != one)
        if not is_wrong_somewhere(sized, cases, fewer):
            told = fewer
    if told == conjunction or (next(left) > 0 and is_shown(sized, cases, told)):
        return told
    short = conjunction
    for one in conjunction:
        fewer = tuple(other for other in short if other != one)
        if next(left) > 0 and is_right(sized, cases, fewer):
            short = fewer
    return short


def _after_each_other(sized: Sized, cases: list[Case], left: Iterator[int]) -> list[Case]:
    """Shorten each case's condition, given that no earlier case applies; keep the last case."""
    found: list[Case] = []
    for case in cases[:-1]:
        kept = list(case.where or ())
        for conjunction in kept.copy() if len(kept) > 1 or found else ():
            short = _short(sized, (*found, Case(None, case.result)), conjunction, left)
            if not short:
                short = conjunction
            others = [one for one in kept if one != conjunction]
            kept = [one for one in others if not set(short) <= set(one)]
            kept += [] if any(set(one) <= set(short) for one in kept) else [short]
        told = [set(one) for before in found for one in before.where or ()]
        kept = [one for one in kept if not any(other <= set(one) for other in told)] or kept
        found.append(Case(tuple(_weakest(sized, kept)), case.result, case.refusal))
    return [*found, cases[-1]]


def _weakest(sized: Sized, conjunctions: list[Conjunction]) -> list[Conjunction]:
    """Drop each conjunction that implies another conjunction."""
    kept = list(conjunctions)
    for one in conjunctions:
        if any(other != one and implies(sized, one, other) for other in kept):
            kept.remove(one)
    return kept
