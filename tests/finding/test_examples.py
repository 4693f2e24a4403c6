"""Every example in a docstring of the package is executed."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["accesses", "code", "paddings", "swizzles"])
def test_examples(name):
    results = doctest.testmod(importlib.import_module(f"verif.finding.{name}"))
    assert results.failed == 0
    assert results.attempted >= 1
