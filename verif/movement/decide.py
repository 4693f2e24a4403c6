"""Decide all statements about the steps, tensors and buffers of a kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path

from spec.composed import as_composed
from verif.english import counted
from verif.movement import description as written
from verif.movement.banks import conflicts, wavefronts
from verif.movement.bounds import admitted, evaluated, masked, reached, sensible
from verif.movement.bulk import bulk
from verif.movement.choosing import Found, best, with_sought
from verif.movement.coverage import covered
from verif.movement.errors import KernelFileError
from verif.movement.flow import followed
from verif.movement.loading import Source, load
from verif.movement.model import Global, Kernel, Move, Multiply, Shared, extents_of
from verif.movement.places import (
    capacities,
    fits_int32,
    global_places,
    own_places,
    own_tiles,
    written_once,
)
from verif.movement.proving import Counterexample, Proof, Theory
from verif.movement.proxies import visibility
from verif.movement.reading import read_kernel
from verif.movement.schedule import scheduled
from verif.movement.sectors import coalesced
from verif.movement.sharing import shared_between_threads
from verif.movement.stating import Statement, Verdict, cost, holds
from verif.movement.strides import with_fixed_strides
from verif.movement.transfers import addressed
from verif.movement.widths import Accesses, accesses

__all__ = ["Decided", "decide", "decide_file"]


@dataclass(frozen=True)
class Decided:
    """A kernel, all statements about it, and the accesses of its steps.

    The statements are in the order of the kernel's file.
    """

    kernel: Kernel
    statements: tuple[Statement, ...]
    accesses: Mapping[int, Accesses] = field(default_factory=dict[int, Accesses])

    def counts(self) -> Counter[Verdict]:
        """Return the number of statements of each verdict."""
        return Counter(one.verdict for one in self.statements)

    def at(self, verdict: Verdict) -> tuple[Statement, ...]:
        """Return the statements with the given verdict."""
        return tuple(one for one in self.statements if one.verdict is verdict)


def decide_file(path: Path | str) -> Decided:
    """Load a kernel file and decide it. Raises OSError or KernelFileError."""
    return decide(load(path))


def decide(given: Source | written.Kernel) -> Decided:
    """Decide a kernel. Raises KernelFileError for an invalid description.

    If a thread-value layout has an element outside its tile, report only faults of this kind.
    """
    source = given if isinstance(given, Source) else Source("kernel", given)
    kernel = read_kernel(source)
    outside = [covered(move) for move in kernel.moves if _leaves(move)]
    if outside:
        return Decided(kernel, tuple(one for one in outside if one is not None))
    theory = Theory(kernel.sizes)
    kernel, chosen = with_sought(_with_fixed_strides(kernel, theory))
    found: list[Statement] = [*sensible(kernel, theory), *reached(kernel, theory)]
    for tensor in kernel.tensors:
        found += _of_tensor(kernel, tensor)
    all_accesses: dict[int, Accesses] = {}
    for step in kernel.steps:
        if isinstance(step, Multiply):
            found += [*evaluated(theory, step), *masked(theory, step)]
    for move in kernel.moves:
        statement = None if move.unit else covered(move)
        if statement is not None:
            found.append(statement)
        if move.by is None:
            found += bulk(theory, move)
            own = own_tiles(kernel, move)
            found += [] if own is None else [own]
            continue
        own_accesses, statements = of_move(kernel, theory, move)
        found += statements
        if move.unit is None:
            all_accesses[move.number] = own_accesses
    if kernel.buffers:
        found += [*capacities(kernel), *addressed(kernel)]
    for buffer in kernel.buffers:
        found += _of_buffer(kernel, buffer, all_accesses, {b.name: f for b, f in chosen})
    found += shared_between_threads(kernel)
    schedule, ordered = scheduled(kernel)
    found += ordered
    found += visibility(kernel, schedule.visible, schedule.undecided)
    if not any(one.verdict is Verdict.FAULT for one in ordered):
        found += followed(kernel, theory, schedule)
    return Decided(kernel, tuple(sorted(found, key=lambda one: one.line)), all_accesses)


def _with_fixed_strides(kernel: Kernel, theory: Theory) -> Kernel:
    """Replace strides with only one value. Raises KernelFileError if there are no sizes."""
    sizes = theory.decide("there are no sizes", "false")
    if isinstance(sizes, Proof):
        raise KernelFileError("sizes", "no sizes meet the conditions", "weaken the conditions")
    if isinstance(sizes, Counterexample):
        return with_fixed_strides(kernel, theory, sizes)
    return kernel


def _leaves(move: Move) -> bool:
    """Whether a thread-value layout has an element outside its tile."""
    return move.by is not None and move.by.cosize > prod(extents_of(move.coordinates))


def _of_tensor(kernel: Kernel, tensor: Global) -> Iterator[Statement]:
    if tensor.index == "int32":
        yield fits_int32(kernel, tensor)
    if any(move.target == tensor for move in kernel.moves):
        yield global_places(kernel, tensor)


def of_move(kernel: Kernel, theory: Theory, move: Move) -> tuple[Accesses, tuple[Statement, ...]]:
    """Return the accesses of a step, and the statements about them.

    Pre-conditions: the step has a thread-value layout, and all elements of this layout are in the
    tile.
    """
    found = accesses(theory, move)
    return found, tuple(_of_accesses(kernel, theory, move, found))


def _of_accesses(
    kernel: Kernel, theory: Theory, move: Move, found: Accesses
) -> Iterator[Statement]:
    yield from found.statements
    yield from evaluated(theory, move)
    for side in found.sides if found.are_possible else ():
        if isinstance(side.place, Global):
            yield from admitted(theory, found.taken, side)
    if not any(isinstance(one, Global) for one in found.taken.memories):
        yield from masked(theory, move)
    if move.unit is None and found.are_possible:
        yield from conflicts(found)
        yield from coalesced(theory, found)
    once = None if move.unit else written_once(move)
    for statement in (once, own_tiles(kernel, move)):
        if statement is not None:
            yield statement


def _of_buffer(
    kernel: Kernel,
    buffer: Shared,
    found: Mapping[int, Accesses],
    chosen: Mapping[str, Found],
) -> Iterator[Statement]:
    yield own_places(buffer)
    if any(buffer in one.taken.memories and not one.are_possible for one in found.values()):
        return
    own = [(one, side) for one in found.values() for side in one.sides]
    own = [(one, side) for one, side in own if side.place.name == buffer.name]
    if not all(one.taken.is_modelled(side.place) for one, side in own):
        return
    sides = [side for _, side in own]
    total = sum(map(wavefronts, sides))
    claim = f"no swizzle of {buffer.name} needs fewer wavefronts for all steps"
    one = chosen.get(buffer.name)
    if one is not None:
        detail = f"{one.layout} needs {counted(one.costs.wavefronts, 'wavefront')}"
        yield holds(buffer.line, buffer.name, claim, detail)
        return
    if not sides:
        return
    least = best(kernel, buffer, [as_composed(buffer.layout).layout])
    if least is not None and least.costs.wavefronts < total:
        detail = f"{least.layout} needs {least.costs.wavefronts}, and {buffer.text} needs {total}"
        yield cost(buffer.line, buffer.name, claim, detail)
    else:
        yield holds(buffer.line, buffer.name, claim, counted(total, "wavefront"))
