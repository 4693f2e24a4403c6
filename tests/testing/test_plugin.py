"""The pytest plugin: header, summary and properties, also under pytest-xdist."""

import xml.etree.ElementTree as ET
from importlib.metadata import version

import pytest

PLUGIN = ("-p", "verif.testing.plugin", "-p", "no:cacheprovider")

FILE = """
import pytest
from verif.testing import assert_equal, assert_injective

def test_holds():
    assert_injective("(4,8):(1,4)")
    assert_equal("coalesce((2,4):(1,2))", "8:1")

def test_fails():
    assert_injective("(4,8):(1,3)")

def test_of_no_layout():
    pass
"""

MISTAKEN = """
from pathlib import Path
from verif import for_all
from verif.testing import assert_admits_exactly, assert_equal, assert_injective, assert_kernel

def test_layout():
    assert_injective("(4,8):(1)")

def test_name():
    assert_equal("coalese((2,4):(1,2))", "8:1")

def test_predicate():
    assert_admits_exactly("(100)", "(32)", "m -> m < ")

def test_file():
    assert_kernel("none.kernel.toml")

def test_key():
    Path("bad.kernel.toml").write_text("x = 1")
    assert_kernel("bad.kernel.toml")

def test_sizes():
    assert for_all("M", "M > ").injective(lambda M: M)

def test_function():
    assert for_all("M").injective(lambda N: N)

def test_text():
    assert for_all("M").injective(lambda M: f"{M}:1")
"""
"""A file of tests. In each test, an assertion gets an argument that the assertion cannot read."""


@pytest.fixture
def run(pytester):
    pytester.makepyfile(FILE)
    return lambda *options: pytester.runpytest_inprocess(*PLUGIN, *options)


def test_the_header_has_the_versions(run):
    versions = (f"{name} {version(name)}" for name in ("layout-verif", "z3-solver", "cvc5"))
    run("-n0").stdout.fnmatch_lines([", ".join(versions)])


@pytest.mark.parametrize("processes", ["-n0", "-n2"])
def test_the_summary_counts_assertions(run, processes):
    result = run(processes)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["layout-verif: 2 holds, 1 refuted"])


def test_a_failure_report_hides_the_code_of_the_assertion(run):
    result = run("-n0")
    result.stdout.fnmatch_lines(["E * injective((4,8):(1,3)) is refuted: A(3) = A(4) = 3"])
    result.stdout.no_fnmatch_line("*verif/testing*")


def test_a_wrong_argument_is_reported_at_the_line_of_the_test(pytester):
    pytester.makepyfile(MISTAKEN)
    result = pytester.runpytest_inprocess(*PLUGIN, "-n0")
    result.stdout.fnmatch_lines(
        (
            "E * spec.errors.CongruenceError: stride (1) does not fit shape (4,8)",
            "E * spec.parser.UnknownNameError: unknown operation 'coalese' (did you mean *",
            "E * spec.errors.NotationError: expected an integer * at position 9 of 'm -> m < '",
            "E * FileNotFoundError: * 'none.kernel.toml'",
            "E * verif.movement.errors.KernelFileError: bad.kernel.toml: unknown key `x`; *",
            "E * spec.errors.NotationError: expected an integer or one of M at position *",
            "E * verif.sizes.names.NamesError: the function has a parameter N, *",
            "E * verif.kernel.errors.OutsideFragmentError: * an f-string must be a label *",
        )
    )
    result.stdout.no_fnmatch_line("*verif/*.py*")
    result.stdout.no_fnmatch_line("*spec/*.py*")


def test_the_picture_of_a_failure_is_an_extra_of_its_report(pytester):
    pytester.makeconftest(
        "def pytest_runtest_logreport(report):\n"
        "    for extra in getattr(report, 'extras', []):\n"
        "        print(report.when, extra['format_type'], extra['content'][:4])\n"
    )
    pytester.makepyfile(FILE)
    result = pytester.runpytest_inprocess(*PLUGIN, "-n0", "-s")
    assert next(line for line in result.outlines if "<svg" in line).endswith("call html <svg")


def test_each_assertion_is_a_property_of_its_test(run, pytester):
    run("-n0", "--junit-xml=report.xml")
    found = {
        case.get("name"): [one.get("value") for one in case.iter("property")]
        for case in ET.parse(pytester.path / "report.xml").iter("testcase")
    }
    assert found == {
        "test_holds": ["holds: injective((4,8):(1,4))", "holds: equal(8:1, 8:1)"],
        "test_fails": ["refuted: injective((4,8):(1,3))"],
        "test_of_no_layout": [],
    }


def test_the_plugin_adds_nothing_without_its_assertions(pytester):
    pytester.makepyfile("def test_it(): pass")
    result = pytester.runpytest_inprocess(*PLUGIN, "-n0")
    result.stdout.no_fnmatch_line("layout-verif: *")
