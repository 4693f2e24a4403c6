"""Compositions that test patches of pycute, and copies of pycute with a patch applied."""

import importlib.util
import runpy
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from spec import Layout, composition
from spec.errors import LayoutError
from spec.modes import modes_of
from tests.oracle.checkouts import PYCUTE

PATCHES = Path(__file__).parents[2] / "upstream-patches"

TWIN = PATCHES / "twin.py"

CASES = (
    ("paper, 3.3.3: an apparent violation", "(4,2,8):(3,12,97)", "3:3"),
    ("cutlass 2113", "(10,2):(16,4)", "(3,4):(1,5)"),
    ("cutlass 2432", "(32,128):(128,1)", "(30,128):(1,32)"),
    ("cutlass 3177, PR 3181", "(4,6,8):(2,3,5)", "6:3"),
    ("cutlass 2955: modes carry together", "(6,2):(1,7)", "(3,2):(2,3)"),
    ("modes carry together, in a matrix", "(36,18):(1,72)", "(9,4):(4,9)"),
    ("inside A and injective", "(3,2):(1,5)", "5:1"),
    ("inside A and injective", "(2,2):(1,3)", "3:1"),
    ("CuTe's document", "(6,2):(8,2)", "(4,3):(3,1)"),
    ("CuTe's document", "(10,2):(16,4)", "(5,4):(1,5)"),
    ("a part of the first mode", "(8,8):(3,97)", "5:1"),
    ("3 steps of 3 in 8", "(8,8):(3,97)", "(3,2):(3,8)"),
    ("pycute's unit test", "(4,6,8,10):(2,3,5,7)", "6:12"),
    ("a mode of size 1 with a stride beyond A", "(4,3):(3,1)", "1:6"),
    ("a mode of size 1 in B", "(4,3):(3,1)", "(1,4):(6,1)"),
    ("the last mode takes the overflow", "(4,3):(3,1)", "24:1"),
    ("the last mode is 1:0", "(4,3,1):(3,1,0)", "24:1"),
    ("the last mode is 1:5", "(2,1):(1,5)", "4:1"),
    ("a step in two modes", "(4,4):(1,50)", "2:5"),
    ("a cut in two modes", "(8,8):(1,50)", "4:5"),
    ("repeated, stride 0", "(4,4):(1,50)", "(3,4):(0,4)"),
    ("equal strides carry", "(2,2):(1,50)", "(2,2):(1,1)"),
    ("equal strides do not carry", "(4,2):(1,50)", "(2,2):(1,1)"),
    ("the remainder is in a mode of stride 0", "(8,4):(0,1)", "(4,4):(0,5)"),
)
"""Compositions A o B to try. Each row is (purpose of the case, A, B)."""

PYTHON_PATCHES = ("pycute-gate", "pycute-complete")

REFUSED = "refused"


def patched(name, folder):
    """Copy the installed pycute into the folder, apply a patch, and return the package's folder."""
    package = folder / name / "python" / "pycute"
    shutil.copytree(PYCUTE, package, ignore=shutil.ignore_patterns("__pycache__"))
    apply_patch(name, folder / name)
    return package


def apply_patch(name, tree):
    """Apply a patch to a tree with upstream's folders; hunks must apply without fuzz or offset."""
    command = ["patch", "-p1", "--fuzz=0", "--no-backup-if-mismatch", "-i"]
    path = PATCHES / f"{name}.diff"
    done = subprocess.run([*command, path], cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "offset" not in done.stdout, done.stdout


def loaded(package, name):
    """Import the package of a folder under a new module name."""
    location = importlib.util.spec_from_file_location(
        name, package / "__init__.py", submodule_search_locations=[str(package)]
    )
    module = sys.modules[name] = importlib.util.module_from_spec(location)
    location.loader.exec_module(module)
    return module


def by_pycute(module, a, b):
    """Return the composition that a pycute module computes, or None if the module rejects it."""
    try:
        found = module.composition(
            module.Layout(a.shape, a.stride), module.Layout(b.shape, b.stride)
        )
    except AssertionError:
        return None
    return Layout(found.shape, found.stride)


def by_spec(a, b):
    """Return the composition that the spec computes, or None if the spec rejects it."""
    try:
        return composition(a, b)
    except LayoutError:
        return None


@cache
def _twin():
    return runpy.run_path(str(TWIN))


def by_twin(a, b):
    """Return the modes of the composition that `twin.py` computes, or None for a rejection.

    `twin.py` is the recursive version of pycute-gate.diff.
    """
    try:
        return _twin()["composed"](modes_of(a), modes_of(b))
    except LayoutError:
        return None


def flat(layout):
    """Return the modes of a layout, or None for a rejected composition."""
    return None if layout is None else modes_of(layout)


def offsets(layout):
    """Return the offsets of all coordinates, in colexicographic order."""
    found = [0]
    for size, stride in modes_of(layout):
        found = [offset + i * stride for i in range(size) for offset in found]
    return found


def is_composition(a, b, r):
    """Check by enumeration that r(c) = A(B(c)) for each c, and that r's shape refines B's shape."""
    return offsets(r) == [a.extended(x) for x in offsets(b)] and _is_within(b.shape, r.shape)


def _is_within(shape, other):
    """Whether the shape `other` equals or refines the shape `shape`."""
    if isinstance(shape, int):
        return shape == Layout(other).size
    return (
        isinstance(other, tuple) and len(shape) == len(other) and all(map(_is_within, shape, other))
    )


def shown(a, b, r):
    """Return the table cell of a result; a wrong result shows its first wrong coordinate."""
    if r is None:
        return REFUSED
    if is_composition(a, b, r):
        return f"`{r}`"
    right, found = [a.extended(x) for x in offsets(b)], offsets(r)
    if len(found) != len(right):
        return f"`{r}` **wrong**: {len(found)} elements, B has {len(right)}"
    i = next(i for i, (x, y) in enumerate(zip(found, right, strict=True)) if x != y)
    return f"`{r}` **wrong**: at {i} it is {found[i]}, but A(B({i})) = A({b(i)}) = {right[i]}"


def rows(*composers):
    """Yield the rows of the table of cases, with one column per composer."""
    for words, left, right in CASES:
        a, b = Layout.parse(left), Layout.parse(right)
        cells = [shown(a, b, composer(a, b)) for composer in composers]
        yield f"| {words} | `{a} o {b}` | {' | '.join(cells)} |"
