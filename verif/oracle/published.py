"""The published findings: what is wrong in an implementation, and what its conventions are.

Each implementation has one data file of findings. A test checks each entry against the oracle.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from verif.oracle.deviation import Kind, call_of
from verif.oracle.reproduction import reproduction

FOLDER: Final = Path(__file__).parent / "findings"
"""The folder of published deviations, with one file for each implementation."""


class Deviating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case, the implementation's wrong answer, the right answer, and why they differ."""

    id: str
    title: str
    case: str
    kind: Kind
    theirs: str
    expected: str
    causes: tuple[str, ...]


class Fault(Deviating, frozen=True, kw_only=True):
    """A fault, in words and numbers, and where it was reported.

    If every case has flaws (see `deviation.flaws`), `nature` names the flaws that belong to the
    fault.
    """

    wrong: str
    nature: str = ""
    sources: tuple[str, ...] = ()


class Convention(Deviating, frozen=True, kw_only=True):
    """A deviation that is not a fault, because upstream's documentation requires it."""

    quotation: str
    source: str


class Published(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The published findings of an implementation."""

    implementation: str
    version: str
    faults: tuple[Fault, ...]
    conventions: tuple[Convention, ...]

    @property
    def name(self) -> str:
        """The implementation with its version."""
        return f"{self.implementation} {self.version}"

    @property
    def all(self) -> tuple[Deviating, ...]:
        return (*self.faults, *self.conventions)

    @property
    def documented(self) -> frozenset[str]:
        """The root causes of deviations that upstream's documentation requires."""
        return frozenset(cause for one in self.conventions for cause in one.causes)

    def reproduction(self, one: Deviating) -> str:
        """Return lines that reproduce the case without this project."""
        return reproduction(*call_of(one.case), self.implementation, self.version)


def published(folder: Path = FOLDER) -> tuple[Published, ...]:
    """Return the published findings, by implementation. Invalid files raise ValidationError.

    >>> [one.name for one in published()][:3]
    ['cute-cpp 4.2.0.0', 'cute-dsl 4.8.1', 'flydsl 0.5.0']
    """
    return tuple(
        msgspec.toml.decode(path.read_bytes(), type=Published)
        for path in sorted(folder.glob("*.toml"))
    )
