"""The engines' reports on a claim as lines of text, with advice on what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verif.kernel.said import Open, Said

HELP: Final = "layout-verif help unknown"
"""The command that explains every reason for a missing proof."""

MOST_FACTS: Final = 8
"""How many facts of a path are shown, unless `whole` requests all facts."""

BELOW: Final = " " * 4


def said_lines(said: Sequence[Said], *, whole: bool) -> Iterator[str]:
    """Yield a line for each engine without a complete answer, and lines for its open conclusions.

    With `whole`, yield a line for every engine, and all facts of the paths.
    """
    for one in said:
        if whole or one.why is not None:
            yield str(one)
            for conclusion in one.open:
                yield from (BELOW + line for line in _open_lines(conclusion, whole))


def next_steps(said: Sequence[Said]) -> Iterator[str]:
    """Yield advice for each reason for a missing proof, with a command that explains the reason."""
    for why in dict.fromkeys(one.why for one in said if one.why is not None):
        yield f"next: {why.cure} ({HELP} {why})"


def _open_lines(conclusion: Open, whole: bool) -> Iterator[str]:
    reply = f" ({conclusion.reply})" if conclusion.reply else ""
    yield f"{conclusion.case}: {conclusion.label}{reply}"
    yield f"to show: {conclusion.goal}"
    known = conclusion.facts if whole else _nearest(conclusion)
    hidden = len(conclusion.facts) - len(known)
    more = f"; and {hidden} more, which -v shows" if hidden else ""
    if known:
        yield f"known:   {'; '.join(known)}{more}"
    if conclusion.model:
        numbers = (f"{name} = {value}" for name, value in conclusion.model.items())
        yield f"against: {', '.join(numbers)}"


def _nearest(conclusion: Open) -> tuple[str, ...]:
    """Return the last facts that share unknowns with the goal."""
    unknowns = _unknowns(conclusion.goal)
    return tuple(fact for fact in conclusion.facts if unknowns & _unknowns(fact))[-MOST_FACTS:]


def _unknowns(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"(?:length_)?(\w+_\d+)", text))
