"""The dependency graph of claims, lemmas and contracts, drawn in layers.

Nodes without dependencies are at the bottom. Each other node is in the lowest layer above all
nodes that it cites.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from verif.deciding.decided import Decided
from verif.kernel.verdict import Outcome
from verif.pages.rendering import rendered

WIDEST: Final = 36
"""The largest number of nodes in a row. A layer with more nodes is split into several rows."""

STEP: Final = 28
"""The distance between neighbouring nodes, in pixels."""

LABEL: Final = 16
"""The greatest number of characters in a line of a label. Longer words are not broken."""


@dataclass(frozen=True)
class Cited:
    """A claim, lemma or contract: its outcome, what it cites, and its page."""

    id: str
    words: str
    outcome: Outcome
    by: tuple[str, ...]
    href: str
    is_claim: bool


@dataclass(frozen=True)
class Placed:
    """A node with its position in the drawing, in pixels."""

    node: Cited
    x: int
    y: int


def graph_page(decided: Sequence[Decided]) -> str:
    """Return the page with the decided claims and everything that their proofs use."""
    nodes = cited(decided)
    placed = {one.node.id: one for one in _placed(nodes)}
    return rendered(
        "graph.html.jinja",
        placed=placed,
        outcomes=[outcome for outcome in Outcome if any(n.outcome is outcome for n in nodes)],
        claims=sum(node.is_claim for node in nodes),
        width=max(one.x for one in placed.values()) + STEP,
        height=max(one.y for one in placed.values()) + STEP,
        label=label,
    )


def label(name: str) -> tuple[str, ...]:
    """Return a node's label in lines of at most `LABEL` characters. Longer words are not broken.

    >>> label("a_fitting_mode_does_not_carry")
    ('a_fitting_mode_', 'does_not_carry')
    """
    lines = [""]
    for word in re.findall(r"[^_]*_|[^_]+", name):
        if lines[-1] and len(lines[-1] + word) > LABEL:
            lines.append("")
        lines[-1] += word
    return tuple(lines)


def cited(decided: Sequence[Decided]) -> list[Cited]:
    """Return the claims, and the lemmas and contracts that their proofs use, each once."""
    claims = {
        d.claim.id: Cited(
            d.claim.id,
            d.claim.title,
            d.verdict.outcome,
            d.proof[-1].by if d.proof else (),
            f"{d.claim.id}.html",
            is_claim=True,
        )
        for d in decided
    }
    lemmas = {
        one.id: Cited(
            one.id,
            one.statement,
            Outcome.PROVED,
            one.by,
            f"{d.claim.id}.html#{one.id}",
            is_claim=False,
        )
        for d in reversed(decided)
        for one in d.proof[:-1]
        if one.id not in claims
    }
    return [*lemmas.values(), *claims.values()]


def layers(nodes: Sequence[Cited]) -> list[list[Cited]]:
    """Group the nodes by the length of their longest dependency chain, shortest first.

    >>> proved = lambda id, *by: Cited(id, "", Outcome.PROVED, by, "", False)
    >>> tiers = layers([proved("C", "L", "M"), proved("M", "L"), proved("L"), proved("N")])
    >>> [[node.id for node in tier] for tier in tiers]
    [['L', 'N'], ['M'], ['C']]
    """
    by_id = {node.id: node for node in nodes}
    heights: dict[str, int] = {}

    def height(node: Cited) -> int:
        if node.id not in heights:
            heights[node.id] = 1 + max((height(by_id[one]) for one in node.by), default=-1)
        return heights[node.id]

    tiers: dict[int, list[Cited]] = {}
    for node in nodes:
        tiers.setdefault(height(node), []).append(node)
    return [tiers[k] for k in sorted(tiers)]


def _placed(nodes: Sequence[Cited]) -> Iterator[Placed]:
    """Yield the positions of the nodes.

    The nodes of a layer are sorted by the mean position of the nodes that they cite.
    """
    places: dict[str, float] = {}
    rows = [row for tier in layers(nodes) for row in _rows(tier, places)]
    for k, row in enumerate(reversed(rows)):
        for node in row:
            yield Placed(node, round(places[node.id]), STEP * (k + 1))


def _rows(tier: Sequence[Cited], places: dict[str, float]) -> list[list[Cited]]:
    """Split a layer into rows, and add the x position of each node to `places`."""
    ordered = sorted(tier, key=lambda node: (_middle(node, places), node.id))
    rows = [ordered[k : k + WIDEST] for k in range(0, len(ordered), WIDEST)]
    for row in rows:
        gap = STEP * (WIDEST + 1) / (len(row) + 1)
        places.update({node.id: gap * (k + 1) for k, node in enumerate(row)})
    return rows


def _middle(node: Cited, places: Mapping[str, float]) -> float:
    return sum(places[one] for one in node.by) / len(node.by) if node.by else 0.0
