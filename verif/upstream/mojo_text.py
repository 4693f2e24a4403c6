"""Mojo as text: calls of its `layout` package, and the program that answers them.

The kinds of the arguments select a call: L is a layout, i an integer, t a tuple of integers, T a
tuple of tiles. Mojo overloads some functions for several kinds, but not for every kind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from spec.int_tuple import IntTuple
from spec.layout import Layout
from verif.operations.operand import Arguments

CHECKED: Final = "-D ASSERT=all"
"""The option that enables all assertions of the package. By default, few are enabled."""

TILED: Final = frozenset({"composition", "logical_divide", "logical_product", "zipped_divide"})
"""The operations whose last argument may be a list of layouts."""

CALLS: Final[Mapping[str, Mapping[str, str]]] = {
    "apply_swizzle": {"iiii": "Swizzle(Int({1}), Int({2}), Int({3}))(Int({0}))"},
    "blocked_product": {"LL": "blocked_product({0}, {1})"},
    "coalesce": {"L": "coalesce({0})"},
    "compatible": {"tt": "compatible({0}, {1})"},
    "complement": {"Li": "complement({0}, Int({1}))"},
    "composition": {
        "LL": "composition({0}, {1})",
        "LT": "composition({0}, {1})",
        "Li": "composition({0}, Layout({1}))",
    },
    "congruent": {"tt": "congruent({0}, {1})"},
    "cosize": {"L": "{0}.cosize()"},
    "crd2idx": {"tt": "crd2idx({0}, {1})", "ttt": "crd2idx({0}, {1}, {2})"},
    "depth": {"L": "depth({0}.shape)"},
    "equals": {"LL": "{0} == {1}"},
    "evaluate": {"Lt": "{0}({1})"},
    "flatten": {"t": "flatten({0})"},
    "idx2crd": {"tt": "idx2crd({0}, {1})"},
    "idx2crd_by_stride": {"ttt": "idx2crd({0}, {1}, {2})"},
    "inner_product": {"tt": "inner_product({0}, {1})"},
    "logical_divide": {
        "LL": "logical_divide({0}, {1})",
        "LT": "logical_divide({0}, {1})",
        "Li": "logical_divide({0}, Layout({1}))",
    },
    "logical_product": {
        "LL": "logical_product({0}, {1})",
        "LT": "logical_product({0}, {1})",
        "Li": "logical_product({0}, Layout({1}))",
    },
    "make_layout": {
        "LL": "make_layout({0}, {1})",
        "L": "make_layout({0})",
        "t": "Layout({0})",
        "tt": "Layout({0}, {1})",
    },
    "make_ordered_layout": {"tt": "make_ordered_layout({0}, {1})"},
    "mode": {"Li": "{0}[Int({1})]"},
    "prefix_product": {"t": "prefix_product({0})", "ti": "prefix_product({0}, Int({1}))"},
    "product": {"t": "product({0})"},
    "rank": {"L": "{0}.rank()"},
    "right_inverse": {"L": "right_inverse({0})"},
    "shape_div": {"tt": "shape_div[True]({0}, {1})"},
    "signum": {"i": "signum(Int({0}))"},
    "size": {"L": "{0}.size()", "t": "product({0})"},
    "tile_to_shape": {"Lt": "tile_to_shape({0}, {1})"},
    "tuple_max": {"t": "tuple_max({0})"},
    "unflatten": {"tt": "to_nest({1}, {0})"},
    "upcast": {"Li": "upcast({0}, Int({1}))"},
    "weakly_compatible": {"tt": "weakly_compatible({0}, {1})"},
    "weakly_congruent": {"tt": "weakly_congruent({0}, {1})"},
    "zipped_divide": {
        "LL": "zipped_divide({0}, {1})",
        "LT": "zipped_divide({0}, {1})",
        "Li": "zipped_divide({0}, Layout({1}))",
    },
}
"""For each operation of the spec and each list of argument kinds, the corresponding Mojo call."""

IMPORTS: Final = """\
from layout import Layout, IntTuple
from layout.int_tuple import compatible, congruent, crd2idx, depth, flatten, idx2crd
from layout.int_tuple import inner_product, prefix_product, product, shape_div, signum, to_nest
from layout.int_tuple import tuple_max, weakly_compatible, weakly_congruent
from layout.layout import blocked_product, coalesce, complement, composition
from layout.layout import LayoutList, logical_divide, logical_product, make_layout
from layout.layout import make_ordered_layout, right_inverse, tile_to_shape, upcast, zipped_divide
from layout.swizzle import Swizzle
"""
"""The imports of all functions that the calls use."""

TUPLE_OF: Final = """\
def tuple_of(words: List[String], mut at: Int) raises -> IntTuple:
    at += 1
    if words[at - 1] != "(":
        return IntTuple(Int(words[at - 1]))
    var entries = IntTuple()
    while words[at] != ")":
        entries.append(tuple_of(words, at))
    at += 1
    return entries
"""
"""Mojo code that reads an IntTuple from words.

The words are one integer, or the words of the entries between `(` and `)`.
"""

_SERVING: Final = """\

def said(value: Int) -> String:
    return String(value)


def said(value: Bool) -> String:
    return "true" if value else "false"


def said(value: IntTuple) -> String:
    if value.is_value():
        return String(value.value())
    var text = String("[")
    for k in range(len(value)):
        text += ("," if k else "") + said(value[k])
    return text + "]"


def said(value: Layout) -> String:
    return '{"layout":[' + said(value.shape) + "," + said(value.stride) + "]}"


%s

def layout_of(words: List[String], mut at: Int) raises -> Layout:
    at += 1
    var shape = tuple_of(words, at)
    return Layout(shape, tuple_of(words, at))


