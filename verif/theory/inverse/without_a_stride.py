"""Lists of modes without a given stride: coalescing, placing and sorting do not add this stride.

Coalescing adds no strides. Placing gives each mode a step and keeps its stride, and sorting keeps
all strides. A chain from an offset begins with a mode whose stride is this offset. If no mode has
this stride, the chain is empty. This is the main theorem,
`a_chain_of_modes_without_its_stride_is_empty`.
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes, push
from spec.inverse import Placed, PlacedModes, chain, insert_placed, placed, sort_placed
from spec.modes import Modes, total
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure, unfold
from verif.theory.layouts.modes import opened


@definition(on="modes")
def lack(modes: Modes, d: int) -> bool:
    """Whether no mode has the stride d."""
    if not modes:
        return True
    return modes[0][1] != d and lack(modes[1:], d)


@definition(on="modes")
def placed_lack(modes: PlacedModes, d: int) -> bool:
    """Whether no placed mode has the stride d."""
    if not modes:
        return True
    return modes[0].stride != d and placed_lack(modes[1:], d)


@lemma
def coalescing_makes_no_stride(modes: Modes, d: int) -> Lemma:
    """If modes lack a stride, the coalesced modes lack it, too."""
    assume("no stride d", lack(modes, d))

    def shows() -> None:
        ensure("no stride d", lack(coalesce_modes(modes), d))

    def proof() -> None:
        """Induction on the modes: a merged mode keeps the stride of its first part."""
        unfold(coalesce_modes, modes)
        if modes:
            coalescing_makes_no_stride(modes[1:], d)
            merged = coalesce_modes(modes[1:])
            opened(merged)
            unfold(push, modes[0], merged)

    return shows, proof


@lemma
def placing_makes_no_stride(modes: Modes, step: int, d: int) -> Lemma:
    """If no mode has the stride d, no placed mode has the stride d."""
    assume("no stride d", lack(modes, d))

    def shows() -> None:
        ensure("no stride d", placed_lack(placed(modes, step), d))

    def proof() -> None:
        """Induction on the modes."""
        unfold(placed, modes, step)
        if modes:
            placing_makes_no_stride(modes[1:], modes[0][0] * step, d)

    return shows, proof


@lemma(on="modes")
def inserting_makes_no_other_stride(mode: Placed, modes: PlacedModes, d: int) -> Lemma:
    """If a list and a mode have no stride d, the list with the mode inserted has no stride d."""
    assume("no stride d", placed_lack(modes, d))
    assume("another stride", mode.stride != d)

    def shows() -> None:
        ensure("no stride d", placed_lack(insert_placed(mode, modes), d))

    def proof() -> None:
        """Induction on the modes."""
        unfold(insert_placed, mode, modes)
        if modes:
            inserting_makes_no_other_stride(mode, modes[1:], d)

    return shows, proof


@lemma
def sorting_makes_no_stride(modes: PlacedModes, d: int) -> Lemma:
    """If placed modes lack a stride, the sorted modes lack it, too."""
    assume("no stride d", placed_lack(modes, d))

    def shows() -> None:
        ensure("no stride d", placed_lack(sort_placed(modes), d))

    def proof() -> None:
        """Induction on the modes."""
        unfold(sort_placed, modes)
        if modes:
            sorting_makes_no_stride(modes[1:], d)
            inserting_makes_no_other_stride(modes[0], sort_placed(modes[1:]), d)

    return shows, proof


@lemma
def a_chain_without_its_stride_is_empty(modes: PlacedModes, current: int) -> Lemma:
    """If no placed mode has the stride `current`, the chain from `current` is empty."""
    assume("no mode has this stride", placed_lack(modes, current))

    def shows() -> None:
        ensure("empty", not chain(modes, current))

    def proof() -> None:
        """Induction on the modes: each mode is skipped."""
        unfold(chain, modes, current)
        if modes:
            a_chain_without_its_stride_is_empty(modes[1:], current)

    return shows, proof


@lemma
def a_chain_of_modes_without_its_stride_is_empty(modes: Modes, current: int) -> Lemma:
    """If no mode has the stride `current`, the right inverse's chain from `current` is empty."""
    assume("no mode has this stride", lack(modes, current))

    def shows() -> None:
        left = coalesce_modes(chain(sort_placed(placed(coalesce_modes(modes), 1)), current))
        ensure("empty", not left)
        ensure("one coordinate", total(left) == 1)

    def proof() -> None:
        """Coalescing, placing and sorting do not add the stride, so each mode is skipped."""
        graph = placed(coalesce_modes(modes), 1)
        coalescing_makes_no_stride(modes, current)
        placing_makes_no_stride(coalesce_modes(modes), 1, current)
        sorting_makes_no_stride(graph, current)
        a_chain_without_its_stride_is_empty(sort_placed(graph), current)
        unfold(coalesce_modes, chain(sort_placed(graph), current))

    return shows, proof
