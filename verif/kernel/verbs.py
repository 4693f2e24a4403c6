"""The verbs of claims, such as `assume` and `ensure`. The current run decides what a verb does."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, Final, Protocol

from verif.kernel.constructors import is_a
from verif.kernel.digits import of_any_length
from verif.kernel.errors import ClaimError


class Run(Protocol):
    """A concrete or symbolic run of a claim's function."""

    def assume(self, label: str, condition: bool) -> None: ...

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None: ...

    def witness(self, x: int, y: int, quotient: int, remainder: int) -> None: ...

    def same(self, label: str, left: Any, right: Any) -> None: ...

    proves: ClassVar[bool]

    def cite(self, cited: Any, arguments: tuple[object, ...]) -> None: ...


class OnNumbers:
    """The base class of runs on numbers, which prove nothing and ignore hints."""

    proves: ClassVar[bool] = False

    def assume(self, label: str, condition: bool) -> None:
        """Do nothing: no hypothesis is checked."""

    def ensure(self, label: str, condition: bool, values: tuple[object, ...]) -> None:
        """Do nothing: no conclusion is checked."""

    def same(self, label: str, left: Any, right: Any) -> None:
        self.ensure(label, left == right, (left, right))

    def witness(self, x: int, y: int, quotient: int, remainder: int) -> None:
        """Ignore the hint: on numbers, Python itself divides x by y."""

    def cite(self, cited: Any, arguments: tuple[object, ...]) -> None:
        """Ignore the citation: nothing is proved about numbers."""


_current: ContextVar[Run] = ContextVar("run")


@contextmanager
def running(run: Run) -> Generator[None]:
    """Make `run` the run to which the verbs of a claim apply."""
    token = _current.set(run)
    try:
        with of_any_length():
            yield
    finally:
        _current.reset(token)


def assume(label: str, condition: bool) -> None:
    """State a hypothesis. Each hypothesis has a label and can be dropped separately."""
    _current.get().assume(_one_line(label), _truth(label, condition))


def ensure(label: str, condition: bool) -> None:
    """State a conclusion, which must follow from the hypotheses before it."""
    _current.get().ensure(_one_line(label), _truth(label, condition), ())


def _one_line(label: object) -> str:
    """Return the label, or raise ClaimError if it would print as more than one line."""
    if not (type(label) is str and label.isprintable()):
        raise ClaimError(f"a label must be one line of text, not {label!r}")
    return label


def _truth(label: str, condition: Any) -> bool:
    """Return the condition.

    Raise ClaimError if the condition is not a bool: a pair, for example, would always be true.
    """
    if not is_a(condition, bool):
        kind = type(condition).__name__
        raise ClaimError(f"the condition of {label!r} must be True or False, not a {kind}")
    return condition


def ensure_equal(label: str, left: object, right: object) -> None:
    """State the conclusion that two values are equal; a counterexample shows the two values."""
    ensure_compared(label, left == right, (left, right))


def ensure_compared(label: str, condition: bool, sides: tuple[object, ...]) -> None:
    """State the conclusion that a comparison of two values is true."""
    _current.get().ensure(_one_line(label), condition, sides)


def same(label: str, left: Any, right: Any) -> None:
    """State that two lists have the same elements.

    If a contract promises this, a proof that calls the contract's function merges the two lists.
    """
    _current.get().same(_one_line(label), left, right)


def witness(x: int, y: int, quotient: int, remainder: int) -> None:
    """Give the proof a hint: divmod(x, y) equals (quotient, remainder).

    The hint is proved before it is used.
    """
    _current.get().witness(x, y, quotient, remainder)


def unfold(function: Callable[..., object], *arguments: object) -> None:
    """In proofs for every rank, use the function's body for this call, not only its contract."""


def by(cited: Any, *arguments: object) -> None:
    """Cite a lemma or a claim, given as an object or by name, for these arguments.

    In a proof for every rank, the cited assumptions become obligations and the cited conclusions
    become facts. A claim is cited with its arguments in order, and is proved first, for every rank.
    Lemmas do not use `by`: they call the lemmas that they need.
    """
    _current.get().cite(cited, arguments)


def proving() -> bool:
    """Whether this run is part of a proof. Hints for the proof are useful only then."""
    return _current.get().proves


def attempt(operation: Callable[..., Any], *arguments: object) -> Any:
    """The operation's result, or None if it rejects its arguments."""
    try:
        return operation(*arguments)
    except ValueError:
        return None


def accepted(*results: object) -> bool:
    """Whether every attempt succeeded: no result is None."""
    return all(result is not None for result in results)


ON_NUMBERS: Final[Mapping[str, Callable[..., Any]]] = {
    verb.__name__: verb
    for verb in (
        *(assume, ensure, ensure_equal, same, witness, unfold, by, proving),
        *(attempt, accepted),
    )
}
"""Maps a name to its verb, for code that runs on numbers."""
