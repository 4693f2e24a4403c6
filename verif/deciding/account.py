"""The account of one claim: what each engine said of it, in the order in which they did."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

from verif.kernel.contract import Text
from verif.kernel.said import Engine, Open, Said, Why


def quietly(_: Said) -> None:
    """Tell nobody."""


def telling(id: str) -> Callable[[Said], None]:
    """Tell standard error, of the claim or lemma of that id."""

    def tell(said: Said) -> None:
        print(f"{id}: {said}", file=sys.stderr, flush=True)

    return tell


@dataclass
class Account:
    """Keeps what is said, and tells it on at once."""

    tell: Callable[[Said], None] = quietly
    said: list[Said] = field(default_factory=list[Said])

    def note(
        self, engine: Engine, text: str, why: Why | None = None, open: tuple[Open, ...] = ()
    ) -> None:
        """Keep one engine's word."""
        self.said.append(Said(engine, text, why, open))
        self.tell(self.said[-1])

    @property
    def reason(self) -> str:
        """The reason that there is no answer: all that was said with a reason, in one line."""
        return "; ".join(str(one) for one in self.said if one.why is not None)


def line_of(text: Text, error: BaseException) -> str:
    """The line of the text's file that led to the error, to be written before it."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == text.__code__.co_filename]
    return f"line {own[-1].lineno}, `{own[-1].line}`: " if own else ""
