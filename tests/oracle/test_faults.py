"""The faults of a baseline are told again as it has them, whatever is found out of their causes."""

from collections import Counter

from msgspec.structs import replace

from tests.oracle.known_causes import BASELINE
from verif.oracle.deviation import Kind
from verif.oracle.faults import fault_sites, seen_again

BEFORE = fault_sites("pycute", BASELINE.findings)


def unfollowed(finding):
    """The finding, as it is where no time is left for its cause."""
    return replace(finding, id=f"{finding.id}-unfollowed", origin="")


def test_what_was_not_followed_to_its_cause_counts_with_what_is_known_of_it():
    raw = fault_sites("pycute", [unfollowed(finding) for finding in BASELINE.findings])
    assert len({one.id for one in raw} - {one.id for one in BEFORE}) >= 10
    again = seen_again(raw, BEFORE, ())
    assert {one.id for one in again} <= {one.id for one in BEFORE}
    assert sum(one.count for one in again) == sum(one.count for one in raw)
    counts = {one.id: one.count for one in again}
    assert counts["pycute-idx2crd-of-a-tuple"] == 164


def test_where_all_is_followed_nothing_is_moved():
    assert seen_again(BEFORE, BEFORE, ()) == BEFORE


def test_what_a_new_fault_makes_wrong_is_told_once():
    (planted,) = fault_sites("pycute", [unfollowed(BASELINE.findings[0])], ())
    news = (planted.with_also(replace(planted.least, operation="left_inverse")),)
    seen = fault_sites("pycute", [*BASELINE.findings, *news[0].findings], ())
    again = seen_again(seen, BEFORE, news)
    moved = Counter(finding.operation for one in again for finding in one.findings)
    assert not {planted.operation, "left_inverse"} & moved.keys()


def test_what_nothing_explains_is_a_fault_of_its_own():
    alone = replace(BASELINE.findings[0], id="a", operation="rank", kind=Kind.CRASH, origin="")
    (site,) = fault_sites("pycute", [alone])
    assert seen_again([site], BEFORE, ()) == (site,)
