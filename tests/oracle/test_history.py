"""Root causes by version: their first and last version, and the changes of each version."""

from tests.oracle.versions import VERSIONS
from verif.oracle.history import baselines, faults_over_versions, history, root_causes


def test_each_root_cause_has_a_first_and_last_version():
    crash, form = root_causes(VERSIONS)
    assert (crash.id, crash.counts) == ("a-crash", (3, 3, None))
    assert crash.shown[0].versions == "1.0 to 2.0, gone since"
    assert (form.id, form.counts) == ("b-form-only", (1, None, 1))
    assert form.shown[0].versions == "1.0 to 10.0"


def test_faults_are_listed_by_version():
    (of,) = faults_over_versions(VERSIONS)
    (fault,) = of.faults
    assert (of.implementation, of.versions, of.number) == ("pycute", ("1.0", "2.0", "10.0"), 1)
    assert (fault.site.id, fault.site.least.id) == ("pycute-rank", "a-crash")
    assert fault.counts == (3, 3, None)
    assert [*of.cases(fault)] == ["3 in 1.0 to 2.0"]


def test_committed_baselines_have_few_faults_and_none_in_callers():
    for of in faults_over_versions(baselines()):
        assert 8 <= of.number <= 20
        for one in of.faults:
            assert all(finding.origin for finding in one.site.inherited)


def test_changes_between_versions_are_counted():
    first, second = history("pycute", "composition", VERSIONS).changes
    assert (first.version, first.cases) == ("2.0", 4)
    assert [count for count, _ in (first.worse, first.better, first.otherwise)] == [1, 1, 0]
    assert [count for count, _ in (second.worse, second.better, second.otherwise)] == [0, 0, 1]
    assert first.worse[1].startswith("composition(")
    assert history("pycute", "composition", VERSIONS[:1]) is None


def test_every_version_has_a_committed_baseline():
    named = {(one.implementation, one.version) for one in baselines()}
    assert {
        ("pycute", "3.8.0.0"),
        ("pycute", "4.2.0.0"),
        ("cute-cpp", "4.2.0.0"),
        ("tensor-layouts", "0.3.2"),
    } <= named
    assert all(one.cases == sum(o.cases for o in one.outcomes.values()) for one in baselines())
