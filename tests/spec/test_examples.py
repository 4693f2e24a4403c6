"""Every example in a docstring of the spec runs, and no examples are lost."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import spec

MODULES = sorted(m.name for m in pkgutil.walk_packages(spec.__path__, "spec.") if not m.ispkg)

# The least number of examples per module. A module that is not listed needs one example.
FEWEST = {
    "spec.errors": 3,
    "spec.version": 0,
    "spec.pictures.colours": 0,
    "spec.int_tuple": 19,
    "spec.coordinates": 9,
    "spec.layout": 24,
    "spec.notation": 8,
    "spec.explained": 2,
    "spec.kinds": 1,
    "spec.taking": 7,
    "spec.select": 5,
    "spec.shaped": 4,
    "spec.swizzled": 12,
    "spec.table": 2,
    "spec.by_mode": 4,
    "spec.common": 3,
    "spec.divide": 13,
    "spec.filter": 5,
    "spec.inverse": 11,
    "spec.nesting": 2,
    "spec.partition": 6,
    "spec.products": 13,
    "spec.recast": 10,
    "spec.xla.notation": 4,
    "spec.xla.position": 12,
    "spec.xla.shape": 10,
    "spec.xla.steps": 4,
    "spec.xla.tpu": 5,
}


def test_the_listed_modules_exist():
    assert set(FEWEST) <= set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0
    assert results.attempted >= FEWEST.get(name, 1)


@pytest.mark.parametrize("name", [n for n in spec.__all__ if inspect.isroutine(getattr(spec, n))])
def test_every_public_function_has_an_example(name):
    function = getattr(spec, name)
    assert ">>> " in inspect.getdoc(function)
