"""The words of each engine on a claim, in lines of text, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verif.kernel.said import Open, Said

HELP: Final = "layout-verif help unknown"
"""Prints the page that explains every reason for a missing proof."""

MOST_FACTS: Final = 8
"""So many facts of a path are shown where not all are asked for."""

BELOW: Final = " " * 4


def said_lines(said: Sequence[Said], *, whole: bool) -> Iterator[str]:
    """A line for each engine with less than the whole answer, its open conclusions below.

    With `whole`, a line for every engine, and all that is known on the paths.
    """
    for one in said:
        if whole or one.why is not None:
            yield str(one)
            for conclusion in one.open:
                yield from (BELOW + line for line in _open_lines(conclusion, whole))


def next_steps(said: Sequence[Said]) -> Iterator[str]:
    """The cure of each reason, and where it is at length."""
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
    """The facts that speak of what the goal does, the last of them where these are many."""
    unknowns = _unknowns(conclusion.goal)
    return tuple(fact for fact in conclusion.facts if unknowns & _unknowns(fact))[-MOST_FACTS:]


def _unknowns(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"(?:length_)?(\w+_\d+)", text))
