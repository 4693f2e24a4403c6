"""The steps of a proof on one path, in Gallina, such as case splits, citations and facts."""

from __future__ import annotations

from dataclasses import dataclass, field

from verif.kernel.obligation import Obligation


@dataclass(frozen=True)
class Split:
    """A case split: a list is empty, or has a head and a tail. `head` is an intro pattern."""

    whole: str
    head: str
    tail: str
    empty: bool


@dataclass(frozen=True)
class Case:
    """A fork of a path: the propositions of the two cases, and which case the path takes."""

    holds: str
    fails: str
    taken: bool


@dataclass(frozen=True)
class Shown:
    """A fact that the path's other facts imply.

    Two steps with the same proposition are equal. `obligation` is the solver's proof task.
    """

    proposition: str
    facts: tuple[str, ...] = field(compare=False)
    obligation: Obligation = field(compare=False)


@dataclass(frozen=True)
class Euclid:
    """A division whose quotient and remainder get names."""

    dividend: str
    divisor: str
    quotient: str
    remainder: str


@dataclass(frozen=True)
class Digits:
    """A division whose quotient and remainder are known terms, which need no names."""

    dividend: str
    divisor: str
    quotient: str
    remainder: str


@dataclass(frozen=True)
class Halved:
    """A division by 2. The dividend is a power of two, an XOR or an AND."""

    dividend: str
    quotient: str
    remainder: str


@dataclass(frozen=True)
class Natural:
    """A lower bound: a power of two is at least 1, and an XOR or an AND is at least 0."""

    proposition: str


@dataclass(frozen=True)
class EqualBits:
    """An equation between a bit operation and a term that has the same bits."""

    proposition: str


@dataclass(frozen=True)
class Cited:
    """An instance of a contract, or of the induction hypothesis.

    The instances on a path are numbered from 1, and `number` is the number of this instance. An
    instance that is only about the condition under which a call is accepted has the number 0. If
    the result of the contract's function is a new unknown, `named` is the name of this unknown, and
    `call` is the term that it stands for. For a tuple of new unknowns, `named` is an intro pattern.
    """

    number: int
    contract: str
    arguments: tuple[str, ...]
    hypothesis: bool
    named: str
    call: str


@dataclass(frozen=True)
class Unfolded:
    """The value of a call, as the body of the called function computes it.

    `function` is the name under which the function is printed. `named` is the name that the call
    has on the path, or "".
    """

    function: str
    call: str
    value: str
    named: str


@dataclass(frozen=True)
class Law:
    """A use of a cited contract's law for an observation, such as `value(result, x)`.

    The law is applied to `arguments`. `number` is the number of the step that cites the contract.
    """

    number: int
    observation: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Given:
    """The arguments of a law's observation except the result, such as x in `value(result, x)`."""

    patterns: tuple[str, ...]


@dataclass(frozen=True)
class Assumed:
    """A hypothesis in the code of a claim. The hypotheses on a path are numbered from 1."""

    number: int


@dataclass(frozen=True)
class Impossible:
    """The facts of the path contradict each other."""


Step = (
    Split
    | Case
    | Shown
    | Euclid
    | Digits
    | Halved
    | Natural
    | EqualBits
    | Cited
    | Unfolded
    | Law
    | Given
    | Assumed
    | Impossible
)
