"""Audits for code hosts: SARIF 2.1.0, and annotations of GitHub Actions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from spec.version import VERSION
from verif.audit.statement import Statement, Verdict
from verif.cli.audit_records import Result
from verif.cli.output import NAME
from verif.oracle.annotations import message, property_
from verif.oracle.sarif import location, log

LEVELS: Final = {
    Verdict.FAULT: "error",
    Verdict.COST: "warning",
    Verdict.UNKNOWN: "note",
    Verdict.NOT_READ: "note",
}
"""The level in SARIF for each verdict other than "holds"."""

COMMANDS: Final = {**LEVELS, Verdict.UNKNOWN: "notice", Verdict.NOT_READ: "notice"}
"""The workflow command of GitHub for annotations, for each verdict other than "holds"."""


def annotation(file: Path, one: Statement) -> str:
    """Return an annotation at the line of a statement that does not hold."""
    at = f"file={property_(file.as_posix())},line={one.line}"
    title = property_(f"{one.verdict}: {one.operation}")
    return f"::{COMMANDS[one.verdict]} {at},title={title}::{message(one.sentence)}"


def sarif(results: Sequence[Result], *, has_baseline: bool) -> dict[str, Any]:
    """Return the audits as one SARIF run: a result for each statement that does not hold.

    A rule's id consists of a verdict and an operation, so it stays the same when the numbers in a
    statement change.
    """
    rules = {
        _rule(one): f"{one.operation}: {one.verdict}"
        for result in results
        for one in result.audit.statements
        if one.verdict in LEVELS
    }
    driver = {
        "name": NAME,
        "version": VERSION,
        "rules": [{"id": id_, "shortDescription": {"text": text}} for id_, text in rules.items()],
    }
    found = [one for result in results for one in _results(result, has_baseline)]
    return log([{"tool": {"driver": driver}, "results": found}])


def _results(result: Result, has_baseline: bool) -> Iterator[dict[str, Any]]:
    for one, is_known in zip(result.audit.statements, result.known, strict=True):
        if one.verdict in LEVELS:
            state = {"baselineState": "unchanged" if is_known else "new"} if has_baseline else {}
            yield {
                "ruleId": _rule(one),
                "level": LEVELS[one.verdict],
                "message": {"text": one.sentence},
                "locations": [location(_uri(result.file), one.line)],
                "partialFingerprints": {"statement/v1": _fingerprint(one)},
                **state,
            }


def _rule(one: Statement) -> str:
    return f"{one.verdict.replace(' ', '-')}/{one.operation.replace(' ', '-')}"


def _uri(file: Path) -> str:
    return file.as_uri() if file.is_absolute() else quote(file.as_posix())


def _fingerprint(one: Statement) -> str:
    """Return a digest of a statement without its line number, which unrelated edits change."""
    text = "\n".join((one.operation, one.claim, one.verdict, one.detail))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
