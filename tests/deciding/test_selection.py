"""Claims by name: ids of the catalogue, files, and one claim of a file."""

import doctest
import os
import py_compile
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

import verif.deciding.selection
from tests.small_theory.counts import FILE
from verif.claims.catalogue import catalogue
from verif.deciding.selection import selected, selected_with_lemmas
from verif.kernel.errors import ClaimError
from verif.theory import THEORY

LISTED = "`layout-verif claims` and `lemmas` list all, FILE.py:NAME is one of a file"

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


def test_examples():
    results = doctest.testmod(verif.deciding.selection)
    assert (results.failed, results.attempted) == (0, 1)


def test_nothing_is_left_beside_a_file(file, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert ids(file)
    assert [path.name for path in Path(file).parent.iterdir()] == ["mine.py"]
    assert not sys.dont_write_bytecode


def test_a_file_is_its_text_and_not_what_was_compiled_of_another(tmp_path):
    """A compiled module of the same name, size and time, which Python would run in its place."""
    other, mine = tmp_path / "other.py", tmp_path / "mine.py"
    other.write_text(CLAIMS.replace("SECOND", "SOCOND"))
    mine.write_text(CLAIMS)
    os.utime(mine, (0, 0))
    os.utime(other, (0, 0))
    py_compile.compile(str(other), cache_from_source(str(mine)), str(mine))
    assert ids(str(mine)) == ["FIRST", "SECOND"]


def test_so_is_what_it_imports_of_one_s_own(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "beside_it", raising=False)
    other, beside = tmp_path / "other.py", tmp_path / "beside_it.py"
    other.write_text("NAME = 'FORMER'\n")
    beside.write_text("NAME = 'LATTER'\n")
    os.utime(beside, (0, 0))
    os.utime(other, (0, 0))
    py_compile.compile(str(other), cache_from_source(str(beside)), str(beside))
    (tmp_path / "mine.py").write_text(
        "from beside_it import NAME\n" + CLAIMS.replace('"FIRST", "one"', 'NAME, "one"')
    )
    before = [*sys.meta_path]
    assert ids(str(tmp_path / "mine.py")) == ["LATTER", "SECOND"]
    assert sys.meta_path == before


def test_without_names_it_is_the_catalogue():
    assert ids() == [claim.id for claim in catalogue()]


def test_names_are_ids_files_and_claims_of_files(file):
    assert ids("D6", "C7") == ["D6", "C7"]
    assert ids(file) == ["FIRST", "SECOND"]
    assert ids(f"{file}:SECOND") == ids(f"{file}:FIRST_of_all") == ["SECOND"]
    assert ids(f"{file}:FIRST") == ids(f"{file}:has_a_size") == ["FIRST"]


def test_each_claim_is_there_once(file):
    assert ids(f"{file}:SECOND", file, "D6", "D6") == ["SECOND", "FIRST", "D6"]


def test_a_reference_is_what_it_is_asked_for_by(file):
    for name in ("D6", f"{file}:SECOND"):
        (one,) = selected([name])
        assert str(one.reference) == name
        assert one.reference.claim() == one.claim


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("d6a", "no claim or lemma 'd6a' (did you mean D6a, D6, D6p?): LISTED"),
        ("Z9", "no claim or lemma 'Z9': LISTED"),
        (
            "FILE:FRIST",
            "FILE: no claim or lemma 'FRIST' (did you mean FIRST?): it has FIRST, SECOND",
        ),
        (
            "FILE:has_size",
            "FILE: no claim or lemma 'has_size' (did you mean has_a_size?): it has FIRST, SECOND",
        ),
        ("FILE:", "FILE: no claim or lemma '': it has FIRST, SECOND"),
        ("no.py:FIRST", "no.py: no Python file"),
    ],
)
def test_a_name_of_nothing_is_told_with_those_like_it(file, name, problem):
    with pytest.raises(ClaimError) as refused:
        selected([name.replace("FILE", file)])
    told = problem.replace("FILE", file).replace("LISTED", LISTED)
    assert str(refused.value) == told


def test_lemmas_are_told_from_claims():
    lemma = THEORY.contracts[0]
    claims, lemmas = selected_with_lemmas(["D6", lemma.id, "D6", f"{FILE}:doubled", lemma.id])
    assert [one.claim.id for one in claims] == ["D6"]
    assert [one.id for one in lemmas] == [lemma.id, "doubled"]


def test_lemmas_alone_select_no_claim():
    assert selected_with_lemmas([THEORY.contracts[0].id])[0] == ()
    assert selected_with_lemmas([]) == (selected([]), ())


STRANGER = """
from verif import Integers, claim, ensure

print("  D6  PROVED  ranks all, integers all")


@claim("D6", "another", source="me", n=Integers())
def mine(alg, n):
    ensure("natural", n >= 0)


@claim("MINE", "another", source="me", n=Integers())
def other(alg, n):
    ensure("natural", n >= 0)
"""


def test_a_claim_of_a_file_is_not_called_as_one_of_the_catalogue(tmp_path, capsys):
    file = tmp_path / "my claims.py"
    file.write_text(STRANGER)
    assert [one.claim.id for one in selected([str(file)])] == ["my_claims.py:D6", "MINE"]
    for name in ("D6", "mine"):
        (one,) = selected([f"{file}:{name}"])
        assert one.reference.claim().title == "another"
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err == f"{file} prints:   D6  PROVED  ranks all, integers all\n"
