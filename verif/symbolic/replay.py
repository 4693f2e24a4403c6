"""Replay: run code again along an explored path, with concrete values for its unknowns.

The values decide every fork, and these decisions must be the decisions of an explored path. The
solvers are not queried again: the exploration has recorded their answers. Every fact and conclusion
of the path must be true for the values. In a replay, the symbols for observations and calls have
the values that the real functions return.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol

from verif.kernel.claim import Domain, Fresh
from verif.kernel.errors import NotLiftableError, NoValueError, ReplayError
from verif.kernel.judge import Judge
from verif.kernel.obligation import Reply
from verif.kernel.verbs import OnNumbers, running
from verif.symbolic.exploration import Branch, Exploration
from verif.symbolic.notes import Real
from verif.symbolic.path import Path, PathClosed
from verif.symbolic.refusals import class_of
from verif.symbolic.terms import Literal, Polynomial
from verif.symbolic.valuation import Meaning, Valuation
from verif.symbolic.values import on_path

Case = Mapping[str, Any]
"""The arguments of the code, by name."""


class Inadmissible(PathClosed):
    """A hypothesis of the code is false for the arguments."""


Heard = tuple[str, bool, tuple[object, ...]]
"""A hypothesis or a conclusion.

The entries: "assumes" or "concludes", whether it is true, and the values that it compares.
"""


@dataclass(frozen=True)
class Hearing(OnNumbers):
    """A run of the code on numbers. The run records the code's assumptions and conclusions."""

    heard: list[Heard] = field(default_factory=list[Heard])

    def assume(self, label: str, condition: bool) -> None:
        self.heard.append(("assumes", bool(condition), ()))
        if not condition:
            raise Inadmissible

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        self.heard.append(("concludes", bool(condition), values))


@dataclass(frozen=True)
class _Source:
    """A source of unknowns for an argument.

    The source pairs each unknown with the corresponding part of the argument's concrete value.
    """

    path: Replay
    fresh: Fresh
    domain: Domain
    name: str
    value: Any

    def unknown(self, name: str, annotation: object) -> Any:
        unknown = self.fresh.unknown(name, annotation)
        meaning = self.path.valuation.meaning
        if meaning is None:
            raise ReplayError(f"{name} has no value")
        symbol = name.removeprefix(self.name)
        part = meaning.part(self.domain, self.value, symbol, annotation)
        self.path.introduce(unknown, lambda _: part)
        return unknown

    def lift(self, item: Any) -> Any:
        return self.fresh.lift(item)


@dataclass(frozen=True)
class _Raised:
    """Wraps an error that a function raised, since a function may also return an error."""

    error: Exception


