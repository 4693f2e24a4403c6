"""Locations: no two elements share a location, offsets fit in int32, buffers fit in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import lcm

from spec.errors import LayoutError
from spec.memory.accesses import bits_of
from verif.movement.model import Coordinate, Global, Kernel, Move, Multiply, Reduce, Shared
from verif.movement.moves import Taken, element_of
from verif.movement.stating import Statement, Verdict, fault, holds, unknown
from verif.questions import Effort, Ruling, ask, read_question
from verif.sizes.asked import Asked, asked
from verif.sizes.where import where

ALIGNED = 128
"""The sizes of buffers in shared memory are rounded up to a multiple of this number of bytes."""


def own_places(buffer: Shared) -> Statement:
    """State that all elements of all stages of a buffer have different offsets.

    Obligation: the layout is injective on (coordinates.., stage), by enumeration.
    """
    claim = f"no two elements of {buffer.name} share a place"
    seen: dict[int, tuple[int, int]] = {}
    for stage in range(buffer.stages):
        for number, offset in enumerate(buffer.offsets(stage)):
            if offset in seen:
                first = _element(buffer, *seen[offset])
                detail = f"{first} and {_element(buffer, number, stage)} have the offset {offset}"
                return fault(buffer.line, buffer.name, claim, detail)
            if offset < 0:
                detail = f"{_element(buffer, number, stage)} has the offset {offset}, below 0"
                return fault(buffer.line, buffer.name, claim, detail)
            seen[offset] = number, stage
    stages = f" in {buffer.stages} stages" if buffer.stages > 1 else ""
    return holds(buffer.line, buffer.name, claim, f"{len(seen)} elements{stages}: {buffer.layout}")


def _element(buffer: Shared, number: int, stage: int) -> str:
    staged = f" of stage {stage}" if buffer.stages > 1 else ""
    return f"{element_of(buffer, number)}{staged}"


def written_once(move: Move) -> Statement | None:
    """State that no two threads write one location in a step.

    Obligation, by enumeration: different (thread, value) pairs write different elements. Different
    elements have different locations by `own_places` and `global_places`. Different blocks write
    different elements by `own_tiles`. Exception: in an encoding that is larger than its tile,
    several threads hold an element, and may all write this element to its place in a buffer.
    """
    target = move.target
    if not isinstance(target, Global | Shared) or move.by is None:
        return None
    claim = f"no two threads write the same place of {target.name} in this step"
    if move.repeats and isinstance(target, Shared):
        detail = "threads that hold the same element write it to the same place"
        return holds(
            move.line,
            move.text,
            f"no two threads write different elements to the same place of {target.name} in this"
            " step",
            detail,
        )
    seen: dict[int, tuple[int, int]] = {}
    for v, column in enumerate(Taken(move).numbers_of(target)):
        for t, number in enumerate(column):
            if number in seen:
                u, w = seen[number]
                detail = (
                    f"thread {u}, value {w} and thread {move.threads[t]}, value {v} both write"
                    f" {element_of(target, number)}"
                )
                return fault(move.line, move.text, claim, detail)
            seen[number] = move.threads[t], v
    return holds(move.line, move.text, claim, f"{len(seen)} places of a tile are written")


def own_tiles(kernel: Kernel, move: Move) -> Statement | None:
    """State that no two blocks write the same element, or add the same sums to the same element.

    Obligation: blocks that differ in a coordinate of the grid have different tiles of the tensor.
    So each coordinate of the grid must be a coordinate of the tensor. For a coordinate that splits
    a loop among the blocks, it suffices that the tensor has all coordinates of this loop.
    Exception: a move that adds sums to the tensor may add the sums of two blocks to the same tile,
    if the blocks sum over different tiles, and their sums start from zero.
    """
    target = move.target
    if not isinstance(target, Global):
        return None
    own, summed = set(target.coordinates), set(_summed(kernel, move))
    detail = "blocks have different tiles"
    verb = "add the same sums to" if move.adds else "write"
    claim = f"no two blocks {verb} the same element of {target.name}"
    for one in kernel.coordinates:
        tiles = kernel.splits.get(one.name, (one,))
        if one in own and one.name in kernel.splits:
            parts = ", ".join(x.name for x in tiles)
            detail = f"blocks along {one.name} write the results of different tiles of {parts}"
        if not one.in_grid or one.is_single or one in own or own.issuperset(tiles):
            continue
        if not (own | summed).issuperset(tiles):
            detail = f"blocks that differ only in {one.name} {verb} the same tile"
            return fault(move.line, move.text, claim, detail)
        loaded = next((m for m in kernel.moves if m.target.name == move.source.name), None)
        if loaded is not None:
            detail = f"each block along {one.name} adds the elements of {loaded.source.name}"
            return fault(move.line, move.text, claim, detail)
        names = ", ".join(x.name for x in tiles if x in summed)
        detail = (
            f"blocks that differ in {one.name} add parts of the sum over {names}; blocks that"
            " differ in another coordinate write different tiles"
        )
    return holds(move.line, move.text, claim, detail)


def _summed(kernel: Kernel, move: Move) -> Iterator[Coordinate]:
    """If a step adds sums to memory, yield the coordinates over which the sums were computed."""
    for step in kernel.steps if move.adds else ():
        if isinstance(step, Multiply) and move.source.name == f"{step.instruction.name}.C":
            yield step.coordinates[2]
        if isinstance(step, Reduce) and step.target == move.source:
            yield step.over


def global_places(kernel: Kernel, tensor: Global) -> Statement:
    """State that different elements of a tensor have different offsets.

    Only a tensor that a step writes needs this statement.

    Obligation, for all sizes: the layout is injective. `check --for` decides the same question.
    """
    claim = f"no two elements of {tensor.name} share a place"
    return _asked(kernel, tensor, claim, f"injective({tensor.text})")


def fits_int32(kernel: Kernel, tensor: Global) -> Statement:
    """State that each offset in a tensor fits in int32, for all sizes.

    Obligation: every product of a digit and a stride, and every partial sum, is an int32.
    `check --for` decides the same question. The offset of a tile and the offset in the tile are
    partial sums.
    """
    claim = f"every offset in {tensor.name} fits in int32"
    return _asked(kernel, tensor, claim, f"fits_int32({tensor.text})")


def _asked(kernel: Kernel, tensor: Global, claim: str, question: str) -> Statement:
    """Return the statement that answers a question for all values of the question's sizes."""
    names = names_for(kernel, question)
    asking = f"--for {names!r} {question!r}"
    try:
        found = _answer(question, names) if names else None
    except LayoutError as error:
        return unknown(tensor.line, tensor.name, claim, str(error))
    if found is None:
        return _fixed(tensor, claim, question)
    if found.ruling is Ruling.HOLDS:
        return Statement(
            tensor.line, tensor.name, claim, Verdict.HOLDS, f"for all sizes: {found.reason}", asking
        )
    if found.ruling is Ruling.UNKNOWN:
        return unknown(tensor.line, tensor.name, claim, found.reason)
    detail = f"{found.place}: {_of_tensor(found.reason, tensor)}"
    return fault(tensor.line, tensor.name, claim, detail, asking)


