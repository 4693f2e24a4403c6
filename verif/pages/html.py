"""The page of all claims, their matrix with filters and a section for each, and proofs' pages.

A proof has a page of its own. Where `templates/prose/<id>.html.jinja` exists it is the text for
people that stands before the machine's proof.
"""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from spec.drawing import Panel, draw
from verif.kernel.claim import Claim
from verif.kernel.judge import AT_HAND
from verif.kernel.verdict import Counterexample, Outcome
from verif.pages.decided import Decided, summary
from verif.pages.findings import RefutedClaim
from verif.pages.outline import Node, tree

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
    autoescape=True,
)


@dataclass(frozen=True)
class Section:
    """A claim with its verdict; of a false one, where it fails and the tables to see it in."""

    decided: Decided
    refuted: RefutedClaim | None = None
    panels: tuple[Panel, ...] = ()

    @property
    def claim(self) -> Claim:
        return self.decided.claim

    @property
    def subject(self) -> str:
        """The module of claims that it is declared in."""
        return self.claim.text.__module__.rpartition(".")[2]

    @property
    def text(self) -> str:
        return inspect.cleandoc(inspect.getsource(self.claim.text))

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The labels of the hypotheses in its text."""
        return hypotheses(self.text)

    @property
    def solvers(self) -> Mapping[str, int]:
        """How many obligations each solver, or both together, found to hold."""
        theorem = self.decided.verdict.theorem
        discharges = theorem.discharges if theorem is not None else ()
        return Counter(" and ".join(discharge.solvers) for discharge in discharges)

    @property
    def proof(self) -> Node | None:
        """The proof as a tree, if there is one."""
        return tree(self.decided.proof) if self.decided.proof else None

    @property
    def drawing(self) -> str:
        """The tables as SVG, in which all text is escaped already."""
        return draw(self.panels)


def page(sections: Sequence[Section]) -> str:
    """The page: the same bytes for the same verdicts but for their times."""
    found = {section.decided.verdict.outcome for section in sections}
    return _TEMPLATES.get_template("report.html.jinja").render(
        sections=sections,
        outcomes=[outcome for outcome in Outcome if outcome in found],
        subjects=list(dict.fromkeys(section.subject for section in sections)),
        summary=summary([section.decided for section in sections]),
    )


def proof_page(
    section: Section, counterexamples: Mapping[str, Counterexample], alone: str = ""
) -> str:
    """The page of a proof; its prose may quote the counterexamples of other claims.

    A page that is made `alone`, of the claim that is asked for by this name, has no prose and
    no link to the page of all claims.
    """
    outlines = section.decided.proof
    agreed = Counter(owed.solvers for o in outlines for case in o.cases for owed in case.owed)
    asked = agreed.copy()
    asked.pop((AT_HAND.solver,), None)
    return _TEMPLATES.get_template("proof.html.jinja").render(
        section=section,
        alone=alone,
        counterexamples=counterexamples,
        obligations=agreed.total(),
        usual=(asked or agreed).most_common(1)[0][0],
        slowest=max(owed.seconds for o in outlines for case in o.cases for owed in case.owed),
    )


def hypotheses(text: str) -> tuple[str, ...]:
    """The labels that a claim's text gives to what it assumes, in order.

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