@dataclass
class Replay(Path):
    """A run on numbers that follows an explored path. The numbers determine this path."""

    case: Case = field(default_factory=dict[str, Any])
    branch: Branch = field(default_factory=Branch)
    valuation: Valuation = field(default_factory=Valuation)
    held: list[tuple[str, Literal]] = field(default_factory=list[tuple[str, Literal]])
    heard: list[Heard] = field(default_factory=list[Heard])
    begun: bool = False

    def __post_init__(self) -> None:
        self.points = self.valuation

    def amiss(self, what: str) -> NoReturn:
        """Raise ReplayError with the message `what`.

        If a fact or a conclusion of this path is false, the message names this likely cause
        instead.
        """
        false = next(self._false(), what)
        self.fail(ReplayError(f"{self.subject}, replayed at {shown(self.case)}: {false}"))

    def require_truth(self) -> None:
        """Raise ReplayError unless all facts and conclusions of this path are true."""
        for false in self._false():
            self.amiss(false)

    def _false(self) -> Iterator[str]:
        """Describe each false fact or conclusion of this path."""
        known = [("fact", fact) for fact in self.facts]
        for atom, value in self.replaced.items():
            known.append(("fact", Literal("=", Polynomial.unknown(atom) - value)))
        for label, literal in self.held + known:
            if not self.valuation.truth(literal):
                yield f"{label} is false: {literal.text}"
        yield from self.valuation.disagreeing()

    def given(self, arguments: Mapping[str, Any]) -> None:
        for name, argument in arguments.items():
            self.introduce(argument, lambda _, name=name: self.case[name])
        self.begun = True

    def source(self, fresh: Fresh, domain: Domain, name: str, value: object = None) -> Fresh:
        given = self.case[name] if value is None else self.valuation.real(value)
        return _Source(self, fresh, domain, name, given)

    def introduce(self, unknown: Any, value: Callable[[Real], Any]) -> None:
        try:
            found = value(self.valuation.real)
        except NoValueError:
            raise
        except Exception as error:  # noqa: BLE001 - the path returns a value
            self.amiss(f"{type(error).__name__} for a value: {error}")
        if not self.valuation.match(unknown, found):
            self.amiss(f"the proof has {self._quoted(unknown)} where the value is {found!r}")

    def observe(
        self, symbol: str, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        super().observe(symbol, function, arguments)
        self.valuation.define(symbol, function, arguments)

    def read(
        self,
        function: Callable[..., Any],
        reading: Callable[..., Any],
        arguments: tuple[Any, ...],
    ) -> Any:
        """Return the result of the reading, after checking that it equals the function's result."""
        real = self._called(function, arguments)
        raised = real.error if isinstance(real, _Raised) else None
        heard, self.heard = self.heard, []
        try:
            found = reading(*arguments)
        except NoValueError:
            raise
        except Exception as error:
            if not (real is None or class_of(error) is type(raised)):
                value = real if raised is None else raised
                self.amiss(f"{function.__name__} is {value!r}, its reading raises {error!r}")
            raise
        finally:
            self.heard = heard
        if raised is not None:
            self.amiss(f"{function.__name__} is {raised!r}, its reading {self._quoted(found)}")
        if isinstance(real, Iterator) and isinstance(found, Iterator):
            return self._each(function, found, real)
        if real is not None and not self._agrees(found, real):
            self.amiss(f"{function.__name__} is {real!r}, its reading {self._quoted(found)}")
        return found

    def _agrees(self, found: Any, real: Any) -> bool:
        """Return whether a reading's result is the function's result.

        A function may return an error, for its caller to raise. Proofs depend only on the class of
        this error, so the messages may differ.
        """
        if isinstance(real, Exception):
            return type(found) is type(real)
        return self.valuation.match(found, real)

    def _each(
        self, function: Callable[..., Any], found: Iterator[Any], real: Iterator[Any]
    ) -> Iterator[Any]:
        """Yield the reading's elements on demand. Compare them with the function's elements."""
        ended = object()
        for one in found:
            other = next(real, ended)
            if other is ended or not self.valuation.match(one, other):
                self.amiss(
                    f"{function.__name__} yields another element than its reading, which yields"
                    f" {self._quoted(one)}"
                )
            yield one
        if next(real, ended) is not ended:
            self.amiss(f"{function.__name__} has more elements than its reading")

    def _quoted(self, item: Any) -> str:
        """Format the item's value for an error message."""
        try:
            return repr(self.valuation.real(item))
        except ReplayError:
            return f"a {type(item).__name__} without a value"

    def _called(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Return what the function returns or raises, or None if an argument has no value yet."""
        try:
            return function(*map(self.valuation.real, arguments))
        except NoValueError:
            return None
        except Exception as error:  # noqa: BLE001 - the reading must raise it, too
            return _Raised(error)

    def suppose(self, literal: Literal) -> None:
        if self.begun:
            truth = self.valuation.truth(literal)
            self.heard.append(("assumes", truth, ()))
            if not truth:
                raise Inadmissible
        self.assume(literal)

    def conclude(self, label: str, literal: Literal, values: tuple[object, ...] = ()) -> None:
        truth = self.valuation.truth(literal)
        self.heard.append(("concludes", truth, tuple(map(self.valuation.real, values))))
        super().conclude(label, literal, values)

    def alike(self, label: str, left: Any, right: Any) -> None:
        sides = self.valuation.real(left), self.valuation.real(right)
        self.heard.append(("concludes", sides[0] == sides[1], sides))
        if sides[0] != sides[1]:
            self.amiss(f"conclusion {label!r} is false: {sides[0]} and {sides[1]}")

    def _take(self, literal: Literal) -> bool:
        self.held.append(("fact", literal))
        return super()._take(literal)

    def ensure(self, label: str, literal: Literal) -> bool:
        self.held.append((f"conclusion {label!r}", literal))
        return super().ensure(label, literal)

    def close(self) -> NoReturn:
        self.amiss("the facts contradict each other on this path")

    def _fork(self, literal: Literal) -> bool:
        truth = self.valuation.truth(literal)
        self._follow(literal, truth)
        return truth

    def _step(self, literal: Literal, ask: Callable[[], Reply | bool]) -> Reply | bool:
        answer = next(iter(self.branch.after), None)
        if answer is None:
            self.amiss(f"no explored path decides {literal.text} here")
        if answer in (True, Reply.UNSAT):
            self.held.append(("what solvers showed", literal))
        self._follow(literal, answer)
        return answer

    def _follow(self, literal: Literal, answer: Reply | bool) -> None:
        if self.branch.asked != literal:
            asked = self.branch.asked
            self.amiss(
                f"the replay decides {literal.text}, but the exploration decides"
                f" {asked and asked.text}"
            )
        if answer not in self.branch.after:
            self.amiss(f"no explored path has the answer {answer} to {literal.text}")
        self.branch = self.branch.after[answer]
        self.steps.append((literal, answer))


@dataclass(frozen=True)
class Explored:
    """Code with its explored paths, and the cases at which the code is replayed."""

    subject: str
    text: Callable[[Path], None]
    exploration: Exploration
    cases: Iterable[Case] = ()
    meaning: Callable[[], Meaning] | None = None
    plainly: Callable[..., None] | None = None


def replay(judge: Judge, explored: Explored) -> int:
    """Replay the code at each case, and return how many replays reach a conclusion.

    Raises ReplayError if a run does not follow an explored path.
    """
    return sum(_concludes(judge, explored, case) for case in explored.cases)


def _concludes(judge: Judge, explored: Explored, case: Case) -> bool:
    valuation = Valuation(meaning=explored.meaning and explored.meaning())
    branch = explored.exploration.root
    path = Replay(judge, explored.subject, case=case, branch=branch, valuation=valuation)
    NotLiftableError.raised = None
    try:
        with on_path(path):
            explored.text(path)
    except NoValueError:
        return False
    except Inadmissible:
        admitted = False
    except NotLiftableError as error:
        path.amiss(str(error))
    except ReplayError:
        raise
    except Exception as error:  # noqa: BLE001 - the path raises no error
        path.amiss(f"{type(error).__name__}: {error}")
    else:
        admitted = True
    caught = path.broken or NotLiftableError.raised
    if caught is not None:
        path.amiss(f"{type(caught).__name__}: {caught}")
    path.require_truth()
    if admitted and not path.branch.ends:
        path.amiss("the replay ends where no explored path ends")
    if explored.plainly is not None:
        compare(path, explored.plainly)
    return admitted and path.goals > 0


class Replayed(Protocol):
    """A run of code along a path: the code's arguments, assumptions and conclusions."""

    case: Case
    heard: list[Heard]

    def amiss(self, what: str) -> NoReturn: ...


def compare(path: Replayed, plainly: Callable[..., None]) -> None:
    """Raise ReplayError unless a plain run has the same assumptions and conclusions."""
    hearing = Hearing()
    try:
        with running(hearing), suppress(Inadmissible):
            plainly(**path.case)
    except Exception as error:  # noqa: BLE001 - the replay raised no error
        path.amiss(f"the plain run raises {type(error).__name__}: {error}")
    if len(path.heard) != len(hearing.heard):
        path.amiss(
            f"the replay has {len(path.heard)} assumptions and conclusions,"
            f" but the plain run has {len(hearing.heard)}"
        )
    for one, plain in zip(path.heard, hearing.heard, strict=True):
        if one[:2] != plain[:2] or not all(map(_alike, one[2], plain[2])):
            path.amiss(f"the replay {one[0]} {one[1:]}, but the plain run {plain[0]} {plain[1:]}")


def _alike(one: object, plain: object) -> bool:
    """Return whether two values are equal.

    If the plain run's value is neither an integer nor a tuple, return True without comparing.
    """
    return not isinstance(plain, int | tuple) or one == plain


def shown(case: Case) -> str:
    """Format the arguments for an error message."""
    return ", ".join(f"{name} = {value}" for name, value in case.items())
