"""A folder for each version of an implementation: fetched once, verified, shared by all runs."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from verif.operations.names import PINNED
from verif.upstream.in_process import MissingImplementationError

PINS: Final = Path(__file__).with_name("pins.json")
PYTHON: Final = f"cp{sys.version_info.major}{sys.version_info.minor}"


@cache
def _pins() -> Mapping[str, Any]:
    return json.loads(PINS.read_text())


def pinned_versions(name: str) -> tuple[str, ...]:
    """Return the versions of an implementation that can be fetched, oldest first.

    >>> pinned_versions("pycute")[0], pinned_versions("pycute")[-1]
    ('3.3.0.0', '4.2.0.0')
    """
    return tuple(_pins()["consists_of"][name])


def implementations_in(package: str) -> tuple[str, ...]:
    """Return the implementations whose newest pinned version is in this package of PyPI.

    >>> implementations_in("nvidia-cutlass")
    ('pycute', 'cute-cpp')
    """
    newest = ((name, pinned_versions(name)[-1]) for name in PINNED)
    first = ((name, needed(name, version)[0]) for name, version in newest)
    return tuple(name for name, requirement in first if requirement.startswith(f"{package}=="))


def user_cache() -> Path:
    """Return this project's folder in the user's cache, by the XDG convention."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    # By the XDG convention, a relative path in XDG_CACHE_HOME is ignored.
    root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
    return root / "layout-verif"


def cache_folder() -> Path:
    """Return the folder of all environments."""
    return user_cache() / "environments"


def environment(name: str, version: str) -> Path:
    """Return the folder with the packages of a version, which are fetched on first use.

    Raises MissingImplementationError if the version is not pinned or cannot be fetched.
    """
    requirements = needed(name, version)
    folder = _folder(requirements)
    if folder.is_dir():
        return folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            if not folder.is_dir():
                print(f"layout-verif: fetching {requirements[0]} ...", file=sys.stderr, flush=True)
                _install(requirements, folder)
    except OSError as error:
        raise MissingImplementationError(f"{name} {version} cannot be stored: {error}") from error
    return folder


def is_cached(name: str, version: str) -> bool:
    """Return whether the cache has the version of the implementation."""
    return environment_of(name, version).is_dir()


def environment_of(name: str, version: str) -> Path:
    """Return the cache folder of a version of an implementation. The folder need not exist."""
    return _folder(needed(name, version))


def needed(name: str, version: str) -> tuple[str, ...]:
    """Return the pip requirements of a version of an implementation.

    Raises MissingImplementationError if the version is not pinned.

    >>> needed("pycute", "4.2.0.0")
    ('nvidia-cutlass==4.2.0.0',)
    """
    versions = pinned_versions(name)
    if version not in versions:
        known = ", ".join(versions)
        raise MissingImplementationError(
            f"{name} has no pinned version {version}: choose one of {known}"
        )
    return tuple(_pins()["consists_of"][name][version])


def _locked_lines(requirements: Sequence[str]) -> tuple[str, ...]:
    """Return the pip requirements, each with the hashes of its files."""
    sha256 = _pins()["sha256"]
    return tuple(
        " ".join((requirement, *(f"--hash=sha256:{digest}" for digest in sha256[requirement])))
        for requirement in requirements
    )


def _folder(requirements: Sequence[str]) -> Path:
    """Return the folder for these requirements.

    The folder's name is a digest of the requirements, so changed pins get a new folder.
    """
    digest = hashlib.sha256("\n".join(_locked_lines(requirements)).encode()).hexdigest()
    return cache_folder() / f"{requirements[0].replace('==', '-')}-{PYTHON}-{digest[:12]}"


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Hold a lock on the file or folder. The lock is also released if this process dies."""
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _install(requirements: Sequence[str], folder: Path) -> None:
    """Install into a temporary folder and rename it: other processes never see a partial folder."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        lines = Path(place, "requirements.txt")
        lines.write_text("\n".join(_locked_lines(requirements)) + "\n")
        site = Path(place, "site")
        options = ("--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1")
        # Compile bytecode once here, so that later processes write nothing to the folder.
        verified = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "--compile")
        command = (sys.executable, "-m", "pip", "install", *options, *verified)
        done = subprocess.run(
            (*command, "--target", str(site), "--requirement", str(lines)),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0 or not site.is_dir():
            raise MissingImplementationError(
                f"{requirements[0]} could not be fetched: {_reason(done.stderr)}"
            )
        site.rename(folder)


_UNREACHED: Final = re.compile(r"Failed to establish a new connection: (?:\[.*?\] )?([^']+)")


def _reason(errors: str) -> str:
    """Return the cause of pip's failure: no network, a wrong hash, or pip's last message."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    unreached = _UNREACHED.search(errors)
    if unreached:
        return f"no package index answers ({unreached[1]}); is there a network?"
    wrong = [line for line in lines if "DO NOT MATCH THE HASHES" in line]
    if wrong:
        return "its hash differs from the pinned hash"
    said = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return (said or lines or ["pip printed no reason"])[-1]
