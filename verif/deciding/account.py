"""Collect the reports of searches and provers about one claim, in order."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FunctionType

from verif.kernel.contract import Text
from verif.kernel.said import Engine, Open, Said, Why
from verif.kernel.text import form_of_text
from verif.language.evaluate import places_of
from verif.language.form import RefusedError


def quietly(_: Said) -> None:
    """Ignore a report."""


STARTED = "deciding; the lemmas that the proof cites are proved first, which can take a minute"
"""The first report about a claim or lemma whose verdict a user waits for."""


def telling(id: str) -> Callable[[Said], None]:
    """Return a function that prints reports about this claim or lemma to standard error."""

    def tell(said: Said) -> None:
        print(f"{id}: {said}", file=sys.stderr, flush=True)

    return tell


def telling_from_the_start(id: str) -> Callable[[Said], None]:
    """Report that work on this claim or lemma has started, and return `telling(id)`."""
    tell = telling(id)
    tell(Said(Engine.DECIDING, STARTED))
    return tell


@dataclass
class Account:
    """Collects the reports of searches and provers, and passes each report to `tell` at once."""

    tell: Callable[[Said], None] = quietly
    said: list[Said] = field(default_factory=list[Said])

    def note(
        self, engine: Engine, text: str, why: Why | None = None, open: tuple[Open, ...] = ()
    ) -> None:
        """Record a report, and pass it to `tell`."""
        self.said.append(Said(engine, text, why, open))
        self.tell(self.said[-1])

    @property
    def reason(self) -> str:
        """Why there is no verdict: all reports that give a reason, in one line."""
        return "; ".join(str(one) for one in self.said if one.why is not None)


def line_of(text: Text, error: BaseException) -> str:
    """Return a prefix for a message: number and text of the code line that led to the error."""
    try:
        shown = form_of_text(text).file
    except RefusedError:
        # The message of this error already names the line.
        return ""
    file = text.__code__.co_filename if isinstance(text, FunctionType) else shown
    own = [
        line for place, line in (*_places_of(error), *places_of(error)) if place in (file, shown)
    ]
    if not own:
        return ""
    return f"line {own[-1]}, `{linecache.getline(file, own[-1]).strip()}`: "


def _places_of(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield the file and line of each Python frame of the error, outermost first."""
    at = error.__traceback__
    while at is not None:
        yield at.tb_frame.f_code.co_filename, at.tb_lineno
        at = at.tb_next
