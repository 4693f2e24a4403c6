"""CuTe DSL, of the nvidia-cutlass-dsl distribution, under the names of the spec.

Its operations build the intermediate representation of a kernel and compute what is constant on
the way: here each builds a module of its own that is thrown away.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from verif.upstream.adapted import adapted, one_line
from verif.upstream.in_process import CrashedError, Operation, RejectedError

SAME: Final = (
    "blocked_product",
    "ceil_div",
    "complement",
    "composition",
    "depth",
    "elem_scale",
    "flat_divide",
    "flat_product",
    "flatten",
    "idx2crd",
    "left_inverse",
    "logical_divide",
    "logical_product",
    "make_identity_layout",
    "make_ordered_layout",
    "max_common_layout",
    "max_common_vector",
    "product",
    "raked_product",
    "right_inverse",
    "shape_div",
    "slice_and_offset",
    "tile_to_shape",
    "tiled_divide",
    "tiled_product",
    "zipped_divide",
    "zipped_product",
)
"""The operations that it has under the spec's name and with the spec's arguments."""


def operations_of(cutlass: Any) -> dict[str, Operation]:
    """Its operations on the spec's values, as far as this version has them."""
    cute = cutlass.cute
    same = {name: getattr(cute, name) for name in SAME if hasattr(cute, name)}
    respelled = {
        name: operation
        for name, (needed, operation) in _respelled(cute).items()
        if hasattr(cute, needed)
    }

    def make(shape: Any, stride: Any) -> Any:
        return cute.make_layout(shape, stride=stride)

    run = _Run()
    return {
        name: run.inside(adapted(operation, cute.Layout, make))
        for name, operation in (same | respelled).items()
    }


class _Run:
    """The surroundings that MLIR needs for a call: a context, a module, a place in it."""

    def __init__(self) -> None:
        self._ir = importlib.import_module("cutlass._mlir.ir")
        self._context = self._ir.Context()
        self._said: list[str] = []
        self._handler = self._context.attach_diagnostic_handler(self._hear)
        # Of some versions; others say it to the handler, and raise a ValueError.
        self._refusals = (ValueError, getattr(self._ir, "MLIRError", ValueError))

    def _hear(self, diagnostic: Any) -> bool:
        self._said.append(str(diagnostic.message))
        return True

    def inside(self, operation: Operation) -> Operation:
        """The operation with all that around it; an error that MLIR reports is a refusal."""

        @wraps(operation)
        def called(*arguments: Any) -> Any:
            self._said.clear()
            with self._context, self._ir.Location.unknown():
                module = self._ir.Module.create()
                try:
                    with self._ir.InsertionPoint(module.body):
                        return operation(*arguments)
                except CrashedError as error:
                    # Refused in C++, where no statement of Python says `raise`.
                    if self._said:
                        raise RejectedError(one_line("; ".join(self._said))) from error
                    if isinstance(error.__cause__, self._refusals):
                        raise RejectedError(str(error)) from error
                    raise

        return called


def _respelled(cute: Any) -> dict[str, tuple[str, Callable[..., Any]]]:
    """The operations under another name or with another order of arguments.

    Each with the name that this version must have for it.
    """

    def own(name: str) -> Any:
        return getattr(cute, name, None)

    def coalesce(layout: Any, profile: Any = None) -> Any:
        return cute.coalesce(layout, target_profile=profile)

    def crd2idx(crd: Any, shape: Any, *stride: Any) -> Any:
        return cute.crd2idx(crd, cute.make_layout(shape, stride=stride[0]) if stride else shape)

    def evaluate(layout: Any, crd: Any) -> Any:
        return layout(crd)

    def make_layout(first: Any, *rest: Any) -> Any:
        if not rest and not isinstance(first, cute.Layout):
            return cute.make_layout(first)
        if rest and not isinstance(first, cute.Layout):
            return cute.make_layout(first, stride=rest[0])
        shapes = tuple(layout.shape for layout in (first, *rest))
        return cute.make_layout(shapes, stride=tuple(layout.stride for layout in (first, *rest)))

    return {
        "coalesce": ("coalesce", coalesce),
        "congruent": ("is_congruent", own("is_congruent")),
        "cosize": ("cosize", lambda a, *modes: cute.cosize(a, mode=list(modes))),
        "crd2idx": ("crd2idx", crd2idx),
        "dice": ("dice", lambda crd, layout: cute.dice(layout, crd)),
        "evaluate": ("make_layout", evaluate),
        "filter_": ("filter", own("filter")),
        "filter_zeros": ("filter_zeros", own("filter_zeros")),
        "get": ("get", lambda value, *modes: cute.get(value, mode=list(modes))),
        "group": ("group_modes", own("group_modes")),
        "make_layout": ("make_layout", make_layout),
        "rank": ("rank", lambda a, *modes: cute.rank(a, mode=list(modes))),
        "recast_layout": (
            "recast_layout",
            lambda layout, old, new: cute.recast_layout(new, old, layout),
        ),
        "size": ("size", lambda a, *modes: cute.size(a, mode=list(modes))),
        "slice_": ("slice_", lambda crd, layout: cute.slice_(layout, crd)),
        "unflatten": ("unflatten", lambda flat, profile: cute.unflatten(list(flat), profile)),
        "weakly_congruent": ("is_weakly_congruent", own("is_weakly_congruent")),
    }
