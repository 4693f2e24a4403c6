"""Claims by name: ids of the catalogue, files, and one claim of a file."""

import doctest

import pytest

import verif.deciding.selection
from verif.claims.catalogue import catalogue
from verif.deciding.selection import selected
from verif.kernel.errors import ClaimError

CLAIMS = """
from verif.kernel.claim import claim, ensure
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
        ("d6a", "no claim 'd6a', but D6a, D6, D6p: `layout-verif claims` lists them all"),
        ("Z9", "no claim 'Z9': `layout-verif claims` lists them all"),
        ("FILE:FRIST", "FILE: no claim 'FRIST', but FIRST: it has FIRST, SECOND"),
        ("FILE:has_size", "FILE: no claim 'has_size', but has_a_size: it has FIRST, SECOND"),
        ("FILE:", "FILE: no claim '': it has FIRST, SECOND"),
        ("no.py:FIRST", "no.py: no Python file"),
    ],
)
def test_a_name_of_nothing_is_told_with_those_like_it(file, name, problem):
    with pytest.raises(ClaimError) as refused:
        selected([name.replace("FILE", file)])
    assert str(refused.value) == problem.replace("FILE", file)
