"""The suite does not shrink unnoticed."""

import pytest

FEWEST = 8000
"""The fewest test items of a whole run, including the long ones."""


def test_no_items_are_lost(collected):
    if collected is None:
        pytest.skip("only a part of the suite is run")
    assert collected.total() >= FEWEST
