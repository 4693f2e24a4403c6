"""Mutated texts end in a value, or in the one line of a ReadingError; nothing else is raised."""

import random
import time

import pytest

from spec.errors import LayoutError
from spec.reading import ReadingError, read, read_all
from spec.reading.expressions import read_expression, translated
from spec.reading.operands import operand
from tests.spec.reading.samples import READ, UNKNOWN

TEXTS = [text for text, *_ in (*READ, *UNKNOWN)]
SIGNS = "()[]{}<>:;,_?@o*#!=%\"'+-0123456789 \nxSw"

SECONDS = 5


def mutated(draw, text):
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


@pytest.mark.parametrize(
    "count", [3000, pytest.param(1_000_000, marks=pytest.mark.long)], ids=["few", "many"]
)
def test_a_mutated_text_is_read_or_refused(count):
    draw = random.Random(count)
    refused = 0
    for _ in range(count):
        text = mutated(draw, draw.choice(TEXTS))
        start = time.process_time()
        try:
            reading = read(text)
        except ReadingError as error:
            assert "\n" not in str(error)
            assert 0 <= error.position <= len(text)
            refused += 1
        else:
            str(reading)
            try:
                operand(reading)
            except LayoutError as error:
                assert str(error)
        assert time.process_time() - start < SECONDS, text
    assert 0.3 * count < refused < count


@pytest.mark.parametrize("count", [600])
def test_a_mutated_text_in_an_expression_is_read_or_refused(count):
    draw = random.Random(count)
    for _ in range(count):
        text = f"size({mutated(draw, draw.choice(TEXTS))}, 8:1)"
        for read_in in (
            lambda t: read_expression(t, {"size"}),
            lambda t: translated(t, "M", {"size"}),
            lambda t: list(read_all(t)),
        ):
            start = time.process_time()
            try:
                read_in(text)
            except LayoutError as error:
                assert str(error)
            assert time.process_time() - start < SECONDS, text


def test_a_deep_or_a_long_text_is_refused():
    for text in ("(" * 5000, "Layout<" * 5000, "[" * 5000, "#ttg.slice<{parent = " * 3000):
        with pytest.raises(ReadingError):
            read(text)
    with pytest.raises(ReadingError, match="digits are too many"):
        read(f"{'9' * 5000}:1")
    with pytest.raises(ReadingError, match="characters are read"):
        read("8" * (1 << 21))
