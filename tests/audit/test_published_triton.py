"""The scripts of the findings in Triton show what is published, where Triton is installed."""

import subprocess
import sys

import pytest

from verif.finding.judged import judged

pytest.importorskip("triton")

(TRITON,) = (one for one in judged() if one.name.startswith("Triton "))


@pytest.mark.parametrize("fault", TRITON.faults, ids=lambda fault: fault.id)
def test_a_script_shows_the_published_output(fault, tmp_path):
    script = tmp_path / "shown.py"
    script.write_text(fault.script)
    environment = {"TRITON_CACHE_DIR": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=environment, check=False
    )
    shown = done.stdout if done.returncode == 0 else done.stderr
    assert fault.output.strip() in shown
