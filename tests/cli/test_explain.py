"""User claims: what `prove` prints about an unproved claim, and what `explain` prints."""

import re
from pathlib import Path

import pytest

from tests.small_theory import FILE
from verif.cli import explaining
from verif.deciding.account import STARTED
from verif.deciding.proofs import judge
from verif.solvers.process import cvc5_solver
from verif.theory import THEORY

DOCS = Path(__file__).parents[2] / "docs"
TUTORIAL = (DOCS / "tutorial" / "README.md").read_text()

RESISTS = """
@claim(
    "MINE", "the offset of a layout with strides >= 0 is below cosize", source="here",
    expect=proved(), A=Layouts(strides="natural"), i=Index("A"),
)
def below_cosize(alg, A, i):
    ensure("A(i) < cosize(A)", A(i) < A.cosize)
"""

LOOPS = """
@claim("LOOP", "the sum of offsets is known", source="here", A=Layouts(flat(1)))
def sum_of_offsets(alg, A):
    offsets = [A(i) for i in range(A.size)]
    ensure("the sum", sum(offsets) == sum(offsets))
"""

TRUE = """
@claim("TRUE", "a layout has a coordinate", source="here", expect=proved(), A=Layouts(flat(1)))
def has_a_coordinate(alg, A):
    ensure("the size is positive", A.size >= 1)
"""

FAILS = """
@claim("FAILS", "its text recurses without end", source="here", A=Layouts(flat(1)))
def fails(alg, A):
    ensure("never", deeper(0) >= 1)


def deeper(n: int) -> int:
    return deeper(n + 1)
"""


def below(text, line):
    """Return the lines of `text` that follow `line`."""
    _, _, rest = text.partition(line)
    return rest.partition("\n")[2]


def test_the_line_without_a_reading_is_reported(run, claims_file):
    shown = run("prove", f"{claims_file(LOOPS)}:sum_of_offsets")
    resisted = (
        "line 9, `offsets = [A(i) for i in range(A.size)]`: "
        "Python needs a concrete number here, but this integer is symbolic"
    )
    assert shown.status == 3
    assert below(shown.out, "LOOP") == (
        f"      every rank: {resisted}\n"
        f"      profiles: {resisted}\n"
        "      expected PROVED\n"
        "      next: rewrite the named code for unknown numbers: in place of a loop, take the "
        'coordinate as an argument, i=Index("A"), or inside assume(...) use a recursion '
        "(layout-verif help unknown needs-numbers)\n"
        "\n"
        "1 claim: 1 unknown, 1 NOT as expected\n"
    )


SEARCHES = (
    "      search: no failure in 130 cases, 130 satisfied: "
    "sum of shapes <= 10, of strides <= 6; A of (*)\n"
    "      random cases: no failure in 5 random cases, 5 satisfied; seed 0\n"
)


def test_verbose_output_lists_every_engine(run, claims_file):
    path = claims_file(TRUE)
    shown = run("prove", "-v", path)
    assert shown.status == 0
    said = f"      every rank: proved\n{SEARCHES}\n1 claim: 1 proved, all as expected\n"
    assert below(shown.out, "TRUE") == said


LISTED = "run `layout-verif claims` or `lemmas`, or write FILE.py:NAME for one in a file"

PROOF = """\
TRUE: a layout has a coordinate  (2 paths, 1 obligation)
├── TRUE at every rank, path 1
│   └── the size is positive  [the facts at hand, TIME s]
└── LEMMA  (2 paths, 4 obligations)
"""


def test_explain_prints_the_proof_of_a_claim_in_a_file(run, claims_file, tmp_path):
    path = claims_file(TRUE, RESISTS)
    shown = run("explain", f"{path}:TRUE", "--smt2", "owed", "--html", "pages/mine")
    assert shown.status == 0
    out = re.sub(r"\d\.\d{3} s", "TIME s", shown.out)
    (cited,) = {f"{one.id}: {one.statement}" for one in THEORY.contracts if f" {one.id}: " in out}
    # Compare only words, because the terminal wraps long lines of the tree.
    assert " ".join(out.split()).startswith(" ".join(PROOF.replace("LEMMA", cited).split()))
    assert "\nThe slowest of 5 obligations:\n TIME s  " in out
    assert out.endswith("\n5 obligations written to owed\n")
    first, *reports = shown.err.splitlines()
    assert first == f"TRUE: {STARTED}"
    assert [line.split(":")[1] for line in reports] == [
        " every rank",
        " search",
        " random cases",
    ]
    assert "(check-sat)" in (tmp_path / "owed" / "TRUE" / "0001.smt2").read_text()
    page = (tmp_path / "pages" / "mine" / "TRUE.html").read_text()
    assert f"layout-verif explain {path}:TRUE --smt2 DIR" in page
    assert "index.html" not in page


def test_explain_reports_a_claim_without_a_proof(run, claims_file, tmp_path):
    shown = run("explain", claims_file(TRUE, LOOPS), "--html", ".")
    assert shown.status == 3
    assert shown.out.startswith("TRUE: a layout has a coordinate  (2 paths, 1 obligation)\n")
    assert "!  LOOP  UNKNOWN" in shown.out
    assert shown.out.count("The slowest of 5 obligations:\n") == 1
    assert [path.name for path in tmp_path.glob("*.html")] == ["TRUE.html"]


