"""One table of the faults of all implementations: a row per cause, a column per range of versions.

The ids of faults with the same cause differ only in the implementation's name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from verif.oracle.baseline import Baseline
from verif.oracle.history import FaultOverVersions, Faults, faults_over_versions


@dataclass(frozen=True)
class Column:
    """Consecutive versions of an implementation with the same number of cases for each fault."""

    of: Faults
    first: int
    versions: tuple[str, ...]
    operations: frozenset[str]

    @property
    def number(self) -> int:
        """The number of faults in these versions."""
        return sum(1 for fault in self.of.proper if fault.counts[self.first])


@dataclass(frozen=True)
class Cell:
    """One root cause in the versions of a column.

    `fault` is the fault with this cause, or None if the versions do not have it. `count` is the
    number of cases with this fault. `is_asked` tells whether these versions have the operation.
    """

    column: Column
    fault: FaultOverVersions | None
    count: int
    is_asked: bool


@dataclass(frozen=True)
class Row:
    """A cause, with the shortest of its titles in the implementations."""

    cause: str
    operation: str
    title: str
    cells: tuple[Cell, ...]

    @property
    def order(self) -> tuple[int, int, str]:
        """Sort key: causes in the most implementations first, ties broken by the most cases."""
        having = {cell.fault.site.id for cell in self.cells if cell.fault is not None}
        return -len(having), -sum(cell.count for cell in self.cells), self.cause


@dataclass(frozen=True)
class SideBySide:
    """The table: its columns, and its rows grouped by the operation at fault."""

    columns: tuple[Column, ...]
    groups: tuple[tuple[Row, ...], ...]

    def width(self, of: Faults) -> int:
        """Return the number of columns of an implementation."""
        return sum(1 for column in self.columns if column.of.implementation == of.implementation)


def side_by_side(known: Sequence[Baseline]) -> SideBySide:
    """Return the table of the faults in the baselines. Documented behaviour is not a fault."""
    implementations = faults_over_versions(known)
    columns = tuple(column for of in implementations for column in _columns(of, known))
    causes: dict[str, dict[str, FaultOverVersions]] = {}
    for of in implementations:
        for fault in of.proper:
            cause = fault.site.id.removeprefix(f"{of.implementation}-")
            causes.setdefault(cause, {})[of.implementation] = fault
    groups: dict[str, list[Row]] = {}
    for cause, faults in causes.items():
        row = _row(cause, faults, columns)
        groups.setdefault(row.operation, []).append(row)
    ordered = (tuple(sorted(rows, key=lambda row: row.order)) for rows in groups.values())
    return SideBySide(columns, tuple(sorted(ordered, key=lambda rows: rows[0].order)))


def _columns(of: Faults, known: Sequence[Baseline]) -> Iterator[Column]:
    versions = [one for one in known if one.implementation == of.implementation]
    asked = {one.version: frozenset(one.outcomes) for one in versions}

    def counts(place: int) -> list[int | None]:
        return [fault.counts[place] for fault in of.proper]

    for _, some in groupby(range(len(of.versions)), key=counts):
        places = [*some]
        alike = tuple(of.versions[place] for place in places)
        common = frozenset[str].intersection(*(asked[version] for version in alike))
        yield Column(of, places[0], alike, common)


def _row(cause: str, faults: Mapping[str, FaultOverVersions], columns: Sequence[Column]) -> Row:
    operation = next(iter(faults.values())).site.operation
    cells: list[Cell] = []
    for column in columns:
        fault = faults.get(column.of.implementation)
        count = fault.counts[column.first] if fault is not None else None
        is_asked = bool(count) or operation in column.operations
        cells.append(Cell(column, fault if count else None, count or 0, is_asked))
    title = min((fault.site.title for fault in faults.values()), key=len)
    return Row(cause, operation, title, tuple(cells))
