"""Calls of all exported functions with values of every kind, as texts, and their outcomes."""

from inspect import Parameter, signature
from itertools import product
from typing import Any

import spec
from spec.exports import EXPORTS

HEADER = """\
# pyright: basic
import spec
layout = spec.Layout((4, 8), (8, 1))
composed = spec.ComposedLayout.parse("Sw<1,0,1> o 0 o (4,8):(8,1)")
swizzle = spec.Swizzle(1, 0, 1)
tla = spec.TlaLayout((4, 8), (8, 1), (4, 8))
xla = spec.XlaShape.parse("f32[4,8]")
linear = spec.LinearLayout((1, 2))
machine = spec.Machine(threads=64)
"""

LAYOUTS = ("layout", "composed", "swizzle", "2", "(4, 8)", "None")
VALUES = (
    *(*LAYOUTS, "tla", "xla", "linear", "machine", "spec.LayoutRight"),
    *("(2, (3, 4))", "(1, None)", "()", "(layout, 2)", "(composed,)", "[layout, layout]"),
    *("1.5", "{'size'}", '"f16"', '"f16[4]"'),
)
"""Values of every kind, except strides that are coordinates: such strides have the type Any."""

GOOD = {
    "a layout": "layout",
    "a layout or an IntTuple": "layout",
    "a layout, an IntTuple or an order": "layout",
    "a layout or a swizzle": "layout",
    "a layout or a TLA layout or an XLA shape": "layout",
    "an integer": "2",
    "an IntTuple": "(4, 8)",
    "an IntTuple or an order": "(4, 8)",
    "a tuple": "(4, 8)",
    "a tuple of integers": "(1, 2)",
    "a coordinate": "(1, None)",
    "a tiler": "2",
    "a text": '"f16"',
    "a TLA layout": "tla",
    "an XLA shape": "xla",
    "a machine": "machine",
    "the columns of a matrix": "linear",
    "a collection of names": "{'size'}",
}
"""A valid value for each kind of parameter."""


def calls():
    """Yield calls of every exported function.

    In each call, one argument is from `VALUES`, or the first two arguments are from `LAYOUTS`. All
    other arguments are valid.
    """
    for name, row in EXPORTS.items():
        parameters = [*signature(row.text).parameters.values()]
        good = [GOOD[kind.words] for kind in row.kinds]
        required = sum(
            one.default is Parameter.empty and one.kind is not Parameter.VAR_POSITIONAL
            for one in parameters
        )
        for k in range(len(good)):
            # Static types cannot exclude a `str` here: a `str` is a collection of `str`.
            values = VALUES[:-2] if row.kinds[k].words == "a collection of names" else VALUES
            for value in values:
                arguments = [*good[:k], value, *good[k + 1 : required]]
                yield f"spec.{name}({', '.join(arguments)})"
        if len(good) > 1:
            for pair in product(LAYOUTS, repeat=2):
                yield f"spec.{name}({', '.join([*pair, *good[2:required]])})"


def outcomes(chosen):
    """Map each call to its outcome: True if the call is accepted.

    The outcome is False if an argument has a wrong kind, and None if a value is rejected.
    """
    names: dict[str, Any] = {}
    exec(HEADER, names)
    return {call: _is_accepted(call, names) for call in chosen}


def _is_accepted(call, names):
    try:
        eval(call, names)
    except spec.KindError:
        return False
    except spec.LayoutError:
        return None
    return True
