"""Baselines of three versions of an implementation."""

from verif.oracle.baseline import SCHEMA_VERSION, Baseline, FindingRecord, OutcomesRecord, packed

FINDING = FindingRecord("a-crash", "rank", "crash", "rank(1:0)", "SIGFPE", "1", "print(1)", 3)
FORM = FindingRecord("b-form-only", "size", "form-only", "size(<1>)", "(1)", "1", "print(2)", 1)


def known(version, findings, marks):
    titles = {finding.id: f"title of {finding.id}" for finding in findings}
    outcomes = {"composition": OutcomesRecord(len(marks), packed(bytes(marks)))}
    return Baseline(
        SCHEMA_VERSION, "pycute", version, len(marks), tuple(findings), titles, outcomes
    )


VERSIONS = [
    known("1.0", [FINDING, FORM], [0, 0, 50, 70]),
    known("2.0", [FINDING], [0, 90, 50, 0]),
    known("10.0", [FORM], [0, 90, 60, 0]),
]
