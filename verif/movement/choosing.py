"""Find the best layout of a buffer for all steps that access it, with a swizzle or a padding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import prod

from spec.composed import AnyLayout, ComposedLayout
from spec.layout import Layout
from spec.memory import Served, by_enumeration
from spec.memory.accesses import Columns, Matrix, bits_of, neighbours
from spec.memory.lanes import in_order
from spec.memory.machine import Machine
from spec.modes import modes_of
from spec.swizzle import IDENTITY
from verif.audit.recognized import xors
from verif.finding.accesses import Costs
from verif.finding.swizzles import served_with, simplicity, swizzles_of
from verif.movement.errors import KernelFileError
from verif.movement.matrices import rows_of
from verif.movement.model import Kernel, Move, Shared, extents_of, with_place
from verif.movement.moves import Taken
from verif.movement.reading import SOUGHT
from verif.movement.widths import machine_of_rows


@dataclass(frozen=True)
class Found:
    """A layout of a buffer, and the total costs of all steps if the buffer has this layout."""

    layout: AnyLayout
    costs: Costs

    @property
    def order(self) -> tuple[int, int]:
        """Sort key: the fewest wavefronts, then the fewest requests."""
        return self.costs.wavefronts, self.costs.requests


@dataclass(frozen=True)
class _Access:
    """The accesses of a step to a buffer, for one choice of the buffer's layout."""

    columns: Columns
    width: int | None
    machine: Machine


def with_sought(kernel: Kernel) -> tuple[Kernel, tuple[tuple[Shared, Found], ...]]:
    """Replace each layout `?` by the best layout.

    Return the changed kernel, and each buffer that had the layout `?` with its best layout.
    """
    chosen: list[tuple[Shared, Found]] = []
    for buffer in kernel.buffers:
        if buffer.text.startswith(SOUGHT):
            found = best(kernel, buffer, _orders(buffer))
            if found is None:
                raise KernelFileError(
                    f"smem.{buffer.name}",
                    "no swizzle or padding allows accesses as wide as the steps need",
                    "write a layout, or use other instructions",
                )
            chosen.append((buffer, found))
            kernel = with_layout(kernel, buffer, found.layout)
    return kernel, tuple(chosen)


def with_layout(kernel: Kernel, buffer: Shared, layout: AnyLayout) -> Kernel:
    """Return the kernel with another layout of a buffer."""
    stages = layout.size // prod(extents_of(buffer.coordinates))
    return with_place(kernel, buffer, replace(buffer, layout=layout, stages=stages))


def best(kernel: Kernel, buffer: Shared, plain: Sequence[Layout]) -> Found | None:
    """Return the best layout of the buffer, or None if no candidate allows all steps' accesses.

    The candidates are the plain layouts with all swizzles. If none of these is free of bank
    conflicts, the plain layouts with padded rows are candidates, too.
    """
    found = [one for layout in plain for one in _swizzled(kernel, buffer, layout)]
    least = min(found, key=lambda one: one.order, default=None)
    if least is None or least.costs.wavefronts > least.costs.phases:
        found += [one for layout in plain for one in _padded(kernel, buffer, layout)]
        least = min(found, key=lambda one: one.order, default=None)
    return least


def _orders(buffer: Shared) -> list[Layout]:
    """Return a compact layout for each order of the coordinates.

    In the first of these layouts the last coordinate is the fastest.
    """
    extents = extents_of(buffer.coordinates)
    count = range(len(extents))
    found: list[Layout] = []
    for order in permutations(reversed(count)):
        strides = [0] * len(extents)
        step = 1
        for k in order:
            strides[k] = step
            step *= extents[k]
        found.append(_staged(Layout(extents, tuple(strides)), buffer, step))
    return found


def _staged(layout: Layout, buffer: Shared, size: int) -> Layout:
    stages = _stages_of(buffer)
    if stages == 1:
        return layout
    shape, stride = layout.shape, layout.stride
    assert isinstance(shape, tuple)
    assert isinstance(stride, tuple)
    return Layout((*shape, stages), (*stride, size))


def _stages_of(buffer: Shared) -> int:
    """Return the number of stages in the text of the layout: 3 for `? x 3`, 1 for `?`."""
    count = buffer.text.removeprefix(SOUGHT).strip().removeprefix("x").strip()
    if count and not count.isdecimal():
        raise KernelFileError(
            f"smem.{buffer.name}", f"{buffer.text!r} is not a layout", "write `?`, or `? x 3`"
        )
    return int(count or 1)


