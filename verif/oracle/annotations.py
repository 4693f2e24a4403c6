"""Faults as workflow commands of GitHub Actions, and as a job summary."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from verif.english import counted
from verif.operations.names import without_mark
from verif.oracle.baseline import CheckRecord, FaultRecord

SOURCES: Final = (
    "python/pycute/*.py",
    "pycute/*.py",
    "torch/distributed/_pycute/*.py",
    "include/cute/**/*.hpp",
    "cute/**/*.hpp",
)
"""Patterns for the files in a repository that may define an operation."""

MOST: Final = 5
"""The largest number of new faults in a summary, which has at most eleven lines."""


def annotation(fault: FaultRecord, repository: Path, implementation: str) -> str:
    """Return an error annotation for the fault. If possible, it points to the operation's code."""
    operation = without_mark(fault.operation)
    title = property_(f"{operation}: {', '.join(fault.kinds)}")
    where = definition(fault.operation, repository, implementation)
    at = "" if where is None else f"file={property_(where[0])},line={where[1]},"
    return f"::error {at}title={title}::{message(told(fault))}"


def told(fault: FaultRecord) -> str:
    """Describe a fault: its least case, a reproduction, and the operations that it also breaks."""
    lines = [said(fault)]
    if fault.callers:
        lines.append(f"also wrong because of this fault: {listed(fault.callers)}")
    return "\n".join((*lines, fault.reproduction))


def said(fault: FaultRecord) -> str:
    """Describe the least case of a fault in one line."""
    numbers = f" ({fault.numbers})" if fault.numbers else ""
    crashed, _, reason = fault.got.partition("crashed: ")
    does = f"crashes with {reason}" if reason and not crashed else f"is {fault.got}"
    return f"{fault.case} {does}, and should be {fault.expected}{numbers}"


def listed(cases: Mapping[str, int]) -> str:
    """List operations with their numbers of cases.

    >>> listed({"slice_": 3, "size": 1})
    'slice 3, size 1'
    """
    return ", ".join(f"{without_mark(name)} {count}" for name, count in cases.items())


def unanswered(record: CheckRecord) -> str:
    """Return a message that names the call that had no answer in time."""
    return f"{record.unanswered} had no answer when time was up, so the call may hang"


def summary(record: CheckRecord) -> str:
    """Summarize the check in at most eleven lines of Markdown."""
    return "\n".join(_summary(record)) + "\n"


def _summary(record: CheckRecord) -> Iterator[str]:
    yield f"### {record.implementation} {record.version}: {_verdict(record)}"
    cases = sum(fault.cases for fault in record.known)
    yield (
        f"- {record.cases} of {record.total} cases ran;"
        f" {cases} show {counted(len(record.known), 'known fault')};"
        f" upstream documents {counted(len(record.documented_otherwise), 'other deviation')}"
    )
    for fault in record.new[:MOST]:
        callers = f"; also {listed(fault.callers)}" if fault.callers else ""
        name = without_mark(fault.operation)
        kinds = ", ".join(fault.kinds)
        yield f"- **new** {name}, {kinds}, {counted(fault.cases, 'case')}: `{said(fault)}`{callers}"
    if len(record.new) > MOST:
        yield f"- and {len(record.new) - MOST} more"
    if record.gone:
        yield f"- gone: {'; '.join(fault.title for fault in record.gone)}"
    if record.repaired:
        yield f"- repaired cases: {listed(record.repaired)}"
    if record.other_forms:
        yield f"- warning: right, but in another form: {listed(record.other_forms)}"


def _verdict(record: CheckRecord) -> str:
    if record.new:
        return counted(len(record.new), "new fault")
    if not record.cases:
        return "no case was run"
    return unanswered(record) if record.unanswered else "nothing is new"


def definition(operation: str, repository: Path, implementation: str) -> tuple[str, int] | None:
    """Return the file, relative to the repository, and the line of an operation's definition.

    The files of pycute and CuTe have known places. An implementation `my.port` is the module
    `my/port.py` or the package `my/port`, at the top of the repository or in its folder `src`.

    For a method such as Layout.__getitem__, return the first definition of the name in the class.
    """
    class_, _, function = operation.rpartition(".")
    # In C++ the name starts a line, because the return type is on the line before.
    start = r"\s+def " if class_ else "(?:def )?"
    name = re.compile(rf"^{start}{re.escape(function.rstrip('_'))}_*\(")
    begins = re.compile(rf"^class {re.escape(class_)}\b")
    for source in _sources(repository, implementation):
        inside = not class_
        for number, line in enumerate(source.read_text(errors="replace").splitlines(), 1):
            inside = inside or begins.match(line) is not None
            if inside and name.match(line):
                return source.relative_to(repository).as_posix(), number
    return None


def _sources(repository: Path, implementation: str) -> Iterator[Path]:
    """Yield the files that may define an operation."""
    module = implementation.replace(".", "/")
    own = (f"{src}{module}{end}" for src in ("", "src/") for end in (".py", "/**/*.py"))
    for pattern in (*SOURCES, *own):
        yield from sorted(repository.glob(pattern))


def message(text: str) -> str:
    """Escape the text for a workflow command, which must be on one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def property_(text: str) -> str:
    """Escape the text for a property of a workflow command."""
    return message(text).replace(":", "%3A").replace(",", "%2C")
