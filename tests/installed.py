"""The project as users install it: a wheel in a separate environment, without pycute."""

import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Installed:
    """A virtual environment. `commands` is the folder of its executables."""

    commands: Path

    def run(self, folder, command, *arguments):
        """Run a command of the environment in a folder, isolated from this repository."""
        outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(
            [self.commands / command, *arguments],
            cwd=folder,
            env=outside,
            capture_output=True,
            text=True,
            check=False,
        )


def installed(folder):
    """Create an environment in the folder and install the wheel of this checkout.

    The dependencies of the wheel are linked from the environment of the tests, which has the locked
    versions.
    """
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (folder / "dist").iterdir()
    environment = folder / "environment"
    venv.create(environment, symlinks=True)
    (site,) = (environment / "lib").glob("python3*/site-packages")
    for top in depended_on():
        (site / top.name).symlink_to(top)
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    install = ["--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([*pip, *install], check=True)
    return Installed(python.parent)


def depended_on():
    """Yield the folders and modules of the packages in requirements.lock."""
    for line in (ROOT / "requirements.lock").read_text().splitlines():
        if line.startswith("#"):
            continue
        found = distribution(line.partition("==")[0])
        tops = {path.parts[0] for path in found.files or ()} - {"..", "__pycache__"}
        yield from (Path(str(found.locate_file(top))) for top in sorted(tops))
