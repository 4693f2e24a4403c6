"""Ranges 0 .. m - 1 of naturals that a swizzle permutes, or does not move at all.

Let Sw be the swizzle Sw<B,M,S>. `kept(Sw, n)` is some m <= n such that Sw permutes 0 .. m - 1. A
larger such m may exist. `unmoved(Sw)` is the largest m, at most the size of Sw's blocks, such that
Sw moves none of 0 .. m - 1. If B = 0, `unmoved(Sw)` is this size, 2^(M + abs(S)). If S > 0, Sw
moves bits to places below the mask. So Sw also permutes each smaller block of u naturals, where u
is the lowest bit of the mask.
"""

from __future__ import annotations

from spec.swizzle import MOST_BITS, Swizzle, apply_swizzle
from spec.swizzled import kept, unmoved
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure
from verif.theory.linear.swizzles import (
    a_swizzle_is_its_own_inverse,
    a_swizzle_keeps_its_block,
    mask_of,
    moved,
)
from verif.theory.numbers.bits import zero_has_no_bits
from verif.theory.numbers.masks import (
    an_xor_with_less_keeps_the_block,
    bits_in_common_are_no_more,
    numbers_below_do_not_meet_multiples,
)
from verif.theory.numbers.powers import a_power_of_two_has_one_bit, powers_of_two_grow


@lemma
def a_swizzle_moves_nothing_below_its_mask(x: int, bits: int, base: int, shift: int) -> Lemma:
    """A swizzle changes no x below its mask's lowest bit. A swizzle with B = 0 changes no x."""
    assume("x >= 0", x >= 0)
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("abs(S) >= B", abs(shift) >= bits)
    assume("B + M + abs(S) <= MOST_BITS", bits + base + abs(shift) <= MOST_BITS)
    assume("unmoved", bits == 0 or x < unmoved(Swizzle(bits, base, shift)))

    def shows() -> None:
        ensure("x is unchanged", apply_swizzle(x, bits, base, shift) == x)

    def proof() -> None:
        """The mask is a multiple of its lowest bit. x is below this bit, so x & mask = 0."""
        zero_has_no_bits(x)
        if bits:
            place = base + shift if shift >= 0 else base
            a_power_of_two_has_one_bit(bits)
            a_power_of_two_has_one_bit(place)
            numbers_below_do_not_meet_multiples(x, 1 << place, (1 << bits) - 1)

    return shows, proof


@lemma
def a_swizzle_down_keeps_its_units(x: int, bits: int, base: int, shift: int) -> Lemma:
    """If S > 0, Sw<B,M,S> keeps each natural in its block of 2^(M + S) naturals."""
    assume("x >= 0", x >= 0)
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("S >= B", shift >= bits)
    assume("B + M + S <= MOST_BITS", bits + base + shift <= MOST_BITS)

    def shows() -> None:
        unit = 1 << (base + shift)
        ensure("the same block", apply_swizzle(x, bits, base, shift) // unit == x // unit)

    def proof() -> None:
        """The masked bits move to places below 2^(M + S), so the XOR does not change the block."""
        mask, unit = mask_of(bits, base, shift), 1 << (base + shift)
        a_power_of_two_has_one_bit(bits)
        a_power_of_two_has_one_bit(base + shift)
        powers_of_two_grow(bits, shift)
        bits_in_common_are_no_more(x, mask)
        ensure("below the unit", moved(x & mask, shift) < unit)
        an_xor_with_less_keeps_the_block(x, moved(x & mask, shift), unit)

    return shows, proof


@lemma
def kept_naturals_go_to_one_another(x: int, bits: int, base: int, shift: int, n: int) -> Lemma:
    """A swizzle maps the naturals below `kept` to naturals below `kept`. `kept` is at most n."""
    assume("n >= 1", n >= 1)
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("abs(S) >= B", abs(shift) >= bits)
    assume("B + M + abs(S) <= MOST_BITS", bits + base + abs(shift) <= MOST_BITS)
    assume("x is below", 0 <= x < kept(Swizzle(bits, base, shift), n))

    def shows() -> None:
        number = kept(Swizzle(bits, base, shift), n)
        ensure("no more", number <= n)
        once = apply_swizzle(x, bits, base, shift)
        ensure("a natural", once >= 0)
        ensure("below", once < number)

    def proof() -> None:
        """By cases: the swizzle does not move x at all, or it keeps x in its block."""
        swizzle = Swizzle(bits, base, shift)
        number, still = kept(swizzle, n), unmoved(swizzle)
        if bits == 0 or number <= still:
            a_swizzle_moves_nothing_below_its_mask(x, bits, base, shift)
        else:
            a_swizzle_is_its_own_inverse(x, bits, base, shift)
            once = apply_swizzle(x, bits, base, shift)
            unit = still if shift > 0 else swizzle.size
            if shift > 0:
                a_swizzle_down_keeps_its_units(x, bits, base, shift)
            else:
                a_swizzle_keeps_its_block(x, bits, base, shift)
            ensure("x is in a whole block below n", x // unit < n // unit)
            ensure("the same block", once // unit < n // unit)

    return shows, proof
