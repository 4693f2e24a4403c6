"""A claim run on concrete arguments: it holds, its hypotheses do not, or it fails."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from verif.kernel.claim import Citable, Claim, running

BROKEN = (ValueError, ArithmeticError, AssertionError, TypeError, LookupError)
"""The errors of an operation that refuses its arguments, or breaks on them."""


@dataclass(frozen=True)
class Holds:
    """Every hypothesis and every conclusion is true."""


@dataclass(frozen=True)
class Discarded:
    """A hypothesis is false."""

    label: str


@dataclass(frozen=True)
class Fails:
    """Every hypothesis is true and a conclusion is not; its two sides, if it has them.

    `refused` says that an operation refuses what the hypotheses admit.
    """

    label: str
    values: tuple[object, ...]
    refused: bool = False


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
class _Concrete:
    """The verbs on concrete values; hypotheses labelled in `dropped` are not asked for."""

    proves: ClassVar[bool] = False
    dropped: frozenset[str]

    def assume(self, label: str, condition: bool) -> None:
        if not condition and label not in self.dropped:
            raise _FalseHypothesisError(label)

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        if not condition:
            raise _FalseConclusionError(label, values)

    def witness(self, x: int, y: int, quotient: int, remainder: int) -> None:
        """Concrete division needs no hint."""

    def same(self, label: str, left: Any, right: Any) -> None:
        self.ensure(label, left == right, (left, right))

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
        """Nothing is proved of concrete values."""


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
    with running(_Concrete(dropped)):
        try:
            claim.text(algebra, **arguments)
        except _FalseHypothesisError as false:
            return Discarded(false.label)
        except _FalseConclusionError as false:
            return Fails(false.label, false.values_)
        except broken as error:
            return Fails(f"{type(error).__name__}: {error}", (), refused=True)
    return Holds()


@dataclass(frozen=True)
class _Listing:
    """The verbs of a run that lists the hypotheses it meets."""

    proves: ClassVar[bool] = False
    labels: dict[str, None]

    def assume(self, label: str, condition: bool) -> None:
        self.labels[label] = None

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        """Conclusions are not what is listed."""

    def witness(self, x: int, y: int, quotient: int, remainder: int) -> None:
        """Concrete division needs no hint."""

    def same(self, label: str, left: Any, right: Any) -> None:
        self.ensure(label, left == right, (left, right))

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
        """Nothing is proved of concrete values."""


def hypotheses(claim: Claim, algebra: object, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """The labels of the hypotheses that the claim meets on `arguments`, in order."""
    listing = _Listing({})
    # A claim may break on arguments that its hypotheses exclude, or at a false conclusion.
    broken = suppress(*BROKEN)
    with running(listing), broken:
        claim.text(algebra, **arguments)
    return tuple(listing.labels)
