"""The examples in docstrings of the command line print what they show."""

import doctest
import importlib
from pathlib import Path

import pytest

import verif.cli

NAMES = [path.stem for path in sorted(Path(verif.cli.__path__[0]).glob("*.py"))]


@pytest.mark.parametrize("name", NAMES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(f"verif.cli.{name}")).failed == 0


def test_there_are_examples():
    modules = (importlib.import_module(f"verif.cli.{name}") for name in NAMES)
    assert sum(doctest.testmod(module).attempted for module in modules) > 5
