"""Every example in a docstring of the package is executed."""

import doctest
import importlib
from pathlib import Path

import pytest

import verif.audit

NAMES = [path.stem for path in sorted(Path(verif.audit.__path__[0]).glob("*.py"))]


@pytest.mark.parametrize("name", NAMES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(f"verif.audit.{name}")).failed == 0


def test_there_are_examples():
    modules = (importlib.import_module(f"verif.audit.{name}") for name in NAMES)
    assert sum(doctest.testmod(module).attempted for module in modules) >= 5
