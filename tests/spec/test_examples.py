"""Every module and every public function of the spec has an example in a docstring."""

import importlib
import inspect
import pkgutil

import pytest

import spec

MODULES = sorted(m.name for m in pkgutil.walk_packages(spec.__path__, "spec.") if not m.ispkg)

WITHOUT = {"spec.version", "spec.pictures.colours"}


@pytest.mark.parametrize("name", sorted({*MODULES} - WITHOUT))
def test_every_module_has_an_example(name):
    assert ">>> " in inspect.getsource(importlib.import_module(name))


@pytest.mark.parametrize("name", [n for n in spec.__all__ if inspect.isroutine(getattr(spec, n))])
def test_every_public_function_has_an_example(name):
    function = getattr(spec, name)
    assert ">>> " in inspect.getdoc(function)
