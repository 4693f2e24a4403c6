"""The baseline of an implementation: its findings, and the deviation of each case.

The cases of an operation are the same in every run. So the baseline shows for each case whether it
was right before, and if not, how it was wrong.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from verif.inputs import content_of
from verif.oracle.deviation import Deviation, Kind

SCHEMA_VERSION: Final = 2
CHECKS_VERSION: Final = 3

FOLDER: Final = Path(__file__).parent / "baselines"
"""The folder of the committed baselines, one for each version of an implementation."""


class FindingRecord(msgspec.Struct, frozen=True):
    """A root cause, shown by its least case."""

    id: str
    operation: str
    kind: str
    case: str
    got: str
    expected: str
    reproduction: str
    count: int
    numbers: str = ""
    """Shows the fault: the values at a coordinate where the result is wrong, or a wrong size."""
    origin: str = ""
    """The operation at fault, or "" if `operation` itself is at fault."""

    @property
    def site(self) -> str:
        """The operation at fault."""
        return self.origin or self.operation


class FaultRecord(msgspec.Struct, frozen=True):
    """One fault, shown by its least case.

    `callers` counts the wrong cases of each operation that uses the operation at fault.
    """

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
    """The check of one implementation, which ran `cases` of `total` cases.

    `repaired` counts, for each operation, the cases that were wrong in the baseline and are now
    right or less gravely wrong. `other_forms` counts, for each operation, right results whose form
    differs from the baseline or, without a baseline, from the spec's result. `unanswered` is the
    call that had no answer when time was up, because it is slow or hangs. It is "" if every call
    had an answer.
    """

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
    unanswered: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether at least one case ran, and every call that began had an answer."""
        return self.cases > 0 and not self.unanswered


class ChecksRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="checks"):
    """The checks of all implementations."""

    schema_version: int
    checks: tuple[CheckRecord, ...]


class OutcomesRecord(msgspec.Struct, frozen=True):
    """How the cases of an operation ended.

    Each case has a byte, its *mark*. The marks are compressed and encoded in base 85.
    """

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
    """For each function whose code is known, a digest of this code."""

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the root causes."""
        return frozenset(finding.id for finding in self.findings)

    def marks(self) -> dict[str, bytes]:
        """Return the marks of each operation's cases: bytes that encode how the cases ended."""
        return {name: unpacked(outcomes.marks) for name, outcomes in self.outcomes.items()}


def baseline(
    check: CheckRecord,
    titles: Mapping[str, str],
    marks: Mapping[str, bytes],
    texts: Mapping[str, str],
) -> Baseline:
    """Make a baseline from a check. `titles` maps the ids of its findings to their titles."""
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
"""The mark of a case without a deviation."""

UNDECIDED: Final = 1
"""The mark of a case whose right value is unknown."""

KINDS: Final = (
    Kind.CRASH,
    Kind.UNSOUND_ACCEPT,
    Kind.WRONG_SIZE,
    Kind.WRONG_RESULT,
    Kind.OVER_REJECT,
    Kind.FORM_ONLY,
)
"""The kinds of deviations in the order of their marks. This order is part of the file format."""

MARKS: Final = 42
"""The number of marks that each kind of deviation can use.

A mark is a byte that the baseline has in place of a wrong value. Because each kind has several
marks, different wrong values usually have different marks.
"""


def mark(d: Deviation | None) -> int:
    """Return the mark of a case: one byte that encodes whether and how the case deviates.

    The mark depends on the value of a result, but not on the message of a refusal or crash.

    >>> mark(None) == RIGHT
    True
    """
    if d is None:
        return RIGHT
    told = "" if d.kind in {Kind.OVER_REJECT, Kind.CRASH} else d.shown
    return 2 + MARKS * KINDS.index(d.kind) + zlib.crc32(told.encode()) % MARKS


def kind_of(mark: int) -> Kind | None:
    """Return the kind of deviation that a case's mark encodes, or None if it encodes no deviation.

    >>> kind_of(2), kind_of(UNDECIDED)
    (<Kind.CRASH: 'crash'>, None)
    """
    return None if mark <= UNDECIDED else KINDS[(mark - 2) // MARKS]


def packed(marks: bytes) -> str:
    r"""Encode marks, which are one byte per case, as text.

    >>> unpacked(packed(bytes([0, 0, 7])))
    b'\x00\x00\x07'
    """
    return base64.b85encode(zlib.compress(marks, 9)).decode()


def unpacked(text: str) -> bytes:
    """Decode the marks that `packed` encoded. Raises ValueError if that is impossible."""
    try:
        return zlib.decompress(base64.b85decode(text))
    except zlib.error as error:
        raise ValueError(f"cannot decode the marks of the baseline's cases: {error}") from error


def committed(name: str, version: str) -> Path:
    """Return the file for the committed baseline of a version.

    >>> committed("pycute", "4.2.0.0").name
    'pycute-4.2.0.0.json'
    """
    return FOLDER / f"{name}-{version}.json"


class _Version(msgspec.Struct):
    schema_version: int


def read_baseline(path: Path, implementation: str = "") -> Baseline:
    """Read a baseline from a file.

    If `implementation` is given, check that the baseline is about this implementation.

    Invalid files raise msgspec.DecodeError, OSError or ValueError.
    """
    content = content_of(path)
    schema = msgspec.json.decode(content, type=_Version).schema_version
    if schema != SCHEMA_VERSION:
        raise ValueError(
            f"the file has schema {schema}, but only schema {SCHEMA_VERSION} can be read"
        )
    found = msgspec.json.decode(content, type=Baseline)
    if implementation not in {"", found.implementation}:
        raise ValueError(f"the baseline is for {found.implementation}, not for {implementation}")
    for outcomes in found.outcomes.values():
        if len(unpacked(outcomes.marks)) != outcomes.cases:
            raise ValueError("the baseline is damaged: each case must have one mark")
    return found
