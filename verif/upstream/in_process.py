"""An implementation that runs in this process: its operations, under the names of the spec."""

from __future__ import annotations

import importlib.metadata
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Final

import spec
from spec.bridges import Array
from spec.coalesce import coalesce
from spec.complement import complement
from spec.composition import composition
from spec.errors import LayoutError
from spec.int_tuple import IntTuple
from spec.tla import FORMATS, TlaLayout, extents
from spec.xla import XlaShape, linear_index

Operation = Callable[..., Any]
"""Takes and returns what the spec's operation of that name does."""


class MissingImplementationError(RuntimeError):
    """An implementation that was asked for and is not installed."""


class RejectedError(LayoutError):
    """An implementation refuses its arguments; the message is its own."""


class CrashedError(RejectedError):
    """An implementation ends in an error that is no refusal, such as a division by zero."""


@dataclass(frozen=True)
class InProcess:
    """The layout operations of one version of one implementation, as functions that are called.

    `algebra` has them as its attributes; an operation that it lacks is no attribute.
    """

    name: str
    version: str
    operations: Mapping[str, Operation] = field(repr=False)
    algebra: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The dataclass is frozen, and the algebra is a second view of its operations.
        object.__setattr__(self, "algebra", SimpleNamespace(**self.operations))

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def evaluate(layout: Array, coordinate: IntTuple) -> int:
    """The offset of a coordinate, as an operation that implementations share.

    >>> evaluate(spec.Layout((4, 8), (1, 5)), 6)
    7
    """
    if isinstance(layout, TlaLayout):
        return layout(*extents("coordinate", coordinate, layout.rank))
    if isinstance(layout, XlaShape):
        return linear_index(layout, extents("index", coordinate, layout.rank))
    return layout(coordinate)


PREDICATES: Final[Mapping[str, Operation]] = {
    name: getattr(spec, name)
    for name in ("compatible", "congruent", "weakly_compatible", "weakly_congruent")
}
"""The judges of results, which are the spec's: never the accused's own word."""


def _project_version() -> str:
    try:
        return importlib.metadata.version("layout-verif")
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


SPEC: Final = InProcess(
    "spec",
    _project_version(),
    {name: getattr(spec, name) for name in spec.__all__ if inspect.isroutine(getattr(spec, name))}
    | {operation.__name__: operation for operation in (coalesce, complement, composition, evaluate)}
    | dict(FORMATS),
)
"""The reference as an implementation among the others."""
