"""A family: a kind of text that can be audited, such as HLO or CuTe prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from verif.audit.sections import Language
from verif.audit.statement import Statement


@dataclass(frozen=True)
class Family:
    """A kind of text: its name, a function that recognizes it, and a function that audits it.

    `compare` takes the texts of a program before and after compilation, and audits the second text
    against the first. The statements that it yields refer to lines of the second text. `compare` is
    None if the family has no such audit. `language` is the language of the family's programs, or
    `log` if the family's texts may stand between programs.
    """

    name: str
    recognizes: Callable[[str], bool]
    audit: Callable[[str], Iterator[Statement]]
    compare: Callable[[str, str], Iterator[Statement]] | None = None
    language: Language = "log"
