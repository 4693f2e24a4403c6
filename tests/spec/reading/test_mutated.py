"""A mutated text gives a value or a one-line ReadingError, and no other error."""

import pytest

from spec.reading import ReadingError, read
from tests.spec.reading.mutating import tried


@pytest.mark.parametrize(
    "count", [3000, pytest.param(1_000_000, marks=pytest.mark.long)], ids=["few", "many"]
)
def test_a_mutated_text_is_read_or_raises_a_reading_error(count):
    found, troubles = tried(count, count, step=5)
    assert troubles == []
    assert 0 < found < 0.7 * count


def test_deeply_nested_and_overlong_texts_are_rejected():
    for text in ("(" * 5000, "Layout<" * 5000, "[" * 5000, "#ttg.slice<{parent = " * 3000):
        with pytest.raises(ReadingError):
            read(text)
    with pytest.raises(ReadingError, match="digits are too many"):
        read(f"{'9' * 5000}:1")
    with pytest.raises(ReadingError, match="characters are read"):
        read("8" * (1 << 21))
