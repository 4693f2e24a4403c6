"""A real implementation, run in a subprocess: its interface, and how it is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

from spec.errors import MalformedError
from spec.spelling import suggested
from verif.operations.names import COMPILED, PINNED
from verif.operations.operand import Arguments, Case, Operand
from verif.processes.child import GIBIBYTE
from verif.processes.deadline import Deadline
from verif.upstream.cute_cpp import headers_at, packaged_headers
from verif.upstream.environments import environment, implementations_in, pinned_versions
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
"""For each implementation, where in a folder its package may be. "." is the folder itself."""

KINDS: Final = {"pycute": "pycute-path", "torch-pycute": "torch-pycute", "nvlabs": "nvlabs"}
"""For each implementation that can be run from a folder: its key in the tables of serve.py."""

COMPILER_MEMORY: Final = 16 * GIBIBYTE
"""The address space limit for compilers, whose libraries reserve far more than they use."""


class Implementation(Protocol):
    """One version of one implementation."""

    @property
    def name(self) -> str:
        """The name, for example `pycute`, `cute-cpp`, or the name of a module."""
        ...

    @property
    def version(self) -> str:
        """The version of the implementation's distribution, or the path of a checkout."""
        ...

    @property
    def operations(self) -> frozenset[str]:
        """The operations that the implementation has, by their names in the spec."""
        ...

    def apply(self, operation: str, arguments: Arguments) -> CallOutcome:
        """Return the outcome of one call. A missing operation is Rejected."""
        ...

    def apply_all(self, cases: Sequence[Case]) -> list[CallOutcome]:
        """Return the outcomes of many calls, in order."""
        ...

    def apply_each(self, cases: Sequence[Case]) -> Iterator[CallOutcome]:
        """Yield the outcomes of many calls, in order, each as soon as it is known.

        If the calls run one after the other, the deadline may come during a call. Then raise
        OverdueError after yielding the outcomes of all earlier calls.

        Pre-condition: the caller takes all outcomes before it makes further calls.
        """
        ...

    def inner(self, operation: str, arguments: Arguments) -> list[tuple[Case, CallOutcome]]:
        """Return the calls of operations inside this call, in the order in which they end.

        Calls into compiled code are not traced.
        """
        ...

    @property
    def texts(self) -> Mapping[str, str]:
        """Maps the name of each Python function to a digest of the code of the function."""
        ...

    def ran(self, operation: str, arguments: Arguments) -> list[str]:
        """Return the names of Python functions that a call runs, in the order in which they end.

        Calls into compiled code are not traced.
        """
        ...

    @property
    def has_forked(self) -> bool:
        """Whether a call has forked its process.

        If so, several processes may answer; the outcome is the first answer.
        """
        ...

    def until(self, deadline: Deadline) -> None:
        """Set the deadline. A call after the deadline raises DeadlineError."""
        ...

    def stop(self) -> None:
        """End the implementation's process. The next call starts a new process."""
        ...


def implementation(spec_text: str) -> Implementation:
    """Return the implementation that a text such as `pycute@4.2.0.0` or `module:NAME` names.

    A text without a version means the newest pinned version. A version is fetched on first use.

    Raises MissingImplementationError, which says what is missing: a version, the network, a
    compiler.
    """
    if spec_text.startswith("module:"):
        module = spec_text.removeprefix("module:")
        return InChild(module, "", "module", module)
    name, _, version = spec_text.partition("@")
    if name == "torch-pycute":
        return _checked_out(name, Path(version) if version else _installed_torch())
    if name == "nvlabs":
        if not version:
            raise MissingImplementationError("nvlabs needs a folder: nvlabs@PATH")
        return _checked_out(name, Path(version))
    if name not in PINNED:
        known = ", ".join(PINNED)
        raise MissingImplementationError(
            f"unknown implementation {spec_text!r}{_meant(name)}: choose one of {known}"
            " (each also with @VERSION), torch-pycute, pycute@PATH, cute-cpp@PATH,"
            " torch-pycute@PATH, nvlabs@PATH or module:NAME"
        )
    if "/" in version or version.startswith("."):
        return _checked_out(name, Path(version))
    pinned = pinned_versions(name)
    version = version or pinned[-1]
    if version not in pinned and Path(version).is_dir():
        raise MissingImplementationError(
            f"{version} is not a version of {name}: for the folder write {name}@./{version}"
        )
    if version not in pinned and not version[0].isdigit():
        problem = f"{version} is not a version of {name}"
        choice = f"choose one of {', '.join(pinned)}"
        if name in ("cute-cpp", *INNER):
            problem += f", and there is no folder {version}"
            choice += f", or write {name}@PATH"
        raise MissingImplementationError(f"{problem}: {choice}")
    if name == "cute-cpp":
        return packaged_headers(version)
    memory = COMPILER_MEMORY if name in COMPILED else MEMORY
    return InChild(name, version, name, str(environment(name, version)), memory=memory)


