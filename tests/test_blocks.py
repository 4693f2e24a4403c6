"""Every code block of a document is run by a test, or listed here with the test that checks it.

A new block fails until a test runs it or this file lists it.
"""

import re
import shlex
import subprocess

import pytest

from spec import Swizzle, read
from tests import test_documents, test_readme, test_shown_commands
from tests.audit import test_workflows
from tests.blocks import BLOCKS, ROOT, block
from tests.mutants.running import options
from tests.sizes import test_document as on_sizes
from tests.test_commands import parse_command
from tests.upstream.real import on_documents
from verif.expression import evaluated
from verif.expression import read as read_expression
from verif.upstream.in_process import SPEC

RUN = {
    *(
        f"layout-verif {command}"
        for sessions in test_documents.SESSIONS.values()
        for command, _ in sessions
    ),
    *(command for command, _ in on_sizes.SESSION),
    *(f"layout-verif {command}" for command, _ in test_readme.PROVED),
    *(command for command, _ in on_documents.SESSIONS),
    *(line for one in on_documents.BLOCKS for line in one.splitlines()),
    *test_shown_commands.RUN,
    *test_workflows.RUN,
}
"""The commands that tests run in exactly the form that the documents show."""

FOR_HOURS = {
    "make prove": "tests/proofs/test_catalogue.py",
    "make test": "tests/conftest.py",
    "make certify": "tests/certify/test_theorems.py",
    "make mutants": "tests/mutants/test_running.py",
    "make mutants SAMPLE=40 SEED=7": "tests/mutants/test_running.py",
    ".venv/bin/python -m tests.mutants.running": "tests/mutants/test_running.py",
    "layout-verif upstream claims pycute@./cutlass": "tests/patches/test_proofs.py",
}
"""Maps the beginnings of commands that are not run here to the tests that cover these commands.

A test below parses these commands without running them.
"""

COMPARED = {
    ("README.md", "  id    verdict"): "tests/test_readme.py",
    ("docs/explanation/certify-obligations.md", "Lemma o7"): "tests/certify/test_obligations.py",
    ("docs/explanation/proofs.md", "@lemma"): "tests/test_documents.py",
    ("docs/explanation/swizzle.md", "0bxxxYYY"): "tests/test_blocks.py",
    ("docs/how-to/kernel-files.md", "[[step]]"): "tests/movement/test_document.py",
    ("docs/how-to/kernel-files.md", "[smem]"): "tests/movement/test_document.py",
    ("docs/how-to/kernel-files.md", "from verif."): "tests/movement/test_document.py",
    ("docs/how-to/kernel-files.md", "sizes "): "tests/movement/test_document.py",
    ("docs/how-to/kernels.md", "auto swizzle_atom"): "tests/test_blocks.py",
    ("docs/how-to/strategies.md", "# test_copies.py"): "tests/strategies/test_document.py",
    ("docs/how-to/testing.md", "# test_kernel.py"): "tests/testing/test_document.py",
    ("docs/how-to/testing.md", "E "): "tests/testing/test_document.py",
    ("docs/how-to/upstream.md", "# myport.py"): "tests/upstream/real/on_documents.py",
    ("docs/how-to/upstream.md", "myport unversioned:"): "tests/upstream/real/on_documents.py",
    ("docs/how-to/upstream.md", "pycute cutlass:"): "tests/upstream/real/on_documents.py",
    ("upstream-patches/cute-cpp.md", "auto r ="): "tests/upstream/real/on_patched_cpp.py",
    ("upstream-patches/pycute.md", ">>> "): "tests/patches/test_pycute.py",
}
"""Maps blocks that no test runs to the tests that compare these blocks.

A key has the document of a block and the beginning of the block.
"""

PYTHON = {
    *(text for _, text in test_readme.FILES),
    *on_sizes.PYTHON,
    *(text for sessions in test_documents.PYTHON.values() for text in sessions),
}
"""The Python code that tests run."""


def is_for_hours(command):
    return any(command.startswith(beginning) for beginning in FOR_HOURS)


def places(one):
    """Return the keys of `COMPARED` that match a block."""
    first = one.text.partition("\n")[0]
    return [
        (page, start)
        for page, start in COMPARED
        if str(one.page) == page and first.startswith(start)
    ]


@pytest.mark.parametrize("one", [one for one in BLOCKS if one.commands], ids=str)
def test_every_command_of_a_block_is_run(one):
    bare = [re.sub(r" {2,}#.*$", "", command) for command in one.commands]
    assert [each for each in bare if each not in RUN and not is_for_hours(each)] == []


@pytest.mark.parametrize("one", [one for one in BLOCKS if not one.commands], ids=str)
def test_every_other_block_is_run_or_compared(one):
    assert one.language in ("python", "pycon", "toml", "text", "cpp", "")
    assert (one.text in PYTHON) + len(places(one)) == 1


def test_no_entry_is_left_over():
    met = {place for one in BLOCKS for place in places(one)}
    assert met == COMPARED.keys()
    commands = [command for one in BLOCKS for command in one.commands]
    assert all(any(each.startswith(start) for each in commands) for start in FOR_HOURS)
    assert all((ROOT / test).is_file() for test in (*COMPARED.values(), *FOR_HOURS.values()))


@pytest.mark.parametrize("command", [one for one in FOR_HOURS if one.startswith("make ")])
def test_a_long_target_of_make_has_commands_that_exist(command):
    dry = subprocess.run(
        [*shlex.split(command), "--dry-run", "PYTHON=false"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line for line in dry.stdout.splitlines() if "bin/" in line and "pip" not in line]
    assert lines
    for line in lines:
        program, *arguments = shlex.split(line)
        if program.endswith("layout-verif"):
            parse_command(arguments)
        elif "tests.mutants.running" in arguments:
            options(arguments[arguments.index("tests.mutants.running") + 1 :])


def test_the_options_of_a_run_of_mutants_exist():
    command = block("docs/how-to/mutants.md", "make mutants").commands[-1]
    assert options(shlex.split(command, comments=True)[3:]).match == "spec/layout.py"


@pytest.mark.parametrize(("row", "swizzle"), [(0, Swizzle(3, 4, 7)), (1, Swizzle(3, 4, -7))])
def test_the_bits_of_the_diagram_belong_to_a_swizzle(row, swizzle):
    shown = block("docs/explanation/swizzle.md", "0bxxxYYY").text.splitlines()[row]
    bits = shown.split()[0].removeprefix("0b")[::-1]
    ys, zs = ([k for k, bit in enumerate(bits) if bit == letter] for letter in "YZ")
    assert [swizzle(1 << y) for y in ys] == [1 << y | 1 << z for y, z in zip(ys, zs, strict=True)]
    others = [k for k, _ in enumerate(bits) if k not in ys]
    assert [swizzle(1 << k) for k in others] == [1 << k for k in others]


def test_the_excerpt_of_cutlass_agrees_with_the_commands_below_it():
    text = block("docs/how-to/kernels.md", "auto swizzle_atom").text
    (atom,) = re.findall(r"(composition\(.*?\)\s*);", text, re.DOTALL)
    assert str(read(atom).value) == "Sw<3,3,3> o 0 o (8,(8,8)):(8,(1,64))"
    (copy,) = re.findall(r"(make_tiled_copy\(.*?\));", text, re.DOTALL)
    tiled = evaluated(read_expression("tiled_copy((16,8):(8,1), (1,8))"), SPEC)
    assert read(copy).value.tv == tiled
    (mma,) = re.findall(r"(make_tiled_mma\(.*?\));", text.replace(", ..)", ")"))
    assert read(mma).value.c.tile == (32, 16)
