"""The steps of the example workflows compile a kernel without a GPU or TPU, and audit it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.audit.peers.asking import require
from tests.blocks import block
from verif.cli.output import Status

ROOT = Path(__file__).parents[2]
WORKFLOWS = ROOT / "examples" / "audit" / "workflows"

COMPILERS = {
    "triton": ("triton",),
    "cute-dsl": ("cutlass.cute",),
    "jax": ("jax", "libtpu"),
}
"""The modules that each workflow installs."""

GUIDE = {
    name: block("docs/how-to/audit.md", f"python {script}.py")
    for name, script in (
        ("triton", "triton_kernel"),
        ("cute-dsl", "dsl_kernel"),
        ("jax", "xla_program"),
    )
}
"""For each compiler, the commands that the guide shows."""

RUN = {command for one in GUIDE.values() for command in one.commands}
"""The commands that the tests of this file run."""

STEP = re.compile(r"^      - (?:name: (.+)\n        )?run: (.+)\n((?: {8,}.+\n)*)", re.MULTILINE)
VARIABLE = re.compile(r"^ {10}(\w+): (.+)$", re.MULTILINE)


def steps(name):
    """Map the name of each step that runs a command to the command and its environment."""
    text = (WORKFLOWS / f"{name}.yml").read_text()
    return {
        title or command: (command, dict(VARIABLE.findall(more)))
        for title, command, more in STEP.findall(text)
    }


def passes(script, folder, **environment):
    """Run shell commands, require that each of them succeeds, and return what they print."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        },
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == Status.YES, done.stdout + done.stderr
    return done.stdout


def test_there_is_a_workflow_for_each_compiler():
    assert {path.stem for path in WORKFLOWS.iterdir()} == COMPILERS.keys()


@pytest.mark.parametrize("name", COMPILERS)
def test_a_workflow_installs_compiles_and_audits(name):
    text = (WORKFLOWS / f"{name}.yml").read_text()
    assert all(word in text for word in ("on: pull_request", "upload-sarif", "if: always()"))
    found = steps(name)
    *installs, install, compile_, audit = (command for command, _ in found.values())
    assert all("layout-verif" in command for command in installs)
    # The workflow installs the same version of the compiler as the guide.
    assert install == GUIDE[name].commands[0]
    assert install.startswith("pip install ")
    script = re.fullmatch(r"python (examples/audit/\w+\.py)(?: dumps)?", compile_)
    assert script is not None
    assert (ROOT / script[1]).is_file()
    assert ("CUTE_DSL_DUMP_DIR" in found["Compile"][1]) == (name == "cute-dsl")
    assert audit.startswith("layout-verif audit --github --sarif audit.sarif ")


@pytest.mark.parametrize("name", COMPILERS)
def test_a_workflow_finds_no_fault_in_its_kernel(name, tmp_path):
    require(*COMPILERS[name])
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for title in ("Compile", "Audit"):
        command, environment = steps(name)[title]
        shown = passes(command, tmp_path, **environment)
    assert ": 0 fault, " in shown
    assert ", 0 not read, " in shown
    (run,) = json.loads((tmp_path / "audit.sarif").read_text())["runs"]
    assert all(one["level"] != "error" for one in run["results"])


@pytest.mark.parametrize("name", COMPILERS)
def test_the_commands_of_the_guide_run(name, tmp_path):
    require(*COMPILERS[name])
    for path in (ROOT / "examples" / "audit").glob("*.py"):
        shutil.copy2(path, tmp_path)
    commands = [one for one in GUIDE[name].commands if not one.startswith("pip install ")]
    assert ": 0 fault, " in passes("\n".join(commands), tmp_path)


@pytest.mark.parametrize("target", ["sm90", "gfx942"])
def test_the_committed_text_is_what_triton_writes(target, tmp_path):
    require(*COMPILERS["triton"])
    shutil.copy2(ROOT / "examples" / "audit" / "triton_kernel.py", tmp_path)
    passes("python triton_kernel.py dumps", tmp_path)
    name = f"transpose.{target}.ttgir"
    written = (tmp_path / "dumps" / name).read_text()
    written = re.sub('"/[^"]*/triton_kernel.py"', '"triton_kernel.py"', written)
    assert written == (ROOT / "examples" / "audit" / name).read_text()
