"""The command `audit`: its lines, options, files and exit statuses."""

import json
import shlex
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.audit.ttgir import TRANSPOSE
from tests.sessions import EXAMPLES
from verif.audit.audit import audited
from verif.audit.statement import Statement, Verdict
from verif.cli.audit_records import AuditRecord
from verif.cli.audit_reports import annotation

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
        "dump.txt:2: fault: expected: every offset fits in 32 bits; found:"
        " A(4294967295) = 4294967295 does not fit in int32\n"
        "dump.txt: CuTe prints: 1 fault, 0 cost, 0 unknown, 0 not read, 0 holds\n"
    )


def test_statements_that_hold_are_shown_only_with_all(run, written):
    name = written(GOOD)
    assert run("audit", name).out.count("\n") == 1
    assert "dump.txt:1: holds: every offset" in run("audit", "--all", name).out


@pytest.mark.parametrize("name", ["prints.txt", "merge_heads.after.hlo", "transpose.sm90.ttgir"])
def test_lines_may_end_as_on_windows(run, written, name):
    content = (EXAMPLES / name).read_bytes()
    assert b"\r" not in content
    expected = run("audit", "--all", written(content, name))
    assert run("audit", "--all", written(content.replace(b"\n", b"\r\n"), name)) == expected


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
def test_the_worst_verdict_determines_the_exit_status(run, written, text, options, status):
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


def test_a_missing_file_is_bad_input(run):
    found = run("audit", "none.txt")
    assert found.status == 2
    assert found.err == "layout-verif: none.txt: No such file or directory\n"


def test_other_files_are_audited_if_one_is_bad(run, written):
    found = run("audit", "none.txt", written(FAULT))
    assert found.status == 2
    assert "fault" in found.out


def test_texts_of_a_family_without_programs_are_not_compared(run, written):
    found = run("audit", "--before", written(GOOD, "before.txt"), written(GOOD))
    assert found.status == 2
    assert "cannot compare CuTe prints with CuTe prints: both texts must be HLO" in found.err
    found = run("audit", "--before", "before.txt", "dump.txt", "dump.txt")
    assert (found.status, "--before needs exactly one FILE" in found.err) == (2, True)


def test_as_check_prints_questions_that_check_answers(run, written):
    name = written(GOOD + FAULT + COST)
    out = run("audit", "--as", "check", "--all", name).out
    lines = out.splitlines()
    asked = [line.strip() for line in lines if line.startswith("    layout-verif check ")]
    assert len(asked) == sum(": holds: " in line for line in lines) + 2
    statuses = [run(*shlex.split(line)[1:]).status for line in asked]
    assert statuses == [0, 1, 0]


def test_json_has_every_statement_and_its_schema(run, written):
    name = written(GOOD + FAULT + COST)
    found = run("audit", "--json", name)
    record = msgspec.json.decode(found.out, type=AuditRecord, strict=True)
    assert found.status == 1
    assert record.schema_version == 2
    (file,) = record.files
    assert (file.file, file.family) == (name, "CuTe prints")
    assert dict(file.counts) == {"fault": 1, "cost": 1, "unknown": 0, "not read": 0, "holds": 1}
    assert [(one.line, one.verdict, one.known) for one in file.statements] == [
        (1, "holds", False),
        (2, "fault", False),
        (3, "cost", False),
    ]
    assert all(one.question for one in file.statements)


def test_sarif_has_the_required_fields(run, written, tmp_path):
    written(GOOD + FAULT + COST + UNREAD, "a b%.txt")
    assert run("audit", "--sarif", "out.sarif", "a b%.txt").status == 1
    log = json.loads((tmp_path / "out.sarif").read_text())
    assert log["version"] == "2.1.0"
    (one_run,) = log["runs"]
    driver = one_run["tool"]["driver"]
    assert driver["name"] == "layout-verif"
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(ids) == len(set(ids)) == 3
    assert [result["level"] for result in one_run["results"]] == ["error", "warning", "note"]
    for result in one_run["results"]:
        assert result["ruleId"] in ids
        assert result["message"]["text"]
        (place,) = result["locations"]
        assert place["physicalLocation"]["artifactLocation"] == {"uri": "a%20b%25.txt"}
        assert place["physicalLocation"]["region"]["startLine"] >= 1
        assert "baselineState" not in result


