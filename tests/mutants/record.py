"""The record of what became of the mutants, `reports/mutants.json`, and the page of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
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
"""What is mutated."""

KINDS: Final = (
    *("comparison", "arithmetic", "constant", "and, or", "not"),
    *("guard", "condition", "statement", "call"),
)


@dataclass(frozen=True)
class OfFile:
    """The mutants of a file: how many there are, are looked at, and are noticed, by kind.

    `survivors` are the others that were looked at, by key, function and change; `waiting` have
    survived the first look, and the second is still to come. `killers` are the items that have
    noticed mutants, those first that noticed most, each with the keys of what it did. A key is of
    no mutant any more where the text around it has changed since.
    """

    mutants: dict[str, int]
    looked: dict[str, int]
    noticed: dict[str, int]
    survivors: list[tuple[str, str, str]]
    waiting: list[tuple[str, str, str]]
    killers: dict[str, list[str]]


def of_file(
    mutants: Iterable[Mutant], by: Mapping[str, str | None], waiting: Collection[str]
) -> OfFile:
    """The record of a file's mutants; `by` is who noticed each that was looked at, or None.

    Both `by` and `waiting`, those that survived the first look alone, go by keys.
    """
    mutants = tuple(mutants)
    looked = [mutant for mutant in mutants if mutant.key in by]
    noticed = [mutant for mutant in looked if by[mutant.key] is not None]
    killers: dict[str, list[str]] = {}
    for mutant in noticed:
        killers.setdefault(str(by[mutant.key]), []).append(mutant.key)
    return OfFile(
        *(_by_kind(some) for some in (mutants, looked, noticed)),
        [(m.key, m.within, m.change) for m in looked if by[m.key] is None],
        [(m.key, m.within, m.change) for m in mutants if m.key in waiting],
        dict(sorted(killers.items(), key=lambda pair: -len(pair[1]))),
    )


def items_of(one: OfFile) -> list[str]:
    """The items that have noticed mutants of the file."""
    return [item for item in one.killers if "::" in item]


@cache
def is_there(item: str) -> bool:
    """Whether the tests still have an item, or how else a mutant was noticed, as far as seen."""
    file, _, name = item.partition("::")
    test = name.rpartition("::")[2].partition("[")[0]
    path = ROOT / file
    return not name or (path.is_file() and f"def {test}(" in path.read_text())


def _by_kind(mutants: Sequence[Mutant]) -> dict[str, int]:
    counts = Counter(mutant.kind for mutant in mutants)
    return {kind: counts[kind] for kind in KINDS if counts[kind]}


def write_record(files: Mapping[str, OfFile], path: Path = RECORD) -> None:
    path.write_text(json.dumps({file: asdict(one) for file, one in files.items()}, indent=1) + "\n")


def read_record(path: Path = RECORD) -> dict[str, OfFile]:
    """The record that is there."""
    found = json.loads(path.read_text()) if path.exists() else {}
    return {
        file: OfFile(
            **one | {name: [tuple(pair) for pair in one[name]] for name in ("survivors", "waiting")}
        )
        for file, one in found.items()
    }


def page(files: Mapping[str, OfFile], argued: Argued) -> str:
    """The record as a page: counts by place, kind and file, and survivors with their arguments."""
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
                *((f.mutants, f.looked, f.noticed) for f in files.values()), strict=True
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
                said = why.get(change) or why.get(change.partition(" -> ")[0]) or "**open**"
                lines.append(f"- `{within}`: `{change}`: {said}")
            lines.append("")
    lines += ["## Survivors of the first test run that need a second one", ""]
    for file, one in files.items():
        if one.waiting:
            lines += [f"`{file}`", ""]
            lines += [*(f"- `{within}`: `{change}`" for _, within, change in one.waiting), ""]
    return "\n".join(lines).rstrip() + "\n"


def _total(files: Mapping[str, OfFile]) -> str:
    there, looked, noticed = (
        sum(sum(table.values()) for table in tables)
        for tables in zip(*((f.mutants, f.looked, f.noticed) for f in files.values()), strict=True)
    )
    return (
        f"{there:,} mutants of {len(files)} files. {looked:,} were tested: "
        f"{noticed:,} were killed, {looked - noticed:,} are argued to be harmless.\n"
        f"{sum(len(f.waiting) for f in files.values()):,} more survived the first,"
        " quick test run and need a second one; the others are not tested yet."
    )


def _row(name: str, files: Iterable[OfFile]) -> str:
    files = list(files)
    counts = [
        sum(sum(table.values()) for table in tables)
        for tables in (
            [f.mutants for f in files],
            [f.looked for f in files],
            [f.noticed for f in files],
        )
    ]
    counts.append(sum(len(f.survivors) for f in files))
    return f"| {name} | {' | '.join(f'{count:,}' for count in counts)} |"
