"""The sizes at which the suite is compared: all up to a number, and all at its constants.

The first thousand sizes never leave the first tile of 128: each name is also at c - 1, c, c + 1 and
2*c + 1 for every constant c, in every combination that the conditions admit.
"""

import bisect
import itertools
import re

from spec import LayoutError
from spec.tla.formats import FORMATS
from verif.sizes.names import holds
from verif.sizes.sampled import FRACTALS, beside_constants

MOST = 20_000
"""The most sizes up to a number of one row: of three names those up to 64 are 262,144."""

DRAWN = 300
"""The most sizes that are drawn, at multiples of the constants that conditions leave, too."""


def largest(sizes):
    """The number up to 64 up to which there are not too many sizes."""

    def has_too_many(number):
        return len(list(itertools.islice(sizes_to(sizes, number), MOST + 1))) > MOST

    return bisect.bisect_left(range(1, 65), True, key=has_too_many)


def sizes_to(sizes, number):
    """All sizes up to a number."""
    return _with(sizes, range(number + 1))


def beside(sizes, text):
    """All sizes whose numbers are constants of a text, or beside them."""
    said = f"{text} {sizes.text}"
    said += FRACTALS if any(f"{tag}(" in said for tag in FORMATS) else ""
    constants = {int(c) for c in re.findall(r"(?<![\w.])\d+", said)}
    return _with(sizes, sorted({n for c in constants for n in (c - 1, c, c + 1, 2 * c + 1)}))


def drawn(sizes, text):
    """Sizes that are drawn near the constants and their multiples."""
    return beside_constants(sizes, text, DRAWN)


def _with(sizes, numbers):
    """The sizes with these numbers; a condition is looked at as soon as its names have one."""
    needed = [(c, _named(text, sizes), "<" in text) for text, c in sizes.conditions]
    order, told = [], []

    def late(name):
        """The later the fewer sizes a condition rules out once the name has a number."""
        own = [(len(of - {*order}), up) for _, of, up in needed if name in of and len(of) > 1]
        above = [left for left, up in own if up]
        return min(above, default=8), min((left for left, _ in own), default=8)

    while len(order) < len(sizes.names):
        order.append(min((n for n in sizes.names if n not in order), key=late))
        told.append([c for c, of, _ in needed if order[-1] in of and of <= {*order}])
    is_told = sum(map(len, told)) == len(needed)

    def after(place, point):
        if place == len(order):
            made = {name: point[name] for name in sizes.names}
            if is_told or sizes.admits(made):
                yield made
            return
        name = order[place]
        for number in numbers:
            longer = {**point, name: number}
            if number >= sizes.lows[name] and all(_is_so(c, longer) for c in told[place]):
                yield from after(place + 1, longer)

    return after(0, {})


def _named(text, sizes):
    """The names of a condition."""
    return set(re.findall(r"[A-Za-z]\w*", text)) & set(sizes.known)


def _is_so(condition, point):
    try:
        return holds(condition, point)
    except LayoutError:
        return False