def _of_tensor(reason: str, tensor: Global) -> str:
    """Replace the name A, which stands for a question's first layout, with the tensor's name."""
    return re.sub(r"\bA\(", f"{tensor.name}(", reason)


@lru_cache(maxsize=256)
def _answer(question: str, names: str) -> Asked:
    """Return the answer for all sizes. Cached, because tensors often have the same layout."""
    return asked(question, names)


def _fixed(tensor: Global, claim: str, question: str) -> Statement:
    """Answer a question without sizes, and return the answer as a statement."""
    answer = ask(read_question(question), Effort())
    verdict = {Ruling.HOLDS: Verdict.HOLDS, Ruling.REFUTED: Verdict.FAULT}
    return Statement(
        tensor.line,
        tensor.name,
        claim,
        verdict.get(answer.ruling, Verdict.UNKNOWN),
        _of_tensor(answer.reason, tensor),
        question,
    )


def names_for(kernel: Kernel, question: str) -> str:
    """Return the sizes that a question depends on, and the conditions on these sizes.

    A condition is included if it shares a size with the question or with an included condition. The
    other conditions do not restrict these sizes.
    """
    _, *parts = (part.strip() for part in kernel.sizes.text.split(";"))
    known = set(kernel.sizes.known)
    used = _words(question) & known
    kept: list[str] = []
    while True:
        more = [p for p in parts if p and p not in kept and _words(p) & used]
        if not more:
            break
        kept += more
        used |= {word for part in more for word in _words(part) & known}
    if not used:
        return ""
    defined = {name for name, _ in kernel.sizes.definitions}
    names = [name for name in kernel.sizes.names if name in used and name not in defined]
    return "; ".join((", ".join(names), *(p for p in parts if p in kept)))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z][A-Za-z0-9_]*", text))


def capacities(kernel: Kernel) -> Iterator[Statement]:
    """State that each memory has room for its buffers."""
    for space in dict.fromkeys(one.space for one in kernel.buffers):
        own = tuple(one for one in kernel.buffers if one.space == space)
        yield _capacity(space, own, kernel.bytes_of_spaces[space])


def _capacity(space: str, buffers: tuple[Shared, ...], most: int) -> Statement:
    """State that buffers fit in a memory one after the other, each with its alignment.

    A buffer that reuses the memory of another buffer, by `at`, needs no further memory.
    """
    memory = "shared memory" if space == "smem" else space
    claim = f"the buffers fit in {most} bytes of {memory}"
    sizes = {one.name: bytes_of(one) for one in buffers}
    total = 0
    for one in buffers:
        if one.at is None:
            together = [one, *(other for other in buffers if other.at == one.name)]
            alignment = lcm(*(other.alignment for other in together))
            total = -(-total // alignment) * alignment
            total += max(sizes[other.name] for other in together)
    line = min(one.line for one in buffers)
    if total > most:
        parts = ", ".join(f"{name} {size}" for name, size in sizes.items())
        return fault(line, space, claim, f"they take {total} bytes: {parts}")
    return holds(line, space, claim, f"{total} bytes")


def bytes_of(buffer: Shared) -> int:
    """Return the number of bytes of a buffer, rounded up to a multiple of ALIGNED."""
    last = max(max(buffer.offsets(stage)) for stage in range(buffer.stages))
    raw = -(-(last + 1) * bits_of(buffer.element) // 8)
    return -(-raw // ALIGNED) * ALIGNED


def sizes_where(kernel: Kernel, tensor: Global) -> str:
    """Return, in words, a condition on the sizes under which a tensor's offsets fit in int32."""
    question = f"fits_int32({tensor.text})"
    names = names_for(kernel, question)
    found = where(question, names)
    if found.conditions is None:
        return f"at unknown sizes: {found.reason}"
    return f"{'exactly ' if found.is_exact else ''}where {found.condition}"
