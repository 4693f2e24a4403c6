"""A family of texts that can be audited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from verif.audit.statement import Statement


@dataclass(frozen=True)
class Family:
    """A name, a function that recognizes the family's texts, and a function that audits a text.

    `compare` takes the texts of a program before and after compilation, and audits the second text
    against the first. Its statements refer to lines of the second text. `compare` is None if the
    family has no such audit.
    """

    name: str
    recognizes: Callable[[str], bool]
    audit: Callable[[str], Iterator[Statement]]
    compare: Callable[[str, str], Iterator[Statement]] | None = None
