"""Editors and type checkers know the types of everything that users import."""

import ast
import json
import re
import shutil
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

import spec
import verif
import verif.testing
from spec import atoms
from tests.installed import installed
from tests.typed.calls import HEADER, calls, outcomes
from verif.pages.stub import ATOMS, STUB, atoms_stub, stub

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
KERNEL = ROOT / "examples" / "kernels" / "blocked_copy.kernel.toml"

USERS = {
    "algebra.py": {*spec.__all__, "filter", "slice"},
    "instructions.py": {*atoms.__all__},
    "claims.py": {*verif.__all__, *verif.testing.__all__},
}
"""Files as users write them, each with the names that it uses."""


def test_the_stubs_are_current():
    assert stub() == (ROOT / STUB).read_text()
    assert atoms_stub() == (ROOT / ATOMS).read_text()


@pytest.mark.parametrize(
    ("text", "functions"),
    [(stub(), spec.EXPORTED), (atoms_stub(), [one.__name__ for one in atoms.CHECKED])],
    ids=["spec", "atoms"],
)
def test_a_stub_has_the_docstring_of_every_function(text, functions):
    found = [one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef)]
    documented = {one.name for one in found if ast.get_docstring(one)}
    assert documented == {*functions}


@pytest.mark.parametrize("file", USERS)
def test_a_users_file_uses_every_public_name(file):
    tree = ast.parse((HERE / file).read_text())
    used = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    used |= {one.attr for one in ast.walk(tree) if isinstance(one, ast.Attribute)}
    assert USERS[file] <= used


def test_completion_offers_public_names_only():
    assert dir(spec) == sorted(USERS["algebra.py"] | {"atoms"})
    assert dir(verif) == sorted(verif.__all__)
    assert dir(verif.testing) == sorted(verif.testing.__all__)


@pytest.mark.parametrize("name", spec.EXPORTED)
def test_help_shows_types_without_module_names(name):
    shown = re.sub(r" = <.*?>", "", str(signature(spec.EXPORTED[name])))
    assert re.search(r"\w\.\w|'", shown) is None


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    return installed(tmp_path_factory.mktemp("installed"))


def errors(environment, folder):
    """Return the errors of pyright in a folder, each with its file and line."""
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    python = environment.commands / "python"
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", python]
    found = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    report = json.loads(found.stdout)
    assert report["summary"]["filesAnalyzed"] > 0, report
    return [
        (Path(one["file"]).name, one["range"]["start"]["line"], one["message"])
        for one in report["generalDiagnostics"]
    ]


@pytest.mark.parametrize(
    ("file", "arguments"), [("algebra.py", ()), ("instructions.py", ()), ("claims.py", (KERNEL,))]
)
def test_a_users_file_runs(environment, tmp_path, file, arguments):
    shutil.copy(HERE / file, tmp_path)
    ran = environment.run(tmp_path, "python", file, *arguments)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.long)])
def test_types_accept_the_arguments_that_a_function_accepts(environment, tmp_path, step):
    for file in USERS:
        shutil.copy(HERE / file, tmp_path)
    found = outcomes([*calls()][::step])
    (tmp_path / "calls.py").write_text(HEADER + "\n".join(found))
    wrong = errors(environment, tmp_path)
    assert [one for one in wrong if one[0] != "calls.py"] == []
    refused = {line - HEADER.count("\n") for _, line, _ in wrong}
    for line, (call, accepted) in enumerate(found.items()):
        if accepted is not None:
            assert (line not in refused) == accepted, call
