"""The examples of `verif.search.exhaustive` and `verif.search.strategies` are executed."""

import doctest
import importlib

import pytest

FEWEST = {
    "verif.search.exhaustive": 3,
    "verif.search.strategies": 2,
}


@pytest.mark.parametrize("name", FEWEST)
def test_examples(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0
    assert results.attempted >= FEWEST[name]
