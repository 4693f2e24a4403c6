"""Run a claim on concrete arguments: the claim holds, a hypothesis is false, or the claim fails.

The claim may name some arguments as its exhibits, which are tried first.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from spec.int_tuple import IntTuple, flatten, format_int_tuple, unflatten
from spec.layout import Layout
from verif.kernel.claim import Arguments, Claim, Domain
from verif.kernel.errors import ClaimError
from verif.kernel.verbs import OnNumbers, running
from verif.readings.arrays import XlaShapes
from verif.readings.domains import Layouts, Refinements, Shapes, shape_of
from verif.readings.meaning import Meaning

BROKEN = (ValueError, ArithmeticError, AssertionError, TypeError, LookupError)
"""The errors of an operation that refuses its arguments or crashes on them."""


@dataclass(frozen=True)
class Holds:
    """All hypotheses and conclusions that the claim reached are true.

    `conclusions` counts these conclusions.
    """

    conclusions: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Discarded:
    """A hypothesis is false."""

    label: str


@dataclass(frozen=True)
class Fails:
    """All hypotheses are true, but a conclusion is false or the code raises an error.

    `values` are the two sides of the false conclusion, if it compares two values. `refused` means
    that the code raises an error, although the hypotheses admit the arguments. `misstated` is the
    raised error if it is a TypeError. Then the claim's code is wrong, because the algebra itself
    never raises a TypeError.
    """

    label: str
    values: tuple[object, ...]
    refused: bool = False
    misstated: TypeError | None = field(default=None, compare=False, repr=False)


Result = Holds | Discarded | Fails


def concludes(result: Result) -> bool:
    """Return whether the claim holds and reaches at least one conclusion."""
    return isinstance(result, Holds) and result.conclusions > 0


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
    """A run of a claim on concrete values. False hypotheses in `dropped` are ignored."""

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

    The claim fails if an operation refuses arguments that the hypotheses admit. A hypothesis in
    `dropped` may say that an operation accepts its arguments. If this hypothesis is ignored, the
    claim's code may continue with None as the operation's result. An AttributeError that this None
    causes also counts as a failure.
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
    """A run that lists the labels of all reached hypotheses, both true and false ones."""

    labels: dict[str, None]

    def assume(self, label: str, condition: bool) -> None:
        self.labels[label] = None


def hypotheses(claim: Claim, algebra: object, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the labels of all hypotheses that the claim reaches, both true and false ones."""
    listing = _Listing({})
    # The run ignores every hypothesis, so it may end at a refused call, at a false conclusion, or
    # at an operation on None.
    broken = suppress(*BROKEN, AttributeError)
    with running(listing), broken:
        claim.text(algebra, **arguments)
    return tuple(listing.labels)


def texts(arguments: Mapping[str, object]) -> dict[str, str]:
    """Return the arguments' texts by name.

    >>> texts({"A": Layout(4, 2), "i": 3})
    {'A': '4:2', 'i': '3'}
    """
    return {name: text(value) for name, value in arguments.items()}


def text(value: object) -> str:
    """Return the text of a value, with layouts and tuples in CuTe's notation.

    >>> text((4, (2, 2))), text(True)
    ('(4,(2,2))', 'True')
    """
    if isinstance(value, Layout):
        return str(value)
    if isinstance(value, tuple | int) and not isinstance(value, bool):
        entry: IntTuple = value
        return format_int_tuple(entry)
    return str(value)


@dataclass(frozen=True)
class _Parts(OnNumbers):
    """A run of a domain's code on a given value. Each unknown is replaced by a part of the value.

    If an assumption of the domain is false for the value, the run raises LookupError.
    """

    domain: Domain
    name: str
    value: Any

    def unknown(self, name: str, annotation: object) -> Any:
        symbol = name.removeprefix(self.name)
        part = Meaning().part(self.domain, self.value, symbol, annotation)
        if annotation is int and not isinstance(part, int):
            raise TypeError(f"{name} is not an integer")
        return part

    def lift(self, item: Any) -> Any:
        return item

    def assume(self, label: str, condition: bool) -> None:
        if not condition:
            raise LookupError(label)


def exhibited(claim: Claim) -> tuple[Arguments, ...]:
    """Return the exhibits of the claim.

    Raises ClaimError if an exhibit is outside the domains, because a failure at such arguments
    would not refute the claim.
    """
    for arguments in claim.exhibits:
        if arguments.keys() != claim.domains.keys():
            named = ", ".join(arguments) or "nothing"
            raise ClaimError(
                f"{claim.id}: an exhibit gives {named},"
                f" but the claim takes {', '.join(claim.domains)}"
            )
        for name, domain in claim.domains.items():
            if not _is_of(domain, name, arguments):
                kind = type(domain).__name__
                raise ClaimError(
                    f"{claim.id}: the exhibit {name} = {arguments[name]} is outside its domain"
                    f" {kind}"
                )
    return claim.exhibits


def _is_of(domain: Domain, name: str, arguments: Arguments) -> bool:
    """Return whether the domain contains the argument.

    The domain builds a value from the argument's parts, and this value must equal the argument.
    """
    parts = _Parts(domain, name, arguments[name])
    try:
        with running(parts):
            if isinstance(domain, Refinements):
                return domain.lifted(parts, name, arguments) == parts.value
            profile = _profile(domain, parts.value)
            made = domain.symbolic(parts, name, profile, arguments)
    except Exception:  # noqa: BLE001 - the domain rejects it
        return False
    return profile in domain.profiles and bool(made == parts.value)


def _profile(domain: Domain, value: Any) -> Any:
    """Return the profile of a value. The values of some domains have no modes: one profile."""
    if isinstance(domain, Layouts | Shapes):
        return _zeros(shape_of(value))
    if isinstance(domain, XlaShapes):
        return tuple(map(_zeros, (value.dims, *value.sides)))
    return domain.profiles[0]


def _zeros(shape: IntTuple) -> IntTuple:
    return unflatten((0,) * len(flatten(shape)), shape)
