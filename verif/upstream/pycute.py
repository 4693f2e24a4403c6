"""NVIDIA's pycute, of the nvidia-cutlass distribution, under the names of the spec."""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Callable
from functools import cache, wraps
from types import ModuleType
from typing import Any, Final, cast

from spec.errors import LayoutError, MalformedError
from spec.int_tuple import SliceTuple
from spec.layout import Layout
from verif.upstream.in_process import (
    PREDICATES,
    CrashedError,
    InProcess,
    MissingImplementationError,
    Operation,
    RejectedError,
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
    own = {name: getattr(module, name) for name in SAME} | _respelled(module)
    return InProcess(
        "pycute", version, {name: adapted(own[name], module) for name in own} | dict(PREDICATES)
    )


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


def _respelled(module: ModuleType) -> dict[str, Operation]:
    """The operations that pycute has as methods, or with its arguments in another order."""

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
        if module.is_layout(arguments[0]):
            return module.make_layout(*arguments)
        return module.Layout(*arguments)

    return {
        operation.__name__: operation
        for operation in (crd2crd, evaluate, make_layout, rank, slice_)
    }


def adapted(operation: Callable[..., Any], module: ModuleType) -> Operation:
    """The operation on the spec's values, its errors as the spec's errors."""

    @wraps(operation)
    def called(*arguments: Any) -> Any:
        theirs = [_to_pycute(argument, module) for argument in arguments]
        try:
            result = operation(*theirs)
        except (AssertionError, ValueError) as refusal:
            raise RejectedError(_message(refusal)) from refusal
        except (ArithmeticError, AttributeError, LookupError, TypeError, RecursionError) as crash:
            raise CrashedError(_message(crash)) from crash
        return _from_pycute(result, module)

    return called


def _message(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _to_pycute(value: Any, module: ModuleType) -> Any:
    if isinstance(value, Layout):
        return module.Layout(value.shape, value.stride)
    if isinstance(value, tuple):
        return tuple(_to_pycute(part, module) for part in cast("tuple[Any, ...]", value))
    return value


def _from_pycute(value: Any, module: ModuleType) -> Any:
    if module.is_layout(value):
        try:
            return Layout(value.shape, value.stride)
        except LayoutError as malformed:
            raise MalformedError(f"{value}, where {malformed}") from malformed
    if isinstance(value, tuple):
        return tuple(_from_pycute(part, module) for part in cast("tuple[Any, ...]", value))
    return value
