"""A claim with the data for its pages, such as tables of its counterexample."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from spec.errors import NotationError
from spec.layout import Layout
from spec.notation import parse_expression
from spec.parser import Literal
from spec.pictures.offsets import panel
from spec.pictures.panel import Mark, Panel, numbers
from spec.pictures.sheet import draw
from verif.deciding.decided import Decided
from verif.deciding.outline import Node, Outline, tree
from verif.kernel.claim import Claim
from verif.kernel.text import source_of
from verif.kernel.verdict import Outcome
from verif.pages.findings import RefutedClaim, refuted_claim
from verif.questions.distributes import mode_by_mode
from verif.readings.domains import Index

MOST_CELLS: Final = 256
"""The largest size of a layout that is drawn."""


@dataclass(frozen=True)
class Section:
    """A claim with its verdict. A false claim also has its counterexample, with tables."""

    decided: Decided
    refuted: RefutedClaim | None = None
    panels: tuple[Panel, ...] = ()

    @property
    def claim(self) -> Claim:
        return self.decided.claim

    @property
    def subject(self) -> str:
        """The module of claims in which the claim is declared."""
        return self.claim.text.__module__.rpartition(".")[2]

    @property
    def text(self) -> str:
        return inspect.cleandoc(source_of(self.claim.text))

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The labels of the claim's hypotheses."""
        return hypotheses(self.text)

    @property
    def solvers(self) -> Mapping[str, int]:
        """For each set of solvers, how many of the claim's own obligations these solvers proved."""
        cases = () if self.own is None else self.own.cases
        return Counter(" and ".join(owed.solvers) for case in cases for owed in case.owed)

    @property
    def own(self) -> Outline | None:
        """The outline of the claim's own theorem, or None if the claim is not proved."""
        return self.decided.proof[-1] if self.decided.proof else None

    @property
    def proof(self) -> Node | None:
        """The claim's proof as a tree, or None if there is no proof."""
        return tree(self.decided.proof) if self.decided.proof else None

    @property
    def drawing(self) -> str:
        """The tables as SVG, with all text already escaped."""
        return draw(self.panels)


@cache
def hypotheses(text: str) -> tuple[str, ...]:
    """Return the labels of the assumptions in a claim's code, in order.

    >>> hypotheses("assume('A is injective', injective(A)); ensure('R is', injective(R))")
    ('A is injective',)
    """
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    labels = [
        (call.lineno, call.args[0].value)
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "assume"
        if call.args and isinstance(call.args[0], ast.Constant)
    ]
    return tuple(dict.fromkeys(str(label) for _, label in sorted(labels, key=lambda pair: pair[0])))


def section_of(decided: Decided) -> Section:
    """Return the claim with its verdict. A false claim also has its counterexample, with tables."""
    if decided.verdict.outcome is not Outcome.REFUTED:
        return Section(decided)
    refuted = refuted_claim(decided)
    return Section(decided, refuted, tuple(_panels(decided.claim, refuted)))


def _panels(claim: Claim, refuted: RefutedClaim) -> Iterator[Panel]:
    """Draw each layout, with the refuting coordinate marked.

    For two layouts A and B, let B_1, .., B_m be the modes of B. Compare two functions: A after B,
    and the sum of the functions A after B_k. If they differ, also draw these two functions.
    """
    layouts = {
        name: layout
        for name, text in refuted.arguments.items()
        if (layout := _layout(text)) is not None
    }
    for name, layout in layouts.items():
        if _is_drawn(layout):
            marked = frozenset(_coordinates(claim, refuted, name))
            title = f"{name} = {layout}"
            yield replace(panel(layout), title=title, marked=marked, mark=Mark.POINT)
    if layouts.keys() == {"A", "B"} and _is_drawn(layouts["B"]):
        yield from _compositions(layouts["A"], layouts["B"])


def _compositions(a: Layout, b: Layout) -> Iterator[Panel]:
    """Yield two panels, one for A after B, and one for the sum of the functions A after B_k.

    B_1, .., B_m are the modes of B. Yield nothing if the two functions have the same values, or if
    B has a negative offset.
    """
    if min(b(i) for i in range(b.size)) < 0:
        return
    whole = tuple(a.extended(b(i)) for i in range(b.size))
    parts = tuple(mode_by_mode(a, b, i) for i in range(b.size))
    marked = frozenset(i for i, (x, y) in enumerate(zip(whole, parts, strict=True)) if x != y)
    if marked:
        yield Panel("A(B(c))", b[0].size, numbers(whole), marked)
        yield Panel("mode by mode", b[0].size, numbers(parts), marked)


def _is_drawn(layout: Layout) -> bool:
    return layout.rank in (1, 2) and layout.size <= MOST_CELLS


def _layout(text: str) -> Layout | None:
    """Return the argument as a layout, or None if it is not a layout."""
    try:
        read = parse_expression(text)
    except NotationError:
        return None
    value = read.value if isinstance(read, Literal) else None
    return value if isinstance(value, Layout) else None


def _coordinates(claim: Claim, refuted: RefutedClaim, name: str) -> list[int]:
    """Return the arguments of the counterexample that are 1-D coordinates of argument `name`."""
    return [
        int(refuted.arguments[index])
        for index, domain in claim.domains.items()
        if isinstance(domain, Index) and domain.of == name
    ]
