"""A claim with everything that its pages show about it."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from spec.drawing import Panel, draw
from verif.deciding.decided import Decided
from verif.deciding.outline import Node, Outline, tree
from verif.kernel.claim import Claim
from verif.kernel.text import source_of
from verif.pages.findings import RefutedClaim


@dataclass(frozen=True)
class Section:
    """A claim with its verdict, and for a false claim its counterexample and the tables for it."""

    decided: Decided
    refuted: RefutedClaim | None = None
    panels: tuple[Panel, ...] = ()

    @property
    def claim(self) -> Claim:
        return self.decided.claim

    @property
    def subject(self) -> str:
        """The module of claims in which it is declared."""
        return self.claim.text.__module__.rpartition(".")[2]

    @property
    def text(self) -> str:
        return inspect.cleandoc(source_of(self.claim.text))

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The labels of the hypotheses in its text."""
        return hypotheses(self.text)

    @property
    def solvers(self) -> Mapping[str, int]:
        """The number of obligations that each solver, or both together, proved."""
        cases = () if self.own is None else self.own.cases
        return Counter(" and ".join(owed.solvers) for case in cases for owed in case.owed)

    @property
    def own(self) -> Outline | None:
        """The outline of the claim's own theorem, if it is proved."""
        return self.decided.proof[-1] if self.decided.proof else None

    @property
    def proof(self) -> Node | None:
        """The proof as a tree, if there is one."""
        return tree(self.decided.proof) if self.decided.proof else None

    @property
    def drawing(self) -> str:
        """The tables as SVG, with all text already escaped."""
        return draw(self.panels)


@cache
def hypotheses(text: str) -> tuple[str, ...]:
    """Return the labels of the assumptions in a claim's text, in order.

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
