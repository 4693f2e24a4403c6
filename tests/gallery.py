"""`python -m tests.gallery`: draw the pictures of docs/how-to/pictures.md."""

import re
import shlex
import tempfile
from functools import cache
from pathlib import Path

from tests.sessions import KERNELS, output

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "how-to" / "pictures.md"
SHOWN = re.compile(r"^!\[.+\]\((\S+\.svg)\)\n\n`layout-verif (.+)`$", re.MULTILINE)
KERNEL = re.compile(r"kernel (\S+\.kernel\.toml) -o DIR")

PICTURES = {
    PAGE.parent.joinpath(path).resolve(): text for path, text in SHOWN.findall(PAGE.read_text())
}
"""Maps the file of each picture to the command that draws the picture."""


def drawn(path):
    """Run the command that `PICTURES` lists for this path, and return the picture that it draws."""
    kernel = KERNEL.fullmatch(PICTURES[path])
    if kernel is not None:
        return steps(kernel[1])[path.name]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, path.name)
        said = output(f"{PICTURES[path]} -o {shlex.quote(str(file))}")
        assert said == ""
        return file.read_text()


@cache
def steps(kernel):
    """Draw the kernel file of an example, and return its pictures by file name."""
    with tempfile.TemporaryDirectory() as folder:
        output(f"kernel {shlex.quote(str(KERNELS / kernel))} -o {folder}")
        return {path.name: path.read_text() for path in Path(folder).iterdir()}


if __name__ == "__main__":
    for path in PICTURES:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn(path))
