"""Audits as JSON, and the baseline of known statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec

from verif.audit.audit import Audit
from verif.audit.statement import Statement, Verdict
from verif.cli.output import BadInputError
from verif.cli.records import SCHEMA_VERSION, ErrorRecord
from verif.inputs import content_of
from verif.pages.encoding import as_json

BASELINE_VERSION: Final = 1


@dataclass(frozen=True)
class Result:
    """The audit of a file. `known` tells for each statement whether the baseline contains it."""

    file: Path
    audit: Audit
    known: tuple[bool, ...]

    def new(self) -> tuple[Statement, ...]:
        """Return the statements that the baseline does not have."""
        marked = zip(self.audit.statements, self.known, strict=True)
        return tuple(one for one, is_known in marked if not is_known)


class StatementRecord(msgspec.Struct, frozen=True):
    """One statement, its verdict, and whether the baseline has it."""

    line: int
    operation: str
    claim: str
    verdict: Literal["fault", "cost", "unknown", "not read", "holds"]
    detail: str
    question: str
    known: bool
    sizes: str
    unknowns: str
    cause: int | None


class FileRecord(msgspec.Struct, frozen=True):
    """An audited file, with its statements in the order of their lines.

    `family` is the format of the text, such as HLO. `counts` has the number of statements for each
    verdict.
    """

    file: str
    family: str
    counts: Mapping[str, int]
    statements: tuple[StatementRecord, ...]


class AuditRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="audit"):
    """All files that were audited."""

    schema_version: int
    files: tuple[FileRecord, ...]
    errors: tuple[ErrorRecord, ...] = ()


class KnownRecord(msgspec.Struct, frozen=True, order=True):
    """A known statement of a file, without its line number, which unrelated edits change."""

    file: str
    operation: str
    claim: str
    verdict: Literal["fault", "cost", "unknown", "not read"]
    detail: str
    count: int = 1


class BaselineRecord(msgspec.Struct, frozen=True):
    """All known statements."""

    schema_version: int
    known: tuple[KnownRecord, ...]


def encoded(results: Sequence[Result], errors: Sequence[ErrorRecord] = ()) -> bytes:
    """Return the audits as indented JSON with a final newline."""
    return as_json(AuditRecord(SCHEMA_VERSION, tuple(map(_file_record, results)), tuple(errors)))


def _file_record(result: Result) -> FileRecord:
    counts = result.audit.counts()
    marked = zip(result.audit.statements, result.known, strict=True)
    return FileRecord(
        result.file.as_posix(),
        result.audit.family,
        {verdict.value: counts[verdict] for verdict in Verdict},
        tuple(
            StatementRecord(
                one.line,
                one.operation,
                one.claim,
                one.verdict.value,
                one.detail,
                one.question,
                is_known,
                one.sizes,
                one.unknowns,
                one.cause,
            )
            for one, is_known in marked
        ),
    )


class Baseline:
    """The known statements of a baseline. The method `result` removes each one that it matches."""

    def __init__(self, known: Sequence[KnownRecord] = ()) -> None:
        self._left = Counter({msgspec.structs.replace(one, count=1): one.count for one in known})

    def result(self, file: Path, audit: Audit) -> Result:
        """Mark the statements of a file that are also in the baseline.

        A record matches at most as many equal statements as its `count`.
        """
        return Result(file, audit, tuple(self._takes(file, one) for one in audit.statements))

    def _takes(self, file: Path, one: Statement) -> bool:
        record = _known(file, one)
        if record is None or not self._left[record]:
            return False
        self._left[record] -= 1
        return True


def read_baseline(file: Path) -> Baseline:
    """Read a baseline. Raises OSError, or BadInputError if the file is not a valid baseline."""
    try:
        found = msgspec.json.decode(content_of(file), type=BaselineRecord)
    except msgspec.MsgspecError as error:
        raise BadInputError(f"{file} is not a baseline of audit: {error}") from None
    if found.schema_version != BASELINE_VERSION:
        raise BadInputError(
            f"{file} has the schema version {found.schema_version}, not {BASELINE_VERSION}:"
            " write it again with --update-baseline"
        )
    return Baseline(found.known)


def encoded_baseline(results: Sequence[Result]) -> bytes:
    """Return a baseline with every statement of the audits that does not hold."""
    counts = Counter(
        record
        for result in results
        for one in result.audit.statements
        if (record := _known(result.file, one)) is not None
    )
    known = (msgspec.structs.replace(one, count=count) for one, count in counts.items())
    return as_json(BaselineRecord(BASELINE_VERSION, tuple(sorted(known))))


def _known(file: Path, one: Statement) -> KnownRecord | None:
    if one.verdict is Verdict.HOLDS:
        return None
    return KnownRecord(file.as_posix(), one.operation, one.claim, one.verdict.value, one.detail)
