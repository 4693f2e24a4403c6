"""Make a page for every folder and file of the code, so that links to code have a target."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Final

from website.markdown import escaped

LANGUAGES: Final = {".py": "python", ".v": "coq", ".toml": "toml", ".json": "json"}
"""The highlighting language by file extension; other files are plain text."""

MOST_LINES: Final = 3000
"""The largest number of lines of a file that a page shows."""


def tree_pages(root: Path, files: Iterable[PurePosixPath]) -> dict[str, str]:
    """Return the pages, by path: one for each file and for each folder that contains a file."""
    listed = sorted(set(files))
    folders = {folder for file in listed for folder in file.parents} - {PurePosixPath()}
    inside: dict[PurePosixPath, list[PurePosixPath]] = {folder: [] for folder in folders}
    for one in sorted({*listed, *folders}):
        if one.parent in inside:
            inside[one.parent].append(one)
    pages = {f"{file}.md": _file(root / file, file) for file in listed}
    for folder, entries in inside.items():
        pages[f"{folder}.md"] = _folder(root, folder, entries)
    return pages


def first_sentence(path: Path) -> str:
    """Return the first line of the docstring of a module or of a package folder."""
    module = path / "__init__.py" if path.is_dir() else path
    if module.suffix != ".py" or not module.exists():
        return ""
    doc = ast.get_docstring(ast.parse(module.read_text()))
    return doc.splitlines()[0] if doc else ""


def _file(path: Path, file: PurePosixPath) -> str:
    lines = path.read_text().splitlines()
    shown = "\n".join(lines[:MOST_LINES])
    rest = f"\nThe first {MOST_LINES:,} of {len(lines):,} lines.\n" if lines[MOST_LINES:] else ""
    fence = "`" * 6
    language = LANGUAGES.get(file.suffix, "text")
    return f"""# `{file}`
{rest}
{fence}{{code-block}} {language}
:lineno-start: 1

{shown}
{fence}
"""


def _folder(root: Path, folder: PurePosixPath, entries: Iterable[PurePosixPath]) -> str:
    rows = (
        f"| [`{one.name}`]({folder.name}/{one.name}.md) | {escaped(first_sentence(root / one))} |"
        for one in entries
    )
    return f"""# `{folder}/`

{escaped(first_sentence(root / folder))}

| file | subject |
| --- | --- |
{chr(10).join(rows)}
"""
