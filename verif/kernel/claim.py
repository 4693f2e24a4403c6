"""A claim: one declaration, run from one text by every engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Protocol, runtime_checkable

from verif.kernel.contract import Contract, Promise, Text
from verif.kernel.digits import of_any_length
from verif.kernel.errors import ClaimError
from verif.kernel.said import one_line
from verif.kernel.verdict import ALL, Outcome, Scope
from verif.language.written import parameters_of

Arguments = Mapping[str, Any]
"""The arguments of a claim by name."""


class Run(Protocol):
    """One run of a claim's text, concrete or symbolic."""

    def assume(self, label: str, condition: bool) -> None: ...

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None: ...

    def witness(self, x: int, y: int, quotient: int, remainder: int) -> None: ...

    def same(self, label: str, left: Any, right: Any) -> None: ...

    proves: ClassVar[bool]

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None: ...


class OnNumbers:
    """The common part of runs on numbers: nothing is proved, and no hint is needed."""

    proves: ClassVar[bool] = False

    def assume(self, label: str, condition: bool) -> None:
        """Any arguments will do."""

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        """Nothing is asked of them."""

    def same(self, label: str, left: Any, right: Any) -> None:
        self.ensure(label, left == right, (left, right))

    def witness(self, x: int, y: int, quotient: int, remainder: int) -> None:
        """Numbers are divided as they are."""

    def cite(self, cited: Citable, arguments: tuple[object, ...]) -> None:
        """Nothing is proved of numbers."""


_current: ContextVar[Run] = ContextVar("run")


@contextmanager
def running(run: Run) -> Generator[None]:
    """Make `run` the one that the verbs of a claim speak to."""
    token = _current.set(run)
    try:
        with of_any_length():
            yield
    finally:
        _current.reset(token)


def assume(label: str, condition: bool) -> None:
    """A hypothesis. Each has a label and can be dropped alone."""
    _current.get().assume(_one_line(label), _truth(label, condition))


def ensure(label: str, condition: bool) -> None:
    """A conclusion, which must follow from the hypotheses before it."""
    _current.get().ensure(_one_line(label), _truth(label, condition), ())


def _one_line(label: object) -> str:
    """The label. Raises ClaimError for one that would be more than a line where it is printed."""
    if not (type(label) is str and label.isprintable()):
        raise ClaimError(f"{label!r} is no label: a label is one line")
    return label


def _truth(label: str, condition: object) -> bool:
    """The condition. Raises ClaimError for a pair, a function, a text: to Python they are true."""
    if not isinstance(condition, bool):
        kind = type(condition).__name__
        raise ClaimError(f"{label!r} is given a {kind}, which is neither True nor False")
    return condition


def ensure_equal(label: str, left: object, right: object) -> None:
    """A conclusion that two values are equal; a counterexample shows both."""
    _current.get().ensure(_one_line(label), left == right, (left, right))


def same(label: str, left: Any, right: Any) -> None:
    """A conclusion that two lists have the same elements; a promise of it makes them one."""
    _current.get().same(_one_line(label), left, right)


def witness(x: int, y: int, quotient: int, remainder: int) -> None:
    """A hint to a proof: divmod(x, y) is this, which is shown before it is used."""
    _current.get().witness(x, y, quotient, remainder)


def unfold(function: Callable[..., object], *arguments: object) -> None:
    """Use the text of a function for this call, beside its contract; in proofs for every rank."""


def by(cited: Citable, *arguments: object) -> None:
    """Cite a lemma or a claim, itself or by its name, of these arguments.

    Where a claim is proved for every rank it owes what is assumed there and takes what is
    concluded. A claim is cited with its arguments in the order of its text, and is proved first,
    for every rank, too. A lemma cites none: it calls the lemmas that it uses.
    """
    _current.get().cite(cited, arguments)


def proving() -> bool:
    """Whether the text is being proved, so that hints to the proof are worth their time."""
    return _current.get().proves


def returns(*_: object) -> Promise:
    """The promise of a definition: that it has a value."""
    return Promise(lambda _: ensure("it returns", True))


def attempt(operation: Callable[..., Any], *arguments: object) -> Any:
    """The operation's result, or None where it rejects its arguments."""
    try:
        return operation(*arguments)
    except ValueError:
        return None


def accepted(*results: object) -> bool:
    """Whether no attempt was rejected."""
    return all(result is not None for result in results)


