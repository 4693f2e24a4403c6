"""The command `kernel`: lines, exit statuses, JSON, code, pictures."""

import json

import pytest

from tests.sessions import KERNELS
from verif.movement.loading import load
from verif.testing import assert_kernel

COPY = """
sizes = "M; M % 8 == 0"
element = "f32"
threads = 32
tile = { m = 64 }

[gmem]
A = { layout = "(M):(1)", index = "int64" }
B = { layout = "(M):(1)", index = "int64" }

[[step]]
load = "A -> r"
by = "tiled_copy(32, 2)"
predicate = "m < M"

[[step]]
store = "r -> B"
predicate = "m < M"
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "copy.kernel.toml"
    path.write_text(COPY)
    return path


def test_a_right_kernel_has_a_line_for_each_step(run, file):
    found = run("kernel", str(file))
    assert found.status == 0
    lines = found.out.splitlines()
    assert f"{file}:11: holds: load A -> r: A 64-bit accesses, 8 sectors" in lines
    assert lines[-1].startswith(f"{file}: 0 fault, 0 cost, 0 unknown, ")


def test_a_fault_stands_below_its_step(run, file):
    file.write_text(COPY.replace('predicate = "m < M"', 'predicate = "m <= M"', 1))
    found = run("kernel", str(file))
    assert found.status == 1
    assert "at M=8: thread 4, value 0 of tile (0) takes A(8), outside (M):(1)" in found.out


def test_where_names_sizes_at_which_a_statement_holds(run, file):
    file.write_text(COPY.replace("; M % 8 == 0", "").replace('predicate = "m < M"\n', ""))
    found = run("kernel", "--where", str(file))
    assert found.status == 1
    assert "it holds where M % 64 == 0" in found.out


def test_costs_fail_if_asked(run, file):
    file.write_text(COPY.replace("index =", "alignment = 16, index =", 1))
    assert run("kernel", str(file)).status == 0
    assert run("kernel", "--costs", str(file)).status == 1


def test_json_has_all_statements(run, file):
    found = json.loads(run("kernel", "--json", str(file)).out)
    (record,) = found["files"]
    assert record["family"] == "kernel"
    assert len(record["statements"]) == sum(record["counts"].values()) > 8


def test_code_is_printed(run, file):
    assert "make_tiled_copy" in run("kernel", "--as", "cute", str(file)).out
    assert "cute.make_tiled_copy_tv" in run("kernel", "--as", "dsl", str(file)).out


def test_pictures_are_written(run, file, tmp_path):
    folder = tmp_path / "pictures"
    assert run("kernel", "-o", str(folder), str(file)).status == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "01-load-A-r.svg",
        "02-store-r-B.svg",
    ]
    assert all("<svg" in path.read_text() for path in folder.iterdir())


def test_a_file_that_makes_no_sense_has_status_2(run, file):
    file.write_text(COPY.replace("A -> r", "X -> r"))
    found = run("kernel", str(file))
    assert found.status == 2
    assert f"{file}: step 1 (line 11): 'X' is not the name of a tensor" in found.err


def test_a_missing_file_has_status_2(run, tmp_path):
    assert run("kernel", str(tmp_path / "none.toml")).status == 2
    assert run("kernel").status == 2


def test_the_schema_is_json(run):
    assert json.loads(run("kernel", "--schema").out)["$defs"]["Step"]


def test_assert_kernel_quotes_what_fails(file):
    assert_kernel(file)
    file.write_text(COPY.replace('predicate = "m < M"', 'predicate = "m <= M"', 1))
    with pytest.raises(AssertionError, match=r"fault: load A -> r: .* outside \(M\):\(1\)"):
        assert_kernel(file)
    with pytest.raises(AssertionError, match=r"\nkernel: fault: load A -> r: "):
        assert_kernel(load(file).kernel)


def test_the_examples_are_kernel_files():
    assert len(list(KERNELS.glob("*.kernel.toml"))) >= 6


@pytest.mark.parametrize("line", [11, 12, 13])
def test_explain_prints_the_statements_of_a_step_of_a_kernel_file(run, file, line):
    found = run("explain", f"{file}:{line}")
    assert (found.status, found.err) == (0, "")
    assert found.out.startswith('[[step]]\nload = "A -> r"\nby = ')
    assert f"{file}:11: holds: no access is outside A" in found.out


def test_explain_of_other_lines_of_a_kernel_file_lists_the_lines(run, file):
    found = run("explain", f"{file}:7")
    assert (found.status, found.out) == (2, "")
    assert found.err == (
        f"layout-verif: {file}:7 has no statement; the nearest lines with statements: 1 and 9\n"
    )
    assert run("explain", str(file)).err == (
        f"layout-verif: {file}: add a line number that `kernel {file}` prints, as in {file}:12\n"
    )


def test_audit_names_the_command_for_kernel_files(run, file):
    told = f"{file}: audit does not read kernel files; run `layout-verif kernel {file}`\n"
    assert run("audit", str(file)).err == f"layout-verif: {told}"
    found = run("explain", f"{file.with_name('no.toml')}:1")
    assert found.status == 2


def test_explain_reports_the_error_of_a_kernel_file(run, file):
    file.write_text(COPY.replace('"f32"', '"f33"'))
    found = run("explain", f"{file}:11")
    assert (found.status, found.out) == (2, "")
    assert found.err.endswith("element: expected an element type such as f16, not 'f33'\n")
    assert "gmem" not in found.err
