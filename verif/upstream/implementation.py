"""A real implementation, run in a process of its own: what it is asked, and how it is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

from spec.errors import MalformedError
from verif.operations.names import COMPILED, PINNED
from verif.operations.operand import Arguments, Case, Operand
from verif.processes.child import GIBIBYTE
from verif.processes.deadline import Deadline
from verif.upstream.cute_cpp import headers_at, packaged_headers
from verif.upstream.environments import environment, pinned_versions
from verif.upstream.in_child import MEMORY, InChild
from verif.upstream.in_process import (
    AbsentError,
    CrashedError,
    InProcess,
    MissingImplementationError,
    RejectedError,
)
from verif.upstream.nvlabs import digest
from verif.upstream.outcome import CallOutcome, Crashed, Malformed, Rejected

INNER: Final = {
    "pycute": (".", "pycute", "python/pycute"),
    "torch-pycute": (".", "_pycute", "distributed/_pycute", "torch/distributed/_pycute"),
    "nvlabs": (".", "pycute"),
}
"""The places in a folder: the package, a folder that has it, a checkout or an installed one."""

KINDS: Final = {"pycute": "pycute-path", "torch-pycute": "torch-pycute", "nvlabs": "nvlabs"}
"""The way in which the package of a folder is loaded."""

COMPILER_MEMORY: Final = 16 * GIBIBYTE
"""Of addresses: a compiler's libraries take many and use few."""


class Implementation(Protocol):
    """One version of one implementation."""

    @property
    def name(self) -> str:
        """As `pycute`, `cute-cpp`, `cute-dsl`, `tensor-layouts`, or the name of a module."""
        ...

    @property
    def version(self) -> str:
        """Of its distribution; of a checkout, its path."""
        ...

    @property
    def operations(self) -> frozenset[str]:
        """The names in the spec of the operations that it has."""
        ...

    def apply(self, operation: str, arguments: Arguments) -> CallOutcome:
        """The outcome of one call; an operation that it lacks is Rejected."""
        ...

    def apply_all(self, cases: Sequence[Case]) -> list[CallOutcome]:
        """The outcomes of many calls, in their order."""
        ...

    def inner(self, operation: str, arguments: Arguments) -> list[tuple[Case, CallOutcome]]:
        """The calls of operations that a call makes, in the order in which they end.

        Those that are seen: of what is compiled none is.
        """
        ...

    @property
    def texts(self) -> Mapping[str, str]:
        """A digest of the text of each of its functions, by name; none of what is compiled."""
        ...

    def ran(self, operation: str, arguments: Arguments) -> list[str]:
        """The functions of its own text that a call runs, in the order in which they end.

        Those that are seen: of what is compiled none is.
        """
        ...

    @property
    def has_forked(self) -> bool:
        """Whether a call has forked: of its processes the first one's answer is the outcome."""
        ...

    def until(self, deadline: Deadline) -> None:
        """Answer no call after it: DeadlineError."""
        ...

    def stop(self) -> None:
        """End the process that runs for it; the next call starts a new one."""
        ...


def implementation(spec_text: str) -> Implementation:
    """The implementation of a text: `pycute@4.2.0.0`, `cute-cpp@/include`, `module:NAME`.

    Without a version it is the newest that is pinned. A version is fetched on first use.
    MissingImplementationError says what is missing: a version, the network, a compiler.
    """
    if spec_text.startswith("module:"):
        module = spec_text.removeprefix("module:")
        return InChild(module, "", "module", module)
    name, _, version = spec_text.partition("@")
    if name == "torch-pycute":
        return _checked_out(name, Path(version) if version else _installed_torch())
    if name == "nvlabs":
        if not version:
            raise MissingImplementationError("nvlabs is run from a folder: nvlabs@PATH")
        return _checked_out(name, Path(version))
    if name not in PINNED:
        known = ", ".join(PINNED)
        raise MissingImplementationError(
            f"unknown implementation {spec_text!r}: choose {known}, each @VERSION,"
            " torch-pycute@PATH, nvlabs@PATH and module:NAME"
        )
    if "/" in version or version.startswith("."):
        return _checked_out(name, Path(version))
    version = version or pinned_versions(name)[-1]
    if name == "cute-cpp":
        return packaged_headers(version)
    memory = COMPILER_MEMORY if name in COMPILED else MEMORY
    return InChild(name, version, name, str(environment(name, version)), memory=memory)


def _checked_out(name: str, path: Path) -> Implementation:
    if name == "cute-cpp":
        return headers_at(path)
    if name not in INNER:
        folders = ", ".join(("cute-cpp", *INNER))
        raise MissingImplementationError(f"{name} is not run from a folder, as {folders} are")
    inside = (path / inner for inner in INNER[name])
    package = next((folder for folder in inside if (folder / "layout.py").is_file()), None)
    if package is None:
        raise AbsentError(f"{path} has no {name} in it, nor in {INNER[name][-1]}")
    version = VERSION[name](package) if name in VERSION else ""
    return InChild(name, version or str(path), KINDS[name], str(package.resolve()))


def _installed_torch() -> Path:
    """The folder that has PyTorch in it, which is not imported."""
    found = find_spec("torch")
    if found is None or not found.origin:
        raise MissingImplementationError(
            "no PyTorch is installed beside layout-verif: torch-pycute@PATH, of a folder with"
            " torch/distributed/_pycute in it"
        )
    return Path(found.origin).parent.parent


def _torch_version(package: Path) -> str:
    """The version of the PyTorch that a package is part of; empty where it does not say."""
    versions = package.parent.parent / "version.py"
    said = re.search(r"__version__ = '([\d.]+)", versions.read_text() if versions.is_file() else "")
    return "" if said is None else said[1]


VERSION: Final[Mapping[str, Callable[[Path], str]]] = {
    "torch-pycute": _torch_version,
    "nvlabs": digest,
}
"""The version that the package of a folder says it is of; empty where it does not."""


def called(real: Implementation) -> InProcess:
    """The same as functions, on which claims and expressions are run.

    A value is returned; other outcomes are raised: RejectedError, CrashedError, MalformedError.
    """

    def function(operation: str) -> Callable[..., Any]:
        def call(*arguments: Operand) -> Any:
            outcome = real.apply(operation, arguments)
            match outcome:
                case Rejected():
                    raise RejectedError(outcome.message)
                case Crashed():
                    raise CrashedError(outcome.how)
                case Malformed():
                    raise MalformedError(outcome.text)
                case _:
                    return outcome

        return call

    operations = {name: function(name) for name in sorted(real.operations)}
    return InProcess(real.name, real.version, operations)
