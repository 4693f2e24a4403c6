"""The committed findings, in Markdown: false claims, and faults of implementations."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from spec.notation import parse_expression
from spec.parser import Literal
from spec.xla import XlaShape
from verif.claims.catalogue import catalogue
from verif.deciding.decided import CLAIM_SECONDS, Decided
from verif.deciding.selection import selected
from verif.deciding.workers import decide_all
from verif.finding.judged import Judged, Upstream, judged, judged_swizzles
from verif.kernel.claim import Claim
from verif.kernel.text import source_of
from verif.kernel.verdict import Counterexample, Outcome
from verif.oracle.history import RootCause, Shown, baselines, faults_over_versions, root_causes
from verif.oracle.published import Fault, Published, published
from verif.oracle.reproduction import language
from verif.pages.files import write_whole
from verif.pages.rendering import rendered
from verif.processes.pool import cores
from verif.search.concrete import run_concretely
from verif.upstream.named import named

FOLDER: Final = Path("reports/findings")
INDEX: Final = Path("FINDINGS.md")

ACCESS: Final[Mapping[str, tuple[str, str]]] = {
    "spec": ("from verif.upstream.in_process import SPEC", "SPEC"),
    "pycute": ("from verif.upstream.pycute import pycute", "pycute()"),
    "cute-cpp": ("from verif.upstream.recorded import RECORDED", "RECORDED"),
}
"""For each implementation, the import and the expression that a reproduction uses."""

REPRODUCTION: Final = """\
from spec import {types}
from verif.claims.catalogue import catalogue
from verif.search.concrete import run_concretely
{imports}

claim = next(claim for claim in catalogue() if claim.id == {id!r})
print(run_concretely(claim, {implementation}.algebra, {arguments!r}))"""


@dataclass(frozen=True)
class Replay:
    """Python code that shows a counterexample on an implementation, and the code's output."""

    implementation: str
    code: str
    prints: str


@dataclass(frozen=True)
class RefutedClaim:
    """A false claim, its counterexample with all arguments, and how to reproduce the failure."""

    claim: Claim
    found: Counterexample
    arguments: Mapping[str, str]
    replays: tuple[Replay, ...]


def write_findings(decided: Sequence[Decided], root: Path) -> None:
    """Write the findings below `root`, and remove outdated ones."""
    texts = pages(decided)
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        write_whole(root / path, text.encode())
    for path in (root / FOLDER).glob("*.md"):
        if FOLDER / path.name not in texts:
            path.unlink()


def false_claims() -> tuple[Decided, ...]:
    """Decide the claims of the catalogue that are expected to be false."""
    names = [claim.id for claim in catalogue() if claim.expect.outcome is Outcome.REFUTED]
    return decide_all(selected(names), cores(), CLAIM_SECONDS)


def pages(decided: Sequence[Decided]) -> dict[Path, str]:
    """Return the text of every file of findings, by path. The texts depend only on the findings."""
    refuted = [refuted_claim(d) for d in decided if d.verdict.outcome is Outcome.REFUTED]
    found, causes, spans = published(), root_causes(baselines()), _spans()
    return (
        {FOLDER / f"{r.claim.id}.md": _claim_page(r) for r in refuted}
        | {
            FOLDER / f"{f.id}.md": _fault_page(f, one, causes, spans.get(f.id))
            for one in found
            for f in one.faults
        }
        | {FOLDER / f"{one.id}.md": _judged_page(one, of) for of in judged() for one in of.faults}
        | {INDEX: _index_page(refuted, found, spans)}
    )


@dataclass(frozen=True)
class Span:
    """The versions that have a fault, and the two or more versions that were checked for the fault.

    `first` is the version that introduced the fault. It is empty if the oldest checked version
    already has the fault.
    """

    versions: str
    checked: str
    first: str


