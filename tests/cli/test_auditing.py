"""The command `audit`: its lines, options and exit statuses."""

import pytest

GOOD = "tile: (_8,_64):(_64,_1)\n"
FAULT = "tile: (_65536,_65536):(_65536,_1)\n"
COST = "TiledCopy\n  Tiler_MN: (_4,_4)\n  TiledLayout_TV: ((_2,_8),_2):((_0,_1),_8)\n"
UNREAD = "tile: (_8,x):(_64,_1)\n"


@pytest.fixture
def written(tmp_path):
    def write(text, name="dump.txt"):
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    return write


def test_a_fault_is_one_line_with_its_place(run, written):
    found = run("audit", written("\n" + FAULT))
    assert (found.status, found.err) == (1, "")
    assert found.out == (
        "dump.txt:2: fault: every offset fits in 32 bits: A(4294967295) = 4294967295 does not fit"
        " in int32\ndump.txt: CuTe prints: 1 fault, 0 cost, 0 unknown, 0 not read, 0 holds\n"
    )


def test_statements_that_hold_are_shown_only_with_all(run, written):
    name = written(GOOD)
    assert run("audit", name).out.count("\n") == 1
    assert "dump.txt:1: holds: every offset" in run("audit", "--all", name).out


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (GOOD, (), 0),
        (GOOD + FAULT, (), 1),
        (COST, (), 0),
        (COST, ("--costs",), 1),
        (UNREAD + GOOD, (), 0),
    ],
)
def test_the_exit_status_tells_the_worst(run, written, text, options, status):
    assert run("audit", *options, written(text)).status == status


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "dump.txt: the file is empty"),
        (b" \n\n", "dump.txt: the file is empty"),
        (b"\xff\xfe\x00", "dump.txt: the file is not UTF-8 text: see byte 0"),
        (b"a\x00b", "dump.txt: the file is not text: see byte 1"),
        (b"Dear reader", "dump.txt: no layout was found; audit reads "),
    ],
)
def test_a_file_without_layouts_is_bad_input(run, written, content, problem):
    found = run("audit", written(content))
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith(f"layout-verif: {problem}")
    assert found.err.count("\n") == 1


def test_a_missing_file_and_a_folder_are_bad_input(run, tmp_path):
    (tmp_path / "folder").mkdir()
    assert run("audit", "none.txt").err == "layout-verif: none.txt: No such file or directory\n"
    found = run("audit", "folder")
    assert (found.status, found.err) == (2, "layout-verif: folder: Is a directory\n")


def test_other_files_are_audited_if_one_is_bad(run, written):
    found = run("audit", "none.txt", written(FAULT))
    assert found.status == 2
    assert "fault" in found.out


def test_texts_of_a_family_without_programs_are_not_compared(run, written):
    found = run("audit", "--before", written(GOOD, "before.txt"), written(GOOD))
    assert found.status == 2
    assert "cannot be compared" in found.err
    found = run("audit", "--before", "before.txt", "dump.txt", "dump.txt")
    assert (found.status, "--before needs exactly one FILE" in found.err) == (2, True)
