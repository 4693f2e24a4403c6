"""A recorded verdict has every field of the original verdict except the theorem."""

from dataclasses import fields

from verif.deciding.decided import Decided, Origin, recorded, summary
from verif.kernel.verdict import Verdict


def test_a_record_has_every_field_of_a_verdict_except_the_theorem(decisions):
    decided = decisions.claim("C2")
    record = recorded(decided.verdict, Origin(run="now"))
    for one in fields(Verdict):
        if one.name != "theorem":
            assert getattr(record, one.name) == getattr(decided.verdict, one.name)
    shown = Decided(decided.claim, record, decided.proof)
    assert (decided.theorem is None, shown.theorem is None) == (False, True)
    assert (decided.origin, shown.origin) == (None, Origin(run="now"))
    assert decided.replays == shown.replays > 0
    assert shown.as_expected


def test_a_summary_separates_cached_and_new_verdicts(decisions):
    decided = decisions.claim("C2")
    cached = Decided(decided.claim, recorded(decided.verdict, Origin(run="now")), decided.proof)
    assert summary([decided, cached]) == (
        "2 claims: 2 proved, all as expected; 1 kept, decided by the run of now"
    )
