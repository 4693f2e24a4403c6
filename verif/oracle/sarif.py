"""Write checks as SARIF 2.1.0 for code scanning: a rule and a result for each fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from verif.oracle.annotations import definition, told
from verif.oracle.baseline import CheckRecord, FaultRecord

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"

STATES: Final = (("new", "new", "error"), ("known", "unchanged", "note"))
"""The fault lists of a record, with their SARIF state and level."""


def sarif(records: Sequence[CheckRecord], repository: Path) -> dict[str, Any]:
    """Return one log with a run for each check. Paths are relative to the repository."""
    return log([_run(record, repository) for record in records])


def log(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return a SARIF log of these runs."""
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": runs}


def _run(record: CheckRecord, repository: Path) -> dict[str, Any]:
    results = list(_results(record, repository))
    rules = {fault.id: fault.title for fault in (*record.known, *record.new)}
    return {
        "automationDetails": {"id": f"{record.implementation}/"},
        "tool": {
            "driver": {
                "name": "layout-verif",
                "rules": [
                    {"id": id_, "shortDescription": {"text": title}} for id_, title in rules.items()
                ],
            }
        },
        "results": results,
    }


def _results(record: CheckRecord, repository: Path) -> Iterator[dict[str, Any]]:
    # A fault that got worse is in both the new and the known faults. Report such a fault once.
    seen: set[str] = set()
    for name, state, level in STATES:
        faults: tuple[FaultRecord, ...] = getattr(record, name)
        for fault in faults:
            if fault.id not in seen:
                seen.add(fault.id)
                where = definition(fault.operation, repository, record.implementation)
                yield _result(fault, state, level, where)


def _result(
    fault: FaultRecord, state: str, level: str, where: tuple[str, int] | None
) -> dict[str, Any]:
    place = {} if where is None else {"locations": [location(*where)]}
    return {
        "ruleId": fault.id,
        "level": level,
        "baselineState": state,
        "message": {"text": told(fault)},
        "partialFingerprints": {"fault/v1": fault.id},
        **place,
    }


def location(file: str, line: int) -> dict[str, Any]:
    """Return the place of a result: the URI of a file, and a line."""
    at = {"artifactLocation": {"uri": file}, "region": {"startLine": line}}
    return {"physicalLocation": at}
