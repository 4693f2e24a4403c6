"""Sessions that run implementations print what the documents show."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from verif.upstream.environments import environment

ROOT = Path(__file__).parents[3]
WHOLE = re.MULTILINE | re.DOTALL
GUIDE = (ROOT / "docs" / "how-to" / "upstream.md").read_text()
SESSION = r"^\$ (layout-verif upstream .+)\n((?:[^$].*\n)*)"
SESSIONS = sorted(
    {
        session
        for text in (GUIDE, (ROOT / "README.md").read_text())
        for block in re.findall(r"^```console\n(.*?)^```", text, WHOLE)
        for session in re.findall(SESSION, block, re.MULTILINE)
    }
)
BLOCKS = re.findall(r"^```sh\n(.*?)^```", GUIDE, WHOLE)
REGRESSION, PORT = re.findall(r"^```text\n(.*?)^```", GUIDE, WHOLE)


def shell(script, folder):
    """Run the lines of a block in a folder, as if a user pasted them into a shell."""
    commands = Path(sys.executable).parent
    return subprocess.run(
        ["bash", "-c", f'PATH="{commands}:$PATH"\n{script}'],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def pattern(shown):
    """Return a regular expression for the shown text.

    It matches any number of seconds, and any text in place of `...`.
    """
    text = re.escape(shown).replace(re.escape("..."), ".*")
    return re.sub(r";\\ \d+\\ s", r"; \\d+ s", text)


@pytest.mark.parametrize(("command", "shown"), SESSIONS)
def test_a_session_prints_what_is_shown(command, shown, tmp_path):
    ran = shell(command, tmp_path)
    assert ran.returncode == 0
    assert re.fullmatch(pattern(shown), ran.stdout)


def test_a_changed_checkout_shows_the_new_fault(tmp_path):
    (block,) = (one for one in BLOCKS if "--update-baseline" in one)
    before, _, after = block.partition("# change the code, or check out another commit\n")
    folder = tmp_path / "cutlass" / "python" / "pycute"
    shutil.copytree(environment("pycute", "4.2.0.0") / "pycute", folder)
    assert shell(before, tmp_path).returncode == 0
    source = folder / "layout.py"
    right = "result_shape[-1] = result_shape[-1] * shape"
    assert right in source.read_text()
    source.write_text(source.read_text().replace(right, right.replace("*", "+")))
    ran = shell(after, tmp_path)
    assert ran.returncode == 1
    assert re.match(pattern(REGRESSION), ran.stdout)


def test_the_port_that_is_shown_is_listed_checked_and_called(tmp_path):
    ((name, port),) = re.findall(
        r"^```python\n# (\w+\.py)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL
    )
    (tmp_path / name).write_text(port)
    (block,) = (one for one in BLOCKS if "module:" in one)
    listed, checked, called = (shell(line, tmp_path) for line in block.splitlines())
    assert "coalesce" in listed.stdout.split()
    assert checked.returncode == 1
    assert re.fullmatch(pattern(PORT), checked.stdout)
    assert called.stdout.splitlines() == [
        "spec 0.2.0:         8:1",
        "myport unversioned: (2,4):(1,2)",
    ]
