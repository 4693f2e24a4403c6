"""A check recognizes the faults of a baseline, even if it had no time to trace their causes."""

from collections import Counter

from msgspec.structs import replace

from tests.oracle.known_causes import BASELINE
from verif.oracle.deviation import Kind
from verif.oracle.faults import fault_sites, seen_again

BEFORE = fault_sites("pycute", BASELINE.findings)


def unfollowed(finding):
    """Return the finding as a check reports it if no time is left to trace the cause."""
    return replace(finding, id=f"{finding.id}-unfollowed", origin="")


def test_an_untraced_finding_is_counted_with_its_known_fault():
    raw = fault_sites("pycute", [unfollowed(finding) for finding in BASELINE.findings])
    assert len({one.id for one in raw} - {one.id for one in BEFORE}) >= 10
    again = seen_again(raw, BEFORE, ())
    assert {one.id for one in again} <= {one.id for one in BEFORE}
    assert sum(one.count for one in again) == sum(one.count for one in raw)
    counts = {one.id: one.count for one in again}
    assert counts["pycute-idx2crd-of-a-tuple"] == 164


def test_fully_traced_faults_stay_unchanged():
    assert seen_again(BEFORE, BEFORE, ()) == BEFORE


def test_deviations_caused_by_a_new_fault_are_reported_once():
    (planted,) = fault_sites("pycute", [unfollowed(BASELINE.findings[0])], ())
    news = (planted.with_also(replace(planted.least, operation="left_inverse")),)
    sites = fault_sites("pycute", [*BASELINE.findings, *news[0].findings], ())
    again = seen_again(sites, BEFORE, news)
    moved = Counter(finding.operation for one in again for finding in one.findings)
    assert not {planted.operation, "left_inverse"} & moved.keys()


def test_an_unexplained_deviation_is_a_separate_fault():
    alone = replace(BASELINE.findings[0], id="a", operation="rank", kind=Kind.CRASH, origin="")
    (site,) = fault_sites("pycute", [alone])
    assert seen_again([site], BEFORE, ()) == (site,)
