"""Texts that Mojo's `layout` package prints for random values are read as these values."""

import os
import random
import subprocess

import pytest

from spec import Layout, read
from tests.upstream.real.drawing import like, size, tree
from verif.upstream.environments import environment, pinned_versions
from verif.upstream.mojo import compiler
from verif.upstream.mojo_text import TUPLE_OF

NUMBER = int(os.environ.get("DRAWN", "2500"))

PROGRAM = f"""\
from layout import Layout, IntTuple


{TUPLE_OF}

def main() raises:
    var drawn: String
    with open("drawn.txt", "r") as file:
        drawn = file.read()
    for line in drawn.splitlines():
        var words = List[String]()
        for word in line.split(" "):
            words.append(String(word))
        var at = 0
        var shape = tuple_of(words, at)
        var layout = Layout(shape, tuple_of(words, at))
        print(layout)
        print(repr(layout))
        print(layout.shape)
"""


def words(value):
    if isinstance(value, int):
        return str(value)
    return " ".join(("(", *map(words, value), ")"))


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mojo")
    (folder / "prints.mojo").write_text(PROGRAM)
    made = folder / "prints"
    site = str(environment("mojo", pinned_versions("mojo")[-1]))
    done = compiler(site, str(folder), "build", str(folder / "prints.mojo"), "-o", str(made))
    assert made.is_file(), done.stderr
    return made


def test_layouts_and_shapes_are_read(program):
    draw = random.Random("mojo")
    shapes = [tree(draw, lambda: size(draw), leaves=0.3, fewest=2) for _ in range(NUMBER)]
    drawn = [(shape, like(draw, shape)) for shape in shapes]
    requests = "".join(f"{words(shape)} {words(stride)}\n" for shape, stride in drawn)
    program.with_name("drawn.txt").write_text(requests)
    done = subprocess.run([program], cwd=program.parent, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == 3 * NUMBER
    for k, (shape, stride) in enumerate(drawn):
        printed, shown, dims = lines[3 * k : 3 * k + 3]
        assert read(printed).value == read(shown).value == Layout(shape, stride), printed
        assert read(dims).value == shape
