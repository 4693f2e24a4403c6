"""The notation of layouts: its grammar, and functions that parse and format it.

    expression = name "(" list(expression) ")" | value
    value      = xla_shape | element | tiler | composed | swizzle | tla_layout | layout
               | coordinate
    composed   = ( swizzle | layout ) "o" [ integer "o" ] ( composed | layout )
    swizzle    = ( "Sw" | "Swizzle" | "S" ) "<" integer "," integer "," integer ">"
               | "Swizzle" "(" integer "," integer "," integer ")"
               | "SW_" integer "_" integer "_" integer
    tiler      = "<" list(tile) ">"
    tile       = tiler | layout | int_tuple | "_"
    layout     = int_tuple ":" strides
    strides    = stride | "(" list(strides) ")"
    stride     = basis { "+" basis }
    basis      = integer { "@" digits }
    tla_layout = layout ":" int_tuple
    coordinate = integer | "_" | "(" list(coordinate) ")"
    int_tuple  = integer | "(" list(int_tuple) ")"
    integer    = [ "_" ] [ "-" ] ( digits | "0x" hexadecimal digits )
    name       = letter { letter | digit | "_" }
    list(x)    = [ x { "," x } [ "," ] ]

Spaces are allowed between tokens. `(8):(1)` has rank 1, and its only mode is `8:1`. `_8` is a
static integer of CuTe, here the same as `8`. `_` is None: it marks a mode that a slice or a tiler
leaves unchanged. A tiler in angle brackets is a tuple of tilers. Where only a layout is allowed,
its stride may be omitted. The layout is then compact column-major. A stride may be a coordinate:
`5@1@0` is 5 in entry 1 of entry 0, and `1@0+2@1` is (1,2). An XLA shape starts with its element
type and `[`; spec/xla/notation.py parses it. An element type, such as `f16`, is a value. A TLA
layout has its origin shape after the stride. A swizzle may be written as in CuTe C++, as CuTe
prints it, as in the DSL, or as in pycute.
"""

from collections.abc import Callable, Collection
from typing import TypeVar

from spec.composed import ComposedLayout
from spec.composition import Tiler
from spec.int_tuple import IntTuple, SliceTuple, format_int_tuple
from spec.layout import Layout
from spec.parser import Expression, Parser
from spec.swizzle import Swizzle

_T = TypeVar("_T")


def parse_int_tuple(text: str) -> IntTuple:
    """Parse an IntTuple.

    Post-conditions: parse_int_tuple(format_int_tuple(t)) == t (tested).

    >>> parse_int_tuple("(_4, (2, -2))"), parse_int_tuple("(8)"), parse_int_tuple("(8,)")
    ((4, (2, -2)), (8,), (8,))

    Source: CuTe 01_layout.md.
    """
    return _parse(text, lambda parser: parser.int_tuple())


def parse_coordinate(text: str) -> SliceTuple:
    """Parse a coordinate; `_` is None.

    Post-conditions: parse_coordinate(format_int_tuple(c)) == c (tested).

    >>> parse_coordinate("(_,(1,_))")
    (None, (1, None))

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 3.4.
    """
    return _parse(text, lambda parser: parser.coordinate())


def parse_layout(text: str) -> Layout:
    """Parse a layout. A layout without a stride is compact column-major.

    Post-conditions: parse_layout(format_layout(A)) == A (tested).

    >>> print(parse_layout("(4, (2, 2)) : (2, (1, 8))"), parse_layout("(_4,_8)"), parse_layout("8"))
    (4,(2,2)):(2,(1,8)) (4,8):(1,4) 8:1

    Source: CuTe 01_layout.md.
    """
    return _parse(text, lambda parser: parser.layout())


def parse_tiler(text: str) -> Tiler:
    """Parse a tiler: a layout, an integer, None, or a tuple of tilers.

    Post-conditions: parse_tiler(format_tiler(t)) == t (tested).

    >>> parse_tiler("<_, 8:2>")
    (None, Layout.parse('8:2'))

    Source: CuTe 02_layout_algebra.md.
    """
    return _parse(text, lambda parser: parser.tile())


def parse_swizzle(text: str) -> Swizzle:
    """Parse a swizzle in any of its spellings.

    Post-conditions: parse_swizzle(str(s)) == s (tested).

    >>> print(parse_swizzle("Swizzle<3, 4, 3>"), parse_swizzle("SW_2_0_-3"))
    Sw<3,4,3> Sw<2,0,-3>

    Source: CuTe swizzle.hpp; pycute swizzle.py.
    """
    return _parse(text, lambda parser: parser.swizzle())


def parse_composed_layout(text: str) -> ComposedLayout:
    """Parse a composed layout; an omitted offset is 0.

    Post-conditions: parse_composed_layout(str(c)) == c (tested).

    >>> print(parse_composed_layout("Sw<3,4,3> o _0 o (_8,_64):(_64,_1)"))
    Sw<3,4,3> o 0 o (8,64):(64,1)

    Source: CuTe layout_composed.hpp.
    """
    return _parse(text, lambda parser: parser.composed_layout())


def parse_expression(text: str, names: Collection[str] | None = None) -> Expression:
    """Parse an expression. If `names` are given, only these operations are known.

    >>> parse_expression("coalesce(2:1, (1,1))")
    Call(name='coalesce', args=(Literal(value=Layout.parse('2:1')), Literal(value=(1, 1))))
    >>> parse_expression("size(flip(8:1))", names={"size"})
    Traceback (most recent call last):
    spec.parser.UnknownNameError: unknown operation 'flip' at position 5 of 'size(flip(8:1))'
    """
    return _parse(text, lambda parser: parser.expression(names))


def format_layout(layout: Layout) -> str:
    """The text of a layout, without spaces.

    >>> format_layout(Layout((4, (2, 2)), (2, (1, 8)))), format_layout(Layout((8,)))
    ('(4,(2,2)):(2,(1,8))', '(8):(1)')
    """
    return str(layout)


def format_tiler(tiler: Tiler) -> str:
    """The text of a tiler, without spaces.

    >>> format_tiler((Layout(3, 4), (None, Layout((2, 2)))))
    '<3:4,<_,(2,2):(1,2)>>'
    """
    if isinstance(tiler, Layout):
        return format_layout(tiler)
    if isinstance(tiler, tuple):
        return "<" + ",".join(map(format_tiler, tiler)) + ">"
    return format_int_tuple(tiler)


def _parse(text: str, rule: Callable[[Parser], _T]) -> _T:
    parser = Parser(text)
    value = rule(parser)
    parser.end()
    return value
