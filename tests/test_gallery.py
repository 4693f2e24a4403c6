"""Each picture of the gallery is small, and is the output of the command below the picture."""

import xml.etree.ElementTree as ET

import pytest

from tests.gallery import KERNEL, PAGE, PICTURES, drawn

FOLDER = PAGE.parents[1] / "pictures"


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.long] if KERNEL.fullmatch(command) else [])
        for path, command in PICTURES.items()
    ],
    ids=lambda path: path.stem,
)
def test_a_picture_is_drawn_by_the_command_below_it(path):
    assert drawn(path) == path.read_text()


def test_the_page_shows_every_picture_of_the_folder():
    assert sorted(PICTURES) == sorted(FOLDER.rglob("*.svg"))
    *kinds, others = PAGE.read_text().split("\n## ")[1:]
    assert [section.count("![") for section in kinds] == [3] * 9
    assert others.startswith("Other tools")


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_picture_is_small_and_fits_a_screen(path):
    text = path.read_text()
    assert len(text) < 200_000
    assert float(ET.fromstring(text).get("width")) <= 1280
