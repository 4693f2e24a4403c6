"""Questions from a file: one per line, with comments after `#`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spec.errors import LayoutError
from verif.inputs import content_of, content_of_standard_input

STANDARD_INPUT = Path("-")


@dataclass(frozen=True)
class Line:
    """A question and its place in the file."""

    text: str
    place: str = ""


def question_lines(file: Path) -> tuple[Line, ...]:
    """Read the questions in a file, or on standard input if the file is `-`.

    Errors: LayoutError if there is no question, or if the file is not UTF-8 text. OSError if the
    file cannot be read.
    """
    content = content_of_standard_input() if file == STANDARD_INPUT else content_of(file)
    try:
        texts = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise LayoutError(f"{file} is not UTF-8: see byte {error.start}") from None
    bare = (text.split("#")[0].strip() for text in texts)
    lines = tuple(Line(text, f"{file}:{n}: ") for n, text in enumerate(bare, 1) if text)
    if not lines:
        raise LayoutError(f"{file} has no question: write one per line")
    return lines
