"""The published findings agree with the oracle and with the implementation."""

import os
import subprocess
import sys
from itertools import product

import msgspec
import pytest

from spec import Layout
from tests.oracle.known_causes import BASELINE, OF_PYCUTE, VERSION, unexplained
from verif.expression import read
from verif.oracle.deviation import Kind, call_of, deviation, flaws, weight
from verif.oracle.faults import fault_sites
from verif.oracle.history import baselines
from verif.oracle.published import Fault, Published, published
from verif.oracle.shrink import Examiner, is_alike
from verif.upstream.environments import environment
from verif.upstream.implementation import implementation
from verif.upstream.outcome import Crashed, Malformed, Rejected

ALL = [(of, one) for of in published() for one in of.all]
FAULTS = [(of, one) for of in published() for one in of.faults]


@pytest.fixture(scope="module")
def examiner():
    real = implementation(f"pycute@{VERSION}")
    yield Examiner(real)
    real.stop()


def named(value):
    return value.id if hasattr(value, "id") else ""


def outcome(text):
    """Parse an outcome: a value, a rejection, a malformed value or a crash."""
    for kind in (Rejected, Malformed, Crashed):
        word = f"{kind.__name__.lower()}: "
        if text.startswith(word):
            return kind(text.removeprefix(word))
    if text in {"true", "false"}:
        return text == "true"
    return read(text).value


def test_the_number_of_published_findings_is_known():
    assert {of.implementation: (len(of.faults), len(of.conventions)) for of in published()} == {
        "cute-cpp": (8, 6),
        "cute-dsl": (11, 7),
        "flydsl": (12, 6),
        "mojo": (12, 8),
        "nvlabs": (8, 5),
        "pycute": (13, 3),
        "tensor-layouts": (13, 8),
        "torch-pycute": (11, 3),
    }
    assert len({one.id for _, one in ALL}) == len(ALL)
    assert all(one.id.startswith(f"{of.implementation}-") for of, one in ALL)
    assert all(one.causes for _, one in ALL)


@pytest.mark.parametrize(("of", "one"), ALL, ids=named)
def test_the_oracle_confirms_the_published_finding(of, one):
    found = deviation(*call_of(one.case), outcome(one.theirs))
    assert found is not None, "it is right"
    assert (found.kind, found.shown, str(found.true)) == (one.kind, one.theirs, one.expected)


@pytest.mark.parametrize(("of", "one"), FAULTS, ids=named)
def test_a_published_fault_is_not_a_difference_of_form(of, one):
    assert one.kind is not Kind.FORM_ONLY


@pytest.mark.parametrize("one", OF_PYCUTE.all, ids=named)
def test_pycute_still_deviates_as_published(one, examiner):
    found = examiner.one(*call_of(one.case))
    assert found is not None, "it no longer deviates"
    assert (found.kind, found.shown, str(found.true)) == (one.kind, one.theirs, one.expected)


@pytest.mark.parametrize("one", OF_PYCUTE.all, ids=named)
def test_a_published_case_has_one_of_its_listed_root_causes(one, examiner):
    found = examiner.one(*call_of(one.case))
    assert not unexplained([found], examiner, set(one.causes))


@pytest.mark.parametrize("of", published(), ids=lambda of: of.name)
def test_no_root_cause_is_listed_twice(of):
    listed = [cause for one in of.all for cause in one.causes]
    assert len(set(listed)) == len(listed)
    assert len(listed) >= 15


BEYOND_TENSOR_LAYOUTS = {"composition-over-reject-typeerror-invalid-tiler-type-class-nonetype"}

# A check of pycute does not try these cases, which need larger random arguments.
BEYOND_PYCUTE = {
    "composition-unsound-accept-size-equal-number-steps-within-last-mode-a-beyond-a",
    "composition-unsound-accept-stride-not-negative",
    "composition-wrong-result-stride-not-negative",
    "crd2idx-unsound-accept-coordinate-lie-shape",
    "logical-product-unsound-accept-stride-at-least-extent-modes-sorted-before",
    "make-layout-unsound-accept-profiles-fit",
    "make-layout-unsound-accept-shapes-at-least-1-divide",
    "shape-div-unsound-accept-shapes-at-least-1-divide",
}

BEYOND = {"pycute": BEYOND_PYCUTE, "tensor-layouts": BEYOND_TENSOR_LAYOUTS}


