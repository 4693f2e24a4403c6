"""Functions for the tests of the printer, some printable and some unsupported."""

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from operator import mul

from spec.composition import Tiler
from spec.int_tuple import IntTuple
from spec.layout import Layout, make_layout
from spec.select import change_modes
from verif.kernel.verbs import by
from verif.theory.layouts.modes import value_at_zero_is_zero

Pairs = tuple[tuple[int, int], ...]


def last_wins(pairs: Pairs, x: int) -> int:
    if not pairs:
        return x
    (s, d), rest = pairs[0], pairs[1:]
    if s == 0 or x // s == d:
        return last_wins(rest, d)
    return last_wins(rest, x)


def lowest(entries: tuple[int, ...], n: int) -> int:
    if n <= 0:
        raise ValueError("none is left")
    if entries[0] % 2 == 0:
        return entries[0]
    return lowest((entries[0] // 2,) + entries[1:], n - 1)


def divisions(n: int, d: int) -> int:
    if n < d:
        return 0
    return divisions(n // d, d) + 1


def steps(pairs: Pairs) -> tuple[int, ...]:
    if not pairs:
        return ()
    (s, d), rest = pairs[0], pairs[1:]
    if s <= 1:
        return steps(rest)
    return (d,) + steps(((s // 2, 2 * d),) + rest)


def all_positive(pairs: Pairs) -> bool:
    if not pairs:
        return True
    d, rest = pairs[0][1], pairs[1:]
    return d >= 1 and all_positive(rest)


def swapped(pair: tuple[int, int]) -> tuple[int, int]:
    a, b = pair
    return b, a


def chained(x: int, y: int) -> bool:
    return 0 <= x < y != 3 and not x > 7


def bounded(x: int, y: int) -> int:
    if x < y:
        x = y + 1
    return x + y


def bounded_in_one(x: int, y: int) -> int:
    z = y if x < 0 else x
    return z + y


def halves(x: int, y: int) -> int:
    if x < y:
        if x // y == 2:
            return 0
    elif y == 3:
        raise ValueError("three")
    return x + y


def nested_offset(x: int, y: int) -> int:
    found = 1
    for entry in (x, y):
        found = found * 10 + entry
    return found


def divides_later(x: int, y: int) -> bool:
    return 0 < x < y // x


def loops(n: int) -> int:
    while n > 1:
        n = n // 2
    return n


def by_name(pairs: Pairs) -> int:
    return last_wins(pairs, x=1)


def grows(n: int, m: int) -> int:
    return 0 if n > m else grows(n + 1, m)


def of_two_types(x: int) -> int:
    y = (x, 1) if x > 0 else x
    return y[0]


def adds_up(entries: tuple[int, ...]) -> int:
    return sum(accumulate(entries))


def products(entries: tuple[int, ...], first: int) -> tuple[int, ...]:
    return tuple(accumulate(reversed(entries), mul, initial=first))[:-1]


def folded(
    entries: tuple[int, ...], first: int, step: Callable[[int, int], int]
) -> tuple[int, ...]:
    return tuple(accumulate(entries, step, initial=first))


def halved(entries: tuple[int, ...]) -> tuple[int, ...]:
    return folded(entries, 64, lambda x, n: x // n)


def last_entry(entries: tuple[int, ...]) -> int:
    if not entries:
        return 0
    return entries[::-1][0]


def digits(x: int, n: int) -> tuple[int, int]:
    high, low = divmod(x, n)
    return low, high


def moved_bits(x: int, n: int) -> int:
    return (x & 7) ^ (x << n >> 2)


def or_one(entries: tuple[int, ...]) -> tuple[int, ...]:
    return entries + (entries or (1,))


def maybe(x: int, y: int) -> tuple[int, int] | None:
    return (x, y) if x < y else None


def optional_sizes(entries: tuple[int, ...]) -> tuple[int | None, ...]:
    return entries


def crosswise(x: int, y: int) -> tuple[int, int]:
    return tuple(a - b for a, b in ((x, y), (y, x)))


def with_a_hint(pairs: Pairs) -> int:
    by(value_at_zero_is_zero, pairs)
    return len(pairs)


def powers(x: int) -> int:
    return x**2


def untyped(x):
    return x


def filters(entries: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n for n in entries if n > 0)


def filters_by_division(entries: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n for n in entries if 12 // n > 1)


def two_pairs(pairs: Pairs) -> int:
    (a, b), (c, d) = pairs
    return a * d - b * c


def two_modes(layout: Layout) -> int:
    first, second = layout
    return first.size - second.size


def stretch(entries: tuple[int, ...], low: int, high: int) -> tuple[int, ...]:
    return entries[low:high]


def products_of_pairs(entries: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(12 // (a * b) for a, b in zip(entries, others, strict=False))


def times(n: int, mode: Layout, by: int) -> Layout:
    return make_layout(mode, Layout(n * by, 1))


def changed(layout: Layout, entries: tuple[int, ...]) -> Layout:
    return change_modes(partial(times, 2), layout, entries)


def longer(layout: Layout, mode: Layout, n: int) -> Layout:
    return make_layout(mode, *layout, *(mode,) * n)


def is_its_mode(layout: Layout) -> bool:
    return layout == layout.mode(0)


def first_or(entries: tuple[int, ...]) -> IntTuple:
    return entries or 1


def of_two(layout: Layout, tiler: Tiler) -> int:
    return layout.size


def passes_a_list(layouts: tuple[Layout, ...]) -> int:
    return of_two(*layouts)
