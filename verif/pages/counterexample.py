"""A counterexample on its page: tables of its layouts, with the relevant coordinates marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from spec.drawing import Panel, numbers, panel
from spec.errors import NotationError
from spec.layout import Layout
from spec.notation import parse_expression
from spec.parser import Literal
from verif.deciding.decided import Decided
from verif.kernel.claim import Claim
from verif.kernel.verdict import Outcome
from verif.pages.findings import RefutedClaim, refuted_claim
from verif.pages.section import Section
from verif.questions.distributes import mode_by_mode
from verif.readings.domains import Index

MOST_CELLS: Final = 256
"""The largest counterexample that is drawn."""


def section_of(decided: Decided) -> Section:
    """Return the claim with its verdict, and for a false claim the tables of its counterexample."""
    if decided.verdict.outcome is not Outcome.REFUTED:
        return Section(decided)
    refuted = refuted_claim(decided)
    return Section(decided, refuted, tuple(_panels(decided.claim, refuted)))


def _panels(claim: Claim, refuted: RefutedClaim) -> Iterator[Panel]:
    """Yield each layout with its coordinate marked, and A after B with the carries marked."""
    layouts = {
        name: layout
        for name, text in refuted.arguments.items()
        if (layout := _layout(text)) is not None
    }
    for name, layout in layouts.items():
        if _is_drawn(layout):
            marked = frozenset(_coordinates(claim, refuted, name))
            yield replace(panel(layout), title=f"{name} = {layout}", marked=marked)
    if layouts.keys() == {"A", "B"} and _is_drawn(layouts["B"]):
        yield from _compositions(layouts["A"], layouts["B"])


def _compositions(a: Layout, b: Layout) -> Iterator[Panel]:
    """Yield A after B, and the sum over B's modes, if they differ."""
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
    """Return the layout that an argument is, or None."""
    try:
        read = parse_expression(text)
    except NotationError:
        return None
    value = read.value if isinstance(read, Literal) else None
    return value if isinstance(value, Layout) else None


def _coordinates(claim: Claim, refuted: RefutedClaim, name: str) -> list[int]:
    """Return the 1-D coordinates of that argument in the counterexample."""
    return [
        int(refuted.arguments[index])
        for index, domain in claim.domains.items()
        if isinstance(domain, Index) and domain.of == name
    ]
