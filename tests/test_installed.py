"""Commands of the installed wheel run outside the repository and without pycute."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import installed

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    return installed(tmp_path_factory.mktemp("installed"))


def python(folder, command, *places):
    """Run Python in the folder, with the folders `places` on the import path."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": ":".join(map(str, places))},
        capture_output=True,
        text=True,
        check=False,
    )


def shadowed(folder, command):
    """Run Python with a package named `spec` that hides the project's package."""
    (folder / "spec").mkdir()
    (folder / "spec" / "__init__.py").write_text("")
    return python(folder, command, folder, ROOT)


def test_a_command_names_a_package_that_shadows_spec(tmp_path):
    done = shadowed(tmp_path, ["-m", "verif.cli.main", "eval", "4:1"])
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert (
        f"named spec ({tmp_path / 'spec' / '__init__.py'}) hides layout-verif's package"
        in done.stderr
    )


@pytest.mark.parametrize(
    "text",
    [
        "from verif import claim",
        "from verif.arrays import offsets",
        "from verif.questions import ask",
        "from verif.strategies import layouts",
        "from verif.testing import assert_equal",
        "import verif.testing.plugin",
    ],
)
def test_an_import_names_a_package_that_shadows_spec(tmp_path, text):
    done = shadowed(tmp_path, ["-c", text])
    assert done.stderr.splitlines()[-1].startswith("ImportError: another package named spec (")


def test_importing_arrays_without_numpy_names_the_extra(tmp_path):
    text = "import sys; sys.modules['numpy'] = None; import verif.arrays"
    done = python(tmp_path, ["-c", text], ROOT)
    message = "ImportError: verif.arrays needs NumPy: pip install 'layout-verif[arrays]'"
    assert done.stderr.splitlines()[-1] == message


@pytest.mark.parametrize("name", ["spec", "verif"])
def test_a_command_names_a_package_installed_over_the_project(tmp_path, name):
    for package in ("spec", "verif"):
        shutil.copytree(ROOT / package, tmp_path / package)
    over = tmp_path / name / "__init__.py"
    over.write_text("")
    done = python(tmp_path, ["-m", "verif.cli.main", "eval", "4:1"], tmp_path)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert f"named {name} was installed over layout-verif's package ({over}):" in done.stderr


@pytest.mark.long
def test_the_installed_command_runs_from_the_wheel(environment, tmp_path):
    shown = environment.run(tmp_path, "layout-verif", "eval", "coalesce((2,4):(1,2))")
    assert (shown.returncode, shown.stdout) == (0, "8:1\n")
    refuted = environment.run(tmp_path, "layout-verif", "check", "injective((4,8):(1,3))")
    assert refuted.returncode == 1
    helped = environment.run(tmp_path, "layout-verif", "help", "unknown", "not-implied")
    assert (helped.returncode, helped.stdout.splitlines()[0]) == (0, "## Not implied")


@pytest.mark.long
def test_the_wheel_has_the_files_for_rocq(environment, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    shutil.copy(ROOT / "tests" / "certify" / "own.py", tmp_path)
    certified = environment.run(tmp_path, "layout-verif", "certify", "own.py:FIRST")
    assert certified.stdout.startswith("FIRST: certified. Rocq "), certified.stderr
    assert certified.returncode == 0


@pytest.mark.long
def test_the_example_repository_passes_its_tests(environment, tmp_path):
    there = tmp_path / "kernel-tests"
    shutil.copytree(ROOT / "examples" / "kernel-tests", there)
    # This Hypothesis profile has no deadline, so the tests also pass on slow machines.
    options = ("-q", "-n0", "-p", "no:cacheprovider", "--hypothesis-profile=ci")
    passed = environment.run(there, "python", "-m", "pytest", *options)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert "layout-verif: 7 holds, 1 refuted" in passed.stdout
    checked = environment.run(there, "layout-verif", "check", "--file", "questions.txt")
    assert (checked.returncode, checked.stdout.count("holds ")) == (0, 3)


@pytest.mark.long
def test_a_repository_with_its_own_spec_package_gets_an_error(environment, tmp_path):
    there = tmp_path / "kernel-tests"
    shutil.copytree(ROOT / "examples" / "kernel-tests", there)
    (there / "spec").mkdir()
    foreign = there / "spec" / "__init__.py"
    foreign.write_text("")
    refused = environment.run(there, "python", "-m", "pytest", "-n0", "-p", "no:cacheprovider")
    assert refused.returncode != 0
    (line,) = [line for line in refused.stderr.splitlines() if line.startswith("E ")]
    assert f"another package named spec ({foreign}) hides layout-verif's package" in line


DECIDED_SOON = ("I7", "C5", "R3", "K5", "S1", "X4", "L4")
"""Ids of claims about several subjects. Their proofs need only a few of the lemmas."""


@pytest.mark.long
def test_claims_are_decided_without_pycute_and_write_only_to_out(environment, tmp_path):
    ids = ("D1", *DECIDED_SOON)
    proved = environment.run(tmp_path, "layout-verif", "prove", *ids, "--out", "here")
    # The exit status is 2, because D1 was requested by name, but cannot run without pycute.
    assert proved.returncode == 2, proved.stdout
    assert "7 claims: 6 proved, 1 refuted, all as expected" in proved.stdout
    assert "not run: D1: " in proved.stderr
    assert "pip install" in proved.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


@pytest.mark.long
def test_a_claim_about_a_missing_implementation_is_rejected(environment, tmp_path):
    checked = environment.run(tmp_path, "layout-verif", "prove", "D1")
    assert (checked.returncode, checked.stdout, len(checked.stderr.splitlines())) == (2, "", 1)
