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
"""The seconds before the message is shown, so that quick commands show no message."""

EVERY: Final = 0.25
"""The seconds between two updates of the message, which shows the elapsed time."""


MARK: Final = 2
"""The width of the moving mark before the message."""

_steps: Final = [""]
"""A list with one element, the current step of the work. The thread of `waiting` reads the list."""


def doing(name: str) -> None:
    """Name the step of the work that begins now, for the message of `waiting`."""
    _steps[0] = name


def step() -> str:
    """Return the current step of the work, or '' if it has no name."""
    return _steps[0]


@contextmanager
def waiting(text: str) -> Generator[None]:
    """Show on the terminal that the body of the `with` statement is still running.

    The message has the step that `doing` named last, and the seconds that have passed. It is erased
    when the body ends.
    """
    doing("")
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
    """Yield each item with its message. With several items, the message has the item's number.

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

    console = Console(stderr=True)

    def line() -> Text:
        shown = Text("; ".join(filter(None, (text, f"{monotonic() - began:.0f} s", step()))))
        shown.truncate(console.width - MARK, overflow="ellipsis")
        return shown

    with console.status(line()) as status:
        while not done.wait(EVERY):
            status.update(line())
