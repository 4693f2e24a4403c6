"""The baseline of an implementation: its findings, and case by case how it deviates.

The cases of an operation are the same in every run, so that a new deviation is noticed wherever
it is: not only as a new root cause, but as a case that deviated otherwise, or not at all.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from verif.oracle.deviation import Deviation, Kind

SCHEMA_VERSION: Final = 1

FOLDER: Final = Path(__file__).parent / "baselines"
"""The committed ones, one a version of an implementation."""


class FindingRecord(msgspec.Struct, frozen=True):
    """One root cause, by its least case."""

    id: str
    operation: str
    kind: str
    case: str
    got: str
    expected: str
    reproduction: str
    count: int


class CheckRecord(msgspec.Struct, frozen=True):
    """The findings of a check of one implementation."""

    schema_version: int
    implementation: str
    version: str
    cases: int
    findings: tuple[FindingRecord, ...]


class OutcomesRecord(msgspec.Struct, frozen=True):
    """The marks of the cases of an operation: a byte a case, compressed, in base 85."""

    cases: int
    marks: str


class Baseline(msgspec.Struct, frozen=True):
    """A check, and the outcome of each of its cases."""

    schema_version: int
    implementation: str
    version: str
    cases: int
    findings: tuple[FindingRecord, ...]
    titles: Mapping[str, str]
    outcomes: Mapping[str, OutcomesRecord]

    @property
    def ids(self) -> frozenset[str]:
        """The root causes that are known."""
        return frozenset(finding.id for finding in self.findings)

    def marks(self) -> dict[str, bytes]:
        """The mark of each case, by operation."""
        return {name: unpacked(outcomes.marks) for name, outcomes in self.outcomes.items()}


def baseline(check: CheckRecord, titles: Mapping[str, str], marks: Mapping[str, bytes]) -> Baseline:
    """The baseline that a check makes; `titles` are those of its findings, by id."""
    outcomes = {name: OutcomesRecord(len(m), packed(m)) for name, m in sorted(marks.items())}
    return Baseline(
        SCHEMA_VERSION,
        check.implementation,
        check.version,
        check.cases,
        check.findings,
        titles,
        outcomes,
    )


def mark(d: Deviation | None) -> int:
    """The mark of a case, a byte: 0 where it does not deviate.

    Of a refusal or a crash its words do not count, and of a value they do.

    >>> mark(None)
    0
    """
    if d is None:
        return 0
    told = "" if d.kind in {Kind.OVER_REJECT, Kind.CRASH} else d.shown
    return 1 + zlib.crc32(f"{d.kind} {told}".encode()) % 255


def packed(marks: bytes) -> str:
    r"""The marks as text.

    >>> unpacked(packed(bytes([0, 0, 7])))
    b'\x00\x00\x07'
    """
    return base64.b85encode(zlib.compress(marks, 9)).decode()


def unpacked(text: str) -> bytes:
    """The marks of a text. ValueError where it is none."""
    try:
        return zlib.decompress(base64.b85decode(text))
    except zlib.error as error:
        raise ValueError(f"no marks of cases: {error}") from error


def committed(name: str, version: str) -> Path:
    """The file in which the baseline of a version is committed.

    >>> committed("pycute", "4.2.0.0").name
    'pycute-4.2.0.0.json'
    """
    return FOLDER / f"{name}-{version}.json"


def read_baseline(path: Path) -> Baseline:
    """The baseline of a file. msgspec.DecodeError, OSError and ValueError say what is wrong."""
    return msgspec.json.decode(path.read_bytes(), type=Baseline)


def encoded(record: CheckRecord | Baseline | tuple[CheckRecord, ...]) -> bytes:
    """The record as indented JSON, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n"
