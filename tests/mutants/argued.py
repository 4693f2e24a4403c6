"""Mutants that may go unnoticed, each with the line that argues why: `argued.toml`.

A table a function, `["file: function"]`, with a key a change, `"line -> changed line"`, or a line
alone for all that can be changed in it; the value is the argument.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.changes import Mutant

FILE = Path(__file__).with_name("argued.toml")


@dataclass(frozen=True)
class Argued:
    """The arguments by the function and the change, or the line, that they are for."""

    arguments: dict[str, dict[str, str]]

    def why(self, mutant: Mutant) -> str | None:
        """The argument for a mutant; None where there is none."""
        table = self.arguments.get(f"{mutant.file}: {mutant.within}", {})
        return table.get(mutant.change) or table.get(mutant.was)

    def idle(self, mutants: Iterable[Mutant]) -> list[str]:
        """The arguments that are for no mutant there is."""
        there = {
            (f"{mutant.file}: {mutant.within}", key)
            for mutant in mutants
            for key in (mutant.change, mutant.was)
        }
        return [
            f"{place}: {key}"
            for place, table in self.arguments.items()
            for key in table
            if (place, key) not in there
        ]


def argued() -> Argued:
    """The arguments as they are written down."""
    return Argued(tomllib.loads(FILE.read_text()))