def _accesses(kernel: Kernel, buffer: Shared, layout: AnyLayout) -> Iterator[_Access]:
    """Yield the accesses of all steps to the buffer if the buffer has the layout `layout`."""
    for move in with_layout(kernel, buffer, layout).moves:
        given = move.instruction
        if move.by is None or move.unit or (given is not None and given.stays):
            continue
        for place in Taken(move).memories:
            if place.name == buffer.name and isinstance(place, Shared):
                yield _access(move, place)


def _access(move: Move, place: Shared) -> _Access:
    columns, given = Taken(move).columns(place), move.instruction
    if given is not None and given.exchanges:
        rows = rows_of(move, place)
        if isinstance(rows, str):
            raise KernelFileError(f"step {move.number + 1}", rows)
        return _Access(rows, given.width, machine_of_rows(Taken(move), place))
    own = given is not None and (given.name.startswith("cp.async") or given.space == "shared")
    width = given.width if given is not None and own else None
    return _Access(columns, width, Taken(move).machine(place))


def _swizzled(kernel: Kernel, buffer: Shared, plain: Layout) -> Iterator[Found]:
    """Yield the plain layout with each swizzle that allows the instructions' access widths."""
    bits = bits_of(buffer.element)
    try:
        accesses = list(_accesses(kernel, buffer, plain))
    except KernelFileError:
        return
    matrices = [linear(one.columns) for one in accesses]
    size = (plain.cosize - 1).bit_length()
    for swizzle in sorted(swizzles_of(size), key=simplicity):
        served = list[Served]()
        for access, matrix in zip(accesses, matrices, strict=True):
            if matrix is None:
                return
            one = served_with(swizzle, matrix, bits, access.width, access.machine)
            if one is None:
                break
            served.append(one)
        else:
            layout = plain if swizzle == IDENTITY else ComposedLayout(swizzle, 0, plain)
            yield Found(layout, Costs(tuple(served)))


def linear(columns: Columns) -> Matrix | None:
    """Return offsets as a matrix over F2, or None if the offsets are not linear over F2.

    The matrix maps the bits of the thread and of the value to the bits of the offset.

    >>> linear(((0, 4), (1, 5)))
    Matrix(threads=(4,), values=(1,))
    >>> linear(((0, 3), (1, 4))) is None
    True
    """
    values, threads = len(columns), len(columns[0])
    if values & (values - 1) or threads & (threads - 1) or columns[0][0]:
        return None
    by_value = tuple(columns[1 << k][0] for k in range(values.bit_length() - 1))
    by_thread = tuple(columns[0][1 << k] for k in range(threads.bit_length() - 1))
    rows, first = xors(by_value), xors(by_thread)
    if any(columns[v][t] != rows[v] ^ first[t] for v in range(values) for t in range(threads)):
        return None
    return Matrix(by_thread, by_value)


def _padded(kernel: Kernel, buffer: Shared, plain: Layout) -> Iterator[Found]:
    """Yield the plain layout with each padding of its rows.

    A row extends along the fastest coordinate.
    """
    bits = bits_of(buffer.element)
    machines = [Taken(move).machine(buffer) for move in kernel.moves]
    # Larger paddings are not tried: each equals a smaller padding plus whole rows of banks.
    most = max((one.banks + 1) * one.bank_bits for one in machines)
    for padding in range(1, most // bits + 1):
        layout = _with_padding(plain, buffer, padding)
        if layout is None:
            return
        try:
            accesses = list(_accesses(kernel, buffer, layout))
        except KernelFileError:
            continue
        served = []
        for one in accesses:
            most = by_enumeration.widest(one.columns, bits, one.machine)
            width = most if one.width is None else one.width
            if width > most or neighbours(one.columns, width // bits) is None:
                break
            ordered = in_order(one.columns, width, one.machine)
            served.append(by_enumeration.served(ordered, bits, width, one.machine))
        else:
            yield Found(layout, Costs(tuple(served)))


def _with_padding(plain: Layout, buffer: Shared, padding: int) -> Layout | None:
    """Return the layout with each row padded, or None if the layout has no rows.

    A row extends along the fastest coordinate.
    """
    modes = modes_of(plain)
    if plain.rank < 2 or len(buffer.coordinates) < 2 or len(modes) != plain.rank:
        return None
    numbers = [(d, k) for k, (_, d) in enumerate(modes)]
    step, fastest = min(numbers)
    extent = modes[fastest][0]
    if step != 1 or any(d % extent for d, k in numbers if k != fastest):
        return None
    padded = tuple(d if k == fastest else d // extent * (extent + padding) for d, k in numbers)
    return Layout(plain.shape, padded)
