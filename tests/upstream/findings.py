"""The published findings of an implementation, compared with its behaviour."""

from verif.oracle.deviation import call_of, deviation
from verif.oracle.published import published


def findings_of(implementation):
    """Return the published findings of an implementation."""
    return next(one for one in published() if one.implementation == implementation)


def assert_found(findings, real):
    """Assert that each call of the findings deviates as published."""
    calls = [call_of(one.case) for one in findings.all]
    assert calls
    for one, call, outcome in zip(findings.all, calls, real.apply_all(calls), strict=True):
        found = deviation(*call, outcome)
        assert found is not None, f"{one.id} is mended"
        expected = (one.kind, one.theirs, one.expected)
        assert (found.kind, found.shown, str(found.true)) == expected, one.id
