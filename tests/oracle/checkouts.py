"""Make copies of pycute, limited to some operations or with a changed source."""

import shutil
from pathlib import Path

import pycute

PYCUTE = Path(pycute.__file__).parent
"""The folder of the installed pycute."""


def checked_out(folder, operations=None):
    """Copy pycute into the folder, limited to `operations` if they are given."""
    copy = folder / "pycute"
    shutil.copytree(PYCUTE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    if operations is not None:
        only(copy, operations)
    return copy


def only(copy, operations):
    """Limit the public names of a copy to these operations."""
    public = {"Layout", *operations}
    names = "[name for name in globals() if name[0] != '_']"
    with (copy / "__init__.py").open("a") as text:
        text.write(f"for name in {names}:\n  if name not in {public}:\n    del globals()[name]\n")


def rewritten(copy, old, new):
    """Replace `old`, which must occur once in layout.py, by `new` and return its line number."""
    path = copy / "layout.py"
    text = path.read_text()
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new))
    return text[: text.index(old)].count("\n") + 1
