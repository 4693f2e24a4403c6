"""The outline of a proof: its cases, their obligations, and the lemmas it cites.

A theorem contains every obligation as SMT-LIB. An outline contains only their labels, so that the
outlines of the whole catalogue can be sent to other processes and shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from verif.deciding.infix import infix, is_truth
from verif.kernel.judge import AT_HAND, Discharge, Theorem

_NAMED: Final = re.compile(r"(?P<case>.*?, path \d+): (?P<label>.*)", re.DOTALL)


@dataclass(frozen=True)
class Owed:
    """A discharged obligation: its label, the solvers that proved it, and the first solver's time.

    A `dead` obligation shows that its case is impossible.
    """

    label: str
    solvers: tuple[str, ...]
    seconds: float
    dead: bool = False

    @property
    def is_at_hand(self) -> bool:
        return self.solvers == (AT_HAND.solver,)


@dataclass(frozen=True)
class Case:
    """A path through the code: the conditions that distinguish it, and its obligations."""

    name: str
    conditions: tuple[str, ...]
    owed: tuple[Owed, ...]


@dataclass(frozen=True)
class Outline:
    """A theorem without the SMT-LIB of its obligations.

    `texts` contains source code. For a contract or lemma, this is the code of the function and of
    the block that states the contract. For a claim, it is the code of the observations that the
    claim's lemmas use.
    """

    id: str
    statement: str
    paths: int
    cases: tuple[Case, ...]
    by: tuple[str, ...]
    texts: tuple[str, ...] = ()

    @property
    def obligations(self) -> int:
        return sum(len(case.owed) for case in self.cases)

    @property
    def seconds(self) -> float:
        return sum(owed.seconds for case in self.cases for owed in case.owed)


@dataclass(frozen=True)
class Node:
    """A theorem in the proof tree.

    If `above` is true, an earlier node of the tree already shows the lemmas of this theorem.
    """

    outline: Outline
    lemmas: tuple[Node, ...]
    above: bool


def outline(
    theorem: Theorem, truths: frozenset[str] = frozenset(), texts: tuple[str, ...] = ()
) -> Outline:
    """Return the outline of a theorem.

    `truths` contains the names of predicates: observations whose value 1 means true.
    """
    by_case: dict[str, list[Discharge]] = {}
    for discharge in theorem.discharges:
        by_case.setdefault(named(discharge.obligation.name)[0], []).append(discharge)
    conditions = _conditions(by_case, truths)
    cases = tuple(
        Case(name, conditions[name], tuple(map(_owed, discharges)))
        for name, discharges in by_case.items()
    )
    return Outline(theorem.id, theorem.statement, theorem.paths, cases, theorem.by, texts)


def tree(outlines: Sequence[Outline]) -> Node:
    """Return the proof tree of the last outline.

    The other outlines must include all lemmas that this proof uses directly or through other
    lemmas.

    >>> lemma = Outline("L", "a lemma", 1, (), ())
    >>> root = tree((lemma, Outline("M", "another", 1, (), ("L",)), Outline("C", "", 1, (), "LM")))
    >>> [(node.outline.id, node.above) for node in root.lemmas], root.lemmas[1].lemmas[0].above
    ([('L', False), ('M', False)], True)
    """
    return _grown(outlines[-1], {one.id: one for one in outlines[:-1]}, set())


def _grown(root: Outline, lemmas: Mapping[str, Outline], shown: set[str]) -> Node:
    nodes: list[Node] = []
    for cited in root.by:
        if cited in shown:
            nodes.append(Node(lemmas[cited], (), above=True))
        else:
            shown.add(cited)
            nodes.append(_grown(lemmas[cited], lemmas, shown))
    return Node(root, tuple(nodes), above=False)


def named(name: str) -> tuple[str, str]:
    """Split an obligation's name into its case and its label in this case.

    >>> named("D6 at every rank, path 1: SORTED requires ordered")
    ('D6 at every rank, path 1', 'SORTED requires ordered')
    """
    found = _NAMED.fullmatch(name)
    return (found["case"], found["label"]) if found else ("", name)


def _owed(discharge: Discharge) -> Owed:
    obligation = discharge.obligation
    label = named(obligation.name)[1]
    return Owed(label, discharge.solvers, discharge.seconds, obligation.is_dead)


def _conditions(
    by_case: Mapping[str, Sequence[Discharge]], truths: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """Return the facts that distinguish each case.

    Such a fact is known in the case, is not proved there, and is unknown in at least one other case
    of the same exploration.
    """
    known = {
        name: dict.fromkeys(discharges[-1].obligation.hypotheses)
        for name, discharges in by_case.items()
    }
    found: dict[str, tuple[str, ...]] = {}
    for name, facts in known.items():
        siblings = [f for other, f in known.items() if _explored(other) == _explored(name)]
        shown = {discharge.obligation.goal for discharge in by_case[name]}
        told = [f for f in facts if f not in shown and not all(f in other for other in siblings)]
        found[name] = tuple(infix(fact, truths) for fact in told if _is_condition(fact, truths))
    return found


def _explored(case: str) -> str:
    return case.rpartition(", path ")[0]


_RANGE: Final = re.compile(r"\(<= (0 ([qr]|length_\w+)_\d+|\(\+ 1 r_\d+\) .*)\)")


def _is_condition(fact: str, truths: frozenset[str]) -> bool:
    """Return whether a fact is a condition of the code.

    Other facts are promises of contracts, or only give the range of a length, a quotient or a
    remainder.
    """
    if "." in fact:
        return is_truth(fact, truths)
    return not is_range(fact)


def is_range(fact: str) -> bool:
    """Return whether a fact only gives the range of a length, a quotient or a remainder."""
    return _RANGE.fullmatch(fact) is not None
