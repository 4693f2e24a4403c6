"""docs/reference/catlass.md lists every format with the layout that the spec computes."""

import re
from pathlib import Path

from spec.tla import FORMATS

DOCUMENT = (Path(__file__).parents[1] / "docs" / "reference" / "catlass.md").read_text()
ROWS = dict(re.findall(r"^\| `(\w+)` \| .* \| .* \| `(.*)` \|$", DOCUMENT, re.MULTILINE))


def test_every_format_has_its_layout():
    assert {name: str(make("f16", 30, 40)) for name, make in FORMATS.items()} == ROWS
