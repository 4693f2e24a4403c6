"""Statements for all sizes, proved as claims.

The function of a statement is proved like a claim: the judge (verif/kernel/judge.py) discharges the
proof obligations, and the paths are run again on concrete numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import spec
from spec.bridges import NoLayoutError
from spec.named import InexactError
from verif.deciding.proofs import judge
from verif.deciding.proving import CONCRETE, foundations
from verif.kernel.claim import EXPECT_PROOF, Claim
from verif.kernel.judge import Theorem
from verif.kernel.text import Written
from verif.kernel.verbs import OnNumbers, running
from verif.readings.meaning import Meaning
from verif.readings.numbers import Integers
from verif.sizes.divisions import advice
from verif.sizes.file import ID, SOURCE, text_of
from verif.sizes.names import Sizes
from verif.sizes.sampled import Point
from verif.sizes.statement import Statement
from verif.sizes.terms import UNREADABLE, NoSizesError, NotForAllSizesError, only_at_numbers
from verif.symbolic.claims import (
    NOT_REFUSED,
    Concrete,
    explore_profile,
    prove_at_every_rank,
    prove_at_profiles,
)
from verif.symbolic.induction import UnprovedError

SECONDS: Final = 600.0
"""The limit in processor seconds for one statement's paths. Known statements need far less."""

WITHOUT_ANSWER: Final[Mapping[str, str]] = {
    NoLayoutError.__name__: "an array may not be a layout at some sizes",
}
"""What an error in a proof means in words, by the name of the error's class."""

ENDLESS: Final = "the depth of a recursion must not depend on an unknown size"

REPLAYED: Final = 8
"""The number of sizes at which a proof is run again on numbers."""

TRIED: Final = 6
"""The number of runs on random numbers at each tested size, in search of a false conclusion."""

NATURALS: Final = (0, 1, 2, 3, 5, 8, 13, 64, 100, 127, 128, 1000, 5000)
"""If a statement quantifies over natural numbers, they are drawn at random from these values."""

Prove = Callable[[Claim, Concrete], Theorem]


@dataclass(frozen=True)
class Proved:
    """A theorem, and the text of the file that contains its claim."""

    theorem: Theorem
    text: str


class UnprovedStatementError(Exception):
    """A statement was not proved. `points` yields sizes at which it may fail."""

    def __init__(self, statement: Statement, why: UnprovedError) -> None:
        super().__init__(str(why))
        self.statement = statement
        self.why = why

    @property
    def open(self) -> str:
        """The labels of the unproved conclusions."""
        sizes = self.statement.sizes
        labels = [_readable(f.label, sizes) for e in self.why.explorations for f in e.failures]
        return ", ".join(dict.fromkeys(labels)) or "not all paths were explored"

    def points(self) -> Iterable[Point]:
        """Yield sizes at which a conclusion fails, according to the solvers."""
        for exploration in self.why.explorations:
            for failure in exploration.failures:
                model = failure.model()
                if model is not None:
                    yield self.statement.point(model)


def prove(
    statement: Statement,
    points: Sequence[Point],
    tried: Sequence[Point],
    by: Prove,
) -> Proved:
    """Prove a statement, and run its paths again on concrete numbers at some of the points.

    Errors: UnprovedStatementError if the statement is not proved; NotForAllSizesError if an
    operation cannot run on unknowns; and the errors of the runs on concrete numbers.
    """
    claim = claim_of(statement)

    def cases(one: Claim, chosen: Mapping[str, Any] | None) -> Iterable[Mapping[str, Any]]:
        if one is not claim:
            return CONCRETE.cases(one, chosen)
        return map(statement.arguments, spread(points))

    try:
        theorem = by(claim, Concrete(cases, Meaning))
    except UnprovedError as resisted:
        raise UnprovedStatementError(statement, resisted) from None
    except RecursionError:
        raise NotForAllSizesError(f"{statement.title}: {ENDLESS}") from None
    except UNREADABLE as error:
        raise only_at_numbers(statement.title, error) from None
    return Proved(theorem, text_of(statement, tried[:2]))


def _readable(label: str, sizes: Sizes) -> str:
    """Return the label of an unproved conclusion. Say in words that an error may be raised.

    >>> _readable("the offset is below n", Sizes({}))
    'the offset is below n'
    >>> _readable("not refused: NoLayoutError", Sizes({}))
    'an array may not be a layout at some sizes'
    """
    error = label.removeprefix(NOT_REFUSED)
    if error == label:
        return label
    if error == InexactError.__name__:
        return advice(sizes)
    return WITHOUT_ANSWER.get(error, f"an operation may raise {error} at some sizes")


class _WrongError(Exception):
    """A conclusion is false."""


class _IdleError(Exception):
    """A hypothesis is false at the numbers of a run, so the run concludes nothing."""


class _Judging(OnNumbers):
    """A run on numbers that stops at the first false hypothesis or conclusion."""

    def assume(self, label: str, condition: bool) -> None:
        if not condition:
            raise _IdleError

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        if not condition:
            raise _WrongError(label)


def is_wrong_somewhere(statement: Statement, points: Sequence[Point]) -> bool:
    """Return whether a run at some of the points finds a false conclusion of the statement."""
    drawn = random.Random(0)
    called = claim_of(statement).text
    for point in spread(points):
        for _ in range(TRIED):
            unknowns = {name: drawn.choice(NATURALS) for name in statement.naturals}
            try:
                with running(_Judging()):
                    called(None, **statement.arguments({**point, **unknowns}))
            except _WrongError:
                return True
            except Exception:  # noqa: BLE001 - the proof reports errors of the statement
                continue
    return False


def claim_of(statement: Statement) -> Claim:
    """Return the statement as a claim. The code of the claim is the statement's function."""
    lows = statement.lows
    text = Written(statement.function, {**dict.fromkeys(lows, int), "return": type(None)})
    domains = {name: Integers(low) for name, low in lows.items()}
    return Claim(ID, statement.title, SOURCE, EXPECT_PROOF, domains, text)


def at_profile(claim: Claim, concrete: Concrete) -> Theorem:
    """Prove a claim that has only integer arguments, so only one profile. Raises UnprovedError."""
    chosen = dict.fromkeys(claim.domains)
    explored = explore_profile(judge(), claim, spec, chosen, SECONDS, concrete)
    theorem = prove_at_profiles(judge(), claim, (explored,))
    if theorem.replays == 0:
        raise NoSizesError
    return theorem


def at_every_rank(claim: Claim, concrete: Concrete) -> Theorem:
    """Prove a claim that is about integers and cites lemmas. Raises UnprovedError."""
    theorem = prove_at_every_rank(judge(), claim, spec, foundations(), SECONDS, (), concrete)
    if theorem.replays == 0:
        raise NoSizesError
    return theorem


def spread(points: Sequence[Point]) -> list[Point]:
    """Select evenly spaced points, including the first and the last."""
    last = len(points) - 1
    places = {round(last * k / (REPLAYED - 1)) for k in range(REPLAYED)} if points else set[int]()
    return [points[k] for k in sorted(places)]
