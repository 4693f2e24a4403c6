"""The operations of NVlabs' pycute (checkout of NVlabs/CuTe), by their names in the spec.

This code differs from CUTLASS's pycute. It calls itself "a pure-Python reference implementation of
CuTe". Its strides may also be coordinates or bit vectors. The tested cases have strides that are
integers or coordinates, not bit vectors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

from spec.basis import ArithmeticTuple
from verif.operations.names import needed
from verif.operations.operation import Function
from verif.upstream.adapted import adapted, written_function

CALLS: Final[Mapping[str, str]] = {
    "apply_swizzle": "Swizzle({rest})({0})",
    "blocked_product": "blocked_product",
    "coalesce": "coalesce",
    "compatible": "compatible",
    "complement": "complement",
    "complement_of_shape": "complement",
    "composition": "composition",
    "congruent": "congruent",
    "cosize": "coshape({0}, mode=[{rest}])",
    "depth": "depth({0}, mode=[{rest}])",
    "equals": "{0} == {1}",
    "evaluate": "{0}({1})",
    "flatten": "flatten",
    "get": "get({0}, mode=[{rest}])",
    "idx2crd": "idx2crd",
    "inner_product": "inner_product",
    "left_inverse": "left_inverse",
    "left_inverse_of_shape": "left_inverse",
    "logical_divide": "logical_divide",
    "logical_product": "logical_product",
    "make_ordered_layout": "make_ordered_layout",
    "mode": "{0}[{1}]",
    "nullspace": "nullspace",
    "prefix_product": "prefix_product",
    "prefix_product_by_mode": "prefix_product",
    "product": "product",
    "raked_product": "raked_product",
    "rank": "rank({0}, mode=[{rest}])",
    "right_inverse": "right_inverse",
    "right_inverse_of_shape": "right_inverse",
    "size": "size({0}, mode=[{rest}])",
    "slice_and_offset": "{1}._offset_and_slice({0})[::-1]",
    "unflatten": "unflatten(iter({0}), {1})",
    "upcast": "recast",
    "weakly_congruent": "weakly_congruent",
    "zipped_divide": "zipped_divide",
}
"""For each operation of the spec, the corresponding NVlabs call, as a user writes it."""

BY_NUMBER: Final[Mapping[tuple[str, int], str]] = {
    ("crd2idx", 2): "crd2idx({0}, {1})",
    # NVlabs' crd2idx takes no strides, so call a layout with the strides.
    ("crd2idx", 3): "Layout({1}, {2})({0})",
    ("make_layout", 1): "Layout({0})",
    ("make_layout", 2): "Layout({0}, {1})",
}
"""The NVlabs call of an operation with a given number of arguments.

These calls take precedence over `CALLS`.
"""

SIDE_BY_SIDE: Final = "make_layout([{all}])"
"""The call that makes a layout from its modes."""

DIGITS: Final = 8
"""How many digits of a digest identify a version."""

NAMES: Final = frozenset(name for call in CALLS.values() if (name := needed(call)) is not None)
"""The names of NVlabs' pycute that `CALLS` uses. CUTLASS's pycute has only some of them."""


def call_of(operation: str, arguments: tuple[Any, ...], layouts: type) -> str | None:
    """Return NVlabs' call of an operation on these arguments, or None if NVlabs has no such call.

    >>> from spec import Layout
    >>> call_of("make_layout", (Layout(4), Layout(3)), Layout)
    'make_layout([{all}])'
    >>> call_of("crd2idx", ((1, 2), (3, 4)), Layout)
    'crd2idx({0}, {1})'
    """
    if operation == "make_layout" and isinstance(arguments[0], layouts):
        return SIDE_BY_SIDE
    return BY_NUMBER.get((operation, len(arguments)), CALLS.get(operation))


def operations_of(module: ModuleType) -> dict[str, Function]:
    """Return NVlabs' operations on the spec's values. Raises ImportError for CUTLASS's pycute."""
    lacking = sorted(name for name in NAMES if not hasattr(module, name))
    if lacking:
        raise ImportError(f"this is not NVlabs' pycute: it has no {', '.join(lacking)}")
    functions = {name: _plain(written_function(call, module)) for name, call in CALLS.items()}
    by_arguments = {name: _by_arguments(name, module) for name, _ in BY_NUMBER}

    def strided(shape: Any, stride: Any) -> Any:
        return module.Layout(shape, _to_theirs(stride, module))

    def to_ours(leaf: Any) -> Any:
        return _coordinate(leaf, module) if isinstance(leaf, module.ArithTuple) else leaf

    return {
        name: adapted(function, module.Layout, strided, to_ours)
        for name, function in (functions | by_arguments).items()
    }


def _by_arguments(operation: str, module: ModuleType) -> Function:
    """Return an operation that is called in different ways, depending on its arguments."""
    calls = {of for (name, _), of in BY_NUMBER.items() if name == operation} | {SIDE_BY_SIDE}
    written = {call: written_function(call, module) for call in calls}

    def called(*arguments: Any) -> Any:
        call = call_of(operation, arguments, module.Layout)
        if call is None:
            raise TypeError(f"{operation} cannot be called with {len(arguments)} arguments")
        return written[call](*arguments)

    return called


def _to_theirs(stride: Any, module: ModuleType) -> Any:
    """Convert the coordinates in a stride to NVlabs' coordinates."""
    if isinstance(stride, tuple):
        return tuple(_to_theirs(part, module) for part in cast("tuple[Any, ...]", stride))
    if isinstance(stride, ArithmeticTuple):
        return sum(module.ScaledBasis(n, path) for path, n in stride.terms)
    return stride


def _coordinate(theirs: Any, module: ModuleType) -> ArithmeticTuple:
    """Convert NVlabs' coordinate to the spec's coordinate."""
    return ArithmeticTuple(tuple((tuple(path), n) for n, path in module.basis_repr(theirs)))


def digest(package: Path) -> str:
    """Return a version: the first digits of the SHA-256 of the package's modules and their names.

    Only top-level modules count. Subfolders have modules for drawing, copies and products.
    """
    read = hashlib.sha256()
    for module in sorted(package.glob("*.py")):
        read.update(module.name.encode() + b"\0" + module.read_bytes() + b"\0")
    return read.hexdigest()[:DIGITS]


def _plain(function: Any) -> Function:
    """Remove NVlabs' wrapper, which lets a function also take subscripts.

    Tracing needs the original function.
    """
    return getattr(function, "func", function)
