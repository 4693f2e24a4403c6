"""Write pins.json: the packages of each version of each implementation, with their hashes.

`python -m verif.upstream.pinning` asks pip what it would install, for every supported Python. Run
this command after a new release. It installs nothing. With arguments such as `flydsl`, it updates
only these implementations.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, product
from pathlib import Path
from typing import Any, Final

PINS: Final = Path(__file__).with_name("pins.json")

PYTHONS: Final = ("3.11", "3.12", "3.13")
PLATFORMS: Final = (
    "manylinux_2_34_x86_64",
    "manylinux_2_28_x86_64",
    "manylinux_2_27_x86_64",
    "manylinux_2_17_x86_64",
    "manylinux2014_x86_64",
)

CUDA_HEADERS: Final = (
    "nvidia-cuda-cccl==13.3.5.0.6",
    "nvidia-cuda-crt==13.5.37",
    "nvidia-cuda-runtime==13.5.37",
)
"""The packages of CUDA headers. CUTLASS 3.3 to 4.2 compiles with these versions."""

MOJO: Final = (
    "mojo-compiler==1.2.0",
    "mojo-compiler-mojo-libs==1.2.0",
    "max-mojo-libs==26.7.0",
)
"""Mojo's compiler, its standard library, and its `layout` package."""

TOGETHER: Final = {"cuda-headers": ("13", CUDA_HEADERS), "mojo": ("1.2.0", MOJO)}
"""Implementations that consist of several distributions, with their common version."""

DISTRIBUTION: Final = {
    "pycute": "nvidia-cutlass",
    "cute-cpp": "nvidia-cutlass",
    "cute-dsl": "nvidia-cutlass-dsl",
    "tensor-layouts": "tensor-layouts",
    "flydsl": "flydsl",
}

OLDEST: Final = {"flydsl": "0.4.2"}
"""The oldest pinned version of each implementation that also has older, unpinned releases."""

NEEDS_DEPENDENCIES: Final = "cute-dsl"


def pip(*arguments: str) -> str:
    """Run pip and return its output."""
    command = [sys.executable, "-m", "pip", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def versions(distribution: str) -> list[str]:
    """Return the versions of a distribution, oldest first."""
    (line,) = (
        line
        for line in pip("index", "versions", distribution).splitlines()
        if line.startswith("Available versions:")
    )
    return list(reversed(line.removeprefix("Available versions:").replace(" ", "").split(",")))


def would_install(requirement: str, python: str, *, dependencies: bool) -> list[dict[str, Any]]:
    """Return the distributions that pip would install for a Python version."""
    with tempfile.TemporaryDirectory() as nowhere:
        report = pip(
            "install",
            *("--quiet", "--disable-pip-version-check", "--dry-run", "--ignore-installed"),
            *("--target", nowhere, "--only-binary", ":all:", "--python-version", python),
            *(option for platform in PLATFORMS for option in ("--platform", platform)),
            *(() if dependencies else ("--no-deps",)),
            *("--report", "-", requirement),
        )
    return json.loads(report)["install"]


def name_of(requirement: str) -> str:
    """Return the name in a requirement `name==version`, normalized as in pip."""
    return requirement.partition("==")[0].lower().replace("_", "-").replace(".", "-")


def pinned(found: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Return each distribution as `name==version`, with its hash."""
    pins: dict[str, str] = {}
    for one in found:
        name = name_of(one["metadata"]["name"])
        digest = one["download_info"]["archive_info"]["hashes"]["sha256"]
        pins[f"{name}=={one['metadata']['version']}"] = digest
    return pins


def from_oldest(implementation: str, known: list[str]) -> list[str]:
    """Return the known versions, starting at the oldest pinned version.

    >>> from_oldest("flydsl", ["0.4.1", "0.4.2", "0.5.0"]), from_oldest("pycute", ["3.3.0.0"])
    (['0.4.2', '0.5.0'], ['3.3.0.0'])
    """
    oldest = OLDEST.get(implementation)
    return known if oldest is None else known[known.index(oldest) :]


def main() -> None:
    known = {*DISTRIBUTION, *TOGETHER}
    asked = set(sys.argv[1:]) or known
    if asked - known:
        unknown, names = ", ".join(sorted(asked - known)), ", ".join(sorted(known))
        sys.exit(f"unknown implementation {unknown}: choose one of {names}")
    before = json.loads(PINS.read_text())
    kept = {name: of for name, of in before["consists_of"].items() if name not in asked}
    needed = {part for of in kept.values() for parts in of.values() for part in parts}
    hashes = {part: set(before["sha256"][part]) for part in sorted(needed)}
    consists: dict[str, dict[str, list[str]]] = {}

    def resolved(implementation: str, requirement: str, python: str) -> dict[str, str] | None:
        try:
            dependencies = implementation == NEEDS_DEPENDENCIES
            return pinned(would_install(requirement, python, dependencies=dependencies))
        except subprocess.CalledProcessError:
            return None  # This release does not support this version of Python.

    wanted = [
        (implementation, version, f"{distribution}=={version}")
        for implementation, distribution in DISTRIBUTION.items()
        if implementation in asked
        for version in from_oldest(implementation, versions(distribution))
    ]
    wanted += [
        (name, name_of(part), part)
        for name, (_, parts) in TOGETHER.items()
        if name in asked
        for part in parts
    ]
    with ThreadPoolExecutor(4) as pool:
        calls = [(one, python) for one, python in product(wanted, PYTHONS)]
        found = pool.map(lambda call: resolved(call[0][0], call[0][2], call[1]), calls)
        for ((implementation, version, _), _), pins in zip(calls, found, strict=True):
            for requirement, digest in (pins or {}).items():
                hashes.setdefault(requirement, set()).add(digest)
                parts = consists.setdefault(implementation, {}).setdefault(version, [])
                if requirement not in parts:
                    parts.append(requirement)
    for name, (version, _) in TOGETHER.items():
        if name in consists:
            consists[name] = {version: list(chain(*consists[name].values()))}
    content = {
        "consists_of": {
            name: consists.get(name) or kept[name] for name in (*DISTRIBUTION, *TOGETHER)
        },
        "sha256": {requirement: sorted(digests) for requirement, digests in sorted(hashes.items())},
    }
    PINS.write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
