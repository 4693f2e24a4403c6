"""Imports run in one direction, among packages and among files."""

import ast
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

LAYERS = {
    "spec": set(),
    "english": {"spec"},
    "inputs": set(),
    "operations": {"spec", "english"},
    "language": {"spec"},
    "kernel": {"spec", "language"},
    "files": {"kernel", "language"},
    "processes": set(),
    "symbolic": {"spec", "language", "kernel"},
    "readings": {"spec", "kernel"},
    "theory": {"spec", "kernel", "readings"},
    "claims": {"spec", "kernel", "files", "readings", "theory"},
    "search": {"spec", "kernel", "readings", "claims"},
    "solvers": {"kernel", "processes"},
    "upstream": {"spec", "operations", "processes"},
    "deciding": {
        *("spec", "english", "language", "kernel", "files", "processes", "symbolic", "readings"),
        *("theory", "claims", "search", "solvers", "upstream"),
    },
    "expression": {"spec", "operations", "upstream"},
    "questions": {
        *("spec", "english", "inputs", "operations", "kernel", "solvers", "upstream", "expression"),
    },
    "strategies": {"spec", "search"},
    "finding": {"spec"},
    "sizes": {
        *("spec", "operations", "language", "kernel", "symbolic", "readings", "theory", "claims"),
        *("upstream", "deciding", "expression", "questions"),
    },
    "entry": {"spec", "operations", "upstream", "expression", "questions", "sizes"},
    "audit": {
        *("spec", "english", "operations", "kernel", "solvers", "upstream", "expression"),
        *("questions", "sizes"),
    },
    "arrays": {"spec", "kernel"},
    "sweeps": {"kernel", "files", "processes", "search", "upstream", "deciding"},
    "oracle": {
        *("spec", "english", "inputs", "operations", "processes", "upstream", "expression"),
        *("questions",),
    },
    "certify": {
        *("spec", "language", "kernel", "processes", "symbolic", "readings", "theory", "claims"),
        *("search", "deciding"),
    },
    "pages": {
        *("spec", "operations", "language", "kernel", "processes", "readings", "theory", "claims"),
        *("search", "upstream", "deciding", "questions", "oracle", "certify", "finding"),
    },
    "movement": {
        *("spec", "english", "inputs", "kernel", "solvers", "expression", "questions", "finding"),
        *("sizes", "audit", "pages"),
    },
    "records": {"english", "kernel", "files", "processes", "upstream", "deciding", "pages"},
    "calculator": {
        *("spec", "operations", "processes", "upstream", "expression", "questions", "pages"),
    },
    "testing": {
        *("spec", "english", "operations", "kernel", "deciding", "upstream", "expression"),
        *("questions", "movement", "audit"),
    },
    "cli": {
        *(
            "spec",
            "english",
            "inputs",
            "operations",
            "kernel",
            "symbolic",
            "claims",
            "search",
            "upstream",
            "deciding",
            "expression",
            "processes",
        ),
        *(
            "audit",
            "questions",
            "finding",
            "sizes",
            "movement",
            "sweeps",
            "oracle",
            "certify",
            "pages",
            "calculator",
            "records",
        ),
    },
}
"""For each package, the other packages that it may import, which come earlier in this table."""

ROOT = Path(__file__).parents[1]

FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("spec", "verif")
    for path in sorted((ROOT / package).rglob("*.py"))
}
"""The path of every file of `spec` and `verif`, by module name."""


def imported(text):
    """Yield the names imported anywhere in a text, as `module` or `module.name`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def file_of(name):
    """Return `name` if it is a project module, else the module that defines `name`, or None."""
    return next((module for module in (name, name.rpartition(".")[0]) if module in FILES), None)


@cache
def imports():
    """Return the project modules that each module imports."""
    return {
        module: {file_of(name) for name in imported(path.read_text())} - {None}
        for module, path in FILES.items()
    }


def package_of(module):
    first, *following = module.split(".")
    return following[0] if first == "verif" and following else first


def test_imports_inside_functions_are_found():
    text = "import os.path\ndef f():\n    from spec.layout import Layout\n    from spec import tla"
    assert set(imported(text)) == {"os.path", "spec.layout.Layout", "spec.tla"}
    assert [file_of(name) for name in imported(text)] == [None, "spec.layout", "spec.tla"]


def test_imports_are_acyclic():
    assert len(FILES) > 200
    assert sum(map(len, imports().values())) > 1000
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as found:
        pytest.fail(" is imported by ".join(found.args[1]))


def test_every_package_has_a_layer_and_verif_has_no_other_modules():
    folders = {path.name for path in (ROOT / "verif").iterdir() if any(path.glob("*.py"))}
    modules = {path.stem for path in (ROOT / "verif").glob("*.py")} - {"__init__"}
    assert LAYERS.keys() - {"spec"} == folders
    assert not modules


@pytest.mark.parametrize("package", LAYERS)
def test_imports_run_one_way(package):
    below = list(LAYERS)[: list(LAYERS).index(package)]
    files = [module for module in FILES if package_of(module) == package]
    assert files
    others = {package_of(other) for module in files for other in imports()[module]} - {package}
    assert others <= LAYERS[package]
    assert LAYERS[package] <= set(below)


def test_the_spec_depends_on_the_standard_library_alone():
    outside = {
        name.split(".")[0]
        for module, path in FILES.items()
        if package_of(module) == "spec"
        for name in imported(path.read_text())
    }
    assert outside - {"spec"} <= set(sys.stdlib_module_names)
