"""The adapter of pycute returns the spec's values, and reports pycute's errors by class."""

import importlib
import importlib.metadata
import types

import pytest

from spec import Layout, LayoutError
from spec.errors import MalformedError
from verif.upstream import pycute as adapter
from verif.upstream.adapted import adapted
from verif.upstream.in_process import (
    SPEC,
    CrashedError,
    MissingImplementationError,
    RejectedError,
)
from verif.upstream.pycute import pycute

REAL = importlib.import_module("pycute")


@pytest.fixture
def fresh():
    """Clear the cached adapter before and after the test."""
    pycute.cache_clear()
    yield
    pycute.cache_clear()


def test_the_pycute_version_matches_the_findings():
    assert str(pycute()) == "pycute 4.2.0.0"


def test_an_unknown_operation_is_named():
    with pytest.raises(AttributeError, match="implementation under test has no operation Swizzle"):
        _ = SPEC.algebra.Swizzle


def test_values_agree_with_the_spec():
    algebra = pycute().algebra
    assert algebra.coalesce(Layout((2, (1, 6)), (1, (6, 2)))) == Layout(12, 1)
    assert algebra.evaluate(Layout((3, 2), (1, 5)), 4) == 6
    assert algebra.make_layout((2, 3)) == Layout((2, 3))
    assert algebra.slice_((None, 1), Layout((3, 2), (1, 5))) == Layout((3,), (1,))
    assert algebra.slice_and_offset((None, 1), Layout((3, 2), (1, 5))) == (Layout((3,), (1,)), 5)
    assert algebra.crd2crd((1, 5), (3, 6), 18) == SPEC.algebra.crd2crd((1, 5), (3, 6), 18)


def test_a_rejection_is_a_layout_error():
    with pytest.raises(RejectedError, match="AssertionError"):
        pycute().algebra.composition(Layout((3, 2), (1, 5)), Layout(2, 2))
    assert issubclass(RejectedError, LayoutError)


def test_an_invalid_layout_is_malformed():
    with pytest.raises(MalformedError, match=r"^0:2, where shape 0 has an entry 0 below 1$"):
        pycute().algebra.complement(Layout((2, 2), (1, 1)), 1)


def endless(n):
    return endless(n + 1)


@pytest.mark.parametrize(
    ("operation", "argument", "message"),
    [
        (lambda n: 1 // n, 0, "ZeroDivisionError"),
        (lambda n: n[0], 0, "TypeError"),
        (endless, 0, "RecursionError"),
    ],
)
def test_an_unexpected_error_is_a_crash(operation, argument, message):
    with pytest.raises(CrashedError, match=message):
        adapted(operation, REAL.Layout)(argument)


def test_a_missing_operation_is_not_an_attribute():
    assert not hasattr(pycute().algebra, "suffix_product")


@pytest.mark.usefixtures("fresh")
def test_missing_pycute_names_the_package_to_install(monkeypatch):
    def none_here(name):
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(adapter.importlib, "import_module", none_here)
    with pytest.raises(MissingImplementationError, match=r"nvidia-cutlass==4\.2\.0\.0") as missing:
        pycute()
    assert "\n" not in str(missing.value)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("attributes", [{}, dict.fromkeys(adapter.NEEDED)])
def test_an_unrelated_package_named_pycute_is_rejected(monkeypatch, attributes):
    other = types.SimpleNamespace(__file__="/elsewhere/pycute/__init__.py", **attributes)
    monkeypatch.setattr(adapter.importlib, "import_module", lambda _: other)
    with pytest.raises(MissingImplementationError, match="not NVIDIA's"):
        pycute()
