"""The paths of a text, all together: what they ask and where each answer leads, what they owe."""

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
    """The place that paths come to by one sequence of answers: what they ask next, or their end.

    `after` is where each answer leads. `ends` says that a path ends here, and is not closed.
    """

    asked: Literal | None = None
    after: dict[Reply | bool, Branch] = field(default_factory=dict["Reply | bool", "Branch"])
    ends: bool = False

    def grow(self, steps: Iterable[Step], *, closed: bool) -> None:
        """Add a path with these steps."""
        place = self
        for asked, answer in steps:
            place.asked = asked
            place = place.after.setdefault(answer, Branch())
        place.ends = not closed


@dataclass(frozen=True)
class Exploration:
    """All paths of a text: what they owe, what they could not show, what they cited.

    `goals` are what its conclusions and its citations owed, `live` the conclusions that stand where
    the facts were not seen to contradict each other. `root` is where its paths begin.
    """

    obligations: tuple[Obligation, ...]
    failures: tuple[Failure, ...]
    cited: frozenset[Contract]
    paths: int
    goals: int
    live: int
    complete: bool
    root: Branch = field(default_factory=Branch)
