"""Running a claim on concrete arguments: it holds, a hypothesis is false, or it fails."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from verif.kernel.claim import Claim
from verif.kernel.verbs import OnNumbers, running

BROKEN = (ValueError, ArithmeticError, AssertionError, TypeError, LookupError)
"""The errors of an operation that refuses its arguments or crashes on them."""


@dataclass(frozen=True)
class Holds:
    """Every hypothesis and every conclusion is true. `conclusions` counts those reached."""

    conclusions: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Discarded:
    """A hypothesis is false."""

    label: str


@dataclass(frozen=True)
class Fails:
    """Every hypothesis is true and a conclusion is false. `values` are the two sides, if any.

    `refused` means that an operation refuses arguments that the hypotheses admit. `misstated` is
    the TypeError of a text that Python cannot execute; the algebra itself never raises one.
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
    """The verbs on concrete values. Hypotheses with a label in `dropped` are ignored."""

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
    """Run the claim on `arguments`, with `algebra` as the implementation under test.

    The claim fails if an operation refuses arguments that the hypotheses admit. If the hypothesis
    that an operation accepts its arguments is dropped, the text continues with None, and the
    AttributeError that this causes counts as a failure, too.
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
    """A run that lists the hypotheses it meets."""

    labels: dict[str, None]

    def assume(self, label: str, condition: bool) -> None:
        self.labels[label] = None


def hypotheses(claim: Claim, algebra: object, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the labels of the hypotheses that the claim meets on `arguments`, in order."""
    listing = _Listing({})
    # The run ignores every hypothesis, so it may fail on excluded arguments, at a false conclusion,
    # or on None.
    broken = suppress(*BROKEN, AttributeError)
    with running(listing), broken:
        claim.text(algebra, **arguments)
    return tuple(listing.labels)
