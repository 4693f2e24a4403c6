"""The reasons why surviving mutants are harmless, read from `argued.toml`.

The file has one table per function, `["file: function"]`. A key is a change, `"line -> changed
line"`, or only a line, which covers every change of this line. The value is the reason.
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
    """The reasons why surviving mutants are harmless, by function, then by change or line."""

    arguments: dict[str, dict[str, str]]

    def why(self, mutant: Mutant) -> str | None:
        """Return the reason why a mutant is harmless, or None if no reason is given."""
        table = self.arguments.get(f"{mutant.file}: {mutant.within}", {})
        return table.get(mutant.change) or table.get(mutant.was)

    def idle(self, mutants: Iterable[Mutant]) -> list[str]:
        """Return the reasons that do not apply to any existing mutant."""
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
    """Read the reasons from `argued.toml`."""
    return Argued(tomllib.loads(FILE.read_text()))
