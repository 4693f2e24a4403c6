"""The package cache verifies downloads, is shared by concurrent runs, and reports errors."""

import hashlib
import json
import subprocess
import sys
import zipfile

import pytest

from verif.operations.names import PINNED
from verif.upstream import environments, pinning
from verif.upstream.environments import cache_folder, environment, is_cached, pinned_versions
from verif.upstream.in_process import MissingImplementationError

FETCH = """
import sys
from pathlib import Path
from verif.upstream import environments
environments.PINS = Path(sys.argv[1])
print(environments.environment("planted", "1.0"))
"""


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """Yield a function that pins the distribution `planted`, which pip finds in a local folder.

    The cache starts empty.
    """
    wheel = tmp_path / "wheels" / "planted-1.0-py3-none-any.whl"
    wheel.parent.mkdir()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("planted.py", "ANSWER = 42\n")
        archive.writestr(
            "planted-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: planted\nVersion: 1.0\n"
        )
        archive.writestr(
            "planted-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr("planted-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheel.parent))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")

    def pin(digest):
        pins = {
            "consists_of": {"planted": {"1.0": ["planted==1.0"]}},
            "sha256": {"planted==1.0": [digest]},
        }
        (tmp_path / "pins.json").write_text(json.dumps(pins))
        monkeypatch.setattr(environments, "PINS", tmp_path / "pins.json")
        environments._pins.cache_clear()

    pin(hashlib.sha256(wheel.read_bytes()).hexdigest())
    yield pin
    monkeypatch.undo()
    environments._pins.cache_clear()


def test_every_version_is_pinned_with_hashes():
    pins = environments._pins()
    for name in (*PINNED, "cuda-headers"):
        assert pinned_versions(name)
        for parts in pins["consists_of"][name].values():
            assert parts
            assert all(pins["sha256"][part] for part in parts)
    digests = [digest for part in pins["sha256"].values() for digest in part]
    assert all(len(digest) == 64 and int(digest, 16) for digest in digests)


def test_every_published_version_of_pycute_is_pinned():
    assert pinned_versions("pycute") == (
        *("3.3.0.0", "3.4.0.0", "3.4.1.0", "3.5.0.0", "3.5.1.0", "3.6.0.0"),
        *("3.7.0.0", "3.8.0.0", "4.2.0.0"),
    )
    assert pinned_versions("cute-cpp") == pinned_versions("pycute")


@pytest.mark.usefixtures("planted")
def test_a_version_is_fetched_once_with_a_message(capsys):
    assert not is_cached("planted", "1.0")
    folder = environment("planted", "1.0")
    assert (folder / "planted.py").read_text() == "ANSWER = 42\n"
    assert capsys.readouterr().err == "layout-verif: fetching planted==1.0 ...\n"
    assert is_cached("planted", "1.0")
    assert environment("planted", "1.0") == folder
    assert capsys.readouterr().err == ""
    assert folder.parent == cache_folder()


@pytest.mark.usefixtures("planted")
def test_a_fetched_package_is_compiled_once():
    assert list(environment("planted", "1.0").glob("__pycache__/planted.*.pyc"))


def test_a_package_with_a_wrong_hash_is_rejected(planted):
    planted("0" * 64)
    with pytest.raises(MissingImplementationError, match="its hash differs from the pinned hash"):
        environment("planted", "1.0")
    assert not is_cached("planted", "1.0")
    assert not any(path.is_dir() for path in cache_folder().iterdir())


@pytest.mark.usefixtures("planted")
def test_without_a_network_the_missing_package_is_reported_in_one_line(monkeypatch):
    # No server listens on port 9.
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_FIND_LINKS", "/nowhere")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(
        MissingImplementationError,
        match=r"planted==1\.0 could not be fetched: no package index answers",
    ) as e:
        environment("planted", "1.0")
    assert "\n" not in str(e.value)


@pytest.mark.usefixtures("planted")
def test_an_unwritable_cache_is_reported(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(MissingImplementationError, match="cannot be stored"):
        environment("planted", "1.0")


@pytest.mark.usefixtures("planted")
def test_concurrent_runs_fetch_a_package_once(tmp_path):
    command = [sys.executable, "-c", FETCH, str(tmp_path / "pins.json")]
    runs = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    outputs = [run.communicate(timeout=600) for run in runs]
    assert [run.returncode for run in runs] == [0] * 4
    assert len({out for out, _ in outputs}) == 1
    assert sum("fetching" in err for _, err in outputs) == 1


def test_a_relative_cache_path_is_ignored(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", "/home/someone")
    assert str(cache_folder()) == "/home/someone/.cache/layout-verif/environments"


def test_a_mistyped_implementation_is_not_pinned(monkeypatch):
    before = pinning.PINS.read_text()
    monkeypatch.setattr("sys.argv", ["pinning", "pycut"])
    with pytest.raises(SystemExit, match="unknown implementation pycut: choose one of "):
        pinning.main()
    assert pinning.PINS.read_text() == before
