"""The reference page and the JSON schema of kernel files are up to date.

Kernel files are written in TOML or in Python.
"""

import msgspec
import pytest

from verif.movement.decide import decide
from verif.movement.description import Kernel, schema
from verif.movement.errors import KernelFileError
from verif.movement.loading import load
from verif.movement.reference import PAGE, SCHEMA, page, schema_text


def test_the_reference_page_is_current():
    assert PAGE.read_text() == page()


def test_the_schema_is_current():
    assert SCHEMA.read_text() == schema_text()


def test_every_key_has_a_description():
    tables = schema()["$defs"]
    assert {"Kernel", "Tensor", "Buffer", "Mma", "Step"} <= tables.keys()
    for table in tables.values():
        assert all("description" in entry for entry in table["properties"].values())


def test_python_files_build_the_same_record(tmp_path):
    file = tmp_path / "copy.py"
    file.write_text(
        "from verif.movement.description import Kernel, Step\n"
        'kernel = Kernel(sizes="M", threads=32, tile={"m": 32}, gmem={"A": "(M):(1)"}, '
        'step=[Step(load="A -> r", by="tiled_copy(32, 1)", predicate="m < M")])\n'
    )
    found = load(file).kernel
    assert isinstance(found, Kernel)
    assert msgspec.convert(msgspec.to_builtins(found), Kernel) == found


IN_PYTHON = """\
from verif.movement.description import Buffer, Kernel, Step, Tensor

def moves(first, last):
    yield Step(load=f"{first} -> r", by="tiled_copy(32, 1)", predicate="m < M")
    yield Step(
        store=f"r -> {last}", predicate="m < M",
    )

tensor = Tensor(layout="(M):(1)")
kernel = Kernel(
    sizes="M; M >= 1",
    threads=32,
    element="f32",
    tile={"m": 32},
    gmem={"A": tensor, "B": "(M):(1)"},
    smem={"s": Buffer(layout="(32):(1)", coordinates="m")},
    step=[*moves("A", "B")],
)
"""


def test_answers_name_the_lines_on_which_a_python_file_makes_its_records(tmp_path):
    file = tmp_path / "copy.py"
    file.write_text(IN_PYTHON)
    lines = {one.operation: one.line for one in decide(load(file)).statements}
    expected = {"load A -> r": 4, "store r -> B": 5, "A": 9, "B": 10, "s": 16}
    assert expected.items() <= lines.items()
    file.write_text(IN_PYTHON.replace("r -> {last}", "r to {last}"))
    with pytest.raises(KernelFileError, match=r"step 2 \(line 5\): store = 'r to B'"):
        decide(load(file))


def test_errors_about_a_kernel_without_a_file_name_no_line(tmp_path):
    file = tmp_path / "copy.py"
    file.write_text(IN_PYTHON.replace("r -> {last}", "r to {last}"))
    with pytest.raises(KernelFileError, match=r"^step 2: store = 'r to B'"):
        decide(load(file).kernel)
