"""Findings as workflow commands of GitHub Actions: annotations on a pull request."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from verif.oracle.baseline import FindingRecord

SOURCES: Final = ("python/pycute/*.py", "pycute/*.py", "include/cute/**/*.hpp", "cute/**/*.hpp")
"""The files in which a repository has the operations."""


def annotation(finding: FindingRecord, repository: Path) -> str:
    """The finding as an error, at the operation if the repository has a text of it.

    >>> record = FindingRecord(
    ...     "size-1", "size", "wrong-result", "size(4:1)", "5", "4", "print(size(4))", 1
    ... )
    >>> annotation(record, Path("nowhere"))
    '::error title=size%3A wrong-result::size(4:1) is 5, and should be 4%0Aprint(size(4))'
    """
    title = _property(f"{finding.operation.removesuffix('_')}: {finding.kind}")
    message = f"{finding.case} is {finding.got}, and should be {finding.expected}"
    where = _definition(finding.operation, repository)
    at = "" if where is None else f"file={_property(where[0])},line={where[1]},"
    text = _message("\n".join((message, finding.reproduction)))
    return f"::error {at}title={title}::{text}"


def _definition(operation: str, repository: Path) -> tuple[str, int] | None:
    """The file, from the repository's root, and the line of the first text of an operation."""
    # In C++ the name stands first on its line, after the line of what is returned.
    name = re.compile(rf"^(?:def )?{re.escape(operation.removesuffix('_'))}_?\(")
    for source in (path for pattern in SOURCES for path in sorted(repository.glob(pattern))):
        for number, line in enumerate(source.read_text(errors="replace").splitlines(), 1):
            if name.match(line):
                return source.relative_to(repository).as_posix(), number
    return None


def _message(text: str) -> str:
    """The text as a workflow command takes it: on one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