def test_sarif_tells_known_statements_from_new_ones(run, written, tmp_path):
    name = written(FAULT)
    run("audit", "--baseline", "known.json", "--update-baseline", name)
    written(FAULT + FAULT)
    run("audit", "--baseline", "known.json", "--sarif", "out.sarif", name)
    (one_run,) = json.loads((tmp_path / "out.sarif").read_text())["runs"]
    assert [one["baselineState"] for one in one_run["results"]] == ["unchanged", "new"]


def test_annotations_are_workflow_commands(run, written):
    found = run("audit", "--github", written(FAULT + COST + UNREAD))
    commands = [line for line in found.out.splitlines() if line.startswith("::")]
    assert [command.split(" ")[0] for command in commands] == ["::error", "::warning", "::notice"]
    assert commands[0].startswith(
        "::error file=dump.txt,line=1,title=fault%3A layout::expected: every offset fits"
    )
    assert found.out.splitlines()[-1].startswith("dump.txt: CuTe prints: 1 fault")


@given(st.text(), st.text(), st.integers(1, 10**6))
def test_an_annotation_is_one_line_for_any_quoted_text(claim, detail, line):
    one = Statement(line, "x", claim, Verdict.FAULT, detail)
    told = annotation(Path("a,b:c.txt"), one)
    assert "\n" not in told
    assert "\r" not in told
    properties, _, _ = told.removeprefix("::error ").partition("::")
    assert properties.split(",")[0] == "file=a%2Cb%3Ac.txt"
    assert len(properties.split(",")) == 3


def test_known_statements_do_not_fail_and_are_not_shown(run, written):
    name = written(FAULT + COST)
    assert run("audit", "--baseline", "known.json", "--update-baseline", name).status == 0
    written("\n\n" + COST + FAULT)
    found = run("audit", "--costs", "--baseline", "known.json", name)
    assert found.status == 0
    assert found.out == (
        "dump.txt: CuTe prints: 1 fault, 1 cost, 0 unknown, 0 not read, 0 holds; 2 known\n"
    )
    assert ": fault (known): " in run("audit", "--all", "--baseline", "known.json", name).out


def test_a_second_occurrence_of_a_known_fault_is_new(run, written):
    name = written(FAULT)
    run("audit", "--baseline", "known.json", "--update-baseline", name)
    written(FAULT + FAULT)
    found = run("audit", "--baseline", "known.json", name)
    assert (found.status, found.out.count(": fault: ")) == (1, 1)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("{}", "known.json is not a baseline of audit: "),
        ('{"schema_version": 9, "known": []}', "known.json has the schema version 9, not 1"),
    ],
)
def test_another_file_is_not_a_baseline(run, written, content, problem):
    written(content, "known.json")
    found = run("audit", "--baseline", "known.json", written(FAULT))
    assert (found.status, found.out) == (2, "")
    assert problem in found.err


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--update-baseline",), "--update-baseline needs --baseline FILE"),
        (("--baseline", "none.json"), "none.json: no such file; create it with --update-baseline"),
        (("--as", "check", "--github"), "give at most one of --as, --json and --github"),
        (("--as", "eval"), "'eval' is not one of 'check'"),
        (("--before", "none.hlo"), "none.hlo: No such file or directory"),
        (("--sarif", "none/out.sarif"), "none/out.sarif: No such file or directory"),
    ],
)
def test_options_that_make_no_sense_are_rejected(run, written, options, problem):
    found = run("audit", *options, written(FAULT))
    assert (found.status, found.out) == (2, "")
    assert problem in found.err
    assert found.err.count("\n") == 1