def test_explain_reports_the_line_of_an_error(run, claims_file):
    shown = run("explain", claims_file(FAILS))
    assert shown.status == 4
    assert "      line 13, `return deeper(n + 1)`: RecursionError: " in shown.out
    assert "slowest" not in shown.out


def test_the_page_of_a_single_claim_has_no_link_to_the_index(run, tmp_path):
    assert run("explain", "R3", "--html", ".").status == 0
    page = (tmp_path / "R3.html").read_text()
    assert "layout-verif explain R3 --smt2 DIR" in page
    assert "index.html" not in page


def test_explain_prints_the_proof_of_a_lemma(run, tmp_path):
    shown = run("explain", f"{FILE}:doubled", "--smt2", "owed")
    assert shown.status == 0
    assert shown.out.startswith(
        "doubled: The double count is even  (1 path, 4 obligations)\n├── doubled: ensures, path 1\n"
    )
    assert "└── promise_of_twice: The double count is at least 0 and even  (2 paths, " in shown.out
    assert "\n1 lemma: 1 proved, all as expected\n" in shown.out
    assert shown.err == f"doubled: {STARTED}\ndoubled: every rank: proved\n"
    assert "(check-sat)" in (tmp_path / "owed" / "doubled" / "0001.smt2").read_text()


def test_claims_and_lemmas_are_proved_together(run, claims_file):
    shown = run("prove", claims_file(TRUE), f"{FILE}:promise_of_twice", f"{FILE}:seven")
    assert shown.status == 3
    assert "PROVED" in shown.out
    assert below(shown.out, "!  seven").startswith("      every rank: open: n is 7\n")
    assert shown.out.endswith("\n1 claim, 2 lemmas: 2 proved, 1 unknown, 1 NOT as expected\n")


@pytest.mark.parametrize("contract", THEORY.contracts[:1], ids=lambda contract: contract.id)
def test_prove_accepts_the_name_of_a_lemma(run, contract):
    shown = run("prove", contract.id)
    assert shown.status == 0
    assert f"  {contract.id}  PROVED   ranks all, integers all  " in shown.out


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("mine.py:ture", "mine.py has no claim or lemma 'ture' (did you mean TRUE?); it has TRUE"),
        ("mine.py:other", "mine.py has no claim or lemma 'other'; it has TRUE"),
        ("C77", "unknown claim or lemma 'C77' (did you mean C7?): LISTED"),
        ("other.py:TRUE", "other.py: no such file"),
    ],
)
@pytest.mark.parametrize("command", ["prove", "explain", "claims"])
def test_an_unknown_name_is_reported_in_one_line(run, claims_file, command, name, problem):
    claims_file(TRUE)
    shown = run(command, name)
    told = problem.replace("LISTED", LISTED)
    assert (shown.status, shown.out, shown.err) == (2, "", f"layout-verif: {told}\n")


@pytest.mark.parametrize("option", ["--smt2", "--html"])
def test_an_invalid_output_folder_is_rejected_before_any_work(run, claims_file, tmp_path, option):
    (tmp_path / "folder").write_text("a file where the folder should be")
    shown = run("explain", claims_file(TRUE), option, "folder")
    assert (shown.status, shown.out, shown.err) == (2, "", "layout-verif: folder: File exists\n")


def squeezed(text):
    """Return the words of a tree without box characters, line breaks and times."""
    return re.sub(r"\d+\.\d+ s", "", " ".join(re.sub("[│├└─]", "", text).split()))


@pytest.mark.long
def test_explain_prints_the_proof_shown_in_the_tutorial(run, tmp_path, monkeypatch):
    # Send every query to cvc5. In other tests, the judge sends cvc5 only a sample of the queries.
    monkeypatch.setattr(judge(), "second", cvc5_solver())
    (session,) = re.findall(
        r"^\$ layout-verif (explain .*?)^```", TUTORIAL, re.MULTILINE | re.DOTALL
    )
    command, _, told = session.partition("\n")
    told, _, slowest = told.partition("The slowest of ")
    shown = run(*command.split())
    assert shown.status == 0
    for part in told.split("...\n"):
        assert squeezed(part) in squeezed(shown.out)
    count, _, _ = slowest.partition(" ")
    assert f"The slowest of {count} obligations:\n" in shown.out
    assert len(list((tmp_path / "obligations").rglob("*.smt2"))) == int(count)


def test_a_long_proof_is_summarized_unless_all_is_asked(run, monkeypatch):
    path = f"{FILE}:doubled"
    whole = run("explain", "--all", path).out
    assert run("explain", path).out.partition("├")[0] == whole.partition("├")[0]
    monkeypatch.setattr(explaining, "MOST_LINES", 1)
    short = run("explain", path).out
    assert "├── doubled: ensures, path 1  (4 obligations)\n" in short
    assert "└── promise_of_twice: The double count is at least 0 and even  (2 paths, " in short
    assert "\nThese lemmas cite 0 more lemmas. `--all` prints the whole proof with its " in short
    assert short.count("\n") < whole.count("\n")
    assert squeezed(run("explain", "--all", path).out) == squeezed(whole)