@pytest.mark.parametrize("of", published(), ids=lambda of: of.name)
def test_every_listed_root_cause_is_found_by_a_check(of):
    checked = [one for one in baselines() if one.implementation == of.implementation]
    found = {cause for one in checked for cause in one.ids}
    listed = {cause for one in of.all for cause in one.causes}
    assert listed - found == BEYOND.get(of.implementation, set())


def test_every_root_cause_in_pycute_is_explained():
    wrong = [finding for finding in BASELINE.findings if finding.kind != Kind.FORM_ONLY]
    root_causes = {finding.id for finding in wrong if not finding.origin}
    assert len(root_causes) >= 20
    assert root_causes <= {cause for one in OF_PYCUTE.all for cause in one.causes}


@pytest.mark.parametrize("one", OF_PYCUTE.faults, ids=named)
def test_a_published_reproduction_prints_the_deviation(one):
    done = subprocess.run(
        [sys.executable, "-c", OF_PYCUTE.reproduction(one)],
        env=os.environ | {"PYTHONPATH": str(environment("pycute", VERSION))},
        capture_output=True,
        text=True,
        check=False,
    )
    if one.kind in {Kind.OVER_REJECT, Kind.CRASH}:
        assert done.stderr.strip().splitlines()[-1] == one.theirs.partition(": ")[2]
    elif one.theirs.startswith("malformed: "):
        assert one.theirs.startswith(f"malformed: {done.stdout.strip()}, where")
    else:
        printed = done.stdout.replace(" ", "").strip()
        assert printed.replace("True", "true").replace("False", "false") == one.theirs


def proper(modes, size, stride):
    """Yield injective layouts that have neither a mode of size 1 nor a stride 0."""
    for rank in range(1, modes + 1):
        for shape in product(range(2, size + 1), repeat=rank):
            for strides in product(range(1, stride + 1), repeat=rank):
                layout = Layout(shape, strides) if rank > 1 else Layout(shape[0], strides[0])
                offsets = [layout(i) for i in range(layout.size)]
                if len(set(offsets)) == layout.size:
                    yield layout


def calls(operation):
    """Yield arguments that are `proper` layouts. For composition, all offsets of B are inside A."""
    for a in proper(2, 6, 3):
        if operation == "composition":
            yield from ((a, b) for b in proper(2, 3, 3) if b.cosize <= a.size)
        elif operation == "complement":
            yield from ((a, bound) for bound in (2, 3))
        else:
            yield (a,)


LEAST = [
    f"pycute-{name}"
    for name in (
        "complement-overlap",
        "composition-carry",
        "composition-loses-elements",
        "inverse-stops",
        "left-inverse-unsound",
    )
]


@pytest.mark.parametrize("one", [o for o in OF_PYCUTE.faults if o.id in LEAST], ids=named)
def test_a_published_case_is_the_smallest_proper_one(one, examiner):
    least = examiner.one(*call_of(one.case))
    lighter = [
        (least.operation, arguments)
        for arguments in calls(least.operation)
        if weight(arguments) < weight(least.arguments)
    ]
    assert len(lighter) >= 10
    alike = [d for d in examiner.examine(lighter) if d is not None and is_alike(d, least)]
    assert not [d.case for d in alike]


@pytest.mark.parametrize(("of", "one"), FAULTS, ids=named)
def test_a_published_case_is_proper_or_explains_why_not(of, one):
    assert (flaws(*call_of(one.case)) > 0) == (one.nature != "")


@pytest.mark.parametrize(
    "known", baselines(), ids=lambda one: f"{one.implementation} {one.version}"
)
def test_the_case_of_a_fault_is_proper_if_possible(known):
    """If `flaws` finds flaws in the smallest case of a published fault, `nature` is not empty."""
    sites = fault_sites(known.implementation, known.findings)
    published_faults = [one for one in sites if one.own and isinstance(one.published, Fault)]
    flawed = [one for one in published_faults if flaws(*call_of(one.least.case))]
    assert [one.id for one in flawed if not one.published.nature] == []


def test_a_published_file_with_a_missing_field_is_rejected():
    with pytest.raises(msgspec.ValidationError, match="missing required field `version`"):
        msgspec.toml.decode('implementation = "pycute"', type=Published)