def test_a_line_is_explained_with_its_question_and_picture(run, written):
    name = written(GOOD + COST)
    found = run("explain", f"{name}:2")
    assert (found.status, found.err) == (0, "")
    lines = found.out.splitlines()
    assert lines[0] == "TiledCopy"
    assert lines[2].startswith(f"{name}:2: cost: expected: each element of the tile (4,4)")
    assert lines[3] == "    layout-verif check 'covers_once(((2,8),2):((0,1),8), (4,4), 2)'"
    assert "T0 V0 +1*" in found.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("audit", "dumps"), "dumps is a folder: name the files in it, such as dumps/*"),
        (
            ("audit", "dump.txt:2"),
            (
                "dump.txt:2: No such file or directory; "
                "for one line of a file, `layout-verif explain dump.txt:2`"
            ),
        ),
        (
            ("explain", "dump.txt"),
            "dump.txt: add a line number that `audit dump.txt` prints, as in dump.txt:12",
        ),
    ],
)
def test_a_wrong_place_is_reported_with_the_right_command(
    run, written, tmp_path, arguments, problem
):
    written(FAULT)
    (tmp_path / "dumps").mkdir()
    found = run(*arguments)
    assert (found.status, found.out, found.err) == (2, "", f"layout-verif: {problem}\n")


def test_a_line_of_a_compiled_program_is_explained_with_the_program_before(run):
    place = f"{EXAMPLES / 'merge_heads.after.hlo'}:23"
    compared = "each element of the result is the one that the program asks for"
    assert compared not in run("explain", place).out
    assert (
        compared in run("explain", "--before", str(EXAMPLES / "merge_heads.before.hlo"), place).out
    )


def test_a_statement_that_depends_on_sizes_shows_the_question_about_them(run, written):
    text = TRANSPOSE.replace("%stride: i32 {tt.divisibility = 16 : i32}", "%stride: i32")
    (load, *_) = (one for one in audited(text).statements if "at run time" in one.detail)
    place = f"{written(text, 'transpose.ttgir')}:{load.line}"
    *_, meant, command = run("explain", place).out.splitlines()
    assert meant == "    K: the step along dimension 0; add the conditions that you know:"
    _, *arguments = shlex.split(command)
    assert arguments[:3] == ["check", "--for", "K; K >= 32"]
    assert run(*arguments).out.startswith("refuted ")
    arguments[2] += "; K % 8 == 0"
    assert run(*arguments).out.startswith("holds ")


def test_a_statement_without_a_question_leads_to_the_section_about_sizes(run, written):
    text = TRANSPOSE.replace("%stride: i32 {tt.divisibility = 16 : i32}", "%stride: i32")
    text = text.replace("cuda:80", "hip:gfx942")
    (load, *_) = (one for one in audited(text).statements if "at run time" in one.detail)
    found = run("explain", f"{written(text, 'transpose.ttgir')}:{load.line}")
    assert "layout-verif help audit ask-about-an-unknown" in found.out


def test_a_line_without_statements_is_not_explained(run, written):
    found = run("explain", f"{written(GOOD + COST)}:3")
    assert (found.status, found.out) == (2, "")
    assert found.err == (
        "layout-verif: dump.txt:3 has no statement; the nearest lines with statements: 2\n"
    )


def test_statements_that_do_not_hold_are_explained_first(run, written):
    name = written(f"{GOOD.strip()} and {FAULT}")
    found = run("explain", f"{name}:1")
    shown = [line for line in found.out.splitlines() if line.startswith(name)]
    assert [line.split(": ")[1] for line in shown] == ["fault", "holds"]


def test_a_large_picture_is_shown_in_part_above_the_command_that_draws_it(run, written):
    tall = (
        "TiledCopy\n  Tiler_MN:       (_64,_4)\n  TiledLayout_TV: ((_2,_64),_2):((_64,_1),_128)\n"
    )
    lines = run("explain", f"{written(tall)}:1").out.splitlines()
    assert lines[5] == "rows 0-15 and columns 0-3 of 64 x 4"
    assert (
        lines[-1] == "    layout-verif draw --tv '(64,4)' '((2,64),2):((64,1),128)' -o picture.svg"
    )


def test_a_layout_that_is_too_large_is_explained_without_a_picture(run, written):
    assert run("explain", f"{written(FAULT)}:1").out.count("\n") == 4
