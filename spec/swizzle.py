"""Swizzle: XOR some bits of an offset onto others, so that rows use different banks.

Sw<B,M,S> takes the B bits YYY of x and XORs them onto the B bits ZZZ. The bits ZZZ are S places
lower than YYY, or -S places higher if S is negative. The M lowest bits do not change:

    0bxxxYYYxxxxZZZxxxx    S > 0: ZZZ at M, YYY at M + S
    0bxxxZZZxxxxYYYxxxx    S < 0: YYY at M, ZZZ at M - S

A swizzle is its own inverse, since YYY and ZZZ do not overlap if abs(S) >= B (claim S1e).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from spec.errors import LayoutError, numeral
from spec.taking import INTEGER, method

MOST_BITS: Final = 1 << 16
"""The largest allowed value of B + M + abs(S)."""


def apply_swizzle(x: int, bits: int, base: int, shift: int) -> int:
    """Sw<bits,base,shift> applied to x. Unlike in a `Swizzle`, abs(shift) may be less than bits.

    Pre-conditions: bits >= 0, base >= 0, bits + base + abs(shift) <= MOST_BITS; x is any integer,
    in two's complement if negative.
    Post-conditions: the function is linear over XOR (S2); it is its own inverse if abs(shift) >=
    bits (S1); the lowest `base` bits of x are unchanged (S4); x stays in its block of
    2^(bits + base + abs(shift)) integers (S7); four more claims state the same for naturals only
    (S2e, S1e, S4e, S7e).

    >>> apply_swizzle(0b1_010_000, 3, 0, 4) == 0b1_010_101
    True
    >>> apply_swizzle(19, 3, 0, 3), apply_swizzle(17, 3, 0, 3), apply_swizzle(3, 2, 0, -4)
    (17, 19, 51)

    Source: CuTe swizzle.hpp, Swizzle::apply.
    """
    require_swizzle(bits, base, shift)
    mask = (1 << bits) - 1
    if shift >= 0:
        return x ^ ((x & (mask << (base + shift))) >> shift)
    return x ^ ((x & (mask << base)) << -shift)


def require_swizzle(bits: int, base: int, shift: int) -> None:
    """Raise LayoutError if B or M is negative, or if B + M + abs(S) exceeds MOST_BITS.

    >>> require_swizzle(-1, 0, 1)
    Traceback (most recent call last):
    spec.errors.LayoutError: B and M of a swizzle must be 0 or more, not -1 and 0
    """
    if bits < 0 or base < 0:
        raise LayoutError(
            f"B and M of a swizzle must be 0 or more, not {numeral(bits)} and {numeral(base)}"
        )
    if bits + base + abs(shift) > MOST_BITS:
        raise LayoutError(f"B + M + abs(S) of a swizzle must be at most {MOST_BITS}")


@dataclass(frozen=True)
class Swizzle:
    """Sw<bits,base,shift>, a bijection of the integers.

    Pre-conditions: bits >= 0, base >= 0, abs(shift) >= bits, and bits + base + abs(shift) <=
    MOST_BITS.
    Post-conditions: S(x) == apply_swizzle(x, bits, base, shift) (definition).

    >>> S = Swizzle(3, 4, 3)
    >>> print(S, S.size, S(72), S(S(72)))
    Sw<3,4,3> 1024 72 72
    >>> S(128), S(-1)
    (144, -113)
    >>> Swizzle(2, 0, 1)
    Traceback (most recent call last):
    spec.errors.LayoutError: Sw<2,0,1>: abs(S) must be at least B, but 1 < 2

    Source: CuTe swizzle.hpp.
    """

    _repr_svg_: ClassVar[Callable[["Swizzle"], str | None]]
    """The method that draws the value in a notebook. `spec` sets it to `drawing_of`."""

    bits: int
    base: int
    shift: int

    def __post_init__(self) -> None:
        for value in (self.bits, self.base, self.shift):
            if not isinstance(value, int) or isinstance(value, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise LayoutError(f"B, M and S of a swizzle must be integers, not {value!r}")
        require_swizzle(self.bits, self.base, self.shift)
        if abs(self.shift) < self.bits:
            raise LayoutError(
                f"{self}: abs(S) must be at least B, but {abs(self.shift)} < {self.bits}"
            )

    def __str__(self) -> str:
        return f"Sw<{self.bits},{self.base},{self.shift}>"

    @method(INTEGER)
    def __call__(self, x: int) -> int:
        """XOR the bits YYY of x onto the bits ZZZ of x, as `apply_swizzle` does."""
        return apply_swizzle(x, self.bits, self.base, self.shift)

    @property
    def size(self) -> int:
        """2^(B + M + abs(S)): the swizzle maps each aligned block of that many integers to itself.

        An aligned block starts at a multiple of its size.
        """
        return 1 << (self.bits + self.base + abs(self.shift))


IDENTITY: Final = Swizzle(0, 0, 0)
"""The identity swizzle."""
