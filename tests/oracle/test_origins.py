"""If a call is wrong, the operation at fault is found among the operations that ran."""

import pytest

from spec import Layout
from verif.oracle.causes import origins_of
from verif.oracle.shrink import Examiner
from verif.upstream.implementation import implementation

MODULE = """
import spec
from spec import Layout

def complement(layout, cotarget=1):
    return Layout(1, 0)

def logical_product(a, b):
    return spec.make_layout(a, spec.composition(complement(a, a.size * b.cosize), b))

def logical_divide(a, b):
    size = a.size()
    return spec.composition(a, spec.make_layout(b, complement(b, size)))
"""


@pytest.fixture
def examiner(tmp_path, monkeypatch):
    (tmp_path / "faulty.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    real = implementation("module:faulty")
    yield Examiner(real)
    real.stop()


@pytest.mark.parametrize(
    ("operation", "origin"),
    [("logical_product", "complement"), ("logical_divide", "logical_divide")],
    ids=["it calls a wrong operation", "it crashes before it calls a wrong operation"],
)
def test_an_operation_that_did_not_run_is_not_at_fault(examiner, operation, origin):
    found = examiner.one(operation, (Layout(4), Layout(2)))
    assert found is not None
    assert examiner.one("complement", (Layout(2), 4)) is not None
    assert origins_of(found, examiner)[0] == origin
