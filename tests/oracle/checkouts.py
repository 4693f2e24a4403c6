"""Copies of pycute as somebody's checkout has it, whole or in part, and changed."""

import shutil
from pathlib import Path

import pycute

PYCUTE = Path(pycute.__file__).parent
"""The one that is installed."""


def checked_out(folder, operations=None):
    """A copy in the folder; of `operations` alone, where they are given."""
    copy = folder / "pycute"
    shutil.copytree(PYCUTE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    if operations is not None:
        only(copy, operations)
    return copy


def only(copy, operations):
    """Leave of a copy these operations alone, as far as others see it."""
    kept = {"Layout", *operations}
    names = "[name for name in globals() if name[0] != '_']"
    with (copy / "__init__.py").open("a") as text:
        text.write(f"for name in {names}:\n  if name not in {kept}:\n    del globals()[name]\n")


def rewritten(copy, old, new, file="layout.py"):
    """Write `new` for `old`, which stands there once, and return its line."""
    path = copy / file
    text = path.read_text()
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new))
    return text[: text.index(old)].count("\n") + 1
