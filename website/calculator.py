"""The calculator as a page of the site. It needs no server: Pyodide runs this project's code.

Pyodide has no solver and no compiled package. `spec`, `verif` and the pure Python packages that
the commands need are copied into one archive.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.metadata import files
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from verif.calculator.page import page

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent

PACKAGES: Final = ("annotated-doc", "jinja2", "markupsafe", "rich", "shellingham", "typer")
"""The pure Python packages that `eval`, `check`, `draw`, `find` and `operations` import."""

RUNTIME: Final = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"),
    "python_stdlib.zip",
)
"""The files of the package `pyodide` that a browser loads."""

ARCHIVE: Final = "python.zip"


def write_calculator(pyodide: Path, out: Path) -> None:
    """Write the calculator's page, and the files that the page loads, into the site at `out`.

    Pre-conditions: `pyodide` is the folder of the unpacked npm package.
    """
    folder = out / "calculator"
    folder.mkdir(parents=True)
    (out / "calculator.html").write_text(page({}, None, is_static=True))
    for name in RUNTIME:
        shutil.copyfile(pyodide / name, folder / name)
    for script in sorted((HERE / "_calculator").glob("*.mjs")):
        shutil.copyfile(script, folder / script.name)
    with ZipFile(folder / ARCHIVE, "w", ZIP_DEFLATED) as archive:
        for path, name in (*_own(), *_packages()):
            archive.write(path, name)


def _own() -> Iterator[tuple[Path, str]]:
    """Yield the files of this project's packages, and their names in the archive."""
    for package in ("spec", "verif"):
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path, str(path.relative_to(ROOT))


def _packages() -> Iterator[tuple[Path, str]]:
    """Yield the Python files of the packages, and their names in the archive."""
    for package in PACKAGES:
        for file in files(package) or ():
            if file.suffix == ".py" and ".." not in file.parts:
                yield Path(str(file.locate())), str(file)
