"""Upstream commands that need no implementation: pinned versions and bad input."""

import re
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from verif.cli.upstream_faults import check_command
from verif.operations.names import PINNED
from verif.upstream.environments import environment_of, pinned_versions
from verif.upstream.in_child import InChild


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    """Return a function that runs a command with an empty cache and no package index."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return run


def test_every_version_is_listed(run):
    code, out, err = run("upstream", "list")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    for name in PINNED:
        for version in pinned_versions(name):
            assert f"  {f'{name}@{version}':22} not downloaded" in lines


def test_the_list_tells_which_versions_are_downloaded_and_starts_none(run, monkeypatch):
    monkeypatch.setattr(InChild, "operations", property(lambda _: pytest.fail("it was started")))
    environment_of("pycute", "4.2.0.0").mkdir(parents=True)
    code, out, _ = run("upstream", "list")
    assert code == 0
    # The distribution nvidia-cutlass 4.2.0.0 contains both pycute and CuTe C++.
    assert re.findall(r"(\S+) +downloaded", out.replace("not downloaded", "")) == [
        "pycute@4.2.0.0",
        "cute-cpp@4.2.0.0",
    ]


def test_list_prints_the_operations_of_an_implementation(run):
    code, out, _ = run("upstream", "list", "module:spec")
    assert code == 0
    assert {"composition", "size"} <= set(out.splitlines())


def test_the_page_shows_the_argument_of_each_option_of_check():
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "upstream.md").read_text()
    shown = re.findall(r"^\| \[?`(--[a-z-]+)(?: ([A-Z]+))?`", page, re.MULTILINE)
    app = typer.Typer()
    app.command()(check_command)
    options = {name: one for one in get_command(app).params for name in one.opts}
    assert len(shown) >= 4
    assert dict(shown) == {name: options[name].metavar for name, _ in shown}


def test_a_folder_without_a_slash_is_named_with_one(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cutlass").mkdir()
    code, _, err = run("upstream", "list", "pycute@cutlass")
    problem = "cutlass is not a version of pycute: for the folder write pycute@./cutlass"
    assert (code, err) == (2, f"layout-verif: {problem}\n")


def test_cached_bisection_downloads_nothing(run):
    assert run("upstream", "bisect", "pycute", "--cached", "--case", "4:1") == (
        0,
        "no version of pycute is downloaded\n",
        "",
    )


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("upstream", "bisect", "cutlass", "--case", "4:1"), "no versions of 'cutlass' are pinned"),
        (("upstream", "bisect", "pycut"), "are pinned (did you mean pycute?): write one of"),
        (("upstream", "bisect", "pycute", "--case", "size("), "expected"),
        (
            ("upstream", "bisect", "pycute@4.2.0.0", "--case", "4:1"),
            "no versions of 'pycute@4.2.0.0'",
        ),
        (
            ("upstream", "list", "pycute@1.0"),
            "pycute has no pinned version 1.0: choose one of 3.3.0.0",
        ),
        (
            ("upstream", "compare", "pycute@4.2.0.0", "pycute@1.0"),
            "nvidia-cutlass==4.2.0.0 could not",
        ),
        (("eval", "--with", "tensor-layouts", "4:1"), "tensor-layouts==0.3.2 could not be fetched"),
        (("eval", "--with", "pycute,nix", "4:1"), "unknown implementation 'nix'"),
    ],
)
def test_a_missing_implementation_is_one_line_and_exit_code_2(run, arguments, problem):
    code, out, err = run(*arguments)
    (*progress, line) = err.splitlines()
    assert (code, out) == (2, "")
    assert line.startswith("layout-verif: ")
    assert problem in line
    assert all(said.endswith(" ...") for said in progress)


def test_eval_prints_several_implementations_side_by_side(run):
    code, out, _ = run("eval", "--with", "pycute,module:spec", "composition((3,2):(1,5), 5:1)")
    lines = out.splitlines()
    assert code == 0
    assert len(lines) == 3
    assert lines[1].endswith(" 3:1")
    assert "rejected: InadmissibleError: mode 5:1 of B" in lines[2]


def test_eval_asks_the_implementations_of_each_with(run):
    code, out, _ = run("eval", "--with", "pycute", "--with", "module:spec", "coalesce(4:1)")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["spec", "pycute", "spec"]
