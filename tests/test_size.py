"""A run of all tests has at least `FEWEST` tests, so tests do not disappear unnoticed."""

import pytest

FEWEST = 8000
"""How many test items a whole run must have at least, including long items."""


def test_no_items_are_lost(collected):
    if collected is None:
        pytest.skip("only a part of the suite is run")
    assert collected.total() >= FEWEST
