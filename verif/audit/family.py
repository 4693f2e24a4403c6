"""A family of texts that can be audited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from verif.audit.statement import Statement


@dataclass(frozen=True)
class Family:
    """A family of texts: a name, a function that recognizes its texts, and one that audits them.

    `compare` takes a program before and after a compiler changed it, and audits the second against
    the first. The lines of its statements are lines of the second text. `compare` is None if the
    family has no such audit.
    """

    name: str
    recognizes: Callable[[str], bool]
    audit: Callable[[str], Iterator[Statement]]
    compare: Callable[[str, str], Iterator[Statement]] | None = None
