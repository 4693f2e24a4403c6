"""Claims are selected by id, by file, or by file and id."""

import os
import py_compile
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from tests.small_theory import FILE
from verif.claims.catalogue import catalogue
from verif.deciding.selection import selected, selected_with_lemmas
from verif.kernel.errors import ClaimError
from verif.theory import THEORY

LISTED = "run `layout-verif claims` or `lemmas`, or write FILE.py:NAME for one in a file"

CLAIMS = """
from verif.kernel.claim import claim
from verif.kernel.verbs import ensure
from verif.readings.domains import Layouts


@claim("FIRST", "one", source="here", A=Layouts())
def has_a_size(alg, A):
    ensure("size", A.size >= 1)


@claim("SECOND", "two", source="here", A=Layouts())
def FIRST_of_all(alg, A):
    ensure("size", A.size >= 1)
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(CLAIMS)
    return str(path)


def ids(*names):
    return [one.claim.id for one in selected(names)]


def test_reading_a_claims_file_writes_no_file(file, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert ids(file)
    assert [path.name for path in Path(file).parent.iterdir()] == ["mine.py"]


def test_a_file_and_its_imports_are_read_from_source(tmp_path):
    """Stale compiled modules are ignored, although Python would run them."""
    for name, text, other in (
        (
            "mine.py",
            "from beside_it import NAME\n" + CLAIMS.replace('"FIRST", "one"', 'NAME, "one"'),
            CLAIMS,
        ),
        ("beside_it.py", "NAME = 'LATTER'\n", "NAME = 'FORMER'\n"),
    ):
        path, compiled = tmp_path / name, tmp_path / "other.py"
        path.write_text(text)
        compiled.write_text(other.ljust(len(text), "\n"))
        os.utime(path, (0, 0))
        os.utime(compiled, (0, 0))
        py_compile.compile(str(compiled), cache_from_source(str(path)), str(path))
    before = [*sys.meta_path]
    assert ids(str(tmp_path / "mine.py")) == ["LATTER", "SECOND"]
    assert sys.meta_path == before


REFUSED = [
    (
        "print('PROVED')",
        "`print('PROVED')` must not be at the top level; a file may contain only imports",
    ),
    ("import os", "os cannot be imported here; a file of claims imports from spec"),
    ("from os import _exit", "os cannot be imported here"),
    ("raise SystemExit(0)", "`raise SystemExit(0)` must not be at the top level"),
    ("for n in (1, 2): claim(str(n), '')", "at the top level; a file may contain only"),
    ("class Mine(Integers):\n    pass", "Mine"),
    ("ensure = print", "ensure"),
    ("import numpy", "numpy cannot be imported here"),
]


@pytest.mark.parametrize(("text", "problem"), REFUSED)
def test_a_file_with_other_statements_is_rejected_with_its_line(tmp_path, capfd, text, problem):
    path = tmp_path / "mine.py"
    path.write_text(USER_CLAIMS + text)
    line = 1 + USER_CLAIMS.count("\n")
    with pytest.raises(ClaimError) as refused:
        selected([str(path)])
    assert str(refused.value).startswith(f"{path}:{line}: ")
    assert problem in str(refused.value)
    assert capfd.readouterr() == ("", "")


def test_no_names_select_the_catalogue():
    assert ids() == [claim.id for claim in catalogue()]


def test_ids_files_and_claims_of_files_can_be_selected(file):
    assert ids("D6", "C7") == ["D6", "C7"]
    assert ids(file) == ["FIRST", "SECOND"]
    assert ids(f"{file}:SECOND") == ids(f"{file}:FIRST_of_all") == ["SECOND"]
    assert ids(f"{file}:FIRST") == ids(f"{file}:has_a_size") == ["FIRST"]


def test_each_claim_is_selected_once(file):
    assert ids(f"{file}:SECOND", file, "D6", "D6") == ["SECOND", "FIRST", "D6"]


def test_a_reference_is_the_name_used_for_selection(file):
    for name in ("D6", f"{file}:SECOND"):
        (one,) = selected([name])
        assert str(one.reference) == name
        assert one.reference.claim() == one.claim


@pytest.mark.parametrize("ending", ["", ":FIRST"])
def test_a_file_named_without_its_ending_is_named_in_the_message(file, ending):
    bare = file.removesuffix(".py")
    with pytest.raises(ClaimError) as refused:
        selected([f"{bare}{ending}"])
    assert str(refused.value).endswith(f": for your file, write {file}{ending}")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("d6a", "unknown claim or lemma 'd6a' (did you mean D6a, D6, D6p?): LISTED"),
        ("Z9", "unknown claim or lemma 'Z9': LISTED"),
        (
            "FILE:FRIST",
            "FILE has no claim or lemma 'FRIST' (did you mean FIRST?); it has FIRST, SECOND",
        ),
        (
            "FILE:has_size",
            (
                "FILE has no claim or lemma 'has_size' (did you mean has_a_size?);"
                " it has FIRST, SECOND"
            ),
        ),
        ("FILE:", "FILE has no claim or lemma ''; it has FIRST, SECOND"),
        ("no.py:FIRST", "no.py: no such file"),
    ],
)
def test_an_unknown_name_is_rejected_with_similar_names(file, name, problem):
    with pytest.raises(ClaimError) as refused:
        selected([name.replace("FILE", file)])
    expected = problem.replace("FILE", file).replace("LISTED", LISTED)
    assert str(refused.value) == expected


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("size_is_positive", "a lemma"),
        ("followed_adds_the_values_of_both", "a contract"),
        (f"{FILE}:doubled", "a lemma"),
        (f"{FILE}:promise_of_twice", "a contract"),
    ],
)
def test_a_lemma_or_contract_in_place_of_a_claim_is_rejected_by_its_kind(name, kind):
    with pytest.raises(ClaimError) as refused:
        selected([name])
    expected = f"{name} is {kind}, but this command takes claims; `layout-verif prove {name}`"
    assert str(refused.value) == f"{expected} proves it"


def test_lemmas_and_claims_are_separated():
    lemma = THEORY.contracts[0]
    claims, lemmas = selected_with_lemmas(["D6", lemma.id, "D6", f"{FILE}:doubled", lemma.id])
    assert [one.claim.id for one in claims] == ["D6"]
    assert [one.id for one in lemmas] == [lemma.id, "doubled"]


def test_lemmas_alone_select_no_claim():
    assert selected_with_lemmas([THEORY.contracts[0].id])[0] == ()
    assert selected_with_lemmas([]) == (selected([]), ())


USER_CLAIMS = """
from verif import Integers, claim, ensure

@claim("D6", "another", source="me", n=Integers())
def mine(alg, n):
    ensure("natural", n >= 0)


@claim("MINE", "another", source="me", n=Integers())
def other(alg, n):
    ensure("natural", n >= 0)
"""


def test_a_file_claim_with_a_catalogue_id_gets_a_qualified_name(tmp_path):
    file = tmp_path / "my claims.py"
    file.write_text(USER_CLAIMS)
    assert [one.claim.id for one in selected([str(file)])] == ["my_claims.py:D6", "MINE"]
    for name in ("D6", "mine"):
        (one,) = selected([f"{file}:{name}"])
        assert one.reference.claim().title == "another"
