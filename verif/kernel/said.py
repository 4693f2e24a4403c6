"""Reports of searches and provers about a claim: what they decided, and why they stopped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class Engine(StrEnum):
    """The engines that report on a claim. `DECIDING` is the process that runs them all."""

    SEARCH = "search"
    RANDOM = "random cases"
    EVERY_RANK = "every rank"
    PROFILES = "profiles"
    DECIDING = "deciding"


class Why(StrEnum):
    """The reason for a missing or partial answer. `docs/how-to/unknown.md` explains each."""

    NOT_IMPLIED = "not-implied"
    GIVEN_UP = "given-up"
    NOT_LIFTABLE = "not-liftable"
    NEEDS_NUMBERS = "needs-numbers"
    TOO_MANY_PATHS = "too-many-paths"
    ENDLESS = "endless-recursion"
    NO_CONCLUSION = "no-conclusion"
    DEAD_CONCLUSIONS = "dead-conclusions"
    LEMMA_OPEN = "lemma-open"
    TIME_OUT = "time-out"
    SEARCHED_ONLY = "searched-only"
    NEVER_SATISFIED = "never-satisfied"
    FAULT = "fault"

    @property
    def cure(self) -> str:
        """One line of advice to the user who gets this reason."""
        return CURES[self]


CURES: Final[Mapping[Why, str]] = {
    Why.NOT_IMPLIED: (
        "cite the missing lemma, by(LEMMA, ...) in a claim or LEMMA(...) in a lemma, or add the "
        "missing assume(...)"
    ),
    Why.GIVEN_UP: "add intermediate steps with ensure(...), or give a witness(...)",
    Why.NOT_LIFTABLE: (
        "use only properties that layouts of every rank have: A.size (not alg.size(A)), A.cosize "
        "and offsets"
    ),
    Why.NEEDS_NUMBERS: (
        "rewrite the named code for unknown numbers: in place of a loop, take the coordinate as an "
        'argument, i=Index("A"), or inside assume(...) use a recursion'
    ),
    Why.TOO_MANY_PATHS: "split the claim in two, or assume(...) a case",
    Why.ENDLESS: (
        "state a contract of the function, @contract(FUNCTION, on=...); only proofs for every rank "
        "use contracts"
    ),
    Why.NO_CONCLUSION: "add an ensure(...) before any operation that may reject its arguments",
    Why.DEAD_CONCLUSIONS: (
        "look for contradictory hypotheses; if there are none, add an ensure(...) in a case that "
        "the hypotheses allow"
    ),
    Why.LEMMA_OPEN: "prove the lemma before the claim that cites it",
    Why.TIME_OUT: "raise --timeout SECONDS, or split the claim in two",
    Why.SEARCHED_ONLY: "use `layout-verif upstream claims` to explore the implementation's code",
    Why.NEVER_SATISFIED: "look for hypotheses that contradict each other, or give a larger `bound`",
    Why.FAULT: "fix the error named in the message",
}


def one_line(text: str) -> str:
    r"""Escape characters that move the cursor, so that a message cannot fake another output line.

    >>> print(one_line("false\n  D6  PROVED"))
    false\n  D6  PROVED
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


@dataclass(frozen=True)
class Open:
    """A conclusion that could not be proved.

    `case` names the path, and `facts` are the facts known at the end of the path. `goal` is the
    conclusion that did not follow. Facts and goal are in readable notation. `reply` is the solver's
    reply, and `model` its counterexample. If lists of unknown length are involved, `model` also has
    values that the solver chose for observations. Such a counterexample may be spurious: perhaps no
    lists have observations with these values.
    """

    case: str
    label: str
    goal: str
    facts: tuple[str, ...]
    reply: str
    model: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True)
class Said:
    """The report of one engine. `why` is set if the engine did not answer the claim completely."""

    engine: Engine
    text: str
    why: Why | None = None
    open: tuple[Open, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", one_line(self.text))

    def __str__(self) -> str:
        return self.text if self.engine is Engine.DECIDING else f"{self.engine}: {self.text}"
