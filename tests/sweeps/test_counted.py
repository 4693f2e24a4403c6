"""The committed sweeps are complete, have no failures, and agree with the document."""

import json
from math import ceil
from pathlib import Path

import pytest

from verif.claims.catalogue import catalogue
from verif.search.exhaustive import count

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "how-to" / "sweeps.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
DOMAINS = {claim.id: claim.domains for claim in catalogue()}
SWEPT = ("P1", "K2", "D6", "X1")


def counted(id):
    (sweep,) = json.loads((ROOT / "reports" / "sweeps" / f"{id}.json").read_text())["sweeps"]
    return sweep


@pytest.mark.parametrize("id", SWEPT)
def test_committed_sweeps_have_no_failure_and_consistent_counts(id):
    sweep = counted(id)
    assert (sweep["claim"], sweep["failed"], sweep["least"]) == (id, 0, None)
    assert sweep["cases"] == sweep["satisfied"] + sum(sweep["discarded"].values())
    assert sweep["unconcluded"] == 0
    assert sweep["satisfied"] > 10_000


@pytest.mark.parametrize("id", SWEPT[:-1])
def test_committed_sweeps_are_complete(id):
    sweep = counted(id)
    assert sweep["cases"] == count(DOMAINS[id], (sweep["size"],) * 2)


@pytest.mark.parametrize("id", SWEPT)
def test_the_document_gives_the_counts_of_each_sweep(id):
    sweep = counted(id)
    work = sweep["cpu_seconds"] * sweep["next_cases"] / sweep["cases"]
    cells = (
        *(id, sweep["size"], f"{sweep['cases']:,}", f"{sweep['satisfied']:,}"),
        *(f"{sweep['cpu_seconds']:.0f} s", f"{sweep['next_cases']:,}"),
        *(f"{work / 3600:.2f}", ceil(work / 3600)),
    )
    assert f"| {' | '.join(map(str, cells))} |" in DOCUMENT
    assert f"sweep {id} --max-size {sweep['size']} " in MAKEFILE


@pytest.mark.parametrize(("id", "size"), [("D6", 14), ("D6", 16), ("K2", 12)])
def test_the_document_estimates_the_cost_of_larger_sizes(id, size):
    sweep = counted(id)
    cases = count(DOMAINS[id], (size, size))
    hours = cases * sweep["cpu_seconds"] / sweep["cases"] / 3600
    cells = (id, size, f"{cases:,}", f"{hours:.1f}", ceil(hours))
    assert f"| {' | '.join(map(str, cells))} |" in DOCUMENT


def test_the_document_gives_the_time_formula():
    assert "`alone + work / w + longest`" in DOCUMENT


def test_the_document_gives_the_serial_time():
    sweeps = list(map(counted, SWEPT))
    longest = ceil(max(sweep["longest_part_cpu_seconds"] for sweep in sweeps))
    assert f"`longest` is below {longest} s in each" in DOCUMENT
    assert f"took {sweeps[-1]['alone_cpu_seconds']:.0f} s at size" in DOCUMENT
    assert "`alone` is below two seconds for P1, K2 and D6" in DOCUMENT
    assert max(sweep["alone_cpu_seconds"] for sweep in sweeps[:-1]) < 2
