"""Every example in a docstring of `spec`, `verif` or `website` is executed."""

import ast
import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("spec", "verif", "website")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)
FILES = sorted(
    path.relative_to(ROOT)
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_the_examples_of_a_file(file):
    """Read the docstrings from the file, because `doctest` does not find decorated functions."""
    module = importlib.import_module(".".join(file.with_suffix("").parts).removesuffix(".__init__"))
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, DOCUMENTED):
            name, text = getattr(node, "name", file.stem), ast.get_docstring(node) or ""
            runner.run(parser.get_doctest(text, {**vars(module)}, name, str(file), None))
    assert runner.tries >= 1
    assert runner.failures == 0
