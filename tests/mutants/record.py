"""The record of tested mutants, `reports/mutants.json`, and its page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Final

from tests.mutants.argued import Argued
from tests.mutants.changes import Mutant
from tests.mutants.swapping import ROOT

RECORD: Final = ROOT / "reports" / "mutants.json"
PAGE: Final = ROOT / "reports" / "mutants.md"

PLACES: Final = (
    *("spec", "verif/language", "verif/files"),
    *("verif/kernel", "verif/symbolic", "verif/readings", "verif/claims"),
)
"""The files and folders whose code is mutated."""

KINDS: Final = (
    *("comparison", "arithmetic", "constant", "and, or", "not"),
    *("guard", "condition", "statement", "call"),
)


@dataclass(frozen=True)
class FileRecord:
    """The mutants of a file: how many exist, were tested, and were killed, by kind.

    `survivors` lists the tested mutants that no test killed, by key, function and change. `waiting`
    lists mutants that survived the first run of tests and need the second. `killers` maps each
    killer (a test, a crash or a hang) to the keys of the mutants that it killed. The killer with
    the most mutants comes first. The key of a mutant is stale if the statement around the mutated
    code has changed since the test.
    """

    mutants: dict[str, int]
    tested: dict[str, int]
    killed: dict[str, int]
    survivors: list[tuple[str, str, str]]
    waiting: list[tuple[str, str, str]]
    killers: dict[str, list[str]]


def file_record(
    mutants: Iterable[Mutant], by: Mapping[str, str | None], waiting: Collection[str]
) -> FileRecord:
    """Return the record of a file. `by` maps the key of each tested mutant to its killer or None.

    `waiting` has the keys of mutants that survived the first run of tests and need the second.
    """
    mutants = tuple(mutants)
    tested = [mutant for mutant in mutants if mutant.key in by]
    killed = [mutant for mutant in tested if by[mutant.key] is not None]
    killers: dict[str, list[str]] = {}
    for mutant in killed:
        killers.setdefault(str(by[mutant.key]), []).append(mutant.key)
    return FileRecord(
        *(_by_kind(some) for some in (mutants, tested, killed)),
        [(m.key, m.within, m.change) for m in tested if by[m.key] is None],
        [(m.key, m.within, m.change) for m in mutants if m.key in waiting],
        dict(sorted(killers.items(), key=lambda pair: -len(pair[1]))),
    )


def items_of(one: FileRecord) -> list[str]:
    """Return the test items that killed mutants of the file."""
    return [item for item in one.killers if "::" in item]


@cache
def still_exists(item: str) -> bool:
    """Whether the killer still counts: it is a test that still exists, or a crash, or a hang."""
    file, _, name = item.partition("::")
    test = name.rpartition("::")[2].partition("[")[0]
    path = ROOT / file
    return not name or (path.is_file() and f"def {test}(" in path.read_text())


def _by_kind(mutants: Sequence[Mutant]) -> dict[str, int]:
    counts = Counter(mutant.kind for mutant in mutants)
    return {kind: counts[kind] for kind in KINDS if counts[kind]}


def write_record(files: Mapping[str, FileRecord]) -> None:
    written = {file: asdict(one) for file, one in files.items()}
    RECORD.write_text(json.dumps(written, indent=1) + "\n")


def read_record() -> dict[str, FileRecord]:
    """Read the committed record."""
    found = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    return {
        file: FileRecord(
            **one | {name: [tuple(pair) for pair in one[name]] for name in ("survivors", "waiting")}
        )
        for file, one in found.items()
    }


def page(files: Mapping[str, FileRecord], argued: Argued) -> str:
    """Return the page: counts by place, kind and file, and why each survivor is harmless."""
    lines = [
        "# Mutants",
        "",
        "Each mutant is one small change of code that is trusted or proved. The tables count the",
        "mutants that a test kills. `make mutants` writes this page",
        "([how](../docs/how-to/mutants.md)). Each mutant that no test kills has a line that argues",
        "why it is harmless.",
        "",
        _total(files),
        "",
        "| place | mutants | tested | killed | argued |",
        "|---|---|---|---|---|",
    ]
    for place in PLACES:
        inside = [one for file, one in files.items() if file.startswith(f"{place}/")]
        lines.append(_row(place, inside))
    lines += ["", "| kind | mutants | tested | killed |", "|---|---|---|---|"]
    for kind in KINDS:
        counts = [
            sum(table.get(kind, 0) for table in tables)
            for tables in zip(
                *((f.mutants, f.tested, f.killed) for f in files.values()), strict=True
            )
        ]
        lines.append(f"| {kind} | {' | '.join(f'{count:,}' for count in counts)} |")
    lines += ["", "| file | mutants | tested | killed | argued |", "|---|---|---|---|---|"]
    lines += [_row(f"`{file}`", [one]) for file, one in files.items() if one.mutants]
    lines += ["", "## Survivors, and why they are harmless", ""]
    for file, one in files.items():
        if one.survivors:
            lines += [f"`{file}`", ""]
            for _, within, change in one.survivors:
                why = argued.arguments.get(f"{file}: {within}", {})
                argument = why.get(change) or why.get(change.partition(" -> ")[0]) or "**open**"
                lines.append(f"- `{within}`: `{change}`: {argument}")
            lines.append("")
    lines += ["## Survivors of the first test run that need a second one", ""]
    for file, one in files.items():
        if one.waiting:
            lines += [f"`{file}`", ""]
            lines += [*(f"- `{within}`: `{change}`" for _, within, change in one.waiting), ""]
    return "\n".join(lines).rstrip() + "\n"


def _total(files: Mapping[str, FileRecord]) -> str:
    there, tested, killed = (
        sum(sum(table.values()) for table in tables)
        for tables in zip(*((f.mutants, f.tested, f.killed) for f in files.values()), strict=True)
    )
    return (
        f"{there:,} mutants of {len(files)} files. {tested:,} were tested: "
        f"{killed:,} were killed, {tested - killed:,} are argued to be harmless.\n"
        f"{sum(len(f.waiting) for f in files.values()):,} more survived the first,"
        " quick test run and need a second one; the others are not tested yet."
    )


def _row(name: str, files: Iterable[FileRecord]) -> str:
    files = list(files)
    counts = [
        sum(sum(table.values()) for table in tables)
        for tables in (
            [f.mutants for f in files],
            [f.tested for f in files],
            [f.killed for f in files],
        )
    ]
    counts.append(sum(len(f.survivors) for f in files))
    return f"| {name} | {' | '.join(f'{count:,}' for count in counts)} |"
