"""The right inverse: a chain of the sorted modes maps offsets back to coordinates.

The function `chain` goes through the placed modes (see the chapter `placed`), sorted by stride. It
returns a list of modes, the chain. `current` is the end of the chain so far. A mode of stride
`current` continues the chain: the chain gets a mode with the same shape, whose stride is the step
of the placed mode. The other modes are skipped.

For each index i of the chain, the sorted modes have the offset current*i at the coordinate
`coordinate_in_chain`, which has the digit 0 along the skipped modes. The function `steps` turns
this coordinate into a 1-D coordinate of the layout. The chain maps i to this 1-D coordinate. The
proof is by induction on the modes (`chain_takes_its_index_to_the_offset`). For current = 1 this is
the main theorem, `chain_is_a_right_inverse`: L(R(i)) = i for a layout L and its chain R.
"""

from __future__ import annotations

from spec.inverse import PlacedModes, chain, placed, sort_placed
from spec.modes import Modes, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure
from verif.readings.modes import strides_from
from verif.theory.inverse.placed import (
    coordinate_after_sorting_is_one_before,
    count,
    offset,
    steps,
    steps_from,
)
from verif.theory.layouts.modes import opened


@definition(on="modes")
def coordinate_in_chain(modes: PlacedModes, current: int, i: int) -> int:
    """The coordinate of `modes` with the digits of i along the chain, and 0 along other modes."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == current:
        return i % s + s * coordinate_in_chain(rest, s * current, i // s)
    return s * coordinate_in_chain(rest, current, i)


@contract(chain, on="modes", opens=True)
def chain_is_modes(modes: PlacedModes, current: int) -> Promise:
    """A chain is a list of modes. If all steps are >= `floor`, so are the chain's strides."""

    def strides_are_steps(result: Modes, floor: int) -> None:
        assume("the steps", steps_from(modes, floor))
        ensure("the strides", strides_from(result, floor))

    return Promise(everywhere={strides_from: strides_are_steps})


@lemma
def chain_takes_its_index_to_the_offset(modes: PlacedModes, current: int, i: int) -> Lemma:
    """A chain maps i to the `steps` of a coordinate whose offset is current*i."""
    opened(modes)
    assume("i is a coordinate", 0 <= i < total(chain(modes, current)))

    def shows() -> None:
        n = coordinate_in_chain(modes, current, i)
        ensure("a coordinate", n >= 0)
        ensure("a coordinate", n < count(modes))
        ensure("offset", offset(modes, n) == current * i)
        ensure("steps", steps(modes, n) == value(chain(modes, current), i))

    def proof() -> None:
        """Induction on the modes: the first mode gets a digit of i, or 0 if the chain skips it."""
        if not modes:
            return
        (s, d, _), rest = modes[0], modes[1:]
        if d == current:
            chain_takes_its_index_to_the_offset(rest, s * current, i // s)
        else:
            chain_takes_its_index_to_the_offset(rest, current, i)

    return shows, proof


@lemma
def chain_is_a_right_inverse(modes: Modes, i: int) -> Lemma:
    """The chain of the sorted modes maps i to a coordinate with the offset i."""
    graph = placed(modes, 1)
    ordered = sort_placed(graph)
    result = chain(ordered, 1)
    assume("i is a coordinate", 0 <= i < total(result))

    def shows() -> None:
        at = value(result, i)
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < total(modes))
        ensure("a coordinate with the offset i", value(modes, at) == i)

    def proof() -> None:
        """Apply `chain_takes_its_index_to_the_offset`, with current = 1, and undo the sorting."""
        chain_takes_its_index_to_the_offset(ordered, 1, i)
        coordinate_after_sorting_is_one_before(graph, coordinate_in_chain(ordered, 1, i))

    return shows, proof
