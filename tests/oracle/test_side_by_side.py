"""In the table of faults, each baseline's findings are in the column of its implementation."""

from itertools import pairwise

from tests.oracle.versions import FINDING, known
from verif.oracle.history import ORDER, baselines, faults_over_versions
from verif.oracle.side_by_side import side_by_side


def test_versions_with_equal_findings_share_a_column():
    versions = [known(number, [FINDING], [0, 0]) for number in ("1.0", "2.0", "10.0")]
    versions.append(known("11.0", [], [0, 0]))
    table = side_by_side(versions)
    assert [column.versions for column in table.columns] == [("1.0", "2.0", "10.0"), ("11.0",)]
    assert [column.number for column in table.columns] == [1, 0]
    ((row,),) = table.groups
    assert (row.cause, row.operation) == ("rank", "rank")
    assert [cell.count for cell in row.cells] == [3, 0]
    assert [cell.is_asked for cell in row.cells] == [True, False], "there are compositions alone"


def test_every_count_of_every_version_appears_once():
    table = side_by_side(baselines())
    for of in faults_over_versions(baselines()):
        columns = [k for k, column in enumerate(table.columns) if column.of == of]
        assert len(columns) == table.width(of)
        merged = [version for k in columns for version in table.columns[k].versions]
        assert tuple(merged) == of.versions
        for k in columns:
            column = table.columns[k]
            faulty = [row.cells[k] for rows in table.groups for row in rows if row.cells[k].fault]
            assert len(faulty) == column.number
            for place in range(column.first, column.first + len(column.versions)):
                counts = {one.site.id: one.counts[place] for one in of.proper if one.counts[place]}
                assert {cell.fault.site.id: cell.count for cell in faulty} == counts


def test_each_cause_has_one_row_and_each_operation_one_group():
    table = side_by_side(baselines())
    rows = [row for group in table.groups for row in group]
    assert len({row.cause for row in rows}) == len(rows)
    assert len({row.title for row in rows}) == len(rows), "of one cause, by two names"
    assert len({group[0].operation for group in table.groups}) == len(table.groups)
    for group in table.groups:
        assert len({row.operation for row in group}) == 1
        assert all(one.order <= other.order for one, other in pairwise(group))


def test_an_operation_that_is_not_tested_is_not_shown_as_right():
    table = side_by_side(baselines())
    rows = [row for group in table.groups for row in group]
    (row,) = (row for row in rows if row.cause == "max-common-layout-leaves")
    tested = {cell.column.of.implementation for cell in row.cells if cell.is_asked}
    assert tested == {"cute-cpp", "cute-dsl", "tensor-layouts"}
    assert {cell.column.of.implementation for cell in row.cells} == set(ORDER)
