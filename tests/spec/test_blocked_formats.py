"""Each format in docs/how-to/blocked-formats.md has the layout that its library defines."""

import re
from itertools import product
from pathlib import Path

import pytest

from spec import Layout

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "blocked-formats.md"

SIZES = {"N": 2, "C": 32, "c": 2, "H": 3, "W": 5, "o": 2, "i": 3, "m": 3, "n": 2}

MEMORY = [
    ("NCHW", lambda n, c, h, w: [(n, 2), (c, 32), (h, 3), (w, 5)]),
    ("NHWC", lambda n, c, h, w: [(n, 2), (h, 3), (w, 5), (c, 32)]),
    ("nChw16c", lambda n, c, h, w: [(n, 2), (c // 16, 2), (h, 3), (w, 5), (c % 16, 16)]),
    (
        "OIhw4i16o4i",
        lambda o, i, h, w: [
            *((o // 16, 2), (i // 16, 3), (h, 3), (w, 5)),
            *((i // 4 % 4, 4), (o % 16, 16), (i % 4, 4)),
        ],
    ),
    ("inner_tiles", lambda m, n: [(m // 8, 3), (n // 32, 2), (m % 8, 8), (n % 32, 32)]),
    ("outer_dims_perm", lambda m, n: [(n // 32, 2), (m // 8, 3), (m % 8, 8), (n % 32, 32)]),
]
"""For each format, a function that returns the digits of an element's place in memory.

Each digit is paired with its bound. The most significant digit comes first.
"""


def layout_of(name):
    """Return the layout that the page's table gives for the format, at the sizes in `SIZES`."""
    row = next(line for line in PAGE.read_text().splitlines() if re.match(rf"\|.*{name}", line))
    (text,) = re.findall(r"`(\([^`]*\):\([^`]*\))`", row)
    shape, stride = (eval(part, {}, SIZES) for part in text.split(":"))
    return Layout(shape, stride)


@pytest.mark.parametrize(("name", "digits"), MEMORY, ids=[name for name, _ in MEMORY])
def test_a_format_has_the_layout_of_the_table(name, digits):
    layout = layout_of(name)
    for element in product(*(range(mode.size) for mode in layout)):
        place = 0
        for digit, bound in digits(*element):
            place = place * bound + digit
        assert layout(*element) == place, element
