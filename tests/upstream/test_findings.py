"""Each finding about pycute is replayed on it, and is the least case of its cause."""

import shlex
import subprocess
import sys

import pytest

from verif.readings.domains import LEAF, Integers, Layouts, flat
from verif.search.enumeration import arguments_in_order
from verif.upstream.deviation import Deviation, Kind, compare, text_of
from verif.upstream.findings import explanation
from verif.upstream.findings_pycute import FINDINGS
from verif.upstream.pycute import pycute

SMALL = (LEAF, *flat(2))
BY_ENUMERATION = {
    "composition": ({"A": Layouts(SMALL, "natural"), "B": Layouts(SMALL, "any")}, (8, 4)),
    "complement": ({"A": Layouts(SMALL, "natural"), "M": Integers(1, 6)}, (6, 4)),
    "cosize": ({"A": Layouts(SMALL)}, (4, 3)),
    "left_inverse": ({"A": Layouts(SMALL, "natural")}, (6, 4)),
    "right_inverse": ({"A": Layouts(SMALL, "natural")}, (6, 4)),
}


def named(finding):
    return finding.id


def test_so_many_findings():
    assert len({finding.id for finding in FINDINGS}) == len(FINDINGS) == 21


@pytest.mark.parametrize("finding", FINDINGS, ids=named)
def test_it_deviates_as_listed(finding):
    operation, arguments = finding.call()
    deviation = compare(operation, arguments, pycute())
    assert isinstance(deviation, Deviation), "it no longer deviates"
    assert text_of(deviation.theirs) == finding.says
    assert explanation(deviation, FINDINGS, pycute()) == (finding,)


@pytest.mark.parametrize("finding", FINDINGS, ids=named)
def test_its_command_shows_it(finding):
    program, *arguments = shlex.split(finding.command)
    assert program == "python"
    run = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    assert (run.stdout + run.stderr).strip().splitlines()[-1] == finding.prints


# A right value outside the definition shows less than what is listed.
SHOWN_KINDS = set(Kind) - {Kind.ACCEPTS_MORE}


@pytest.mark.parametrize(
    "finding", [f for f in FINDINGS if f.call()[0] in BY_ENUMERATION], ids=named
)
def test_its_case_is_minimal(finding):
    operation, _ = finding.call()
    domains, bound = BY_ENUMERATION[operation]
    deviations = (
        compare(operation, tuple(arguments.values()), pycute())
        for arguments in arguments_in_order(domains, bound)
    )
    least = next(
        deviation
        for deviation in deviations
        if isinstance(deviation, Deviation)
        and deviation.kind in SHOWN_KINDS
        and finding in explanation(deviation, FINDINGS, pycute())
    )
    assert (operation, least.arguments) == finding.call()
