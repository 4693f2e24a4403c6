"""XLA itself, through jaxlib: its shape parser and printer, its byte counts, and its CPU backend.

XLA's CPU backend ignores tiles, so it cannot create a tiled array. But it can run the steps of
tiling: pad, reshape and transpose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from math import prod
from typing import Any, Final, TypeAlias

from spec.xla import Pad, Reshape, Step, Transpose, XlaShape, steps
from verif.processes.child import GIBIBYTE, Child, Ended, python
from verif.upstream.in_process import MissingImplementationError, RejectedError

DISTRIBUTIONS: Final = ("jaxlib", "ml-dtypes", "numpy")
INSTALL: Final = "pip install --no-deps -r requirements-upstream.lock"

SECONDS: Final = 240.0
"""The processor time limit of one question, in seconds.

A question may be a program with many arrays.
"""

MEMORY: Final = 64 * GIBIBYTE
"""The address space limit. Compilers' libraries reserve far more address space than they use."""

PADDING: Final = -1
"""The number that marks padding in XLA's arrays."""


@dataclass(frozen=True)
class Reading:
    """XLA's parse of a shape's text. If the shape is not an array, only `printed` is set."""

    printed: str
    dims: tuple[int, ...] = ()
    minor_to_major: tuple[int, ...] = ()
    tiles: tuple[tuple[int, ...], ...] = ()
    element_bits: int = 0


@dataclass(frozen=True)
class Refusal:
    """An error that XLA reports, with XLA's message."""

    message: str


@dataclass(frozen=True)
class Abort:
    """XLA's process ended without an answer. The message has the signal and the last output."""

    message: str


@cache
def xla_version() -> str:
    """Return the version of XLA. Raises MissingImplementationError if XLA is not installed.

    >>> xla_version()
    'jaxlib 0.10.2'
    """
    try:
        jaxlib, *_ = map(version, DISTRIBUTIONS)
    except PackageNotFoundError as missing:
        raise MissingImplementationError(f"{missing.name} is not installed: {INSTALL}") from missing
    return f"jaxlib {jaxlib}"


def readings(texts: Sequence[str]) -> list[Reading | Refusal | Abort]:
    """Return XLA's parse of each text.

    >>> readings(["f32[3,5]{1,0:T(2,2)}"])[0].printed
    'f32[3,5]{1,0:T(2,2)}'
    """
    return [_reading(answer) for answer in _answers([("read", text) for text in texts])]


def byte_counts(shapes: Sequence[XlaShape]) -> list[int | Refusal | Abort]:
    """Return the size of each array in bytes, by XLA's cost analysis.

    Pre-conditions: the shapes have no tiles, because the analysis ignores tiles.

    >>> byte_counts([XlaShape.parse("s4[9]{0:E(4)}")])
    [5]
    """
    return [
        answer if isinstance(answer, Abort | int) else Refusal(answer["refused"])
        for answer in _answers([("bytes", str(shape)) for shape in shapes])
    ]


def orders(shapes: Sequence[XlaShape]) -> list[tuple[int | None, ...]]:
    """Return the elements of each array in memory order, after XLA has run the steps of tiling.

    Post-conditions: the result is the `physical_order` of each shape.

    >>> orders([XlaShape.parse("f32[3,3]{1,0:T(2,2)}")])
    [(0, 1, 3, 4, 2, None, 5, None, 6, 7, None, None, 8, None, None, None)]
    """
    match _answers([("run", hlo(shapes))]):
        case [list() as results]:
            return [tuple(None if x == PADDING else x for x in result) for result in results]
        case refused:
            raise RejectedError(f"{xla_version()} cannot run the HLO program: {refused}")


