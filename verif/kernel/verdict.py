"""Verdicts on claims, with scope and counterexample."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from verif.kernel.errors import ForgeryError
from verif.kernel.judge import Theorem
from verif.kernel.said import Said, one_line

ALL = "all"
"""In a scope, `ranks = ALL` means every rank, and `integers = ALL` means every integer."""


class Outcome(StrEnum):
    """The five possible answers to a claim."""

    PROVED = "PROVED"
    REFUTED = "REFUTED"
    VACUOUS = "VACUOUS"
    UNKNOWN = "UNKNOWN"
    ERROR = "ERROR"


@dataclass(frozen=True)
class Scope:
    """The scope of a verdict: ranks (all, or the profiles tried) and integers (all, or a bound).

    `stated` are the bounds that the claim sets for its arguments. The verdict does not apply to
    arguments outside these bounds.
    """

    ranks: str | tuple[str, ...]
    integers: str | int
    stated: tuple[str, ...] = ()

    def covers(self, other: Scope) -> bool:
        """Whether this scope includes another scope of the same claim; `stated` is not compared."""
        if self.integers not in {ALL, other.integers}:
            return False
        return self.ranks == ALL or (other.ranks != ALL and set(other.ranks) <= set(self.ranks))

    def __str__(self) -> str:
        ranks = self.ranks if isinstance(self.ranks, str) else " ".join(self.ranks)
        return f"ranks {ranks}, integers {self.within}"

    @property
    def within(self) -> str | int:
        """The integers of this scope, followed by the bounds that the claim states, if any."""
        return ", ".join((str(self.integers), *self.stated)) if self.stated else self.integers


EVERYTHING = Scope(ALL, ALL)
"""Every rank and every integer."""


ERROR: Final = re.compile(r"[A-Z]\w*Error: ")
"""The start of a counterexample's field `broken` if an operation raised an error."""


@dataclass(frozen=True)
class Counterexample:
    """Arguments for which a claim fails.

    `arguments` are the claim's arguments in notation, by name. `broken` is the conclusion that
    fails, or the error that was raised. If `broken` is an equation, `values` are the claimed value
    and the actual value, and `coordinate` is where these values differ.
    """

    arguments: Mapping[str, str]
    coordinate: str | None
    values: tuple[str, ...]
    broken: str
    minimal: bool

    def __post_init__(self) -> None:
        given = {one_line(name): one_line(text) for name, text in self.arguments.items()}
        object.__setattr__(self, "arguments", given)
        if self.coordinate is not None:
            object.__setattr__(self, "coordinate", one_line(self.coordinate))
        object.__setattr__(self, "values", tuple(map(one_line, self.values)))
        object.__setattr__(self, "broken", one_line(self.broken))

    def __str__(self) -> str:
        given = ", ".join(f"{name} = {value}" for name, value in self.arguments.items())
        return f"{given}: {self.failure}"

    @property
    def failure(self) -> str:
        """The conclusion that fails, with its two sides if it is an equation, or the error.

        >>> Counterexample({"A": "1:0"}, None, (), "A is injective", minimal=True).failure
        'not true: A is injective'
        """
        if self.values:
            return f"{self.broken} ({' != '.join(self.values)})"
        return self.broken if ERROR.match(self.broken) else f"not true: {self.broken}"


@dataclass(frozen=True)
class Verdict:
    """The answer to a claim. PROVED requires a theorem, REFUTED a counterexample.

    Otherwise `reason` says in one line why there is neither. `said` has the report of every engine.
    """

    outcome: Outcome
    scope: Scope | None = None
    theorem: Theorem | None = None
    counterexample: Counterexample | None = None
    replayed_on: tuple[str, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict[str, str])
    reason: str = ""
    cases: int = 0
    seconds: float = 0.0
    said: tuple[Said, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", one_line(self.reason))
        if (self.outcome is Outcome.PROVED) != (self.theorem is not None):
            raise ForgeryError("a verdict must have a theorem if and only if it is PROVED")
        if (self.outcome is Outcome.REFUTED) != (self.counterexample is not None):
            raise ForgeryError("a verdict must have a counterexample if and only if it is REFUTED")
        if self.outcome is Outcome.UNKNOWN and not self.reason:
            raise ForgeryError("an UNKNOWN verdict must have a reason")
