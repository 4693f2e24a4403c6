"""The public kernels and the records of their audits."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from verif.audit.audit import Audit
from verif.audit.statement import Verdict

FOLDER: Final = Path(__file__).parent
SCHEMA_VERSION: Final = 1


class Kernel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kernel of `kernels.toml`, which explains the fields."""

    name: str
    title: str
    repository: str
    package: str
    file: str
    maker: str
    function: str
    targets: tuple[str, ...]
    given: str
    beside: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    options: Mapping[str, int] = {}
    pointers: Mapping[str, str] = {}
    numbers: Mapping[str, str] = {}
    integers: tuple[str, ...] = ()
    constants: Mapping[str, int | bool | str] = {}


class StatedRecord(msgspec.Struct, frozen=True):
    """A statement that does not hold; `place` is its place in the source program, if known."""

    line: int
    place: str
    operation: str
    claim: str
    verdict: str
    detail: str


class TextRecord(msgspec.Struct, frozen=True):
    """The audit of a text that a compiler wrote for one target. The audit took `seconds`.

    `counts` has the number of statements of each verdict.
    """

    target: str
    family: str
    seconds: float
    counts: Mapping[str, int]
    statements: tuple[StatedRecord, ...]


class KernelRecord(msgspec.Struct, frozen=True):
    """The audits of the texts that a compiler wrote for one kernel.

    `sha256` is the hash of the kernel's file. The compiler took `compiled` seconds of CPU time.
    """

    name: str
    title: str
    repository: str
    package: str
    version: str
    file: str
    sha256: str
    given: str
    compiler: str
    compiled: float
    texts: tuple[TextRecord, ...]


class PublicRecord(msgspec.Struct, frozen=True):
    """The audits of all public kernels."""

    schema_version: int
    kernels: tuple[KernelRecord, ...]


def kernels() -> tuple[Kernel, ...]:
    """Return the public kernels, in the order of the page."""
    told = tomllib.loads((FOLDER / "kernels.toml").read_text())
    return tuple(msgspec.convert(told["kernels"], list[Kernel]))


def pinned() -> dict[str, str]:
    """Return the version of each package that `requirements.lock` pins."""
    lines = (FOLDER / "requirements.lock").read_text().splitlines()
    found = dict[str, str]()
    for line in lines:
        if not line.startswith("#"):
            name, _, version = line.split()[0].partition("==")
            found[name] = version
    return found


def text_record(target: str, text: str, audit: Audit, seconds: float) -> TextRecord:
    """Return the record of the audit of a text."""
    counts = audit.counts()
    places = Places(text)
    return TextRecord(
        target,
        audit.family,
        round(seconds, 1),
        {verdict.value: counts[verdict] for verdict in Verdict},
        tuple(
            StatedRecord(
                *(one.line, places.of(one.line), one.operation, one.claim, one.verdict.value),
                " ".join(one.detail.split()),
            )
            for one in audit.statements
            if one.verdict is not Verdict.HOLDS
        ),
    )


class Places:
    """Maps the lines of a compiler's text to places in the source program."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._named = dict(_NAMED.findall(text))

    def of(self, line: int) -> str:
        """Return the place of a line: `matmul.py:126`, or the name of a JAX operation, or ""."""
        text = self._lines[line - 1]
        name = _OP_NAME.search(text)
        if name is not None:
            return name[1]
        location = _AT_END.search(text)
        return self._place(location[1]) if location is not None else ""

    def _place(self, location: str) -> str:
        """Return the source line of an MLIR location; for a call, a line of the called function."""
        seen = set[str]()
        while (alias := _ALIAS.search(location)) is not None and location not in seen:
            found = _FILE.search(location)
            if found is not None:
                break
            seen.add(location)
            location = self._named.get(alias[0], "")
        found = _FILE.search(location)
        return f"{Path(found[1]).name}:{found[2]}" if found is not None else ""


_NAMED: Final = re.compile(r"^(#loc\d*) = loc\((.*)\)$", re.MULTILINE)
_AT_END: Final = re.compile(r"loc\(([^()]*)\)\s*$")
_ALIAS: Final = re.compile(r"#loc\d*")
_FILE: Final = re.compile(r'"([^"]+\.py)":(\d+):\d+')
_OP_NAME: Final = re.compile(r'metadata=\{op_name="([^"]*)"')


def totals(records: Sequence[KernelRecord]) -> Counter[str]:
    """Return the number of statements with each verdict."""
    found = Counter[str]()
    for one in records:
        for text in one.texts:
            found.update(text.counts)
    return found
