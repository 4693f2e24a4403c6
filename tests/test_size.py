"""The suite does not shrink unnoticed: so many items there are at least, long ones too."""

import pytest

FEWEST = {}


def test_no_items_are_lost(collected):
    if collected is None:
        pytest.skip("only a part of the suite is run")
    assert {name: collected[name] for name in FEWEST if collected[name] < FEWEST[name]} == {}