def hlo(shapes: Sequence[XlaShape]) -> str:
    """Return one HLO program that applies the tiling steps of each shape to the array 0, 1, 2, ..

    >>> print(hlo([XlaShape.parse("f32[3]{0:T(2)}")]))
    HloModule steps
    ENTRY all {
      padding = s32[] constant(-1)
      a0_0 = s32[3] iota(), iota_dimension=0
      a0_1 = s32[3] reshape(a0_0)
      a0_2 = s32[3] transpose(a0_1), dimensions={0}
      a0_3 = s32[3] reshape(a0_2)
      a0_4 = s32[4] pad(a0_3, padding), padding=0_1
      a0_5 = s32[2,2] reshape(a0_4)
      a0_6 = s32[2,2] transpose(a0_5), dimensions={0,1}
      a0_7 = s32[4] reshape(a0_6)
      ROOT orders = (s32[4]) tuple(a0_7)
    }
    """
    lines: list[str] = []
    results: list[tuple[str, str]] = []
    for number, shape in enumerate(shapes):
        instructions = list(_instructions(shape))
        for k, (array, operation) in enumerate(instructions):
            operand = f"a{number}_{k - 1}"
            lines.append(f"  a{number}_{k} = {array} {operation.format(operand)}")
        results.append((instructions[-1][0], f"a{number}_{len(instructions) - 1}"))
    types, names = (", ".join(column) for column in zip(*results, strict=True))
    return "\n".join(
        [
            "HloModule steps\nENTRY all {",
            f"  padding = s32[] constant({PADDING})",
            *lines,
            f"  ROOT orders = ({types}) tuple({names})\n}}",
        ]
    )


def _instructions(shape: XlaShape) -> Iterator[tuple[str, str]]:
    """Yield each instruction's result type and text. In the text, `{}` stands for the operand."""
    bounds = shape.dims
    yield _array((prod(bounds),)), "iota(), iota_dimension=0"
    yield _array(bounds), "reshape({})"
    for step in steps(shape):
        instruction, bounds = _instruction(step, bounds)
        yield _array(bounds), instruction
    yield _array((prod(bounds),)), "reshape({})"


def _instruction(step: Step, bounds: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """Return the HLO instruction for a tiling step, and the bounds of the instruction's result."""
    match step:
        case Reshape():
            return "reshape({})", step.bounds
        case Transpose():
            moved = tuple(bounds[k] for k in step.order)
            return f"transpose({{}}), dimensions={{{{{_listed(step.order)}}}}}", moved
        case Pad() if not bounds:
            # Copy instead: XLA's text format cannot pad an array without dimensions.
            return "copy({})", bounds
        case Pad():
            ends = zip(bounds, step.bounds, strict=True)
            widths = "x".join(f"0_{end - bound}" for bound, end in ends)
            return f"pad({{}}, padding), padding={widths}", step.bounds


def _array(bounds: tuple[int, ...]) -> str:
    return f"s32[{_listed(bounds)}]"


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _reading(answer: Any) -> Reading | Refusal | Abort:
    if isinstance(answer, Abort):
        return answer
    if "refused" in answer:
        return Refusal(answer["refused"])
    return Reading(**{name: _frozen(value) for name, value in answer.items()})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


Question: TypeAlias = tuple[str, str]


@cache
def _worker() -> Child:
    return Child(python("verif.upstream.xla_worker"), MEMORY)


def _answers(questions: Sequence[Question]) -> list[Any]:
    """Return the answer to each question. If a question ends the worker, a new worker continues."""
    xla_version()
    answers = _worker().ask(questions, SECONDS)
    return [_abort(answer) if isinstance(answer, Ended) else answer for answer in answers]


def _abort(ended: Ended) -> Abort:
    if ended.code is None or ended.code >= 0:
        # XLA can end the worker only by a signal. So this exit is an error in the worker.
        raise RuntimeError(f"the process of XLA ended: {ended}")
    said = [line for line in ended.words.splitlines() if line.startswith("F")]
    words = said[0].partition("] ")[2] if said else ""
    return Abort(f"{ended.how}: {words}".removesuffix(": "))
