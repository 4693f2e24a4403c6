"""The findings that are committed: every false claim of the catalogue, every upstream deviation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from spec.notation import Literal, parse_expression
from verif.claims.catalogue import catalogue
from verif.cli.upstream_report import baselines, of_their_own, root_causes
from verif.deciding.decided import Decided
from verif.deciding.selection import selected
from verif.deciding.workers import CLAIM_SECONDS, cores, decide_all
from verif.kernel.claim import Claim
from verif.kernel.verdict import Counterexample, Outcome
from verif.pages.files import write_whole
from verif.pages.findings import (
    RefutedClaim,
    Replay,
    claim_page,
    deviation_page,
    index_page,
)
from verif.search.concrete import run_concretely
from verif.upstream.findings_pycute import FINDINGS
from verif.upstream.named import named
from verif.upstream.pycute import pycute

FOLDER: Final = Path("reports/findings")
INDEX: Final = Path("FINDINGS.md")

ACCESS: Final[Mapping[str, tuple[str, str]]] = {
    "spec": ("from verif.upstream.in_process import SPEC", "SPEC"),
    "pycute": ("from verif.upstream.pycute import pycute", "pycute()"),
    "cute-cpp": ("from verif.upstream.recorded import RECORDED", "RECORDED"),
}
"""How a reproduction gets an implementation, by its name: what it imports, what it writes."""

REPRODUCTION: Final = """\
from spec import Layout
from verif.claims.catalogue import catalogue
from verif.search.concrete import run_concretely
{imports}

claim = next(claim for claim in catalogue() if claim.id == {id!r})
print(run_concretely(claim, {implementation}.algebra, {arguments!r}))"""


def pages(decided: Sequence[Decided]) -> dict[Path, str]:
    """The text of every file of findings, by its path."""
    refuted = [refuted_claim(d) for d in decided if d.verdict.outcome is Outcome.REFUTED]
    upstream = str(pycute())
    return (
        {FOLDER / f"{r.claim.id}.md": claim_page(r) for r in refuted}
        | {FOLDER / f"{d.id}.md": deviation_page(d, upstream) for d in FINDINGS}
        | {INDEX: index_page(refuted, FINDINGS, upstream, of_their_own(root_causes(baselines())))}
    )


def write_findings(decided: Sequence[Decided], root: Path) -> None:
    """Write the findings below `root`, and remove those that are no more."""
    texts = pages(decided)
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        write_whole(root / path, text.encode())
    for path in (root / FOLDER).glob("*.md"):
        if FOLDER / path.name not in texts:
            path.unlink()


def refuted_claim(decided: Decided) -> RefutedClaim:
    """A refuted claim with its reproductions, each run once more for what it prints."""
    claim, verdict = decided.claim, decided.verdict
    assert verdict.counterexample is not None
    texts = _arguments(claim, verdict.counterexample)
    arguments = {name: _value(text) for name, text in texts.items()}
    replays = (_replay(claim, arguments, name) for name in verdict.replayed_on)
    return RefutedClaim(claim, verdict.counterexample, texts, tuple(replays))


def _arguments(claim: Claim, found: Counterexample) -> dict[str, str]:
    """All arguments in the order of the claim: the coordinate is those that are not by name."""
    coordinates = iter((found.coordinate or "").split(","))
    return {
        name: found.arguments[name] if name in found.arguments else next(coordinates)
        for name in claim.domains
    }


def _replay(claim: Claim, arguments: dict[str, Any], replayed_on: str) -> Replay:
    name = replayed_on.split(maxsplit=1)[0]
    imports, implementation = ACCESS[name]
    code = REPRODUCTION.format(
        imports=imports, id=claim.id, implementation=implementation, arguments=arguments
    )
    result = run_concretely(claim, named(name).algebra, arguments)
    return Replay(replayed_on, code, str(result))


def _value(text: str) -> Any:
    """The argument that a counterexample prints so."""
    expression = parse_expression(text)
    assert isinstance(expression, Literal)
    return expression.value


def false_claims() -> tuple[Decided, ...]:
    """The claims of the catalogue that are expected to be false, decided anew."""
    names = [claim.id for claim in catalogue() if claim.expect.outcome is Outcome.REFUTED]
    return decide_all(selected(names), cores(), CLAIM_SECONDS)


if __name__ == "__main__":
    write_findings(false_claims(), Path())
