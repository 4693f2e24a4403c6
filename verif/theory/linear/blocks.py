"""Swizzles of integers of either sign: a swizzle only changes the place of an integer in its block.

Sw<B,M,S> only moves bits among the B + M + abs(S) lowest bits. So an integer stays in its block of
2^(B + M + abs(S)) integers. The place in the block is a natural number, and Sw<B,M,S> swizzles this
number. The chapter `swizzles` covers natural numbers.
"""

from __future__ import annotations

from spec.swizzle import MOST_BITS, apply_swizzle
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure
from verif.theory.linear.swizzles import (
    a_swizzle_is_its_own_inverse,
    a_swizzle_is_linear,
    a_swizzle_keeps_the_lowest_bits,
    mask_of,
    moved,
)
from verif.theory.numbers.blocks import bits_go_block_by_block, zero_has_no_bits_of_any_integer
from verif.theory.numbers.masks import bits_in_common_are_no_more
from verif.theory.numbers.powers import (
    a_power_of_two_has_one_bit,
    powers_of_two_grow,
    powers_of_two_multiply,
)


def block_of(bits: int, base: int, shift: int) -> int:
    """The number of integers in a block of a swizzle.

    >>> block_of(3, 4, -3)
    1024
    """
    return 1 << (bits + base + abs(shift))


@lemma
def a_swizzle_goes_block_by_block(x: int, bits: int, base: int, shift: int) -> Lemma:
    """A swizzle keeps the block of an integer, and swizzles the integer's place in the block."""
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("B + M + abs(S) <= MOST_BITS", bits + base + abs(shift) <= MOST_BITS)

    def shows() -> None:
        block = block_of(bits, base, shift)
        ensure("a block", block >= 1)
        image, place = apply_swizzle(x, bits, base, shift), x % block
        ensure("the same block", image // block == x // block)
        ensure("its place, swizzled", image % block == apply_swizzle(place, bits, base, shift))

    def proof() -> None:
        """The mask and the moved bits are below the block size, so an XOR keeps the block."""
        mask, block, size = mask_of(bits, base, shift), block_of(bits, base, shift), abs(shift)
        a_power_of_two_has_one_bit(bits)
        a_power_of_two_has_one_bit(bits + base + size)
        powers_of_two_multiply(base, size)
        powers_of_two_multiply(base + size, bits)
        powers_of_two_multiply(base, bits)
        powers_of_two_grow(base + bits, base + bits + size)
        ensure("a mask", 0 <= mask < block)
        place = x % block
        bits_go_block_by_block(x, mask, block)
        zero_has_no_bits_of_any_integer(x // block)
        bits_in_common_are_no_more(place, mask)
        ensure("the same bits", x & mask == place & mask)
        onto = moved(place & mask, shift)
        ensure("below the block", 0 <= onto < block)
        bits_go_block_by_block(x, onto, block)

    return shows, proof


@lemma
def a_swizzle_of_any_integer_is_its_own_inverse(x: int, bits: int, base: int, shift: int) -> Lemma:
    """A swizzle is its own inverse on the integers."""
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("abs(S) >= B", abs(shift) >= bits)
    assume("B + M + abs(S) <= MOST_BITS", bits + base + abs(shift) <= MOST_BITS)

    def shows() -> None:
        once = apply_swizzle(x, bits, base, shift)
        ensure("its own inverse", apply_swizzle(once, bits, base, shift) == x)

    def proof() -> None:
        """A swizzle keeps an integer's block, and is its own inverse on the places of a block."""
        once = apply_swizzle(x, bits, base, shift)
        a_swizzle_goes_block_by_block(x, bits, base, shift)
        a_swizzle_goes_block_by_block(once, bits, base, shift)
        a_swizzle_is_its_own_inverse(x % block_of(bits, base, shift), bits, base, shift)

    return shows, proof


@lemma
def a_swizzle_of_any_integer_is_linear(x: int, y: int, bits: int, base: int, shift: int) -> Lemma:
    """Swizzling an XOR of two integers gives the XOR of both swizzled integers."""
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("B + M + abs(S) <= MOST_BITS", bits + base + abs(shift) <= MOST_BITS)

    def shows() -> None:
        one, other = (apply_swizzle(z, bits, base, shift) for z in (x, y))
        ensure("linear", apply_swizzle(x ^ y, bits, base, shift) == one ^ other)

    def proof() -> None:
        """Both sides of the equation are in the same block, at the same place in the block."""
        block = block_of(bits, base, shift)
        a_power_of_two_has_one_bit(bits + base + abs(shift))
        one, other = (apply_swizzle(z, bits, base, shift) for z in (x, y))
        for z in (x, y, x ^ y):
            a_swizzle_goes_block_by_block(z, bits, base, shift)
        bits_go_block_by_block(x, y, block)
        bits_go_block_by_block(one, other, block)
        a_swizzle_is_linear(x % block, y % block, bits, base, shift)

    return shows, proof


@lemma
def a_swizzle_keeps_the_lowest_bits_of_any_integer(
    x: int, bits: int, base: int, shift: int
) -> Lemma:
    """A swizzle keeps the M lowest bits of an integer."""
    assume("B >= 0", bits >= 0)
    assume("M >= 0", base >= 0)
    assume("B + M + abs(S) <= MOST_BITS", bits + base + abs(shift) <= MOST_BITS)

    def shows() -> None:
        lowest = (1 << base) - 1
        ensure("the same", apply_swizzle(x, bits, base, shift) & lowest == x & lowest)

    def proof() -> None:
        """The M lowest bits of an integer are bits of its place in a block."""
        block, lowest = block_of(bits, base, shift), (1 << base) - 1
        image = apply_swizzle(x, bits, base, shift)
        a_power_of_two_has_one_bit(base)
        a_power_of_two_has_one_bit(bits + base + abs(shift))
        powers_of_two_grow(base, bits + base + abs(shift))
        a_swizzle_goes_block_by_block(x, bits, base, shift)
        bits_go_block_by_block(x, lowest, block)
        bits_go_block_by_block(image, lowest, block)
        a_swizzle_keeps_the_lowest_bits(x % block, bits, base, shift)

    return shows, proof
