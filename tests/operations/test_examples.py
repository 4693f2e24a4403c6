"""Every example in a docstring of the operations is executed."""

import doctest
import importlib

import pytest

FEWEST = {
    "cases": 2,
    "coordinates": 1,
    "fits": 7,
    "inverses": 2,
    "kinds": 1,
    "law": 4,
    "names": 3,
}


@pytest.mark.parametrize("name", FEWEST)
def test_examples(name):
    results = doctest.testmod(importlib.import_module(f"verif.operations.{name}"))
    assert results.failed == 0
    assert results.attempted >= FEWEST[name]
