"""A message on the terminal that the work is still running."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def waiting(text: str) -> Generator[None]:
    """Show on the terminal that the body of the `with` statement is still running."""
    if not sys.stderr.isatty():
        yield
        return
    # Import late, because most commands answer at once.
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(text)):
        yield
