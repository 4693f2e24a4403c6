"""Find the line of a Python kernel file that makes each record of the kernel."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from inspect import currentframe


@dataclass(frozen=True)
class Lines:
    """The records that a Python file made while it ran, each with the line that made it."""

    file: str
    made: list[tuple[object, int]] = field(default_factory=list[tuple[object, int]])

    def line_of(self, record: object, default: int = 1) -> int:
        """Return the line on which this record was made, or the default if it is not known."""
        return next((line for one, line in self.made if one is record), default)


_RUNNING: ContextVar[Lines | None] = ContextVar("running", default=None)


@contextmanager
def lines_of(file: str) -> Generator[Lines]:
    """Collect, inside the `with` block, the line of each record that the code of `file` makes."""
    lines = Lines(file)
    before = _RUNNING.set(lines)
    try:
        yield lines
    finally:
        _RUNNING.reset(before)


def note_line(record: object) -> None:
    """Store the record with the current line of the file. Call this when the record is made."""
    lines = _RUNNING.get()
    if lines is None:
        return
    frame = currentframe()
    while frame is not None and frame.f_code.co_filename != lines.file:
        frame = frame.f_back
    if frame is not None:
        lines.made.append((record, frame.f_lineno))
