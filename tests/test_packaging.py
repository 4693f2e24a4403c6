"""Lock files pin the requirements, and the distribution's metadata agrees with the project."""

import re
import tomllib
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from spec.version import VERSION

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = sorted(ROOT.glob("requirements*.lock"))


def pins(*locks):
    lines = [line for lock in locks for line in lock.read_text().splitlines()]
    pairs = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonical(name): pinned for name, pinned in pairs}


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def required():
    project = PROJECT["project"]
    groups = project["optional-dependencies"].values()
    return [
        *PROJECT["build-system"]["requires"],
        *project["dependencies"],
        *(requirement for group in groups for requirement in group),
    ]


def test_the_locks_contain_only_pins():
    assert [lock.name for lock in LOCKS] == [
        "requirements-audit.lock",
        "requirements-bench.lock",
        "requirements-dev.lock",
        "requirements-notebook.lock",
        "requirements-site.lock",
        "requirements-upstream.lock",
        "requirements.lock",
    ]
    for lock in LOCKS:
        lines = [line for line in lock.read_text().splitlines() if not line.startswith("#")]
        assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][0-9.]*(b[0-9]+)?", line) for line in lines)


@pytest.mark.parametrize("requirement", list(map(Requirement, required())), ids=lambda r: r.name)
def test_the_locks_pin_the_requirements_of_the_project(requirement):
    assert pins(*LOCKS)[canonical(requirement.name)] in requirement.specifier


@pytest.mark.parametrize("requirement", PROJECT["project"]["dependencies"])
def test_every_requirement_has_a_lower_and_an_upper_bound(requirement):
    assert sorted(one.operator for one in Requirement(requirement).specifier) == ["<", ">="]


def test_the_packages_are_marked_as_typed():
    assert all((ROOT / package / "py.typed").is_file() for package in ("spec", "verif"))


def test_the_lock_is_complete_and_installed():
    locked = pins(ROOT / "requirements.lock")
    assert {name: version(name) for name in locked} == locked
    needs = [Requirement(text) for name in locked for text in requires(name) or ()]
    always = [need for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]
    assert {canonical(need.name) for need in always} <= set(locked)


def test_upstream_packages_are_pinned_in_their_own_lock():
    upstream = pins(ROOT / "requirements-upstream.lock")
    assert upstream["nvidia-cutlass"] == "4.2.0.0"
    assert upstream["tensor-layouts"] == "0.3.2"
    assert upstream["jaxlib"] == "0.10.2"
    assert {name: version(name) for name in upstream} == upstream


def test_the_installed_version_is_this_version():
    assert version("layout-verif") == VERSION


def test_every_ignored_lint_rule_has_a_reason():
    text = (ROOT / "pyproject.toml").read_text()
    ignored = re.search(r"^ignore = \[\n(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    assert ignored is not None
    assert all(re.fullmatch(r'    "\w+", *# .+', line) for line in ignored[1].splitlines())
