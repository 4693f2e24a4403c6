"""The committed Rocq files are up to date, and their theorems prove printed claims.

No file contains an escape such as `Admitted`.
"""

import json
import re

import pytest

from verif.certify.document import GENERATED, PAGE, page
from verif.certify.domains import in_domains
from verif.certify.printing import printout
from verif.certify.run import UncertifiedError, require_no_escape, require_printed
from verif.certify.theorems import FOLDER, PRINTED, ordered, theorems


def test_the_committed_files_are_up_to_date():
    require_printed(FOLDER, printout().files)
    assert {f"{name}.v" for name in PRINTED} == set(printout().files)


def test_no_committed_file_has_an_escape():
    require_no_escape(FOLDER)


@pytest.mark.parametrize(
    "line",
    [
        "Proof. Admitted.",
        "Proof. admit. Qed.",
        "Axiom choice : False.",
        "Parameter n : nat.",
        "Hypothesis H : False.",
        "Variables (n : nat).",
        "Unset Guard Checking.",
        "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
        "Set Type In Type.",
        'Declare ML Module "x".',
        'Load "x".',
        'Local Notation "( x )" := True.',
        'Infix "=" := (fun _ _ => True).',
    ],
)
def test_an_escape_is_reported_with_file_and_line(tmp_path, line):
    (tmp_path / "C1.v").write_text(f"Require Import Lib.\n{line}\n")
    with pytest.raises(UncertifiedError, match=r"^C1\.v:2: "):
        require_no_escape(tmp_path)


@pytest.mark.parametrize("name", [f"{name}.v" for name in PRINTED])
def test_a_hand_edited_printed_file_is_rejected(tmp_path, name):
    files = printout().files
    for each, text in files.items():
        (tmp_path / each).write_text(text)
    require_printed(tmp_path, files)
    (tmp_path / name).write_text(files[name].replace("<=?", "<?", 1) + "\n")
    with pytest.raises(UncertifiedError, match=name):
        require_printed(tmp_path, files)


def test_every_theorem_proves_a_printed_statement():
    stated = {statement.claim for statement in printout().statements}
    proved = [theorem.claim for theorem in theorems()]
    assert len(set(proved)) == len(proved) >= 20
    assert set(proved) <= stated
    assert not stated & set(printout().refused)


def test_the_tables_of_the_page_are_up_to_date():
    text = PAGE.read_text()
    assert page(text) == text


def test_the_readme_gives_the_number_of_theorems():
    message = (PAGE.parents[2] / "README.md").read_text()
    tutorial = (PAGE.parents[1] / "tutorial" / "README.md").read_text()
    assert f"`make certify` checks {len(theorems())} claims" in tutorial
    rows = re.findall(r"^\| (\w+) \| \[`\w+\.v`\]", PAGE.read_text(), re.MULTILINE)
    assert len(rows) == len(theorems())
    printed = set(json.loads(GENERATED.read_text())["claims"])
    others = printed.difference(theorem.claim for theorem in theorems())
    counts = f"{len(rows)} by `make certify`, {len(others)} others by `make certify-generated`"
    assert (
        f"\n| claims that are theorems of Rocq | {len(rows) + len(others)}: {counts} |\n" in message
    )


def test_searched_arguments_are_printed_in_the_types_of_their_domains():
    exact = next(s for s in printout().statements if s.claim == "P1x")
    text, cases = in_domains([exact], 3)
    assert (text, cases) == in_domains([exact], 3)
    assert cases == 3
    assert text.count("let G : (list (list (Z * Z))) := [[((") == cases
    assert text.count("(cuts (modes_of B) G) = true") == cases


def test_files_are_ordered_after_their_imports(tmp_path):
    for name, imports in (("A", "Z"), ("B", "A"), ("Z", "")):
        (tmp_path / f"{name}.v").write_text(f"Require Import {imports}.\n" if imports else "")
    assert ordered(tmp_path) == ("Z", "A", "B")
    assert ordered(tmp_path, ("A",)) == ("Z", "A")


def test_a_folder_without_theorems_has_none(tmp_path):
    assert theorems(tmp_path) == ()


def test_a_theorem_of_another_statement_is_not_counted(tmp_path):
    (tmp_path / "C1.v").write_text("Theorem C1 : S_C2.\nTheorem C2 : S_C2.\n")
    assert [theorem.claim for theorem in theorems(tmp_path)] == ["C2"]
