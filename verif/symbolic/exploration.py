"""Exploration of all paths of a function or claim: one run for each feasible sequence of decisions.

The paths form one tree. A node has a question, and a branch for each answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from verif.kernel.contract import Contract
from verif.kernel.errors import DivergedError, NotLiftableError
from verif.kernel.judge import Judge
from verif.kernel.obligation import Obligation, Reply
from verif.symbolic.path import Failure, Path, PathClosed, Step
from verif.symbolic.points import Points
from verif.symbolic.terms import Literal
from verif.symbolic.values import on_path


@dataclass
class Branch:
    """A node of the tree of paths: the next question, or an end.

    `after` maps each answer to the next node. `ends` is true if a path ends at this node and the
    facts of the path do not contradict each other.
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
    """All paths of some code, with their obligations, failures and citations.

    `goals` counts all statements to prove: conclusions, requirements of calls, and invariants.
    `live` counts the conclusions on paths whose facts were not found to contradict each other.
    `root` is the start of all paths.
    """

    obligations: tuple[Obligation, ...]
    failures: tuple[Failure, ...]
    cited: frozenset[Contract]
    paths: int
    goals: int
    live: int
    complete: bool
    root: Branch = field(default_factory=Branch)


def explore(
    judge: Judge,
    subject: str,
    text: Callable[[Path], None],
    max_paths: int = 2000,
    seconds: float = 60.0,
    stop_at_failure: bool = False,
    start: Callable[..., Path] = Path,
) -> Exploration:
    """Run the code `text` along its paths, one by one, until the last path or a limit is reached.

    After `seconds` of processor time, no further path starts. With `stop_at_failure`, the
    exploration ends after the first path that has a failure.

    `start` is called with the arguments of `Path` and creates a path. The code that records proofs
    passes a `start` that creates recording paths.

    Post-condition: if the result is complete and has no failures, and its obligations hold, then
    every conclusion of `text` holds for all integers.
    """
    points = Points()
    pending: list[tuple[Step, ...]] = [()]
    owed: dict[str, Obligation] = {}
    failures: list[Failure] = []
    cited: set[Contract] = set()
    paths = goals = live = 0
    root = Branch()
    end = _spent(judge) + seconds
    while pending and paths < max_paths and _spent(judge) < end:
        path = start(judge, f"{subject}, path {paths + 1}", pending.pop(), points)
        with on_path(path):
            _run(text, path)
        paths += 1
        goals += path.goals
        live += path.live
        root.grow(path.steps, closed=path.closed)
        pending += path.alternatives
        owed |= {obligation.query(): obligation for obligation in path.obligations}
        failures += path.failures
        cited |= path.cited
        if failures and stop_at_failure:
            break
    return Exploration(
        tuple(owed.values()),
        tuple(failures),
        frozenset(cited),
        paths,
        goals,
        live,
        not pending,
        root,
    )


def _spent(judge: Judge) -> float:
    """Return the processor seconds of this process and of the solvers that it called."""
    return time.process_time() + judge.asked_seconds


def _run(text: Callable[[Path], None], path: Path) -> None:
    """Run the code on the path until the code ends or the path is closed."""
    NotLiftableError.raised = None
    try:
        text(path)
    except PathClosed:
        if not (path.closed or path.failures):
            raise
    if NotLiftableError.raised is not None:
        raise NotLiftableError.raised
    if path.broken is not None:
        raise path.broken
    if len(path.steps) < len(path.prefix):
        raise DivergedError(f"{path.subject} ends before all recorded decisions are repeated")
