"""Decide questions by their definitions, looking at every offset."""

from spec import ComposedLayout, Layout
from spec.modes import modes_of, offsets
from tests.questions.by_enumeration import composed_by_enumeration

LARGEST = 1 << 12
"""The largest size of a layout whose offsets are enumerated."""


def by_definition(name, arguments):
    """Return whether the question is true.

    Return None if the question has no definition here, or if a layout is too large.
    """
    layouts = [x for x in arguments if not isinstance(x, int)]
    if not all(isinstance(x, Layout | ComposedLayout) and x.size <= LARGEST for x in layouts):
        return None
    if name in DEFINITIONS:
        return DEFINITIONS[name](*(x if isinstance(x, int) else table(x) for x in arguments))
    if name == "composable" and arguments[1].size <= 16:
        return composed_by_enumeration(*arguments) is not None
    if name == "distributes":
        return distributes(*arguments)
    return None


def table(layout):
    """Return the offsets of a layout in the order of coordinates."""
    if isinstance(layout, ComposedLayout):
        return [layout.swizzle(layout.offset + x) for x in table(layout.layout)]
    return list(offsets(modes_of(layout)))


def distributes(a, b):
    """Whether A(B(c)) is the sum of A(B_k(c_k)) over the modes B_k of B, for every coordinate c."""
    sums = [0]
    for mode in b:
        sums = [a.extended(mode(c)) + before for c in range(mode.size) for before in sums]
    return [a.extended(x) for x in table(b)] == sums


DEFINITIONS = {
    "injective": lambda a: len(set(a)) == len(a),
    "bijective_onto": lambda a, n: sorted(a) == list(range(n)),
    "covers": lambda a, n: set(range(n)) <= set(a),
    "disjoint": lambda a, b: set(a) & set(b) <= {0},
    "equal": lambda a, b: a == b,
    "fits_int32": lambda a: min(a) >= -(1 << 31) and max(a) < 1 << 31,
}
"""The definitions of most questions. A definition takes the offsets of layouts, and integers."""
