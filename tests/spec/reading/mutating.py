"""A mutated text is either read or rejected with a message of one line, in bounded time.

`python -m tests.spec.reading.mutating 100000 7` tries 100000 texts, drawn with seed 7.
"""

import sys
import time
from random import Random
from typing import Final

from spec import read
from spec.errors import LayoutError
from spec.reading import ReadingError, read_all
from spec.reading.expressions import read_expression, translated
from spec.reading.operands import operand
from tests.spec.reading.samples import READ, UNKNOWN

TEXTS: Final = [text for text, *_ in (*READ, *UNKNOWN)]
SIGNS: Final = "()[]{}<>:;,_?@o*#!=%\"'+-0123456789 \nxSw"

SECONDS: Final = 5
"""Processor seconds after which a text counts as hanging."""


def mutated(draw: Random, text: str) -> str:
    """Return the text with characters or parts inserted, removed or repeated."""
    for _ in range(draw.randrange(1, 6)):
        at = draw.randrange(len(text) + 1)
        match draw.randrange(5):
            case 0:
                text = text[:at] + draw.choice(SIGNS) + text[at:]
            case 1:
                text = text[:at] + text[at + draw.randrange(1, 4) :]
            case 2:
                other = draw.choice(TEXTS)
                start = draw.randrange(len(other))
                text = text[:at] + other[start : start + draw.randrange(40)] + text[at:]
            case 3:
                part = text[at : at + draw.randrange(12)]
                text = text[:at] + part * draw.randrange(1, 30) + text[at:]
            case _:
                text = text.replace(draw.choice(SIGNS), draw.choice(SIGNS), 1)
    return text


def is_read(text: str) -> bool:
    """Whether the text can be read.

    Raises AssertionError if the error of a rejection has a message of several lines, or a position
    outside the text.
    """
    try:
        reading = read(text)
    except ReadingError as error:
        assert "\n" not in str(error)
        assert 0 <= error.position <= len(text)
        return False
    str(reading)
    try:
        operand(reading)
    except LayoutError as error:
        assert str(error)
    return True


def in_an_expression(text: str) -> None:
    """Read the text as an argument of an expression, and as a part of a longer text."""
    text = f"size({text}, 8:1)"
    for read_in in (
        lambda: read_expression(text, {"size"}),
        lambda: translated(text, "M", {"size"}),
        lambda: list(read_all(text)),
    ):
        try:
            read_in()
        except LayoutError as error:
            assert str(error)


def tried(count: int, seed: int, step: int = 20) -> tuple[int, list[str]]:
    """Return the number of texts that can be read, and the failures.

    Every `step`-th text is also read as a part of longer texts.
    """
    draw, found, troubles = Random(seed), 0, list[str]()
    for k in range(count):
        text = mutated(draw, draw.choice(TEXTS))
        start = time.process_time()
        try:
            found += is_read(text)
            if k % step == 0:
                in_an_expression(text)
        except Exception as error:
            troubles.append(f"{text!r}: {type(error).__name__}: {error}")
        if time.process_time() - start > SECONDS:
            troubles.append(f"{text!r}: more than {SECONDS} s")
    return found, troubles


if __name__ == "__main__":
    number, seed = int(sys.argv[1]), int(sys.argv[2])
    read_texts, wrong = tried(number, seed)
    print(f"{number} texts from seed {seed}: {read_texts} read, {len(wrong)} troubles")
    print("\n".join(wrong))
    sys.exit(bool(wrong))
