"""Swizzles: each is its own inverse, is linear over F2, and keeps a number's block and low bits.

A swizzle Sw<B,M,S> maps x to x ^ e. Let k be 2^B - 1. If S >= 0, e is (x & m) / 2^S, where the mask
m is 2^(M + S) * k. If S < 0, e is (x & m) * 2^-S, where m is 2^M * k. Since abs(S) >= B, k is less
than 2^abs(S), the factor by which the swizzle moves bits.
"""

from __future__ import annotations

from spec.swizzle import MOST_BITS, apply_swizzle
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, witness
from verif.theory.numbers.lowest import (
    a_multiple_has_no_bits_below,
    bits_below_are_the_remainder,
    xored_with_a_multiple_it_is_the_same_below,
)
from verif.theory.numbers.masks import (
    a_swizzle_down_is_its_own_inverse,
    a_swizzle_up_is_its_own_inverse,
    an_xor_with_less_keeps_the_block,
    bits_in_common_are_no_more,
    bits_in_common_with_a_multiple_are_one,
)
from verif.theory.numbers.moved import (
    an_xor_moves_down_by_its_parts,
    an_xor_moves_up_by_its_parts,
    bits_in_common_with_a_mask_are_linear,
)
from verif.theory.numbers.powers import (
    a_power_of_two_has_one_bit,
    powers_of_two_grow,
    powers_of_two_multiply,
)
from verif.theory.numbers.xors import xors_of_four_in_any_order


def mask_of(bits: int, base: int, shift: int) -> int:
    """The mask of the bits that a swizzle moves.

    >>> mask_of(2, 1, 3), mask_of(2, 1, -3)
    (48, 6)
    """
    unit = 1 << (base + shift) if shift >= 0 else 1 << base
    return unit * ((1 << bits) - 1)


def moved(kept: int, shift: int) -> int:
    """Move the bits of `kept` to the places where a swizzle XORs them onto other bits.

    The argument `kept` consists of the bits of a number that lie in the swizzle's mask.

    >>> moved(16, 3), moved(2, -3)
    (2, 16)
    """
    return kept // (1 << shift) if shift >= 0 else kept * (1 << -shift)


@lemma
def a_mask_moves_by_more(bits: int, base: int, shift: int) -> Lemma:
    """A swizzle's mask is a natural number, and 2^B - 1 is less than 2^abs(S).

    The factor 2^abs(S), the mask's unit 2^(M + max(S, 0)) and their product are powers of two.
    """
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("abs(S) >= B", abs(shift) >= bits)

    def shows() -> None:
        ensure("a natural", mask_of(bits, base, shift) >= 0)
        if shift >= 0:
            lowest, factor = 1 << (base + shift), 1 << shift
        else:
            lowest, factor = 1 << base, 1 << -shift
        ensure("a unit", lowest >= 1)
        ensure("one bit", lowest & (lowest - 1) == 0)
        ensure("a factor", factor >= 1)
        ensure("one bit", factor & (factor - 1) == 0)
        ensure("by less", (1 << bits) - 1 < factor)
        ensure("their product", (factor * lowest) & (factor * lowest - 1) == 0)

    def proof() -> None:
        """A power of two has one bit, and a greater exponent gives a greater power."""
        place, steps = (base + shift, shift) if shift >= 0 else (base, -shift)
        a_power_of_two_has_one_bit(bits)
        a_power_of_two_has_one_bit(place)
        a_power_of_two_has_one_bit(steps)
        powers_of_two_grow(bits, steps)
        powers_of_two_multiply(place, steps)
        a_power_of_two_has_one_bit(place + steps)

    return shows, proof


@lemma
def a_swizzle_is_its_own_inverse(x: int, bits: int, base: int, shift: int) -> Lemma:
    """A swizzle maps naturals to naturals, and is its own inverse."""
    assume("x >= 0", x >= 0)
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("abs(S) >= B", abs(shift) >= bits)
    assume("B + M + abs(S) <= MOST_BITS", bits + base + abs(shift) <= MOST_BITS)

    def shows() -> None:
        once = apply_swizzle(x, bits, base, shift)
        ensure("a natural", once >= 0)
        ensure("its own inverse", apply_swizzle(once, bits, base, shift) == x)

    def proof() -> None:
        """Apply the lemmas about bits that are moved by at least the width of their mask."""
        a_mask_moves_by_more(bits, base, shift)
        ones = (1 << bits) - 1
        if shift >= 0:
            a_swizzle_down_is_its_own_inverse(x, 1 << shift, 1 << (base + shift), ones)
        else:
            a_swizzle_up_is_its_own_inverse(x, 1 << -shift, 1 << base, ones)

    return shows, proof


