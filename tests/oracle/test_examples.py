"""Every example in a docstring of the oracle is executed."""

import doctest
import importlib
import pkgutil

import pytest

import verif.oracle

WITHOUT = {
    *("check", "examined", "faults", "history", "issue"),
    *("sarif", "shrink", "side_by_side", "versus"),
}
MODULES = [module.name for module in pkgutil.iter_modules(verif.oracle.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    results = doctest.testmod(importlib.import_module(f"verif.oracle.{name}"))
    assert results.failed == 0
    assert results.attempted >= (name not in WITHOUT)
