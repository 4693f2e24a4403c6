"""The tables of docs/reference/xla.md agree with the spec and with XLA."""

import random
import re
from pathlib import Path

from spec import NotationError, parse_xla_shape
from spec.xla import BITS, TPU_FORMATS
from spec.xla.tiling import format_tile
from tests.upstream.generated_xla import SMALL, changed, generated
from verif.upstream.xla import Abort, Reading, Refusal, readings

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "reference" / "xla.md").read_text()

FAULTS = 1000

SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", DOCUMENT, re.MULTILINE | re.DOTALL))


def rows(section):
    """Return the cells of the tables of a section, without the header rows."""
    lines = [line for line in SECTIONS[section].splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row for n, row in enumerate(cells) if row[1][:3] != "---" and not is_head(cells, n)]


def is_head(cells, n):
    return n + 1 < len(cells) and cells[n + 1][1][:3] == "---"


def quoted(cell):
    return re.findall(r"`([^`]*)`", cell)


def ours(text):
    """Return the expected first cell of a row: the printed shape, or the reason for rejection."""
    try:
        return f"`{parse_xla_shape(text)}`"
    except NotationError as error:
        return f"- `{error.problem}`"


def reason(problem):
    """Return a problem's description. A # replaces every number, every `(..)` and every `{..}`."""
    return re.sub(r"\([-\d,*]*\)|\{[-\d,]*\}|\d+", "#", problem)


def theirs(answer):
    match answer:
        case Reading():
            return f"`{answer.printed}`"
        case Refusal():
            return "-"
        case Abort():
            return "aborts"


def test_the_tables_show_how_spec_and_xla_read_texts():
    table = rows("What is read")
    texts = [quoted(row[0])[0] for row in table]
    answers = readings(texts)
    assert len(texts) > 50
    assert {type(answer) for answer in answers} == {Reading, Refusal, Abort}
    found = [
        [f"`{text}`", ours(text), theirs(answer)]
        for text, answer in zip(texts, answers, strict=True)
    ]
    assert found == table


def test_faulty_texts_are_read_alike_or_rejected_for_a_listed_reason():
    draw = random.Random(5)
    shapes = generated(FAULTS, 6, SMALL, (1, 2, 3, 128))
    texts = [changed(str(shape), draw) for shape in shapes]
    documented = {
        reason(quoted(here)[0])
        for _, here, there in rows("What is read")
        if here.startswith("-") and there != "-"
    }
    alike = 0
    for text, answer in zip(texts, readings(texts), strict=True):
        here = ours(text)
        if here.startswith("-"):
            refused = isinstance(answer, Refusal)
            assert refused or reason(quoted(here)[0]) in documented, (text, here, answer)
        elif "*" in here:
            assert isinstance(answer, Refusal), text
        else:
            assert theirs(answer) == here, text
            alike += 1
    assert alike > FAULTS // 20


def test_the_document_lists_every_element_type():
    table = rows("Element types")
    assert {name: int(bits) for bits, names in table for name in quoted(names)} == BITS


def test_the_document_lists_every_format():
    table = rows("The TPU formats of the document")
    found = {name: "".join(quoted(tiles)) for name, tiles, _ in table}
    assert found == {name: "".join(map(format_tile, tiles)) for name, tiles in TPU_FORMATS.items()}
