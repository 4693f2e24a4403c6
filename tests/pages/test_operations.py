"""The page of operations is what the rows say."""

from pathlib import Path

import pytest

from verif.cli.main import main
from verif.operations.operation import NotDrawn
from verif.operations.table import NO_OPERATIONS, OPERATIONS

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"


def test_the_page_is_what_the_command_prints(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["operations"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == PAGE.read_text()


def test_no_operation_and_no_reason_is_hidden():
    page = PAGE.read_text()
    for row in OPERATIONS.values():
        assert f"| `{row.spelling}(" in page
        assert not isinstance(row.cases, NotDrawn) or f"no: {row.cases.reason} |" in page
    assert all(f"- `{name}` {reason}" in page for name, reason in NO_OPERATIONS.items())
