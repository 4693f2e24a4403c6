"""The page of operations agrees with the table of operations."""

from pathlib import Path

import pytest

from verif.cli.main import main
from verif.operations.operation import NotDrawn
from verif.operations.table import NO_OPERATIONS, OPERATIONS
from verif.pages.operations import operations_about

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "operations.md"


def test_the_page_equals_the_output_of_the_command(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["operations"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == PAGE.read_text()


def test_the_page_lists_every_operation_and_every_reason():
    page = PAGE.read_text()
    for row in OPERATIONS.values():
        assert f"| `{row.spelling}(" in page
        assert not isinstance(row.cases, NotDrawn) or f"not tried: {row.cases.reason} |" in page
    assert all(f"- `{name}` {reason}" in page for name, reason in NO_OPERATIONS.items())


def test_operations_are_found_by_name_subject_and_description():
    assert operations_about("zipped_divide")[-1].startswith("zipped_divide(layout, tiler)  ")
    assert any(line.startswith("shape_div") for line in operations_about("divided by the integer"))
    assert len(operations_about("XLA")) > 5
    assert operations_about("nothing of the kind") == ()
