"""The paths of a text, all together: what they owe, and what of it they could not show."""

from __future__ import annotations

from dataclasses import dataclass

from verif.kernel.contract import Contract
from verif.kernel.obligation import Obligation
from verif.symbolic.failure import Failure


@dataclass(frozen=True)
class Exploration:
    """All paths of a text: what they owe, what they could not show, what they cited.

    `goals` are what its conclusions and its citations owed, `live` the conclusions that stand where
    the facts were not seen to contradict each other.
    """

    obligations: tuple[Obligation, ...]
    failures: tuple[Failure, ...]
    cited: frozenset[Contract]
    paths: int
    goals: int
    live: int
    complete: bool
