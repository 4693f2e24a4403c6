"""The workflows to copy: their steps compile a kernel without a GPU or TPU, and audit it."""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from verif.cli.output import Status

ROOT = Path(__file__).parents[2]
WORKFLOWS = ROOT / "examples" / "audit" / "workflows"

COMPILERS = {
    "triton": ("triton",),
    "cute-dsl": ("cutlass.cute",),
    "jax": ("jax", "libtpu"),
}
"""The modules that each workflow installs."""

STEP = re.compile(r"^      - (?:name: (.+)\n        )?run: (.+)\n((?: {8,}.+\n)*)", re.MULTILINE)
VARIABLE = re.compile(r"^ {10}(\w+): (.+)$", re.MULTILINE)


def steps(name):
    """Return the command of each step that runs one, with its environment, by name."""
    text = (WORKFLOWS / f"{name}.yml").read_text()
    return {
        title or command: (command, dict(VARIABLE.findall(more)))
        for title, command, more in STEP.findall(text)
    }


def missing(name):
    """Return the modules of a compiler that are not installed."""
    return [
        one
        for one in COMPILERS[name]
        if find_spec(one.split(".")[0]) is None or ("." in one and find_spec(one) is None)
    ]


def test_there_is_a_workflow_for_each_compiler():
    assert {path.stem for path in WORKFLOWS.iterdir()} == COMPILERS.keys()


@pytest.mark.parametrize("name", COMPILERS)
def test_a_workflow_installs_compiles_and_audits(name):
    text = (WORKFLOWS / f"{name}.yml").read_text()
    assert {"pull_request", "upload-sarif", "if: always()"} <= set(
        re.findall(r"pull_request|upload-sarif|if: always\(\)", text)
    )
    found = steps(name)
    *installs, _, _ = found
    assert all(step.startswith("pip install ") for step in installs)
    compile_, environment = found["Compile"]
    script = re.fullmatch(r"python (examples/audit/\w+\.py)(?: dumps)?", compile_)
    assert script is not None
    assert (ROOT / script[1]).is_file()
    assert ("CUTE_DSL_DUMP_DIR" in environment) == (name == "cute-dsl")
    audit, _ = found["Audit"]
    assert audit.startswith("layout-verif audit --github --sarif audit.sarif ")


@pytest.mark.parametrize("name", COMPILERS)
def test_a_workflow_finds_no_fault_in_its_kernel(name, tmp_path):
    absent = missing(name)
    if absent:
        pytest.skip(f"not installed: {', '.join(absent)}")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    here = Path(sys.executable).parent
    for title in ("Compile", "Audit"):
        command, environment = steps(name)[title]
        done = subprocess.run(
            ["bash", "-ec", command],
            cwd=tmp_path,
            env={
                **os.environ,
                "PATH": f"{here}:{os.environ['PATH']}",
                "HOME": str(tmp_path),
                "PYTHONDONTWRITEBYTECODE": "1",
                **environment,
            },
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == Status.YES, done.stdout + done.stderr
    (run,) = json.loads((tmp_path / "audit.sarif").read_text())["runs"]
    assert all(one["level"] != "error" for one in run["results"])
    assert ", 0 not read, " in done.stdout
