"""The pytest plugin: it prints versions in the header and counts of rulings in the summary.

It also adds a test's assertions, with their rulings, to the properties of the test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

import pytest

from verif.kernel.own import require_own_packages
from verif.testing.recorded import PROPERTY, taken, taken_pictures

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

# The tested repository may have its own package `spec`. So check the packages before any test runs.
require_own_packages()

PICTURE: Final = {"name": "picture", "format_type": "html", "mime_type": None, "extension": None}
"""A picture as an extra of pytest-html. The field `content`, the SVG, is added later."""

PACKAGES: Final = ("layout-verif", "z3-solver", "cvc5")


def pytest_report_header() -> str:
    return ", ".join(f"{package} {version(package)}" for package in PACKAGES)


def pytest_runtest_setup() -> None:
    taken()
    taken_pictures()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    yield
    item.user_properties += taken()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """Add the pictures of failing assertions to the reports of pytest-html."""
    outcome: Any = yield
    report = outcome.get_result()
    if report.when == "call" and report.failed:
        extras = [dict(PICTURE, content=svg) for svg in taken_pictures()]
        report.extras = [*getattr(report, "extras", []), *extras]


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Print how often each ruling occurred in all processes, including pytest-xdist workers."""
    stats: dict[str, list[Any]] = terminalreporter.stats
    rulings = Counter(
        str(value).partition(":")[0]
        for reports in stats.values()
        for report in reports
        if getattr(report, "when", None) == "call"
        for name, value in report.user_properties
        if name == PROPERTY
    )
    if rulings:
        counts = ", ".join(f"{count} {ruling}" for ruling, count in sorted(rulings.items()))
        terminalreporter.write_line(f"layout-verif: {counts}")
