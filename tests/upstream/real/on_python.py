"""Each version of each Python implementation runs in a separate process."""

import shutil
from pathlib import Path

import pytest

from spec import Layout
from verif.oracle.bisection import of_version, turns, versions_of
from verif.upstream import pycute as installed
from verif.upstream.environments import environment
from verif.upstream.implementation import implementation
from verif.upstream.outcome import Crashed, Malformed, Rejected

DEVIATIONS = {
    ("logical_product", (Layout(4), 3)): Layout((3, 2), (1, 3)),
    ("composition", (Layout((3, 2), (1, 5)), Layout(5))): Layout(3),
    ("composition", (Layout((36, 18), (1, 72)), Layout((9, 4), (4, 9)))): Layout((9, 4), (4, 9)),
    ("idx2crd", ((1, 5), (3, (2, 3)))): (1, (1, 0)),
}
"""Cases with the answers of pycute 4.2.0.0."""


@pytest.fixture
def real():
    """Yield a function that makes implementations by name. The fixture stops them at the end."""
    made = []

    def make(text):
        made.append(implementation(text))
        return made[-1]

    yield make
    for one in made:
        one.stop()


def test_pycute_4_2(real):
    pycute = real("pycute@4.2.0.0")
    assert pycute.apply_all(list(DEVIATIONS)) == list(DEVIATIONS.values())
    assert isinstance(pycute.apply("complement", (Layout((2, 2), (1, 1)), 1)), Malformed)
    assert pycute.apply("composition", (Layout((3, 2), (1, 5)), Layout(2, 2))) == Rejected(
        "AssertionError"
    )


def test_pycute_3_8_rejects_a_call_that_4_2_answers(real):
    pycute = real("pycute@3.8.0.0")
    outcomes = pycute.apply_all(list(DEVIATIONS))
    assert outcomes[1] == Rejected("AssertionError")
    assert outcomes[0] == Layout((3, 2), (1, 3))


def test_the_fetched_pycute_agrees_with_the_installed_one(real):
    """The child process and this process have the same operations and answers."""
    pycute = real("pycute@4.2.0.0")
    here = installed.pycute()
    assert pycute.operations == set(here.operations) - set(installed.PREDICATES)
    for (operation, arguments), outcome in DEVIATIONS.items():
        assert here.operations[operation](*arguments) == outcome


def test_a_checkout_is_run_unchanged(real, tmp_path):
    """A user's folder with python/pycute is run as it is: a changed line changes the answers."""
    copy = tmp_path / "python" / "pycute"
    original = environment("pycute", "4.2.0.0") / "pycute"
    shutil.copytree(original, copy, ignore=shutil.ignore_patterns("__pycache__"))
    text = (copy / "int_tuple.py").read_text()
    assert "return reduce(lambda val,elem : val*product(elem), a, 1)" in text
    (copy / "int_tuple.py").write_text(
        text.replace("val*product(elem), a, 1", "val*product(elem), a, 2")
    )
    assert real(f"pycute@{tmp_path}").apply("product", ((2, 3),)) == 12
    assert real(f"pycute@{copy}").apply("product", ((2, 3),)) == 12
    assert real("pycute@4.2.0.0").apply("product", ((2, 3),)) == 6
    assert not list(Path(tmp_path).rglob("__pycache__"))


def test_bisection_finds_the_first_wrong_version():
    case = ("composition", (Layout((3, 2), (1, 5)), Layout(5)))

    def ask(real):
        outcomes = real.apply(*case)
        return "rejected" if isinstance(outcomes, Rejected) else str(outcomes)

    outcomes = [(one, of_version("pycute", ask, one)) for one in versions_of("pycute")]
    assert len(outcomes) == 9
    assert [tuple(turn) for turn in turns(outcomes)] == [("4.2.0.0", "rejected", "3:1")]


def test_tensor_layouts(real):
    port = real("tensor-layouts@0.3.2")
    assert {"composition", "nullspace", "max_common_vector", "dice"} <= port.operations
    outcomes = port.apply_all(
        [
            ("composition", (Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1)))),
            ("composition", (Layout((3, 2), (1, 5)), Layout(5))),
            ("idx2crd", ((1, 5), (3, (2, 3)))),
            ("slice_", ((None, 1), Layout((3, 2), (1, 5)))),
            ("compatible", (6, (2, 3))),
        ]
    )
    assert outcomes[0] == Layout(((2, 2), 3), ((24, 2), 8))
    assert isinstance(outcomes[1], Rejected)
    assert outcomes[2:] == [(1, (1, 2)), Layout((3,), (1,)), True]


def test_no_outcome_is_a_crash_of_the_adapter(real):
    """Small calls of every operation with valid kinds of arguments do not end the process."""
    layout, crd = Layout((4, 2), (1, 4)), (1, 1)
    for text in ("pycute@4.2.0.0", "tensor-layouts@0.3.2"):
        one = real(text)
        outcomes = one.apply_all(
            [
                (operation, arguments)
                for operation in sorted(one.operations)
                for arguments in [
                    (layout,),
                    (layout, layout),
                    (layout, 2),
                    (crd, layout),
                    (crd, crd),
                ]
            ]
        )
        assert not [
            o for o in outcomes if isinstance(o, Crashed) and o.how.startswith(("exit", "SIG"))
        ]
