"""Every example in a docstring of the package is executed."""

import doctest
import importlib
from pathlib import Path

import pytest

import verif.audit

FOLDER = Path(verif.audit.__path__[0])
NAMES = [
    ".".join(("verif.audit", *path.relative_to(FOLDER).with_suffix("").parts))
    for path in sorted(FOLDER.rglob("*.py"))
]


@pytest.mark.parametrize("name", NAMES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    modules = (importlib.import_module(name) for name in NAMES)
    assert sum(doctest.testmod(module).attempted for module in modules) >= 5
