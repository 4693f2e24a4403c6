"""The suite does not shrink unnoticed: so many items there are at least, long ones too."""

import pytest

FEWEST = {
    "arrays": 8,
    "attacks": 550,
    "certify": 80,
    "cli": 288,
    "deciding": 271,
    "expression": 105,
    "finding": 52,
    "hostile": 15,
    "kernel": 168,
    "mutants": 48,
    "operations": 545,
    "oracle": 545,
    "pages": 202,
    "patches": 7,
    "processes": 45,
    "proofs": 1800,
    "questions": 173,
    "search": 60,
    "sizes": 440,
    "solvers": 46,
    "spec": 955,
    "strategies": 30,
    "sweeps": 21,
    "symbolic": 664,
    "test_architecture.py": 23,
    "test_documents.py": 105,
    "test_five_documents.py": 13,
    "test_installed.py": 8,
    "test_language.py": 698,
    "test_packaging.py": 27,
    "test_readme.py": 32,
    "testing": 38,
    "upstream": 95,
    "website": 100,
}


def test_no_items_are_lost(collected):
    if collected is None:
        pytest.skip("only a part of the suite is run")
    assert {name: collected[name] for name in FEWEST if collected[name] < FEWEST[name]} == {}