def _meant(text: str) -> str:
    """Return a hint for an error message: the name that the user should write instead of `text`.

    >>> _meant("pycute==4.2.0.0"), _meant("pycut"), _meant("my.port")
    (' (write pycute@4.2.0.0)', ' (did you mean pycute?)', ' (write module:my.port for a module)')
    >>> _meant("pytorch-pycute")
    ' (did you mean torch-pycute?)'
    >>> _meant("nvidia-cutlass-dsl"), _meant("nvidia-cutlass-dsl==4.2.1")
    (' (did you mean cute-dsl?)', ' (write cute-dsl@4.2.1)')
    >>> _meant("ports/my_port.py")
    ' (write module:my_port, and put the folder of my_port.py on PYTHONPATH)'
    """
    file = Path(text)
    if file.suffix == ".py":
        return f" (write module:{file.stem}, and put the folder of {file.name} on PYTHONPATH)"
    name, pinned, version = text.partition("==")
    names = (name,) if name in PINNED else implementations_in(name)
    if names and pinned:
        return f" (write {' or '.join(f'{each}@{version}' for each in names)})"
    if names:
        return f" (did you mean {' or '.join(names)}?)"
    is_module = all(part.isidentifier() for part in text.split("."))
    module = f" (write module:{text} for a module)" if is_module else ""
    return suggested(text, (*PINNED, *INNER)) or module


def _checked_out(name: str, path: Path) -> Implementation:
    if name == "cute-cpp":
        return headers_at(path)
    if name not in INNER:
        folders = ", ".join(("cute-cpp", *INNER))
        raise MissingImplementationError(f"{name} cannot be run from a folder; only {folders} can")
    files = [path / inner / "layout.py" for inner in INNER[name]]
    package = next((file.parent for file in files if file.is_file()), None)
    if package is None:
        if not path.is_dir():
            raise AbsentError(f"{path} does not contain {name}: there is no folder {path}")
        tried = " and no ".join(map(str, files))
        raise AbsentError(f"{path} does not contain {name}: there is no {tried}")
    version = VERSION[name](package) if name in VERSION else ""
    return InChild(name, version or str(path), KINDS[name], str(package.resolve()))


def _installed_torch() -> Path:
    """Return the folder that contains the package `torch`, without importing it."""
    found = find_spec("torch")
    if found is None or not found.origin:
        raise MissingImplementationError(
            "PyTorch is not installed next to layout-verif: write torch-pycute@PATH, where PATH"
            " contains torch/distributed/_pycute"
        )
    return Path(found.origin).parent.parent


def _torch_version(package: Path) -> str:
    """Return the version of the PyTorch that contains the package, or "" if unknown."""
    versions = package.parent.parent / "version.py"
    said = re.search(r"__version__ = '([\d.]+)", versions.read_text() if versions.is_file() else "")
    return "" if said is None else said[1]


VERSION: Final[Mapping[str, Callable[[Path], str]]] = {
    "torch-pycute": _torch_version,
    "nvlabs": digest,
}
"""For each implementation: the function that returns the version of a package, or ""."""


def called(real: Implementation) -> InProcess:
    """Return the implementation as functions, for claims and expressions.

    Each function returns the call's value, or raises RejectedError, CrashedError or MalformedError.
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
