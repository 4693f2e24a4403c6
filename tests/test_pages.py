"""The commands of a page of documentation print what stands there."""

import re
import shlex
from pathlib import Path

import pytest

from verif.cli.main import main

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(page):
    """Each command of a page with what it prints."""
    for block in BLOCK.findall((DOCS / page).read_text()):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = example.partition("\n")
            yield command, printed


FEWEST = {"swizzle.md": 11, "kernels.md": 46}
"""The examples of each page, at least."""

EXAMPLES = [(page, *example) for page in FEWEST for example in examples(page)]


@pytest.mark.parametrize("page", FEWEST)
def test_no_example_is_lost(page):
    assert sum(example[0] == page for example in EXAMPLES) >= FEWEST[page]


@pytest.mark.parametrize(
    ("command", "printed"), [rest for _, *rest in EXAMPLES], ids=[c for _, c, _ in EXAMPLES]
)
def test_an_example_prints_what_stands_there(command, printed, capsys):
    name, *arguments = shlex.split(command)
    assert name == "layout-verif"
    with pytest.raises(SystemExit):
        main(arguments)
    out, err = capsys.readouterr()
    assert out + err == printed


def test_the_picture_is_that_of_the_command_beside_it(tmp_path):
    (command,) = (c for page, c, _ in EXAMPLES if page == "kernels.md" and "draw --banks" in c)
    drawn = tmp_path / "banks.svg"
    with pytest.raises(SystemExit) as ended:
        main([*shlex.split(command)[1:], "-o", str(drawn)])
    assert not ended.value.code
    assert drawn.read_bytes() == (DOCS / "banks.svg").read_bytes()
