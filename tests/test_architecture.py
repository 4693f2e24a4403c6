"""The folder tree is the architecture: imports run one way."""

import ast
from pathlib import Path

import pytest

ALLOWED = {
    "spec": set(),
    "operations": {"spec"},
    "kernel": set(),
    "readings": {"spec", "kernel", "theory"},
    "theory": {"spec", "kernel", "readings"},
    "claims": {"spec", "kernel", "readings", "theory"},
    "solvers": {"kernel"},
    "symbolic": {"kernel", "solvers"},
    "search": {"readings", "claims", "kernel", "spec"},
    "upstream": {"operations", "claims", "readings", "kernel", "spec"},
    "expression": {"operations", "spec", "upstream"},
    "questions": {"kernel", "solvers", "operations", "spec", "upstream", "expression"},
    "pages": {"kernel", "operations", "spec", "questions"},
    "oracle": {"expression", "operations", "questions", "spec", "upstream"},
}
"""What each package may import of the others; the modules beside them may import them all."""

ROOT = Path(__file__).parents[1]


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def package_of(module):
    first, *rest = module.split(".")
    return rest[0] if first == "verif" and rest else first


@pytest.mark.parametrize("package", ALLOWED)
def test_imports_run_one_way(package):
    folder = ROOT / package if package == "spec" else ROOT / "verif" / package
    files = sorted(folder.rglob("*.py"))
    assert files
    modules = {m for path in files for m in imported(path) if m.split(".")[0] in {"spec", "verif"}}
    assert {package_of(m) for m in modules} - {package} <= ALLOWED[package]


def test_the_spec_depends_on_the_standard_library_alone():
    import sys

    outside = {
        module.split(".")[0] for path in (ROOT / "spec").rglob("*.py") for module in imported(path)
    }
    assert outside - {"spec"} <= set(sys.stdlib_module_names)