@lemma
def a_swizzle_is_linear(x: int, y: int, bits: int, base: int, shift: int) -> Lemma:
    """Swizzling an XOR of two naturals gives the XOR of both swizzled naturals."""
    assume("x >= 0", x >= 0)
    assume("y >= 0", y >= 0)
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("B + M + abs(S) <= MOST_BITS", bits + base + abs(shift) <= MOST_BITS)

    def shows() -> None:
        one, other = (apply_swizzle(z, bits, base, shift) for z in (x, y))
        ensure("a natural", one >= 0)
        ensure("another", other >= 0)
        ensure("linear", apply_swizzle(x ^ y, bits, base, shift) == one ^ other)

    def proof() -> None:
        """Masking, moving and XORing are each linear."""
        mask = mask_of(bits, base, shift)
        a_power_of_two_has_one_bit(bits)
        a_power_of_two_has_one_bit(abs(shift))
        bits_in_common_are_no_more(x, mask)
        bits_in_common_are_no_more(y, mask)
        bits_in_common_with_a_mask_are_linear(x, y, mask)
        if shift >= 0:
            an_xor_moves_down_by_its_parts(x & mask, y & mask, 1 << shift)
        else:
            an_xor_moves_up_by_its_parts(x & mask, y & mask, 1 << -shift)
        one, other = moved(x & mask, shift), moved(y & mask, shift)
        xors_of_four_in_any_order(x, y, one, other)

    return shows, proof


@lemma
def a_swizzle_keeps_its_block(x: int, bits: int, base: int, shift: int) -> Lemma:
    """A swizzle keeps each natural in its block of 2^(B + M + abs(S)) naturals."""
    assume("x >= 0", x >= 0)
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("B + M + abs(S) <= MOST_BITS", bits + base + abs(shift) <= MOST_BITS)

    def shows() -> None:
        above = bits + base + abs(shift)
        ensure("the same block", apply_swizzle(x, bits, base, shift) >> above == x >> above)

    def proof() -> None:
        """The moved bits form a number that is less than the size of the block."""
        mask, size = mask_of(bits, base, shift), abs(shift)
        a_power_of_two_has_one_bit(bits)
        a_power_of_two_has_one_bit(bits + base + size)
        powers_of_two_multiply(base, size)
        powers_of_two_multiply(base + size, bits)
        bits_in_common_are_no_more(x, mask)
        block = 1 << (bits + base + size)
        ensure("below the block", moved(x & mask, shift) < block)
        an_xor_with_less_keeps_the_block(x, moved(x & mask, shift), block)

    return shows, proof


@lemma
def a_swizzle_keeps_the_lowest_bits(x: int, bits: int, base: int, shift: int) -> Lemma:
    """A swizzle keeps the M lowest bits."""
    assume("x >= 0", x >= 0)
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("B + M + abs(S) <= MOST_BITS", bits + base + abs(shift) <= MOST_BITS)

    def shows() -> None:
        lowest = (1 << base) - 1
        ensure("the same", apply_swizzle(x, bits, base, shift) & lowest == x & lowest)

    def proof() -> None:
        """The moved bits form a multiple of 2^M."""
        mask, unit, ones = mask_of(bits, base, shift), 1 << base, (1 << bits) - 1
        a_power_of_two_has_one_bit(bits)
        a_power_of_two_has_one_bit(base)
        bits_in_common_are_no_more(x, mask)
        if shift >= 0:
            place = 1 << (base + shift)
            a_power_of_two_has_one_bit(base + shift)
            powers_of_two_multiply(base, shift)
            bits_in_common_with_a_multiple_are_one(x, place, ones)
            witness(x & mask, 1 << shift, unit * ((x & mask) // place), 0)
        else:
            bits_in_common_with_a_multiple_are_one(x, unit, ones)
            shares = (x & mask) // unit
            witness(moved(x & mask, shift), unit, shares * (1 << -shift), 0)
        a_multiple_has_no_bits_below(moved(x & mask, shift), unit)
        xored_with_a_multiple_it_is_the_same_below(x, moved(x & mask, shift), unit)
        bits_below_are_the_remainder(x, unit)
        bits_below_are_the_remainder(apply_swizzle(x, bits, base, shift), unit)

    return shows, proof
