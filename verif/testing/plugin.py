"""The plugin of pytest: versions in the header, rulings in the summary and as properties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

import pytest

from verif.kernel.own import require_own_packages
from verif.testing.recorded import PROPERTY, taken

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

# Before any test of a repository that has a `spec` of its own.
require_own_packages()

PACKAGES: Final = ("layout-verif", "z3-solver", "cvc5")


def pytest_report_header() -> str:
    return ", ".join(f"{package} {version(package)}" for package in PACKAGES)


def pytest_runtest_setup() -> None:
    taken()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    yield
    item.user_properties += taken()


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Counts of the rulings, whichever process of pytest-xdist made the assertions."""
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
