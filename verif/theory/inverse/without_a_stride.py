"""Lists of modes that lack a stride: what is merged, placed and sorted of them lacks it, too.

Coalescing keeps the strides of some of the modes, and placing and sorting those of all. A chain
begins with a mode whose stride is the offset that it starts from: where all lack it, it is empty,
the main theorem, `a_chain_of_modes_without_its_stride_is_empty`.
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
    """Coalesced modes lack the strides that the modes lack."""
    assume("no stride d", lack(modes, d))

    def shows() -> None:
        ensure("no stride d", lack(coalesce_modes(modes), d))

    def proof() -> None:
        """Induction on the modes: what is merged keeps the stride of the first of them."""
        unfold(coalesce_modes, modes)
        if modes:
            coalescing_makes_no_stride(modes[1:], d)
            merged = coalesce_modes(modes[1:])
            opened(merged)
            unfold(push, modes[0], merged)

    return shows, proof


@lemma
def placing_makes_no_stride(modes: Modes, step: int, d: int) -> Lemma:
    """Placed modes lack the strides that the modes lack."""
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
    """A mode of another stride, put among modes that lack one, brings it not."""
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
    """Sorted modes lack the strides that the modes lack."""
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
    """A chain of placed modes that lack the stride it begins with has no mode."""
    assume("no such stride", placed_lack(modes, current))

    def shows() -> None:
        ensure("empty", not chain(modes, current))

    def proof() -> None:
        """Induction on the modes, each of which is skipped."""
        unfold(chain, modes, current)
        if modes:
            a_chain_without_its_stride_is_empty(modes[1:], current)

    return shows, proof


@lemma
def a_chain_of_modes_without_its_stride_is_empty(modes: Modes, current: int) -> Lemma:
    """The sorted modes of a list that lacks a stride, coalesced, have no chain from it on."""
    assume("no such stride", lack(modes, current))

    def shows() -> None:
        left = coalesce_modes(chain(sort_placed(placed(coalesce_modes(modes), 1)), current))
        ensure("empty", not left)
        ensure("one coordinate", total(left) == 1)

    def proof() -> None:
        """From the modes to those that are coalesced, placed and sorted."""
        graph = placed(coalesce_modes(modes), 1)
        coalescing_makes_no_stride(modes, current)
        placing_makes_no_stride(coalesce_modes(modes), 1, current)
        sorting_makes_no_stride(graph, current)
        a_chain_without_its_stride_is_empty(sort_placed(graph), current)
        unfold(coalesce_modes, chain(sort_placed(graph), current))

    return shows, proof
