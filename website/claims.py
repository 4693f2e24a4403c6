"""The pages of claims: an index, and one page for each claim with its statement in mathematics."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from verif.kernel.claim import Claim
from verif.pages.ledger import declared
from verif.pages.record import ClaimRecord
from website.markdown import escaped
from website.mathematics import Line, statement

KINDS: Final = {
    "let": "let",
    "if": "if",
    "then": "**then**",
    "where": "where",
    "for each": "for each",
    "with": "with the statements of",
}

INDEX: Final = "claims/index.md"


def claim_pages(
    claims: Sequence[Claim], records: Mapping[str, ClaimRecord], findings: frozenset[str]
) -> dict[str, str]:
    """Return the pages by their paths.

    `findings` are the ids of claims that have a page of findings.
    """
    ids = ["index", *(claim.id for claim in claims), "index"]
    pages = {
        f"claims/{claim.id}.md": _page(claim, records[claim.id], claim.id in findings)
        + f"\n[← {before}]({before}.md) · [all claims](index.md) · [{after} →]({after}.md)\n"
        for before, claim, after in zip(ids, claims, ids[2:], strict=False)
    }
    return {INDEX: _index(claims, records)} | pages


def _index(claims: Sequence[Claim], records: Mapping[str, ClaimRecord]) -> str:
    rows = (
        f"| [{claim.id}]({claim.id}.md) | {_verdict(records[claim.id])} | {escaped(claim.title)} |"
        for claim in claims
    )
    proved = sum(records[claim.id].verdict == "PROVED" for claim in claims)
    return f"""# Claims

{len(claims)} claims about layouts, {proved} of them proved. Every other claim has a
counterexample, or the reason why it is undecided. A claim is a Python function, and its verdict is
about the code of this function: [what PROVED means](../docs/explanation/what-proved-means.md).
<a href="../reports/index.html">One page with all claims</a> has filters by verdict and subject,
drawn counterexamples, and the ledger. <a href="../reports/site/graph.html">The dependency graph</a>
shows claims and lemmas.

| claim | verdict | statement |
| --- | --- | --- |
{chr(10).join(rows)}
"""


def _page(claim: Claim, record: ClaimRecord, has_finding: bool) -> str:
    finding = f"; [with a reproduction](../reports/findings/{claim.id}.md)" if has_finding else ""
    machine = f'<a href="../reports/site/{claim.id}.html">{_machine(record)}</a>'
    place = claim.text.__module__.replace(".", "/") + ".py"
    lines = "\n".join(_lines(statement(claim)))
    return f"""# {claim.id}: {escaped(claim.title)}

{_verdict(record)}{_scope(record)}. {machine}{finding}.

Source: {escaped(claim.source)}.

## The statement

{_for_all(claim)}

{lines}

A hat is the [extended function](../docs/reference/glossary.md), $A \\circ B$ is composition, and
$\\oplus$ is exclusive or. Upright names are functions of [`spec`](../spec.md) or of
the claim's module.
{_counterexample(record)}
## The code that is run

From [`{place}`](../{place}.md):

```python
{inspect.cleandoc(inspect.getsource(claim.text))}
```
"""


def _verdict(record: ClaimRecord) -> str:
    return f'<span class="{record.verdict.lower()}">{record.verdict}</span>'


def _scope(record: ClaimRecord) -> str:
    if record.verdict != "PROVED":
        return ""
    ranks = record.scope.ranks if record.scope.ranks == "all" else ", ".join(record.scope.ranks)
    return escaped(f": ranks {ranks}, integers {record.scope.integers}")


def _machine(record: ClaimRecord) -> str:
    proved = "The machine's proof, case by case"
    return proved if record.verdict == "PROVED" else "The answers of the engines, and the tables"


def _for_all(claim: Claim) -> str:
    domains = (f"${name}$ in `{declared(domain)}`" for name, domain in claim.domains.items())
    return f"For all {'; '.join(domains)}:"


def _lines(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        label = f" {escaped(line.label)}:" if line.label else ""
        yield f"{'  ' * line.depth}- {KINDS[line.kind]}{label} ${line.formula}$"


def _counterexample(record: ClaimRecord) -> str:
    found = record.counterexample
    if found is None:
        return ""
    arguments = ", ".join(f"`{name} = {value}`" for name, value in found.layouts.items())
    at = f" at `{found.coordinate}`" if found.coordinate is not None else ""
    values = f": `{' != '.join(found.values)}`" if found.values else ""
    return f"\n## The counterexample\n\n{arguments}{at}{values}.\n"
