"""The command `help`: prints a page of the documentation, or one section of a page."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from verif.cli.index import COMMANDS
from verif.cli.output import NAME, BadInputError

INDEX: Final = "README"
"""The name of the page that lists the other pages of its folder.

The topic of this page is the name of its folder.
"""

LINK: Final = re.compile(
    r"!?\[([^\[\]]+)\]\((\.\./[^)\s#]+|[^)\s#]*\.(?:md|json))?(?:#([\w-]+))?\)"
)


def documents() -> Path:
    """Return the folder of the documents: inside the package if it was installed from a wheel."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "docs"
    return installed if installed.is_dir() else package.parent / "docs"


def pages(folder: Path) -> dict[str, Path]:
    """Map every topic to its page."""
    return {
        path.parent.name if path.stem == INDEX else path.stem: path
        for path in sorted(folder.rglob("*.md"))
    }


def document(topic: str, section: str | None = None) -> str:
    """Return a page as text, or the section whose heading has the given anchor.

    `topic` may also be the path of the page. `section` may also be a part of the anchor: a word, or
    several consecutive words, that only one heading contains.

    Errors: BadInputError for an unknown topic or section.
    """
    known = pages(documents())
    topic = topic if topic in known else _topic_of(Path(topic.lower()))
    if topic not in known:
        raise BadInputError(f"no page about {topic!r}{_advice(topic, known)}")
    text = known[topic].read_text(encoding="utf-8")
    if section is not None:
        found = _sections(text)
        with_part = [name for name in found if f"-{section.lower()}-" in f"-{name}-"]
        if section not in found and len(with_part) != 1:
            raise BadInputError(
                f"{topic} has no section {section!r}{_similar(section, found)}: {_listed(found)}"
            )
        text = found[section if section in found else with_part[0]]
    return LINK.sub(lambda link: _spoken(link, known[topic], known), text)


def _advice(topic: str, known: dict[str, Path]) -> str:
    """Return advice on a topic that has no page."""
    near = _similar(topic, known)
    if topic in COMMANDS:
        named = [f"`{NAME} help {page}`" for page in known if page.startswith(topic)]
        return f": see {', '.join([*named, f'`{NAME} {topic} --help`'])}"
    if near:
        return f"{near}: `{NAME} help` lists all pages"
    sections = [one for name, page in known.items() for one in _about(name, page, topic)]
    if sections:
        return f": see {', '.join(sections[:MOST_SUGGESTED])}"
    used = _using(topic, known)
    if used:
        return f": the pages that use the word most are {', '.join(used)}"
    return f": {_listed(known)}"


MOST_SUGGESTED: Final = 6
"""The largest number of sections to suggest for a word that is not a topic."""


def _about(topic: str, page: Path, word: str) -> Iterator[str]:
    """Yield the commands that print the sections whose headings contain the word."""
    for _, depth, title in _headings(page.read_text(encoding="utf-8").splitlines()):
        if f"-{anchor(word)}-" in f"-{anchor(title)}-":
            section = "" if depth == 1 else f" {anchor(title)}"
            yield f"`{NAME} help {topic}{section}`"


def _using(word: str, known: dict[str, Path]) -> list[str]:
    """Return the commands for the pages that most often contain words beginning with `word`."""
    found = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    counts = {
        name: len(found.findall(page.read_text(encoding="utf-8"))) for name, page in known.items()
    }
    most = sorted((name for name in counts if counts[name]), key=lambda name: -counts[name])
    return [f"`{NAME} help {name}`" for name in most[:MOST_PAGES]]


MOST_PAGES: Final = 3
"""The largest number of pages to suggest for a word that is in no heading."""


def _topic_of(path: Path) -> str:
    """Return the topic of the page that has this path.

    >>> _topic_of(Path("docs/how-to/audit.md")), _topic_of(Path("docs/how-to/readme.md"))
    ('audit', 'how-to')
    """
    if path.stem != INDEX.lower():
        return path.stem
    return path.parent.name or "docs"


def anchor(heading: str) -> str:
    """Return the anchor that a code host gives to a heading.

    >>> anchor("A file of `claims`, and more")
    'a-file-of-claims-and-more'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def help_command(
    topic: Annotated[
        str, typer.Argument(metavar="TOPIC", help="A page, such as kernels; by default all pages.")
    ] = "docs",
    section: Annotated[
        str | None, typer.Argument(metavar="SECTION", help="A heading, such as too-many-paths.")
    ] = None,
) -> None:
    """Print a page of the documentation, or one section of it.

    Exit status: 0, 2 for bad input.

    Examples:
    layout-verif help
    layout-verif help kernels
    layout-verif help unknown not-implied
    """
    typer.echo(document(topic, section), nl=False)


def _sections(text: str) -> dict[str, str]:
    """Map the anchor of each heading to its section, including subsections."""
    lines = text.splitlines(keepends=True)
    found: dict[str, str] = {}
    headings = list(_headings(lines))
    for position, (start, depth, title) in enumerate(headings):
        later = (line for line, level, _ in headings[position + 1 :] if level <= depth)
        found[anchor(title)] = "".join(lines[start : next(later, len(lines))])
    return found


def _headings(lines: list[str]) -> list[tuple[int, int, str]]:
    """Return line, depth and title of each heading, ignoring `#` in code blocks."""
    found: list[tuple[int, int, str]] = []
    in_code = False
    for number, line in enumerate(lines):
        in_code ^= line.startswith("```")
        heading = re.match(r"(#+) (.+)", line)
        if heading and not in_code:
            found.append((number, len(heading[1]), heading[2]))
    return found


def _spoken(link: re.Match[str], page: Path, known: dict[str, Path]) -> str:
    """Replace a link to a page by a command that prints the page, or a link to a file by a path.

    The path is the path in the repository, because the wheel does not have every file.
    """
    text, target, section = link.groups()
    if target is None and section is None:
        return link[0]
    led = (page.parent / target).resolve() if target else page
    topic = next((name for name, path in known.items() if path == led), None)
    if topic is None:
        path = led.relative_to(documents().parent).as_posix()
        return f"{text} (in the repository)" if path in text else f"{text} (`{path}`)"
    command = " ".join(filter(None, (NAME, "help", topic, section)))
    return f"{text} (`{command}`)"


def _similar(name: str, known: dict[str, Path] | dict[str, str]) -> str:
    like = difflib.get_close_matches(name, known, n=1)
    return f" (did you mean {like[0]}?)" if like else ""


def _listed(known: dict[str, Path] | dict[str, str]) -> str:
    return f"choose one of {', '.join(known)}"
