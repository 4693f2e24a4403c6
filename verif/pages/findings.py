"""The pages of findings, in Markdown: the same bytes for the same findings."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from verif.kernel.claim import Claim
from verif.kernel.verdict import Counterexample
from verif.pages.rendering import rendered
from verif.pages.upstream import RootCause


@dataclass(frozen=True)
class Replay:
    """Python that shows a counterexample on an implementation, and what it prints."""

    implementation: str
    code: str
    prints: str


@dataclass(frozen=True)
class RefutedClaim:
    """A false claim, where it fails, all its arguments there, and how to see that."""

    claim: Claim
    found: Counterexample
    arguments: Mapping[str, str]
    replays: tuple[Replay, ...]


class UpstreamDeviation(Protocol):
    """One cause of wrong answers of an implementation, as `verif.upstream` states it."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def case(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def truth(self) -> str: ...
    @property
    def command(self) -> str: ...
    @property
    def prints(self) -> str: ...


def claim_page(refuted: RefutedClaim) -> str:
    """The page of a claim that is false."""
    return rendered(
        "claim.md.jinja",
        claim=refuted.claim,
        found=refuted.found,
        arguments=refuted.arguments,
        replays=refuted.replays,
        text=inspect.cleandoc(inspect.getsource(refuted.claim.text)),
    )


def deviation_page(deviation: UpstreamDeviation, implementation: str) -> str:
    """The page of a deviation."""
    return rendered("deviation.md.jinja", deviation=deviation, implementation=implementation)


def index_page(
    claims: Sequence[RefutedClaim],
    deviations: Sequence[UpstreamDeviation],
    implementation: str,
    causes: Sequence[RootCause] = (),
) -> str:
    """The list of all findings, one line each; root causes by implementation, with versions."""
    names = dict.fromkeys(shown.implementation for cause in causes for shown in cause.shown)
    by_name = {
        name: [(c, s) for c in causes for s in c.shown if s.implementation == name]
        for name in names
    }
    return rendered(
        "index.md.jinja",
        claims=claims,
        deviations=deviations,
        implementation=implementation,
        causes=by_name,
    )
