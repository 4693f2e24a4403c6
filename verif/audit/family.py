"""A family of texts that can be audited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from verif.audit.sections import Language
from verif.audit.statement import Statement


@dataclass(frozen=True)
class Family:
    """A name, a function that recognizes the family's texts, and a function that audits a text.

    `compare` takes the texts of a program before and after compilation, and audits the second text
    against the first. Its statements refer to lines of the second text. `compare` is None if the
    family has no such audit. `language` is the language of the family's programs; it is `log` if
    the family's texts may stand between programs.
    """

    name: str
    recognizes: Callable[[str], bool]
    audit: Callable[[str], Iterator[Statement]]
    compare: Callable[[str, str], Iterator[Statement]] | None = None
    language: Language = "log"
