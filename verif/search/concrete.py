"""A claim run on concrete arguments: it holds, its hypotheses do not, or it fails."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from verif.kernel.claim import Claim
from verif.kernel.verbs import OnNumbers, running

BROKEN = (ValueError, ArithmeticError, AssertionError, TypeError, LookupError)
"""The errors of an operation that refuses its arguments, or breaks on them."""


@dataclass(frozen=True)
class Holds:
    """Every hypothesis and every conclusion is true; so many conclusions were reached."""

    conclusions: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Discarded:
    """A hypothesis is false."""

    label: str


@dataclass(frozen=True)
class Fails:
    """Every hypothesis is true and a conclusion is not; its two sides, if it has them.

    `refused` says that an operation refuses what the hypotheses admit. `misstated` is the error
    of a text that Python cannot go on in; the algebra itself refuses by no TypeError.
    """

    label: str
    values: tuple[object, ...]
    refused: bool = False
    misstated: TypeError | None = field(default=None, compare=False, repr=False)


Result = Holds | Discarded | Fails


class _FalseHypothesisError(Exception):
    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class _FalseConclusionError(Exception):
    def __init__(self, label: str, values: tuple[object, ...]) -> None:
        super().__init__(label)
        self.label = label
        self.values_ = values


@dataclass(frozen=True)
class _Concrete(OnNumbers):
    """The verbs on concrete values; hypotheses labelled in `dropped` are not asked for."""

    dropped: frozenset[str]
    reached: list[str] = field(default_factory=list[str])

    def assume(self, label: str, condition: bool) -> None:
        if not condition and label not in self.dropped:
            raise _FalseHypothesisError(label)

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        if not condition:
            raise _FalseConclusionError(label, values)
        self.reached.append(label)


def run_concretely(
    claim: Claim,
    algebra: object,
    arguments: Mapping[str, Any],
    dropped: frozenset[str] = frozenset(),
) -> Result:
    """The claim on `arguments`, with `algebra` as the implementation under test.

    An operation that refuses arguments which the hypotheses admit fails the claim. Without
    the hypothesis that it accepts them, so does the text which goes on with nothing in hand.
    """
    broken = (*BROKEN, AttributeError) if dropped else BROKEN
    run = _Concrete(dropped)
    with running(run):
        try:
            claim.text(algebra, **arguments)
        except _FalseHypothesisError as false:
            return Discarded(false.label)
        except _FalseConclusionError as false:
            return Fails(false.label, false.values_)
        except broken as error:
            misstated = error if type(error) is TypeError else None
            return Fails(f"{type(error).__name__}: {error}", (), refused=True, misstated=misstated)
    return Holds(len(run.reached))


@dataclass(frozen=True)
class _Listing(OnNumbers):
    """The verbs of a run that lists the hypotheses it meets."""

    labels: dict[str, None]

    def assume(self, label: str, condition: bool) -> None:
        self.labels[label] = None


def hypotheses(claim: Claim, algebra: object, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """The labels of the hypotheses that the claim meets on `arguments`, in order."""
    listing = _Listing({})
    # A claim may break on arguments that its hypotheses exclude, or at a false conclusion, and
    # where nothing is in hand: none of them is asked for.
    broken = suppress(*BROKEN, AttributeError)
    with running(listing), broken:
        claim.text(algebra, **arguments)
    return tuple(listing.labels)
