"""`python -m website.building REPORTS PYODIDE OUT`: build the site, a folder of static pages.

The site contains the documents, the docstrings, every file of the code, and the reports that
`layout-verif prove` wrote. Any warning of Sphinx makes the build fail.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Container, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from sphinx.cmd.build import build_main

from verif.claims.catalogue import catalogue
from verif.kernel.claim import Claim
from verif.pages.record import ClaimRecord, decoded
from website.calculator import write_calculator
from website.claims import claim_pages
from website.markdown import relinked, targets
from website.reference import reference_pages
from website.tree import tree_pages

ROOT: Final = Path(__file__).resolve().parents[1]
HERE: Final = Path(__file__).resolve().parent
BEGIN: Final = PurePosixPath("README.md")
LANDING: Final = "index.md"
DOCUMENTS: Final = {".md", ".ipynb"}
"""The file extensions of documents and notebooks. The text of such a file becomes a page."""


def tracked() -> list[PurePosixPath]:
    """Return the files of the project, relative to its root."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [PurePosixPath(line) for line in told.splitlines() if (ROOT / line).is_file()]


def lay_out(reports: Path, source: Path) -> None:
    """Write all pages, and the files that they show, to a new folder."""
    files = tracked()
    own = PurePosixPath("website")
    documents = [path for path in files if path.suffix in DOCUMENTS and path.parts[0] != own.name]
    linked = {one for path in documents for one in targets((ROOT / path).read_text(), path)}
    pages = tree_pages(ROOT, (path for path in files if _is_shown(path, linked)))
    pages |= reference_pages(ROOT)
    pages |= claim_pages(*_decided(reports), frozenset(_findings(files)))
    shown = set(pages)
    for path in documents:
        name = LANDING if path == BEGIN else str(path)
        pages[name] = _document(path, frozenset(shown))
    pages[LANDING] += (HERE / "landing.md").read_text()
    pictures = [path for path in files if path.suffix == ".svg"]
    for name in (*pages, *pictures):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (source / name).write_text(text)
    for path in pictures:
        shutil.copyfile(ROOT / path, source / path)


def build(reports: Path, pyodide: Path, out: Path) -> None:
    """Build the site in a temporary folder, and then replace the folder `out` with the site.

    Pre-conditions: `layout-verif prove --out` has written the reports of all claims to `reports`,
    and `pyodide` is the folder of the unpacked npm package.

    Errors: SystemExit if `out` exists and is not a site, or if Sphinx has a warning.
    """
    if out.exists() and not (out / "searchindex.js").exists():
        raise SystemExit(f"{out} is not a site, so it is not replaced")
    with tempfile.TemporaryDirectory() as folder:
        source, trees, built = (Path(folder, name) for name in ("source", "trees", "built"))
        lay_out(reports, source)
        told = build_main(
            [
                *("-b", "html", "-c", str(HERE), "-d", str(trees)),
                *("-q", "-W", "--keep-going", str(source), str(built)),
            ]
        )
        if told:
            raise SystemExit(told)
        _copy_reports(reports, built / "reports")
        write_calculator(pyodide, built)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(built, out)


def _is_shown(path: PurePosixPath, linked: Container[PurePosixPath]) -> bool:
    """Return whether a file gets a page with its text.

    Modules of the packages get a page. Another file gets a page if a document links to the file
    or to a folder above it. Pictures get no page. Documents get a page of another kind.
    """
    if path.suffix in {*DOCUMENTS, ".svg"}:
        return False
    of_package = path.parts[0] in {"spec", "verif"} and path.suffix == ".py"
    return of_package or any(one in linked for one in (path, *path.parents))


def _decided(reports: Path) -> tuple[list[Claim], dict[str, ClaimRecord]]:
    """Return the decided claims in the order of the catalogue, and their records by id."""
    records = {one.id: one for one in decoded((reports / "prove.json").read_bytes()).claims}
    return [claim for claim in catalogue() if claim.id in records], records


def _findings(files: Iterable[PurePosixPath]) -> Iterator[str]:
    return (path.stem for path in files if path.parts[:2] == ("reports", "findings"))


def _document(path: PurePosixPath, pages: frozenset[str]) -> str:
    """Return the text of a document. Links to code become links to the pages of the code."""

    def place(target: PurePosixPath) -> str:
        if target == BEGIN:
            return LANDING
        return f"{target}.md" if f"{target}.md" in pages else str(target)

    return relinked((ROOT / path).read_text(), path, place)


def _copy_reports(reports: Path, folder: Path) -> None:
    """Copy the pages of `layout-verif prove`, each with a link to the site's first page."""
    for page in [reports / "index.html", *(reports / "site").glob("*.html")]:
        target = folder / page.relative_to(reports)
        target.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * len(target.relative_to(folder).parts)
        back = f'<body>\n<p><a href="{up}index.html">layout-verif</a></p>'
        target.write_text(page.read_text().replace("<body>", back, 1))


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:4]))
