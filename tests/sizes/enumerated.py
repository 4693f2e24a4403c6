"""The concrete sizes at which an answer for all sizes is checked.

Enumeration starts at the smallest sizes, and ends before any size needs a second tile of 128. So
each name also gets the values c - 1, c, c + 1 and 2*c + 1 for every constant c, in every
combination that the conditions admit.
"""

import bisect
import itertools
import re

from spec import LayoutError
from spec.named_notation import holds
from spec.tla.formats import FORMATS
from verif.sizes.sampled import FRACTALS, beside_constants

MOST = 20_000
"""The largest number of combinations of sizes that are enumerated for a row of the suite.

Three names with all values up to 64 would have 262,144 combinations.
"""

DRAWN = 300
"""The largest number of random sizes near constants and near multiples of constants."""


def largest(sizes):
    """Return the largest n <= 64 for which `sizes_to(sizes, n)` yields at most `MOST` sizes."""

    def has_too_many(number):
        return len(list(itertools.islice(sizes_to(sizes, number), MOST + 1))) > MOST

    return bisect.bisect_left(range(1, 65), True, key=has_too_many)


def sizes_to(sizes, number):
    """Yield all admissible sizes in which no number exceeds `number`."""
    return _with(sizes, range(number + 1))


def beside(sizes, text):
    """Yield sizes with numbers `c - 1`, `c`, `c + 1` or `2*c + 1`, for constants c of the text."""
    whole = f"{text} {sizes.text}"
    whole += FRACTALS if any(f"{tag}(" in whole for tag in FORMATS) else ""
    constants = {int(c) for c in re.findall(r"(?<![\w.])\d+", whole)}
    return _with(sizes, sorted({n for c in constants for n in (c - 1, c, c + 1, 2 * c + 1)}))


def drawn(sizes, text):
    """Return random sizes near the constants and their multiples."""
    return beside_constants(sizes, text, DRAWN)


def _with(sizes, numbers):
    """Yield the choices of sizes from `numbers` that meet the conditions.

    Each condition is checked as early as possible.
    """
    needed = [(c, _named(text, sizes), "<" in text) for text, c in sizes.conditions]
    order, checks = [], []

    def late(name):
        """Return a sort key of two numbers. The name with the smallest key is bound next.

        A condition is relevant if it has `name` and another name. Count the unbound names of each
        relevant condition. The first number is the smallest count of a condition with `<`. The
        second number is the smallest count of all relevant conditions.
        """
        involved = [(len(of - {*order}), up) for _, of, up in needed if name in of and len(of) > 1]
        above = [left for left, up in involved if up]
        return min(above, default=8), min((left for left, _ in involved), default=8)

    while len(order) < len(sizes.names):
        order.append(min((n for n in sizes.names if n not in order), key=late))
        checks.append([c for c, of, _ in needed if order[-1] in of and of <= {*order}])
    checks_all = sum(map(len, checks)) == len(needed)

    def after(place, point):
        if place == len(order):
            made = {name: point[name] for name in sizes.names}
            if checks_all or sizes.admits(made):
                yield made
            return
        name = order[place]
        for number in numbers:
            longer = {**point, name: number}
            if number >= sizes.lows[name] and all(_is_so(c, longer) for c in checks[place]):
                yield from after(place + 1, longer)

    return after(0, {})


def _named(text, sizes):
    """Return the names that occur in a condition."""
    return set(re.findall(r"[A-Za-z]\w*", text)) & set(sizes.known)


def _is_so(condition, point):
    try:
        return holds(condition, point)
    except LayoutError:
        return False