class Domain(Protocol):
    """The range of one argument of a claim.

    `profiles` are the forms that are tried one by one (ranks and nestings; one for a plain
    integer). The two symbolic readings build the argument from fresh integers, or from
    fresh lists of unknown length.
    """

    @property
    def profiles(self) -> tuple[Any, ...]: ...

    def describe(self, profile: Any) -> str | None:
        """The profile as a scope quotes it; None for what has no rank."""
        ...

    def symbolic(self, fresh: Fresh, name: str, profile: Any, earlier: Arguments) -> Any: ...

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Any: ...

    def cited(self, fresh: Fresh, name: str, value: Any, earlier: Arguments) -> Any:
        """An unknown of the lifted reading that is the value, of which it is assumed to be one."""
        ...


@runtime_checkable
class Enumerated(Protocol):
    """A domain that brings its own values to the searches, beside its symbolic readings."""

    def enumerated(self, earlier: Arguments) -> Sequence[Any]:
        """The values that are tried, least first, after these arguments."""
        ...


class Fresh(Protocol):
    """The source of the unknowns of a symbolic reading."""

    def unknown(self, name: str, annotation: object) -> Any:
        """An unknown of the annotated type: an integer, or a list of unknown length."""
        ...

    def lift(self, item: Any) -> Any:
        """A function or module, made to run on unknown lists."""
        ...


@dataclass(frozen=True)
class Expectation:
    """The outcome that is expected of a claim, and the scope at least."""

    outcome: Outcome
    scope: Scope | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        if not one_line(f"{self}{self.reason}") == f"{self}{self.reason}":
            raise ClaimError("what is expected, and why, is one line each")

    def __str__(self) -> str:
        return str(self.outcome) if self.scope is None else f"{self.outcome} ({self.scope})"


def proved(ranks: str | tuple[str, ...] = ALL, integers: str | int = ALL) -> Expectation:
    """Expect a proof that reaches at least so far."""
    return Expectation(Outcome.PROVED, Scope(ranks, integers))


EXPECT_PROOF = Expectation(Outcome.PROVED)
"""Expect a proof at whatever scope the domains give."""

REFUTED = Expectation(Outcome.REFUTED)
"""Expect a counterexample."""


def unknown(reason: str) -> Expectation:
    """Expect no answer, for the stated reason."""
    return Expectation(Outcome.UNKNOWN, reason=reason)


@dataclass(frozen=True)
class Claim:
    """A named statement over layouts.

    `text` takes the implementation under test and the arguments named in `domains`.
    `exhibits` are arguments that the source itself gives and that are tried first.
    `bound` is the largest sum of shapes, and of absolute strides, of the exhaustive search.
    """

    id: str
    title: str
    source: str
    expect: Expectation
    domains: Mapping[str, Domain]
    text: Callable[..., None] = field(compare=False)
    exhibits: tuple[Arguments, ...] = ()
    bound: tuple[int, int] | None = None
    accuses: str = "spec"

    def __post_init__(self) -> None:
        said = (self.id, self.title, self.source, self.accuses)
        if any(type(text) is not str for text in said) or type(self.expect) is not Expectation:
            raise ClaimError(f"{said!r}: these are texts themselves, and expect an Expectation")
        if re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.:'-]*", self.id) is None:
            raise ClaimError(f"{self.id!r} is no id: letters of ASCII, digits, then . : - ' too")
        if not all(map(str.isprintable, (self.title, self.source))):
            raise ClaimError(f"{self.id}: title and source are one line each")
        if set(self.parameters) != set(self.domains):
            raise ClaimError(
                f"{self.id}: the text takes {', '.join(self.parameters) or 'nothing'}, "
                f"domains are given for {', '.join(self.domains) or 'nothing'}"
            )

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments, in the order of the text."""
        return parameters_of(self.text)[1:]

    @cached_property
    def contract(self) -> Contract:
        """The claim as it is cited: its text is the block of what it assumes and concludes."""
        return Contract(self.id, self.title, self.text, self.text, of=self)


Citable = Claim | Text | str
"""A claim, a lemma, or the name of either."""


def claim(
    id: str,
    title: str,
    *,
    source: str,
    expect: Expectation = EXPECT_PROOF,
    exhibits: tuple[Arguments, ...] = (),
    bound: tuple[int, int] | None = None,
    accuses: str = "spec",
    **domains: Domain,
) -> Callable[[Callable[..., None]], Claim]:
    """Declare the decorated text as a claim over the given domains."""

    def declare(text: Callable[..., None]) -> Claim:
        return Claim(id, title, source, expect, domains, text, exhibits, bound, accuses)

    return declare
