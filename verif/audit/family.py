"""A family of texts that can be audited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from verif.audit.statement import Statement


@dataclass(frozen=True)
class Family:
    """A family of texts: a name, a function that recognizes its texts, and one that audits them.

    `compare` audits a program against the same program before a compiler changed it, if the family
    has such an audit; its statements have the lines of the second text.
    """

    name: str
    recognizes: Callable[[str], bool]
    audit: Callable[[str], Iterator[Statement]]
    compare: Callable[[str, str], Iterator[Statement]] | None = None
