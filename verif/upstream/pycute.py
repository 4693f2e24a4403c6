"""The operations of NVIDIA's pycute (distribution nvidia-cutlass), by their names in the spec."""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any, Final

from verif.operations.names import needed
from verif.operations.operation import Function
from verif.operations.table import OPERATIONS
from verif.upstream.adapted import adapted_all, own_functions
from verif.upstream.in_process import PREDICATES, InProcess, MissingImplementationError

DISTRIBUTION: Final = "nvidia-cutlass"
INSTALL: Final = "pip install --no-deps nvidia-cutlass==4.2.0.0"

NEEDED: Final = frozenset(
    first
    for row in OPERATIONS.values()
    if isinstance(name := row.upstream.pycute, str) and (first := needed(name)) is not None
)
"""Names in NVIDIA's pycute. The unrelated package `pycute` does not have all of them."""


@cache
def pycute() -> InProcess:
    """Return the installed pycute.

    Raises MissingImplementationError if NVIDIA's pycute is not installed. The error says what to
    install. An unrelated package is also called `pycute`.
    """
    module = _nvidias()
    version = importlib.metadata.version(DISTRIBUTION)
    return InProcess("pycute", version, operations_of(module) | dict(PREDICATES))


def operations_of(module: ModuleType) -> dict[str, Function]:
    """Return the operations that a module with pycute's names and conventions has.

    Each operation takes and returns the spec's values. If a call fails, it raises RejectedError,
    CrashedError or MalformedError.
    """
    return adapted_all(own_functions(module, "pycute", _respelled(module)), module)


def named(module: ModuleType, names: Mapping[str, str]) -> dict[str, Function]:
    """Return functions of a module, by their names in the spec.

    `names` maps the name of a function in the spec to the name of the function in the module.
    """
    functions = {name: getattr(module, its) for name, its in names.items()}
    return adapted_all(functions, module)


def _nvidias() -> ModuleType:
    try:
        module = importlib.import_module("pycute")
        files = importlib.metadata.files(DISTRIBUTION) or ()
    except ImportError as missing:
        raise MissingImplementationError(
            f"NVIDIA's pycute is not installed: {INSTALL}"
        ) from missing
    packaged = {str(path.locate()) for path in files if path.name == "__init__.py"}
    has_names = all(hasattr(module, name) for name in NEEDED)
    if not has_names or module.__file__ not in packaged:
        raise MissingImplementationError(f"this pycute is not NVIDIA's: {INSTALL}")
    return module


def operations_of_any(module: ModuleType) -> dict[str, Function]:
    """Return the operations of a module that has pycute's names or the spec's names."""
    of_the_spec = {name: getattr(module, name) for name in OPERATIONS if hasattr(module, name)}
    return adapted_all(of_the_spec, module) | operations_of(module)


def _respelled(module: ModuleType) -> dict[str, Function]:
    """Return operations that call pycute in different ways, depending on their arguments."""

    def make_layout(*arguments: Any) -> Any:
        if isinstance(arguments[0], module.Layout):
            return module.make_layout(*arguments)
        return module.Layout(*arguments)

    def evaluate(layout: Any, coordinate: Any) -> Any:
        # Call A(i, j) for a tuple, so that the code for several arguments runs.
        is_several = isinstance(coordinate, tuple) and len(coordinate) > 1
        return layout(*coordinate) if is_several else layout(coordinate)

    return {"make_layout": make_layout, "evaluate": evaluate}
