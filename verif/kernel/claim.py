"""Claims: declared functions about layouts. Searches and provers run the same function."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from verif.kernel.contract import Contract, Promise, Text
from verif.kernel.errors import ClaimError
from verif.kernel.living import is_of_project
from verif.kernel.said import one_line
from verif.kernel.text import parameters_of
from verif.kernel.verbs import ensure
from verif.kernel.verdict import ALL, Outcome, Scope
from verif.language.form import Refusal, RefusedError

Arguments = Mapping[str, Any]
"""The arguments of a claim by name."""


class Domain(Protocol):
    """The range of one argument of a claim.

    `profiles` are the ranks and nestings that are tried one by one. The domain of a plain integer
    has one profile. For a proof at a fixed profile, `symbolic` builds the argument from unknown
    integers. For a proof for every rank, `lifted` builds the argument from lists of unknown length.
    """

    @property
    def profiles(self) -> tuple[Any, ...]: ...

    def describe(self, profile: Any) -> str | None:
        """The profile in the notation of a verdict's scope, such as `(*,*)`.

        The result is None for an argument without a rank.
        """
        ...

    def symbolic(self, fresh: Fresh, name: str, profile: Any, earlier: Arguments) -> Any: ...

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Any: ...

    def cited(self, fresh: Fresh, name: str, value: Any, earlier: Arguments) -> Any:
        """The argument that a cited claim gets in place of `value`, in a proof for every rank.

        The result is built like the argument that `lifted` builds, and is known to equal `value`.
        The method states by `assume` that `value` is in the domain. In the proof that cites the
        claim, this assumption becomes an obligation.
        """
        ...


@runtime_checkable
class Enumerated(Protocol):
    """A domain that also supplies concrete values, for the searches for counterexamples."""

    def enumerated(self, earlier: Arguments) -> Sequence[Any]:
        """The values to try, the least first. They may depend on the earlier arguments."""
        ...


class Fresh(Protocol):
    """The source of the unknowns from which domains build arguments."""

    def unknown(self, name: str, annotation: object) -> Any:
        """An unknown of the annotated type: an integer, or a list of unknown length."""
        ...

    def lift(self, item: Any) -> Any:
        """The lifted version of a function or module, which runs on lists of unknown length."""
        ...


def returns(*_: object) -> Promise:
    """The promise that is proved for each recursive definition: the function returns a value."""
    return Promise(lambda _: ensure("it returns", True))


@dataclass(frozen=True)
class Expectation:
    """The outcome that a claim must have, and the least scope that its verdict must cover."""

    outcome: Outcome
    scope: Scope | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        if not one_line(f"{self}{self.reason}") == f"{self}{self.reason}":
            raise ClaimError("an expectation and its reason must be one line each")

    def __str__(self) -> str:
        return str(self.outcome) if self.scope is None else f"{self.outcome} ({self.scope})"


def proved(ranks: str | tuple[str, ...] = ALL, integers: str | int = ALL) -> Expectation:
    """Expect a proof whose scope covers these ranks and integers."""
    return Expectation(Outcome.PROVED, Scope(ranks, integers))


EXPECT_PROOF = Expectation(Outcome.PROVED)
"""Expect a proof, whose scope follows from the domains of the claim."""

REFUTED = Expectation(Outcome.REFUTED)
"""Expect a counterexample."""


def unknown(reason: str) -> Expectation:
    """Expect the outcome UNKNOWN, for the given reason."""
    return Expectation(Outcome.UNKNOWN, reason=reason)


@dataclass(frozen=True)
class Claim:
    """A named statement about layouts.

    `text` is the function of the claim. Its parameters are the implementation under test and the
    arguments that `domains` names. `exhibits` are examples from the claim's source. Searches try
    the exhibits first. `bound` limits the exhaustive search. It consists of the largest sum of
    shapes and the largest sum of absolute strides.
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
        if any(type(text) is not str for text in said):
            raise ClaimError(f"{said!r}: `id`, `title`, `source` and `accuses` must be strings")
        if type(self.expect) is not Expectation:
            raise ClaimError(
                f'{self.id}: expect must be proved(), REFUTED or unknown("why"), which `verif`'
                f" defines, not {self.expect!r}"
            )
        if re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.:'-]*", self.id) is None:
            raise ClaimError(
                f"{self.id!r} is not a valid id: use ASCII letters, digits and _;"
                " the characters . : - ' may follow the first one"
            )
        if not all(map(str.isprintable, (self.title, self.source))):
            raise ClaimError(f"{self.id}: title and source must be one line each")
        if set(self.parameters) != set(self.domains):
            wanted, found = (", ".join(names) for names in (self.domains, self.parameters))
            raise ClaimError(
                f"{self.id}: after its first parameter, the claim must take ({wanted}), one"
                f" parameter for each domain; it takes ({found})"
            )
        self._require_earlier()
        # A proof is about these domains, so they must not change afterwards.
        object.__setattr__(self, "domains", MappingProxyType(dict(self.domains)))

    def _require_earlier(self) -> None:
        """Raise ClaimError if a domain such as Index("B") does not name an earlier argument."""
        names = tuple(self.domains)
        for k, (name, domain) in enumerate(self.domains.items()):
            for of in (getattr(domain, part, None) for part in ("of", "after")):
                if of is not None and of not in names[:k]:
                    kind, has = type(domain).__name__, ", ".join(names[:k]) or "none"
                    raise ClaimError(
                        f"{self.id}: {name}={kind}({of!r}) must name an argument before {name};"
                        f" the arguments before {name} are: {has}"
                    )

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments, in the order of the function's parameters."""
        return parameters_of(self.text)[1:]

    @cached_property
    def contract(self) -> Contract:
        """The contract by which proofs cite the claim. Its `block` is the claim's function."""
        return Contract(self.id, self.title, self.text, self.text, of=self)


def require_domains(claim: Claim, file: str, line: int) -> None:
    """Refuse a domain from outside the project: a proof over it would have no defined meaning."""
    for name, domain in claim.domains.items():
        kind = type(domain)
        if not (kind.__module__.startswith("verif.readings.") and is_of_project(kind)):
            what = f"{name} ranges over {kind.__name__}, which is not a domain"
            advice = "use Layouts, Shapes, Index or Integers, and `assume` the rest"
            raise RefusedError(Refusal(file, line, what, advice))


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
    """Declare the decorated function as a claim over the given domains."""

    def declare(text: Callable[..., None]) -> Claim:
        return Claim(id, title, source, expect, domains, text, exhibits, bound, accuses)

    return declare
