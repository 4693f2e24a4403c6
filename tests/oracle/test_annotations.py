"""The commands of the example workflow annotate a regression between a base and a branch."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracle.checkouts import checked_out, rewritten
from verif.cli.main import main
from verif.oracle.annotations import annotation, definition, said
from verif.oracle.baseline import FaultRecord

WORKFLOW = Path(__file__).parents[2] / "examples" / "upstream-check.yml"


def commands():
    """Return the commands of the example workflow for pycute, each as a list of arguments."""
    text = WORKFLOW.read_text().replace("${{ matrix.implementation }}", "pycute")
    found = re.findall(r"run: >\n((?: {10}.*\n)+)", text)
    return [shlex.split(" ".join(command.split())) for command in found]


def run(command, capsys):
    """Run a command with enough time for all cases on a busy machine."""
    assert (command[0], command[-2]) == ("layout-verif", "--budget")
    with pytest.raises(SystemExit) as ended:
        main([*command[1:-1], "600"])
    return ended.value.code, capsys.readouterr().out


def test_a_regression_is_annotated_at_its_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for side in ("base", "head"):
        copy = checked_out(tmp_path / side / "python", ("cosize", "logical_product"))
    cosize = "\ndef cosize(layout):\n  return layout.cosize()"
    line = 1 + rewritten(copy, cosize, f"{cosize} + layout.size() // 7")
    known, new = commands()
    code, out = run(known, capsys)
    assert code == 0
    assert "::error" not in out
    code, out = run([*new[:-2], "--sarif", "all.sarif", "--issues", "new", *new[-2:]], capsys)
    errors = [line for line in out.splitlines() if line.startswith("::error ")]
    assert code == 1
    assert errors
    there = f"::error file=python/pycute/layout.py,line={line},title=cosize%3A wrong-result::"
    assert len(errors) == 1
    assert errors[0].startswith(there)
    assert (tmp_path / "found.json").is_file()
    (log,) = json.loads((tmp_path / "all.sarif").read_text())["runs"]
    (result,) = [one for one in log["results"] if one["baselineState"] == "new"]
    (place,) = result["locations"]
    assert place["physicalLocation"]["region"]["startLine"] == line
    assert {one["ruleId"] for one in log["results"]} == {
        r["id"] for r in log["tool"]["driver"]["rules"]
    }
    (issue,) = (tmp_path / "new").iterdir()
    assert_runs(
        *re.search(
            r"should be \| `(.*)`.*```python\n(.*)```", issue.read_text(), re.DOTALL
        ).groups()
    )


def assert_runs(expected, reproduction):
    """Run an issue's reproduction with the branch's code. Assert that it prints a wrong value."""
    done = subprocess.run(
        [sys.executable, "-c", reproduction],
        env={"PYTHONPATH": "head/python"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() != expected


@pytest.mark.parametrize(
    ("implementation", "file"),
    [
        ("torch-pycute", "torch/distributed/_pycute/layout.py"),
        ("my.port", "my/port.py"),
        ("my.port", "src/my/port/layouts/layout.py"),
    ],
)
def test_annotations_point_into_every_port(tmp_path, implementation, file):
    source = tmp_path / file
    source.parent.mkdir(parents=True)
    source.write_text("\ndef cosize(layout):\n    return 1\n")
    assert definition("cosize", tmp_path, implementation) == (file, 2)
    assert definition("size", tmp_path, implementation) is None


def test_a_missing_folder_of_annotations_is_bad_input(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["upstream", "check", "pycute", "--annotate", "nowhere"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == "layout-verif: --annotate nowhere: no such folder\n"


def test_special_characters_of_workflow_commands_are_escaped(tmp_path):
    header = tmp_path / "include" / "cute" / "layout.hpp"
    header.parent.mkdir(parents=True)
    header.write_text("constexpr\nauto\nslice(Coord const& crd, Layout const& layout)\n{\n}\n")
    texts = "slice(_, 4:1)", "100%", "4:1\r", "", "a\nb"
    fault = FaultRecord("x", "", "slice_", ("crash",), 1, {}, *texts, (), ())
    assert annotation(fault, tmp_path, "cute-cpp") == (
        "::error file=include/cute/layout.hpp,line=3,title=slice%3A crash::"
        "slice(_, 4:1) is 100%25, and should be 4:1%0D%0Aa%0Ab"
    )


@pytest.mark.parametrize(
    ("got", "sentence"),
    [
        ("2:1", "rank(2:1) is 2:1, and should be 1"),
        ("rejected: no rank", "rank(2:1) is rejected: no rank, and should be 1"),
        ("crashed: TypeError: no len", "rank(2:1) crashes with TypeError: no len, and should be 1"),
    ],
)
def test_a_fault_is_a_sentence(got, sentence):
    texts = {"id": "", "title": "", "operation": "rank", "case": "rank(2:1)", "expected": "1"}
    fault = FaultRecord(
        **texts,
        kinds=(),
        cases=1,
        callers={},
        got=got,
        numbers="",
        reproduction="",
        causes=(),
        sources=(),
    )
    assert said(fault) == sentence
