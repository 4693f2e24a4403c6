"""One by one: compose each mode of B alone, and make the results the modes of a layout.

`composition(A, B_k)` is A after the mode B_k alone, if B_k is accepted. `make_layout` combines the
results into one layout. For each mode of B this layout has a group of modes. The group and the mode
of B have the same size. At coordinate i, the group of B_k = n:w receives the digit c_k of i, and
maps it to A^(w*c_k). So the value of the layout at i is the sum of all A^(w*c_k), which is called
`distributed`. This is the main theorem, the contract of `compositions`. Its proof is by induction
on B's modes. So every theorem about `distributed` is a theorem about (A o B_1, .., A o B_m).

A mode is accepted alone if it is cut at its breaks and its pieces do not carry (`each_accepted`).
This is the case if B as a whole is accepted. It is also the case if A coalesces to one mode.
"""

from __future__ import annotations

from spec.coalesce import coalesce_extended
from spec.composition import first_break, no_carry, refine, refine_all
from spec.errors import InadmissibleError
from spec.modes import Groups, Modes, joined, total
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, unfold
from verif.readings.groups import cuts
from verif.readings.modes import strides_from
from verif.readings.one_by_one import compositions
from verif.theory.composition.one_mode import pieces_needed
from verif.theory.composition.two_lists import no_carry_together_is_none_apart
from verif.theory.composition.whole_b import all_cut
from verif.theory.distributivity.super_increasing import distributed
from verif.theory.layouts.groups import groups_value, one_more_group_is_joined_in_front
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="b")
def each_accepted(modes: Modes, b: Modes) -> bool:
    """Whether composition accepts each mode of B.

    A mode is accepted if its stride is not negative, if it has at most as many pieces as A has
    modes, and if its pieces do not carry.
    """
    if not b:
        return True
    (n, w), rest = b[0], b[1:]
    few = w >= 0 and 1 <= pieces_needed(modes, n, w) <= len(modes)
    return few and no_carry(modes, refine(modes, n, w, len(modes))) and each_accepted(modes, rest)


@contract(compositions, on="b", rejects=InadmissibleError)
def modes_composed_one_by_one_are_the_sum(a: Modes, b: Modes) -> Promise:
    """If A is composed with each mode of B alone, the results' offsets add up to `distributed`."""
    at_least_one_mode(a)

    def accepts() -> bool:
        return each_accepted(coalesce_extended(a), b)

    def shows(groups: Groups) -> None:
        ensure("a group for each mode of B", len(groups) == len(b))
        ensure("each of its size", cuts(b, groups))
        ensure("size", total(joined(groups)) == total(b))
        ensure("at least one mode", bool(joined(groups)) or not b)

    def value_of_groups(groups: Groups, x: int) -> None:
        assume("x is a coordinate", 0 <= x < total(b))
        ensure("the sum of A^(w_k*c_k)", groups_value(groups, x) == distributed(a, b, x))

    return Promise(shows, {groups_value: value_of_groups}, accepts=accepts)


@lemma(on="b")
def what_is_accepted_is_accepted_one_by_one(modes: Modes, b: Modes) -> Lemma:
    """If composition accepts B, it accepts each mode of B alone."""
    at_least_one_mode(modes)
    assume("every mode is cut", all_cut(modes, b))
    if proving() and b:
        # Split the hypothesis about all pieces into one hypothesis about the pieces of the first
        # mode and one hypothesis about the other pieces.
        (size, stride), beyond = b[0], b[1:]
        unfold(refine_all, modes, b)
        front = refine(modes, size, stride, len(modes))
        one_more_group_is_joined_in_front(front, refine_all(modes, beyond))
    assume("no carry", no_carry(modes, joined(refine_all(modes, b))))

    def shows() -> None:
        ensure("each is accepted", each_accepted(modes, b))

    def proof() -> None:
        """Induction on B's modes: pieces that do not carry together do not carry separately."""
        if not b:
            return
        (n, w), rest = b[0], b[1:]
        first, others = refine(modes, n, w, len(modes)), joined(refine_all(modes, rest))
        no_carry_together_is_none_apart(modes, first, others)
        what_is_accepted_is_accepted_one_by_one(modes, rest)

    return shows, proof


@lemma(on="b")
def one_mode_of_a_accepts_each(modes: Modes, b: Modes) -> Lemma:
    """If A has one mode and B has no negative stride, composition accepts each mode of B."""
    assume("one mode", bool(modes) and not modes[1:])
    assume("no step back", strides_from(b, 0))

    def shows() -> None:
        ensure("each is accepted", each_accepted(modes, b))

    def proof() -> None:
        """Induction on B's modes."""
        if b:
            n, w = b[0]
            unfold(first_break, modes, n, w)
            unfold(pieces_needed, modes, n, w)
            one_mode_of_a_accepts_each(modes, b[1:])

    return shows, proof
