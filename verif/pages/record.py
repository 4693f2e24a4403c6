"""The JSON of verdicts, with its schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from verif.deciding.decided import Decided
from verif.kernel.said import Said
from verif.kernel.verdict import Counterexample, Scope
from verif.pages.encoding import as_json
from verif.pages.ledger import Ledger, ledger

SCHEMA_VERSION: Final = 4


class ScopeRecord(msgspec.Struct, frozen=True):
    """The scope of a proof. If there is no proof, `ranks` is empty and `integers` is 0."""

    ranks: Literal["all"] | tuple[str, ...]
    integers: str | int


class CounterexampleRecord(msgspec.Struct, frozen=True):
    """A counterexample: the arguments by name, the coordinate, and both sides of the equation."""

    layouts: dict[str, str]
    coordinate: str | None
    values: tuple[str, ...]


class ClaimRecord(msgspec.Struct, frozen=True):
    """One claim with its verdict, and each engine's reports.

    `replays` counts the runs on concrete arguments that followed a path of the proof to a
    conclusion. `kept` identifies the run that decided a cached verdict.
    """

    id: str
    title: str
    verdict: str
    expected: str
    scope: ScopeRecord
    counterexample: CounterexampleRecord | None
    replayed_on: tuple[str, ...]
    replays: int
    kept: str | None
    seconds: float
    source: str
    said: tuple[Said, ...]


class Record(msgspec.Struct, frozen=True, tag_field="kind", tag="verdicts"):
    """All selected claims, in the order of selection, and the dependencies of their proofs."""

    schema_version: int
    ledger: Ledger
    claims: tuple[ClaimRecord, ...]


NOWHERE: Final = ScopeRecord((), 0)


def encoded(decided: Sequence[Decided]) -> bytes:
    """Return the record as indented JSON with a final newline."""
    record = Record(SCHEMA_VERSION, ledger(decided), tuple(map(_claim_record, decided)))
    return as_json(record)


def decoded(content: bytes) -> Record:
    """Parse a record from JSON. Raises msgspec.ValidationError for another schema."""
    return msgspec.json.decode(content, type=Record)


def _claim_record(decided: Decided) -> ClaimRecord:
    claim, verdict = decided.claim, decided.verdict
    return ClaimRecord(
        id=claim.id,
        title=claim.title,
        verdict=verdict.outcome,
        expected=claim.expect.outcome,
        scope=_scope_record(verdict.scope),
        counterexample=_counterexample_record(verdict.counterexample),
        replayed_on=verdict.replayed_on,
        replays=decided.replays,
        kept=None if decided.origin is None else decided.origin.run or None,
        seconds=round(verdict.seconds, 3),
        source=claim.source,
        said=verdict.said,
    )


def _scope_record(scope: Scope | None) -> ScopeRecord:
    return (
        NOWHERE
        if scope is None
        else msgspec.convert({"ranks": scope.ranks, "integers": scope.within}, ScopeRecord)
    )


def _counterexample_record(found: Counterexample | None) -> CounterexampleRecord | None:
    if found is None:
        return None
    return CounterexampleRecord(dict(found.arguments), found.coordinate, found.values)
