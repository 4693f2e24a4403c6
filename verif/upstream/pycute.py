"""NVIDIA's pycute, of the nvidia-cutlass distribution, under the names of the spec."""

from __future__ import annotations

import importlib
import importlib.metadata
from functools import cache
from types import ModuleType
from typing import Any, Final

from spec.int_tuple import SliceTuple
from verif.upstream.adapted import adapted_all
from verif.upstream.in_process import (
    PREDICATES,
    SPEC,
    InProcess,
    MissingImplementationError,
    Operation,
)

DISTRIBUTION: Final = "nvidia-cutlass"
INSTALL: Final = "pip install --no-deps nvidia-cutlass==4.2.0.0"

SAME: Final = (
    "coalesce",
    "complement",
    "composition",
    "cosize",
    "crd2idx",
    "elem_scale",
    "flatten",
    "idx2crd",
    "inner_product",
    "left_inverse",
    "logical_divide",
    "logical_product",
    "prefix_product",
    "product",
    "right_inverse",
    "shape_div",
    "size",
    "slice_and_offset",
    "tiled_divide",
    "tiled_product",
    "zipped_divide",
    "zipped_product",
)
"""The operations that pycute has under the spec's name and with the spec's arguments."""


@cache
def pycute() -> InProcess:
    """The pycute that is installed.

    MissingImplementationError says what to install where there is none, or where `pycute` is
    the unrelated package of that name.
    """
    module = _nvidias()
    version = importlib.metadata.version(DISTRIBUTION)
    return InProcess("pycute", version, operations_of(module) | dict(PREDICATES))


def operations_of(module: ModuleType) -> dict[str, Operation]:
    """The operations of a module with pycute's names and conventions, as far as it has them.

    Each takes and returns the spec's values; RejectedError and CrashedError are its errors.
    """
    same = {name: getattr(module, name) for name in SAME if hasattr(module, name)}
    respelled = {
        name: operation
        for name, (needed, operation) in _respelled(module).items()
        if hasattr(module, needed)
    }
    return adapted_all(same | respelled, module)


def _nvidias() -> ModuleType:
    try:
        module = importlib.import_module("pycute")
        files = importlib.metadata.files(DISTRIBUTION) or ()
    except ImportError as missing:
        raise MissingImplementationError(f"NVIDIA's pycute is not here: {INSTALL}") from missing
    packaged = {str(path.locate()) for path in files if path.name == "__init__.py"}
    has_names = all(hasattr(module, name) for name in ("Layout", *SAME))
    if not has_names or module.__file__ not in packaged:
        raise MissingImplementationError(f"this pycute is not NVIDIA's: {INSTALL}")
    return module


def operations_of_any(module: ModuleType) -> dict[str, Operation]:
    """The same of a module that may have more of the spec's operations, under the spec's names."""
    of_the_spec = {name: getattr(module, name) for name in SPEC.operations if hasattr(module, name)}
    return adapted_all(of_the_spec, module) | operations_of(module)


def _respelled(module: ModuleType) -> dict[str, tuple[str, Operation]]:
    """The operations that pycute has under other names, as methods, or with its own order.

    Each with the name that a module must have for it.
    """

    def evaluate(layout: Any, coordinate: Any) -> Any:
        return layout(coordinate)

    def rank(layout: Any) -> int:
        return len(layout)

    def crd2crd(crd: Any, src_shape: Any, dst_shape: Any) -> Any:
        return module.crd2crd(crd, dst_shape, src_shape)

    def slice_(crd: SliceTuple, layout: Any) -> Any:
        # The whole coordinate as one argument: pycute slices only where it has a None.
        return module.slice_and_offset(crd, layout)[0]

    def make_layout(*arguments: Any) -> Any:
        if isinstance(arguments[0], module.Layout):
            return module.make_layout(*arguments)
        return module.Layout(*arguments)

    def filter_(layout: Any, *profile: Any) -> Any:
        return module.filter(layout, *profile)

    return {
        "crd2crd": ("crd2crd", crd2crd),
        "evaluate": ("Layout", evaluate),
        "filter_": ("filter", filter_),
        "make_layout": ("make_layout", make_layout),
        "rank": ("Layout", rank),
        "slice_": ("slice_and_offset", slice_),
    }