def answer(line: String) raises -> String:
    var words = List[String]()
    for word in line.split(" "):
        words.append(String(word))
    var at = 1
    var layouts = List[Layout]()
    var tuples = List[IntTuple]()
    var tiles = LayoutList()
    while at < len(words):
        if words[at] == "L":
            layouts.append(layout_of(words, at))
        elif words[at] == "[":
            at += 1
            while words[at] != "]":
                tiles.append(layout_of(words, at))
            at += 1
        else:
            tuples.append(tuple_of(words, at))
    var name = words[0]
%s
    raise Error("no such call: " + name)


def main() raises:
    while True:
        var line: String
        try:
            line = input()
        except:
            return
        print("> " + answer(line), flush=True)
"""
"""A Mojo program that reads calls, one per line, and writes each result as JSON after a prefix.

If a call ends the process, the last message of the process has no prefix.
"""

_SHOWING: Final = """\
{imports}
def main():
    print({call})
"""


def key(operation: str, arguments: Arguments) -> str | None:
    """Return the operation with its argument kinds, or None if Mojo has no such call.

    >>> key("logical_divide", (Layout((4, 8)), (2, Layout(4)))), key("shape_div", (8, (2, 2)))
    ('logical_divide/LT', 'shape_div/tt')
    >>> key("logical_divide", (Layout((4, 8)), (2, None)))
    """
    kinds = "".join(_kind(operation, argument) for argument in arguments)
    known = CALLS.get(operation, {})
    for tried in (kinds, kinds.replace("i", "t"), f"t{kinds[1:]}"):
        if tried in known:
            return f"{operation}/{tried}"
    return None


def _kind(operation: str, argument: Any) -> str:
    if isinstance(argument, Layout):
        return "L"
    if isinstance(argument, int):
        return "i"
    if not isinstance(argument, tuple):
        return "_"
    entries = cast("tuple[Any, ...]", argument)
    if operation in TILED and all(isinstance(one, Layout | int) for one in entries):
        return "T"
    return "t" if all(_kind("", one) in "ti" for one in entries) else "_"


def line(operation: str, arguments: Arguments) -> str | None:
    """Return the call in the program's input format, or None if Mojo has no such call.

    >>> line("complement", (Layout((2, 3)), 24))
    'complement/Li L ( 2 3 ) ( 1 2 ) 24'
    """
    name = key(operation, arguments)
    if name is None:
        return None
    kinds = name.partition("/")[2]
    return " ".join((name, *map(_words, kinds, arguments)))


def _words(kind: str, value: Any) -> str:
    if isinstance(value, Layout):
        return f"L {_words('t', value.shape)} {_words('t', value.stride)}"
    if isinstance(value, int):
        return str(value)
    if kind == "T":
        return " ".join(("[", *(_words("L", tile) for tile in _tiles(value)), "]"))
    return " ".join(("(", *(_words(kind, part) for part in value), ")"))


def _tiles(tiler: Any) -> list[Layout]:
    """Return the layouts of a tiler, with integers converted to layouts."""
    return [tile if isinstance(tile, Layout) else Layout(tile) for tile in tiler]


def program() -> str:
    """Return the source of the program that answers calls."""
    branches: list[str] = []
    for operation, calls in CALLS.items():
        for kinds, call in calls.items():
            places = {
                "L": [f"layouts[{kinds[:k].count('L')}].copy()" for k in range(len(kinds))],
                "T": ["tiles.copy()"] * len(kinds),
            }
            given = [
                places[kind][k]
                if kind in places
                else f"tuples[{sum(kinds[:k].count(one) for one in 'ti')}]"
                for k, kind in enumerate(kinds)
            ]
            branches += (
                f'    if name == "{operation}/{kinds}":',
                f"        return said({call.format(*given)})",
            )
    return IMPORTS + _SERVING % (TUPLE_OF, "\n".join(branches))


def shown(operation: str, arguments: Arguments) -> str:
    """Return a program that makes the call and prints the result.

    >>> print(shown("composition", (Layout((2, 2), (1, 3)), Layout(3))))
    from layout import Layout, IntTuple
    from layout.layout import composition
    <BLANKLINE>
    def main():
        print(composition(Layout(IntTuple(2, 2), IntTuple(1, 3)), Layout(3, 1)))
    <BLANKLINE>
    """
    name = key(operation, arguments)
    if name is None:
        return f"# Mojo has no {operation} of such arguments.\n"
    kinds = name.partition("/")[2]
    call = CALLS[operation][kinds].format(*map(_text, kinds, arguments))
    lines = [_needed(line, call) for line in IMPORTS.splitlines()]
    return _SHOWING.format(imports="".join(f"{line}\n" for line in lines if line), call=call)


def _needed(imported: str, call: str) -> str:
    """Reduce an import line to the names that the call uses, or to "" if the call uses none.

    The line that imports from `layout` is not changed.
    """
    module, _, names = imported.partition(" import ")
    if module == "from layout":
        return imported
    used = [name for name in names.split(", ") if re.search(rf"\b{name}[(\[]", call)]
    return f"{module} import {', '.join(used)}" if used else ""


def _text(kind: str, value: Any) -> str:
    if isinstance(value, Layout):
        return f"Layout({_text('t', value.shape)}, {_text('t', value.stride)})"
    if isinstance(value, int):
        return str(value)
    if kind == "T":
        return f"[{', '.join(_text('L', tile) for tile in _tiles(value))}]"
    entries = cast("tuple[IntTuple, ...]", value)
    return f"IntTuple({', '.join(_text('t', entry) for entry in entries)})"
