"""The JSON of every command follows one schema."""

import json
from functools import reduce
from itertools import chain
from operator import or_
from pathlib import Path

import msgspec
import pytest
import typer

from tests.sessions import KERNELS
from verif.cli.audit_records import AuditRecord
from verif.cli.index import COMMANDS
from verif.cli.main import PRINT_JSON
from verif.cli.records import PRINTED, SCHEMA_VERSION
from verif.cli.schema import OUTPUT, SCHEMA, WRITTEN, schema_text

KERNEL = str(next(Path(KERNELS).glob("*.toml")))

RUNS = [
    (("eval", "coalesce((2,4):(1,2))"), "value", 0),
    (("eval", "zN(f16, 32, 48)"), "value", 0),
    (("eval", "idx2crd(5, (2,4))"), "value", 0),
    (("eval", "size((1180591620717411303424,4):(1,2))"), "value", 0),
    (("eval", "size((M,4):(4,1))", "--for", "M"), "cases", 0),
    (("eval", "size((2,4)"), "errors", 2),
    (("eval", "injective(4:2)"), "errors", 2),
    (("eval",), "errors", 2),
    (("check", "injective((4,8):(1,3))"), "answers", 1),
    (("check", "injective(4:x)"), "answers", 2),
    (("check", "injective((M,4):(3,1))", "--for", "M"), "answers", 1),
    (("check", "injective((M,4):(4,1))", "--for", "M"), "answers", 0),
    (("check", "compatible((M,N), (N,M))", "--for", "M, N", "--where"), "where", 0),
    (
        ("find", "swizzle", "--smem", "(8,8):(8,1)", "--type", "f16", "--load", "(8,8):(1,8)"),
        "swizzles",
        0,
    ),
    (("find", "swizzle", "--smem", "(8,8):(8,1)", "--type", "f16"), "errors", 2),
    (("draw", "(2,3):(3,1)"), "picture", 0),
    (("draw", "(2,3):(3,1)", "(2,3):(1,2)"), "picture", 0),
    (("draw", "--tv", "(2,2)", "(2,1):(1,2)"), "picture", 0),
    (("draw", "--banks", "f32", "--by", "(8,8):(1,8)", "(8,8):(8,1)"), "picture", 0),
    (("draw", "4:x"), "errors", 2),
    (("audit", "prints.txt"), "audit", 0),
    (("audit", "prints.txt", "missing.txt"), "audit", 2),
    (("kernel", KERNEL), "audit", 0),
    (("kernel", "odd.toml"), "audit", 2),
]


@pytest.fixture(autouse=True)
def texts(tmp_path):
    (tmp_path / "prints.txt").write_text("(4,8):(1,4)\n")
    (tmp_path / "odd.toml").write_text('sizes = "M"\n')


@pytest.mark.parametrize(("arguments", "kind", "status"), RUNS, ids=lambda one: str(one)[:60])
def test_output_follows_the_schema(run, arguments, kind, status):
    shown = run(*arguments, "--json")
    assert shown.status == status
    found = json.loads(shown.out)
    assert (found["kind"], found["schema_version"]) == (kind, SCHEMA_VERSION)
    record = msgspec.convert(found, reduce(or_, (*PRINTED, AuditRecord)))
    assert json.loads(msgspec.json.encode(record)) == found
    if status == 2:
        for error in found["errors"]:
            assert " ".join(error["message"].split()) in " ".join(shown.err.split())
        assert found["errors"]


WRITES = [
    (("prove", "R3"), "verdicts", 0),
    (("sweep", "C1", "--max-size", "3", "--jobs", "1"), "sweeps", 0),
    (("upstream", "check", "module:mine", "--budget", "0.5"), "checks", 1),
]


@pytest.mark.parametrize(("arguments", "kind", "status"), WRITES, ids=lambda one: str(one)[:60])
def test_files_follow_the_schema(run, tmp_path, monkeypatch, arguments, kind, status):
    (tmp_path / "mine.py").write_text("from spec import Layout\n\ndef size(x):\n    return 7\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert run(*arguments, "--json", "out.json").status == status
    found = json.loads((tmp_path / "out.json").read_text())
    assert (found["kind"], type(found["schema_version"])) == (kind, int)
    assert json.loads(msgspec.json.encode(msgspec.convert(found, reduce(or_, WRITTEN)))) == found


def test_every_command_and_every_kind_is_run():
    assert {arguments[0] for arguments, _, _ in RUNS} == set(PRINT_JSON)
    kinds = {one.__struct_config__.tag for one in OUTPUT}
    assert {kind for _, kind, _ in (*RUNS, *WRITES)} == kinds


def test_every_option_that_writes_json_is_run():
    run = {arguments[0] for arguments, _, _ in (*RUNS, *WRITES)}
    assert {
        name
        for name, one in COMMANDS.items()
        if "--json" in options(typer.main.get_command(one.app()))
    } == run


def options(command):
    """Return the options of a command and of its subcommands."""
    of_parts = (options(one) for one in getattr(command, "commands", {}).values())
    return {*(name for one in command.params for name in one.opts), *chain(*of_parts)}


def test_integers_keep_their_size(run):
    found = json.loads(run("eval", "--json", "size((1180591620717411303424,4):(1,2))").out)
    assert found["value"] == 4 * 2**70


def test_the_schema_of_the_documents_is_written_from_the_types():
    assert SCHEMA.read_text() == schema_text()
    parts = json.loads(schema_text())["$defs"]
    assert {one.__name__ for one in OUTPUT} <= parts.keys()
