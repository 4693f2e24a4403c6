"""The baseline of an implementation: its findings, and case by case how it deviates.

The cases of an operation are the same in every run, so that of each is known whether it was right
before, and how it was wrong.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from verif.oracle.deviation import Deviation, Kind

SCHEMA_VERSION: Final = 2

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
    numbers: str = ""
    """A coordinate at which it is wrong, and by what."""
    origin: str = ""
    """The operation that is at fault, where it is not this one."""

    @property
    def site(self) -> str:
        """The operation at fault."""
        return self.origin or self.operation


class FaultRecord(msgspec.Struct, frozen=True):
    """One fault, by its least case; `callers` has the cases of what is made of the operation."""

    id: str
    title: str
    operation: str
    kinds: tuple[str, ...]
    cases: int
    callers: Mapping[str, int]
    case: str
    got: str
    expected: str
    numbers: str
    reproduction: str
    causes: tuple[str, ...]
    sources: tuple[str, ...]


class CheckRecord(msgspec.Struct, frozen=True):
    """A check of one implementation: of `total` cases so many were run.

    `repaired` and `other_forms` count cases by operation: wrong before, and now right or wrong in
    a less grave way; and right before and now, in another form.
    """

    schema_version: int
    implementation: str
    version: str
    cases: int
    total: int
    new: tuple[FaultRecord, ...]
    gone: tuple[FaultRecord, ...]
    known: tuple[FaultRecord, ...]
    documented_otherwise: tuple[FaultRecord, ...]
    repaired: Mapping[str, int]
    other_forms: Mapping[str, int]
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
    texts: Mapping[str, str] = {}
    """A digest of the text of each function, as far as it is seen."""

    @property
    def ids(self) -> frozenset[str]:
        """The root causes that are known."""
        return frozenset(finding.id for finding in self.findings)

    def marks(self) -> dict[str, bytes]:
        """The mark of each case, by operation."""
        return {name: unpacked(outcomes.marks) for name, outcomes in self.outcomes.items()}


def baseline(
    check: CheckRecord,
    titles: Mapping[str, str],
    marks: Mapping[str, bytes],
    texts: Mapping[str, str],
) -> Baseline:
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
        texts,
    )


RIGHT: Final = 0
"""The mark of a case that does not deviate."""

UNDECIDED: Final = 1
"""The mark of a case of which nobody knows what is true."""

KINDS: Final = (
    Kind.CRASH,
    Kind.UNSOUND_ACCEPT,
    Kind.WRONG_SIZE,
    Kind.WRONG_RESULT,
    Kind.OVER_REJECT,
    Kind.FORM_ONLY,
)
"""In the order of their marks, which files have."""

MARKS: Final = 42
"""So many marks tell the values of a kind apart."""


def mark(d: Deviation | None) -> int:
    """The mark of a case, a byte.

    Of a refusal or a crash its words do not count, and of a value they do.

    >>> mark(None) == RIGHT
    True
    """
    if d is None:
        return RIGHT
    told = "" if d.kind in {Kind.OVER_REJECT, Kind.CRASH} else d.shown
    return 2 + MARKS * KINDS.index(d.kind) + zlib.crc32(told.encode()) % MARKS


def kind_of(mark: int) -> Kind | None:
    """The kind of the deviation that a mark tells of; None for RIGHT and UNDECIDED.

    >>> kind_of(2), kind_of(UNDECIDED)
    (<Kind.CRASH: 'crash'>, None)
    """
    return None if mark <= UNDECIDED else KINDS[(mark - 2) // MARKS]


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


class _Version(msgspec.Struct):
    schema_version: int


def read_baseline(path: Path, implementation: str = "") -> Baseline:
    """The baseline of a file, of that implementation if one is named.

    msgspec.DecodeError, OSError and ValueError say what is wrong.
    """
    content = path.read_bytes()
    schema = msgspec.json.decode(content, type=_Version).schema_version
    if schema != SCHEMA_VERSION:
        raise ValueError(f"its schema is {schema}, and {SCHEMA_VERSION} is what is read")
    found = msgspec.json.decode(content, type=Baseline)
    if implementation not in {"", found.implementation}:
        raise ValueError(f"it is of {found.implementation}, and not of {implementation}")
    for outcomes in found.outcomes.values():
        if len(unpacked(outcomes.marks)) != outcomes.cases:
            raise ValueError("it has another number of marks than of cases")
    return found


def encoded(record: msgspec.Struct | tuple[msgspec.Struct, ...]) -> bytes:
    """The record as indented JSON, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n"