def _spans() -> dict[str, Span]:
    """Map the id of each fault to the versions that have the fault.

    Leave out faults that were checked in only one version.
    """
    return {
        one.site.id: Span(
            of.span(one),
            f"{', '.join(of.versions[:-1])} and {of.versions[-1]}",
            "" if one.counts[0] else of.span(one).partition(" ")[0],
        )
        for of in faults_over_versions(baselines())
        if len(of.versions) > 1
        for one in of.faults
    }


def refuted_claim(decided: Decided) -> RefutedClaim:
    """Return a refuted claim with its reproductions, which are run once to record their output."""
    claim, verdict = decided.claim, decided.verdict
    assert verdict.counterexample is not None
    texts = _arguments(claim, verdict.counterexample)
    arguments = {name: _value(text) for name, text in texts.items()}
    replays = (_replay(claim, arguments, name) for name in verdict.replayed_on)
    return RefutedClaim(claim, verdict.counterexample, texts, tuple(replays))


def _arguments(claim: Claim, found: Counterexample) -> dict[str, str]:
    """Return the text of each argument, in the order of the claim's parameters.

    Arguments that `found.arguments` lacks are coordinates. Their texts are the entries of
    `found.coordinate`, in order.
    """
    coordinates = iter((found.coordinate or "").split(","))
    return {
        name: found.arguments[name] if name in found.arguments else next(coordinates)
        for name in claim.domains
    }


def _replay(claim: Claim, arguments: dict[str, Any], replayed_on: str) -> Replay:
    name = replayed_on.split(maxsplit=1)[0]
    imports, implementation = ACCESS[name]
    arrays = any(isinstance(argument, XlaShape) for argument in arguments.values())
    code = REPRODUCTION.format(
        types="XlaShape" if arrays else "Layout",
        imports=imports,
        id=claim.id,
        implementation=implementation,
        arguments=arguments,
    )
    result = run_concretely(claim, named(name).algebra, arguments)
    return Replay(replayed_on, code, str(result))


def _value(text: str) -> Any:
    """Parse an argument that a counterexample prints."""
    expression = parse_expression(text)
    assert isinstance(expression, Literal)
    return expression.value


def _claim_page(refuted: RefutedClaim) -> str:
    return rendered(
        "claim.md.jinja",
        claim=refuted.claim,
        found=refuted.found,
        arguments=refuted.arguments,
        replays=refuted.replays,
        text=inspect.cleandoc(source_of(refuted.claim.text)),
    )


def _fault_page(fault: Fault, of: Published, causes: Sequence[RootCause], span: Span | None) -> str:
    return rendered(
        "fault.md.jinja",
        fault=fault,
        span=span,
        implementation=of.name,
        language=language(of.implementation),
        reproduction=of.reproduction(fault),
        causes=[c for c in _shown_on(of.implementation, causes) if c[0].id in fault.causes],
    )


def _judged_page(one: Judged, of: Upstream) -> str:
    return rendered("judged.md.jinja", one=one, upstream=of.name)


def _index_page(
    claims: Sequence[RefutedClaim], found: Sequence[Published], spans: Mapping[str, Span]
) -> str:
    """Return a page with a line for each published finding, followed by the unpublished faults."""
    faults = {of.implementation: of for of in faults_over_versions(baselines())}
    return rendered(
        "index.md.jinja",
        claims=claims,
        published=found,
        spans=spans,
        since={name: span.first for name, span in spans.items() if span.first},
        kernels=judged(),
        swizzles=judged_swizzles(),
        others={
            name: [one.site for one in of.faults if one.site.published is None]
            for name, of in faults.items()
        },
    )


def _shown_on(name: str, causes: Sequence[RootCause]) -> Iterator[tuple[RootCause, Shown]]:
    """Yield each root cause that an implementation has, with its versions and an example."""
    return ((c, s) for c in causes for s in c.shown if s.implementation == name)


if __name__ == "__main__":
    write_findings(false_claims(), Path())
