"""A table is printed as CuTe C++ prints it with print_layout."""

import pytest
from hypothesis import given

from spec import Layout, LayoutError, print_layout, table
from tests.spec.strategies import layouts

EXAMPLE_1 = """\
(2,3):(1,2)
      0   1   2~
    +---+---+---+
 0  | 0 | 2 | 4 |
    +---+---+---+
 1  | 1 | 3 | 5 |
    +---+---+---+"""

EXAMPLE_2 = """\
(2,3):(3,1)
      0   1   2~
    +---+---+---+
 0  | 0 | 1 | 2 |
    +---+---+---+
 1  | 3 | 4 | 5 |
    +---+---+---+"""

EXAMPLE_3 = """\
(4,(2,2)):(4,(1,2))
       0    1    2    3~
    +----+----+----+----+
 0  |  0 |  1 |  2 |  3 |
    +----+----+----+----+
 1  |  4 |  5 |  6 |  7 |
    +----+----+----+----+
 2  |  8 |  9 | 10 | 11 |
    +----+----+----+----+
 3  | 12 | 13 | 14 | 15 |
    +----+----+----+----+"""

EXAMPLE_4 = """\
(4,(2,2)):(2,(1,8))
       0    1    2    3~
    +----+----+----+----+
 0  |  0 |  1 |  8 |  9 |
    +----+----+----+----+
 1  |  2 |  3 | 10 | 11 |
    +----+----+----+----+
 2  |  4 |  5 | 12 | 13 |
    +----+----+----+----+
 3  |  6 |  7 | 14 | 15 |
    +----+----+----+----+"""

NEGATIVE = """\
(2,2):(-1,2)
      0   1~
    +---+---+
 0  | 0 | 2 |
    +---+---+
 1  | -1 | 1 |
    +---+---+"""

COLUMN = """\
(3):(5)
       0~
    +----+
 0  |  0 |
    +----+
 1  |  5 |
    +----+
 2  | 10 |
    +----+"""


@given(layouts())
def test_table_cells_are_the_offsets(layout):
    if layout.rank > 2:
        with pytest.raises(LayoutError, match=r"^a table requires rank 1 or 2, but"):
            table(layout)
        return
    title, _, *lines = table(layout).splitlines()
    cells = [[int(c) for c in line.split("|")[1:-1]] for line in lines[1::2]]
    assert title == str(layout)
    assert [x for column in zip(*cells, strict=True) for x in column] == [
        layout(i) for i in range(layout.size)
    ]
    assert len(set(lines[::2])) == 1


@pytest.mark.parametrize("expected", [EXAMPLE_1, EXAMPLE_2, EXAMPLE_3, EXAMPLE_4, NEGATIVE, COLUMN])
def test_a_table_matches_print_layout_of_cute(expected, capsys):
    # The tilde stands for the space that CuTe prints after the last column's index.
    expected = expected.replace("~", " ")
    layout = Layout.parse(expected.splitlines()[0])
    assert table(layout) == expected
    print_layout(layout)
    assert capsys.readouterr().out == expected + "\n"


def test_table_rejects_higher_ranks():
    with pytest.raises(LayoutError) as caught:
        table(Layout((2, 2, 2)))
    assert str(caught.value) == (
        "a table requires rank 1 or 2, but (2,2,2):(1,2,4) has rank 3; group its modes, as in"
        " ((2,2),2)"
    )
