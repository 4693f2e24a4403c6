"""The operations of CuTe DSL (distribution nvidia-cutlass-dsl), by their names in the spec.

The operations build the intermediate representation of a kernel, and fold constants. Here each call
builds a new module, which is discarded. Some calls end the process that runs them, so all calls run
in a forked process.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from verif.operations.operation import Function
from verif.upstream.adapted import adapted, own_functions, written_function
from verif.upstream.forked import forked_operations
from verif.upstream.mlir import Surroundings

RESPELLED: Final[Mapping[tuple[str, int], str]] = {
    ("coalesce", 2): "coalesce({0}, target_profile={1})",
    ("crd2idx", 3): "crd2idx({0}, make_layout({1}, stride={2}))",
    # CuTe DSL has no default order. Use the default of CuTe C++.
    ("tile_to_shape", 2): "tile_to_shape({0}, {1}, (*range(rank({1})),))",
}
"""Calls that CuTe DSL and the spec write differently, by operation and number of arguments."""


def operations_of(cutlass: Any) -> dict[str, Function]:
    """Return the operations that this version has, adapted to the spec's values."""
    return forked_operations(_own_functions(cutlass.cute), partial(_functions, cutlass))


def _functions(cutlass: Any) -> dict[str, Function]:
    cute = cutlass.cute

    def make(shape: Any, stride: Any) -> Any:
        return cute.make_layout(shape, stride=stride)

    surroundings = Surroundings("cutlass").without_threads()
    return {
        name: surroundings.inside(adapted(function, cute.Layout, make))
        for name, function in _own_functions(cute).items()
    }


def _own_functions(cute: Any) -> dict[str, Function]:
    return own_functions(cute, "cute-dsl", _respelled(cute))


def _respelled(cute: Any) -> dict[str, Function]:
    """Return the operations whose CuTe DSL call depends on the arguments."""

    def by_number(name: str) -> Function:
        texts = {count: text for (known, count), text in RESPELLED.items() if known == name}
        written = {count: written_function(text, cute) for count, text in texts.items()}

        def called(*arguments: Any) -> Any:
            function = written.get(len(arguments)) or getattr(cute, name)
            return function(*arguments)

        return called

    def make_layout(first: Any, *rest: Any) -> Any:
        if not rest and not isinstance(first, cute.Layout):
            return cute.make_layout(first)
        if rest and not isinstance(first, cute.Layout):
            return cute.make_layout(first, stride=rest[0])
        shapes = tuple(layout.shape for layout in (first, *rest))
        return cute.make_layout(shapes, stride=tuple(layout.stride for layout in (first, *rest)))

    names = {name for name, _ in RESPELLED}
    return {"make_layout": make_layout} | {name: by_number(name) for name in names}
