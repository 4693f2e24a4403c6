"""Show a message on the terminal while some work is still running."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import Final, TypeVar

T = TypeVar("T")

DELAY: Final = 1.0
"""The seconds before the message is shown, so that quick commands show none."""

EVERY: Final = 0.25
"""The seconds between two updates of the time."""


@contextmanager
def waiting(text: str) -> Generator[None]:
    """Show on the terminal that the body of the `with` statement is still running.

    The message has the seconds that have passed. It is erased when the body ends.
    """
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    thread = Thread(target=_show, args=(text, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def numbered(items: Iterable[T], text: Callable[[T], str]) -> Iterator[tuple[T, str]]:
    """Yield each item with its message, which has the item's number if there are several.

    >>> [text for _, text in numbered(["a", "b"], "deciding {}".format)]
    ['deciding a (1 of 2)', 'deciding b (2 of 2)']
    """
    every = [*items]
    for number, item in enumerate(every, 1):
        place = f" ({number} of {len(every)})" if len(every) > 1 else ""
        yield item, f"{text(item)}{place}"


def _show(text: str, done: Event) -> None:
    """Show the message until the work is done. This function runs in its own thread."""
    began = monotonic()
    if done.wait(DELAY):
        return
    # Import `rich` only here: most commands answer at once and do not need it.
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(text)) as status:
        while not done.wait(EVERY):
            status.update(Text(f"{text}; {monotonic() - began:.0f} s"))
