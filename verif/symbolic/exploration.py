"""The paths of a text as one tree: its questions, the branch for each answer, its obligations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from verif.kernel.contract import Contract
from verif.kernel.obligation import Obligation, Reply
from verif.symbolic.failure import Failure
from verif.symbolic.path import Step
from verif.symbolic.terms import Literal


@dataclass
class Branch:
    """The node that paths reach by one sequence of answers: the next question, or an end.

    `after` maps each answer to the next node. `ends` tells whether a path that was not closed ends
    here.
    """

    asked: Literal | None = None
    after: dict[Reply | bool, Branch] = field(default_factory=dict["Reply | bool", "Branch"])
    ends: bool = False

    def grow(self, steps: Iterable[Step], *, closed: bool) -> None:
        """Add a path with these steps to the tree."""
        place = self
        for asked, answer in steps:
            place.asked = asked
            place = place.after.setdefault(answer, Branch())
        place.ends = not closed


@dataclass(frozen=True)
class Exploration:
    """All paths of a text, with their obligations, failures and citations.

    `goals` counts the conclusions and the requirements of citations. `live` counts the conclusions
    reached with facts that were not seen to contradict each other. `root` is the start of all
    paths.
    """

    obligations: tuple[Obligation, ...]
    failures: tuple[Failure, ...]
    cited: frozenset[Contract]
    paths: int
    goals: int
    live: int
    complete: bool
    root: Branch = field(default_factory=Branch)
