"""The reference page and the JSON schema of kernel files are current."""

import msgspec

from verif.movement.description import Kernel, schema
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
