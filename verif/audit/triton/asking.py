"""Write the questions for `layout-verif check` about sectors of global memory.

Some numbers in a question may be known only at run time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spec.int_tuple import format_int_tuple
from spec.memory.machine import MACHINES
from spec.reading import Distributed
from verif.audit.triton.affine import Affine, Multiple
from verif.audit.triton.program import Context
from verif.audit.triton.types import Sized, is_thread_value


@dataclass(frozen=True)
class Tensor:
    """A tensor in registers whose elements are loaded from, or stored to, global memory."""

    kind: Sized
    layout: Distributed
    element: str
    context: Context

    @property
    def is_askable(self) -> bool:
        """Whether a question can contain the layout of the registers, as a thread-value layout."""
        repeats = not all(map(any, self.layout.of("register")))
        return not repeats and is_thread_value(self.layout)


@dataclass(frozen=True)
class Asked:
    """A question about numbers that are known only at run time. `Statement` explains the fields."""

    question: str = ""
    sizes: str = ""
    unknowns: str = ""


def about(tensor: Tensor, coefficients: Sequence[int], constant: int) -> str:
    """The `coalesced` question about a tensor with known offsets, or '' if there is none."""
    is_hip = tensor.context.vendor == "hip"
    if constant or is_hip or min(coefficients, default=0) < 0 or not tensor.is_askable:
        return ""
    return _coalesced(tensor, coefficients)


def about_unknowns(
    tensor: Tensor,
    found: Affine,
    width: Callable[[tuple[int, ...], int], int | None],
    *,
    begins_anywhere: bool,
) -> Asked:
    """The question about a tensor with a step or an offset that is known only at run time.

    If `begins_anywhere` is true, the offset that all elements share is also unknown. `width` maps
    the steps and this offset to the width of an access.

    A question about an AMD machine cannot contain names of sizes. Instead, an example replaces each
    unknown step. The examples are so large that no two elements share an offset.
    """
    steps = found.coefficients
    if not tensor.is_askable or any(c < 0 if isinstance(c, int) else c.of == 0 for c in steps):
        return Asked()
    of = {d: c.of for d, c in enumerate(steps) if isinstance(c, Multiple)}
    offset = found.constant % found.divisor if found.divisor else found.constant
    if tensor.context.vendor == "hip":
        numbers = _examples(tensor.kind.shape, steps)
        bits, architecture = width(numbers, offset), tensor.context.architecture
        if bits is None or MACHINES.get(architecture) != tensor.context.machine:
            return Asked()
        names = {d: str(numbers[d]) for d in of}
        begin, sizes, on = str(offset), "", f", {bits}, {architecture}"
    else:
        names = {d: "K" if len(of) == 1 else f"K{d}" for d in of}
        begin, on = "X" if begins_anywhere else str(offset), ""
        conditions = [f"{names[d]} % {least} == 0" for d, least in of.items() if least > 1]
        reach = 1 + _reach(tensor.kind.shape, steps)
        if len(of) == 1 and reach > 1:
            conditions.append(f"K >= {reach}")
        if begins_anywhere and found.divisor > 1:
            conditions.append(f"X % {found.divisor} == {offset}")
        listed = [*names.values(), *(["X"] if begins_anywhere else [])]
        sizes = "; ".join([", ".join(listed), *conditions])
    strides = [names.get(d, c) for d, c in enumerate(steps)]
    question = _coalesced(tensor, strides, begin if begins_anywhere or offset else "", on)
    meant = [f"{name}: the step along dimension {d}" for d, name in names.items()]
    if begins_anywhere:
        meant.append(f"{begin}: the offset that all elements share")
    return Asked(question, sizes, "; ".join(meant))


def _reach(shape: Sequence[int], steps: Sequence[int | Multiple]) -> int:
    """The largest offset along the dimensions with known steps."""
    pairs = zip(shape, steps, strict=True)
    return sum((size - 1) * step for size, step in pairs if isinstance(step, int))


def _examples(shape: Sequence[int], steps: Sequence[int | Multiple]) -> tuple[int, ...]:
    """The steps, with an example for each unknown step.

    The examples are chosen in the order of the dimensions. Consider the offsets along the
    dimensions whose steps are known or already chosen. The next example is the least multiple of
    its step's divisor that is larger than all these offsets.

    >>> _examples((4, 8, 2), (Multiple(16), 1, Multiple(1)))
    (16, 1, 56)
    """
    reach, found = _reach(shape, steps), list[int]()
    for size, step in zip(shape, steps, strict=True):
        if isinstance(step, Multiple):
            known = -(-(reach + 1) // step.of) * step.of
            reach += (size - 1) * known
            found.append(known)
        else:
            found.append(step)
    return tuple(found)


def _coalesced(tensor: Tensor, strides: Sequence[object], begin: str = "", on: str = "") -> str:
    shape, stride = format_int_tuple(tensor.kind.shape), ",".join(map(str, strides))
    swizzled = f"Sw<0,0,0> o {begin} o " if begin else ""
    return f"coalesced({swizzled}{shape}:({stride}), {tensor.kind.text}, {tensor.element}{on})"
