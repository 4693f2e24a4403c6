"""The fenced blocks of all documents, and the commands that they show."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]

PATTERNS = ("*.md", "docs/**/*.md", "examples/**/*.md", "upstream-patches/*.md")

FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: its document, the language that its fence names, and its text."""

    page: Path
    language: str
    text: str

    @property
    def commands(self):
        """The commands that a reader types: lines that begin with `$ `, or a script's lines."""
        if self.language == "console":
            return tuple(COMMAND.findall(self.text))
        lines = self.text.splitlines() if self.language == "sh" else ()
        return tuple(line for line in lines if not line.startswith("#"))

    @property
    def script(self):
        """The commands as text for a shell."""
        return "\n".join(self.commands)

    def __str__(self):
        return f"{self.page}: {self.text.splitlines()[0]}"


BLOCKS = tuple(
    Block(path.relative_to(ROOT), language.partition(" ")[0], text)
    for pattern in PATTERNS
    for path in sorted(ROOT.glob(pattern))
    for language, text in FENCED.findall(path.read_text())
)


def block(page, start):
    """Return the only block of the page that has a line beginning with `start`."""
    (found,) = (
        one
        for one in BLOCKS
        if one.page == Path(page)
        and any(line.removeprefix("$ ").startswith(start) for line in one.text.splitlines())
    )
    return found
