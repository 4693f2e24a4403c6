"""If a finding's compiler is installed, the finding's script prints the published output."""

import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from verif.finding.judged import judged

SCRIPTED = [fault for upstream in judged() for fault in upstream.faults if fault.script]


def test_the_findings_in_compilers_have_scripts():
    assert len(SCRIPTED) >= 5
    assert all(fault.output for fault in SCRIPTED)


@pytest.mark.parametrize("fault", SCRIPTED, ids=lambda fault: fault.id)
def test_a_script_shows_the_published_output(fault, tmp_path):
    (package,) = set(re.findall(r"^(?:import|from) (cutlass|triton)\b", fault.script, re.MULTILINE))
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    script = tmp_path / "shown.py"
    script.write_text(fault.script)
    environment = {"TRITON_CACHE_DIR": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=environment, check=False
    )
    shown = done.stdout if done.returncode == 0 else done.stderr
    assert fault.output.strip() in shown
