"""Printed tables fit the width of the terminal and keep every cell."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import Layout, table
from spec.pictures.takers import takers
from spec.pictures.text import alone, compared, shown
from verif.cli.output import terminal_width


def cells(text):
    return sorted(re.findall(r"(\w+)[ *](?=\|)", text))


@given(
    rows=st.integers(1, 5),
    columns=st.integers(1, 40),
    step=st.integers(1, 2000),
    width=st.integers(20, 120),
)
def test_a_banded_table_fits_the_width_and_keeps_every_cell(rows, columns, step, width):
    layout = Layout((rows, columns), (step, 1))
    banded = alone(layout, width)
    assert max(map(len, banded.split("\n")[1:])) <= width
    assert cells(banded) == cells(table(layout))


@pytest.mark.parametrize("width", [30, 50, 70, 100])
def test_tables_too_wide_to_stand_side_by_side_are_stacked(width):
    pair = Layout((2, 8), (1, 2)), Layout((2, 8), (8, 1))
    banded = compared(*pair, width)
    assert max(map(len, banded.split("\n"))) <= width
    assert cells(banded) == cells(compared(*pair))


def test_a_table_with_three_digit_rows_keeps_every_cell():
    layout = Layout((102, 30), (1, 102))
    assert cells(alone(layout, 80)) == cells(table(layout))


def test_a_panel_of_threads_and_values_is_banded():
    panel = takers(Layout(((4, 8), (2, 2)), ((32, 1), (16, 8))), (16, 8))
    assert cells(shown([panel], 40)) == cells(shown([panel]))


def test_output_to_a_file_has_no_width_limit(capsys):
    assert terminal_width() is None
