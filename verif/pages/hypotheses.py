"""The page of hypotheses, in Markdown: what fails of each proved claim without each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verif.pages.findings import TEMPLATES


@dataclass(frozen=True)
class Without:
    """A claim without a hypothesis: the least arguments at which it fails, and how.

    Where there are none `arguments` is None, and `outcome` is what was tried.
    """

    id: str
    hypothesis: str
    arguments: str | None
    outcome: str

    @property
    def line(self) -> str:
        """A row of the table."""
        at = "-" if self.arguments is None else f"`{self.arguments}`"
        return " | ".join(map(_cell, (self.id, self.hypothesis, at, self.outcome)))


def hypotheses_page(rows: Sequence[Without]) -> str:
    """All rows, those that nothing was found to need after the others."""
    return TEMPLATES.get_template("hypotheses.md.jinja").render(
        needed=[row for row in rows if row.arguments is not None],
        spare=[row for row in rows if row.arguments is None],
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
