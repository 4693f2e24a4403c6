"""Commands of documents, run as a reader types them, in the environment that the document names.

The commands install packages and take minutes, so `make test-long` runs them.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.blocks import ROOT, block
from tests.oracle.checkouts import PYCUTE
from tests.test_readme import FILES

INSTALL = block("README.md", "python3 -m venv")
NOTEBOOK = block("docs/tutorial/README.md", 'pip install ".[notebook]"')
KERNEL_TESTS = block("examples/kernel-tests/README.md", "python -m pytest")
SWEEPS = block("docs/how-to/sweeps.md", "layout-verif sweep P1 --max-size 6")
CLUSTER = block("docs/how-to/sweeps.md", "dask scheduler")
BISECT = block("docs/how-to/upstream.md", "git bisect start")
PROOF = block("docs/tutorial/README.md", "layout-verif explain D6")
PATCH = block("upstream-patches/README.md", "git clone")

RUN = {
    re.sub(r" {2,}#.*$", "", command)
    for one in (INSTALL, NOTEBOOK, KERNEL_TESTS, SWEEPS, CLUSTER, BISECT, PROOF, PATCH)
    for command in one.commands
}
"""The commands that this file runs."""

OFFLINE = re.compile("Failed to establish a new connection|Could not find a version")

BREAK = "result_shape[-1] = result_shape[-1] * shape"
"""The line of pycute's `coalesce` that the test changes in a commit."""

END = "echo; echo the end"
"""The last command of a script. The first `echo` ends a line that a program left unfinished."""

pytestmark = pytest.mark.long


def shell(script, folder, commands, **environment):
    """Run a script, with the folder `commands` first on PATH. Then end the script's processes."""
    with subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": f"{commands}:{os.environ['PATH']}", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as running:
        lines = []
        try:
            # A background process keeps the pipe open, so read only up to the last line that the
            # command `END` prints.
            for line in running.stdout:
                lines.append(line)
                if line == "the end\n":
                    break
        finally:
            os.killpg(running.pid, signal.SIGTERM)
    shown = "".join(lines)
    if OFFLINE.search(shown):
        pytest.skip("no package index answers")
    return lines[-1:] == ["the end\n"], shown


def passes(script, folder, commands, **environment):
    """Run a script, require that each of its commands succeeds, and return what is printed."""
    done, shown = shell(f"{script}\n{END}", folder, commands, **environment)
    assert done, shown
    return shown


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """Return a copy of the repository's files, in which the README's commands have run."""
    folder = tmp_path_factory.mktemp("shown") / "layout-verif"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    passes(INSTALL.script, folder, Path(sys.base_prefix) / "bin")
    return folder


def commands_of(clone):
    return clone.parent / "layout-verif-env" / "bin"


def test_the_installed_commands_equal_the_commands_of_the_clone(clone):
    shown = passes("which layout-verif; layout-verif eval 4:1", clone, commands_of(clone))
    assert shown.splitlines()[:2] == [str(commands_of(clone) / "layout-verif"), "4:1"]


def test_the_notebook_of_the_tutorial_runs(clone):
    page = clone / "examples" / "notebooks" / "kernel-layout.ipynb"
    before = page.read_bytes()
    passes(NOTEBOOK.script, clone, commands_of(clone))
    assert page.read_bytes() == before
    assert (clone.parent / "kernel-layout.ipynb").read_bytes() != before


def test_the_sample_repository_is_tested_as_its_page_says(clone):
    folder = clone / "examples" / "kernel-tests"
    shown = passes(KERNEL_TESTS.script, folder, commands_of(clone))
    assert re.search(r"\d+ passed", shown)


def test_the_sweeps_of_the_guide_run(clone, tmp_path):
    for name, text in FILES:
        (tmp_path / name).write_text(text)
    ran = [shell(f"{one}\n{END}", tmp_path, commands_of(clone)) for one in SWEEPS.commands]
    # The second sweep finds a counterexample in pycute, so it ends with status 1.
    assert [done for done, _ in ran] == [True, False, True]
    assert [", 0 failed" in shown for _, shown in ran] == [True, False, True]
    assert "  P1  FAILS on pycute 4.2.0.0 up to size 6: " in f"  {ran[1][1]}"
    assert (tmp_path / "counts.json").is_file()


def test_the_sweep_on_a_cluster_runs(clone, tmp_path):
    shown = passes(CLUSTER.script, tmp_path, commands_of(clone))
    assert ", 0 failed" in shown


def test_bisection_of_a_checkout_finds_the_commit(tmp_path):
    commands = Path(sys.executable).parent
    checkout = tmp_path / "cutlass"
    package = checkout / "python" / "pycute"
    shutil.copytree(PYCUTE, package, ignore=shutil.ignore_patterns("__pycache__"))
    right = (package / "layout.py").read_text()
    wrong = right.replace(BREAK, BREAK.replace("*", "+"))
    assert wrong != right
    git = "git -c user.name=me -c user.email=me@example.org"
    passes("git init -q", checkout, commands)
    for number, text in enumerate((right, right, wrong, wrong)):
        (package / "layout.py").write_text(f"{text}# {number}\n")
        passes(f"git add -A; {git} commit -qm {number}", checkout, commands)
        if number == 0:
            check = (
                "layout-verif upstream check pycute@. --baseline ../known.json --update-baseline"
            )
            passes(f"git tag GOOD; {check}", checkout, commands)
    passes("git tag BAD", checkout, commands)
    shown = passes(BISECT.script, tmp_path, commands)
    (culprit,) = re.findall(r"^(\w+) is the first bad commit$", shown, re.MULTILINE)
    assert passes(f"git log -1 --format=%s {culprit}", checkout, commands).startswith("2\n")


def test_the_proof_of_the_tutorial_is_printed(tmp_path):
    shown = passes(PROOF.script, tmp_path, Path(sys.executable).parent)
    expected = [line for line in PROOF.text.splitlines()[1:] if line != "..."]
    times = re.compile(r"\d+\.\d{3} s|[\s│]+")
    position, text = 0, times.sub("", shown)
    for line in expected:
        if " s  " not in line:
            position = text.index(times.sub("", line), position)
    assert list((tmp_path / "obligations").rglob("*.smt2"))


def test_the_patch_is_applied_to_a_clone_and_checked(tmp_path):
    origin = tmp_path / "origin"
    shutil.copytree(PYCUTE, origin / "python" / "pycute")
    commands = Path(sys.executable).parent
    git = "git -c user.name=me -c user.email=me@example.org"
    passes(f"git init -q; git add -A; {git} commit -qm all", origin, commands)
    here = tmp_path / "here"
    for name in ("upstream-patches", "verif/oracle/baselines"):
        shutil.copytree(ROOT / name, here / name)
    instead = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{origin}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/NVIDIA/cutlass",
    }
    shown = passes(PATCH.script, here, commands, **instead)
    assert "; 0 new, " in shown
