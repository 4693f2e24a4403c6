"""Layout constructors in the source of kernels, and the `repr` of layouts in Python.

    call     = name "(" list([ keyword "=" ] argument) ")" [ "{}" ]
    argument = call | type | chain

These are the constructors of CuTe C++ (`make_layout(make_shape(_8{}, 64))`, `make_tiled_mma(ATOM{},
LAYOUT{})`), CuTe DSL (`make_layout((4,8), stride=(8,1))`), pycute, NVlabs (`Layout((4, 8),(8,
1))`), tensor-layouts (`ComposedLayout(Swizzle(3, 4, 3), ..)`), FlyDSL, and Mojo
(`Layout(IntTuple(4, 8), IntTuple(8, 1))`). The code is not executed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.layout import Layout, Major, make_layout, make_ordered_layout
from spec.named import names_in
from spec.reading.atoms import TiledInstruction
from spec.reading.cute_print import read_print, starts_print
from spec.reading.cute_types import STARTS, Meaning, read_node, read_type
from spec.reading.errors import ReadingError
from spec.reading.numbers import read_number, starts_number
from spec.reading.reading import Reading
from spec.reading.scanner import Scanner
from spec.reading.tiled import TiledLayout
from spec.swizzle import Swizzle
from spec.tiled import make_layout_tv

FAMILY: Final = "constructor of a layout"

_TUPLES: Final = ("make_shape", "make_stride", "make_coord", "make_tile", "make_step", "IntTuple")
_SPACES: Final = (
    r"(?:(?:cute|cutlass\.cute|cutlass|fx|flydsl|pycute|tl|layout|tensor_layouts)(?:::|\.))*"
)
_CALLS: Final = (
    *("make_layout", "make_ordered_layout", "make_composed_layout", "make_swizzle"),
    *("composition", "Layout", "ComposedLayout", "Swizzle", "make_tiled_copy_tv"),
    *("make_tiled_copy", "make_tiled_mma", "make_identity_tensor", "Tile", *_TUPLES),
)

STARTS_CODE: Final = rf"{_SPACES}({'|'.join(_CALLS)})\s*\("
"""A pattern for the start of each constructor that this module reads."""


def read_code(scanner: Scanner) -> Reading:
    """Read the constructor at the scanner's position.

    >>> read_code(Scanner("make_layout((4,8), stride=(8,1))", FAMILY)).value
    Layout.parse('(4,8):(8,1)')
    >>> read_code(Scanner("composition(Swizzle<3,3,3>{}, Layout<Int<8>,Int<1>>{})", FAMILY)).value
    ComposedLayout.parse('Sw<3,3,3> o 0 o 8:1')
    """
    start = scanner.spaced()
    form = Code(scanner).call()
    scanner.match(r"\{\s*\}")
    scanner.match(";")
    kind, unit = _kind(form)
    return Reading(
        kind,
        FAMILY,
        form,
        *scanner.since(start),
        unit=unit,
        unknowns=tuple(one for one in scanner.unknowns.found if one.position >= start),
    )


def _kind(form: Any) -> tuple[str, Any]:
    match form:
        case TiledLayout():
            return "tiled copy", "none"
        case TiledInstruction():
            return "matrix instruction", "none"
        case Swizzle():
            return "swizzle", "none"
        case tuple():
            return "shape", "none"
        case ComposedLayout():
            return "swizzled layout", "elements"
        case _:
            return "layout", "elements"


@dataclass(frozen=True)
class _Unread:
    """An argument whose value is not known, such as a variable or an atom."""

    position: int


_SIZES: Final = "its number, or (m,n):(n,1) with --for 'm, n'"
"""The advice on what to write in place of a variable."""


def _unread(parts: Iterable[Any]) -> Iterator[_Unread]:
    """Yield the arguments whose values are not known, including those inside tuples."""
    for part in parts:
        if isinstance(part, _Unread):
            yield part
        elif isinstance(part, tuple):
            yield from _unread(cast("tuple[Any, ...]", part))


class Code:
    """An evaluator of nested constructor calls, from the inside out."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner

    def call(self) -> Any:
        """Read the call at the scanner's position, and return its value."""
        start = self._scanner.spaced()
        found = self._scanner.match(STARTS_CODE)
        if found is None:
            self._scanner.fail("expected a constructor", f"one of {', '.join(_CALLS)}")
        if found[1] == "make_tiled_mma":
            return self._tiled_mma(start)
        named: dict[str, Any] = {}

        def argument() -> list[Any]:
            keyword = self._scanner.match(r"([a-z_]\w*)\s*=(?!=)\s*")
            value = self._argument()
            if keyword is None:
                return [value]
            named[keyword[1]] = value
            return []

        given = [one for part in self._scanner.sequence(argument, ")") for one in part]
        self._scanner.match(r"\{\s*\}")
        return self._made(start, found[1], given, named)

    def _argument(self) -> Any:
        scanner = self._scanner
        if scanner.at(STARTS_CODE):
            return self.call()
        if scanner.at(STARTS):
            return read_type(scanner).form
        major = scanner.match(
            r"(?:cute::)?(LayoutLeft|GenColMajor|LayoutRight|GenRowMajor)(?:::\w+)?\{\}"
        )
        if major is not None:
            return Major.LEFT if major[1] in ("LayoutLeft", "GenColMajor") else Major.RIGHT
        if starts_number(scanner):
            value = read_number(scanner)
            scanner.match(r"\{\s*\}")
            if not scanner.at(":"):
                return value
            scanner.fail("expected ',' or ')'")
        if scanner.match(r"None\b"):
            return None
        if scanner.at(r"\("):
            mark = scanner.mark()
            try:
                scanner.expect("(")
                items = scanner.sequence(self._argument, ")")
                if not scanner.at(":"):
                    return items
            except LayoutError:
                # This is not a tuple of arguments. It may be a printed layout, which is read below.
                pass
            scanner.reset(mark)
        if starts_print(scanner):
            return read_print(scanner).form
        # The argument is an atom or another object. An error is raised only if the value of the
        # argument is needed.
        start = scanner.spaced()
        if scanner.at(r"[A-Za-z_][\w:]*\s*[<{]"):
            read_node(scanner)
            return _Unread(start)
        if scanner.match(r"[A-Za-z_][\w.]*"):
            return _Unread(start)
        return scanner.fail("expected a number, a tuple, a layout or a swizzle")

    def _tiled_mma(self, start: int) -> TiledInstruction:
        """Read the arguments of `make_tiled_mma`, which are C++ types, as a tile of atoms."""
        types = self._scanner.sequence(lambda: read_node(self._scanner), ")")
        return Meaning(self._scanner, start).tiled_mma(start, types)

    def _made(self, start: int, name: str, given: list[Any], named: dict[str, Any]) -> Any:
        make = getattr(self, f"_{name}", None)
        # The first argument of a tiled copy is an atom, whose value is not needed.
        needed = given[1:] if name.startswith("make_tiled_copy") else given
        for unread in _unread((*needed, *named.values())):
            self._scanner.fail("the value of a variable is not known", _SIZES, unread.position)
        if name in _TUPLES:
            return tuple(given)
        assert make is not None
        try:
            return make(start, *given, **named)
        except ReadingError:
            raise
        except LayoutError as error:
            self._scanner.fail(str(error), position=start)
        except (TypeError, ValueError):
            self._scanner.fail(f"wrong arguments for {name}", position=start)

    def _value(self, start: int, make: Callable[..., Any], *parts: Any) -> Any:
        return self._scanner.made(start, make, *parts)

    def _Layout(self, start: int, shape: Any, stride: Any = None) -> Any:  # noqa: N802 - the name in the code
        return self._make_layout(start, shape, stride)

    def _make_layout(self, start: int, shape: Any, stride: Any = None, **_: Any) -> Any:
        if isinstance(shape, Layout | ComposedLayout):
            self._scanner.fail(
                "make_layout of layouts can be read only in an expression of the calculator"
            )
        if (stride is None or isinstance(stride, Major)) and any(names_in(shape)):
            self._scanner.fail(
                "a compact stride of unknown sizes is not supported", "the stride", start
            )
        if stride is None:
            return self._value(start, Layout, shape)
        return self._value(
            start, make_layout if isinstance(stride, Major) else Layout, shape, stride
        )

    def _make_ordered_layout(self, start: int, shape: Any, order: Any) -> Any:
        return self._value(start, make_ordered_layout, shape, order)

    def _make_swizzle(self, start: int, bits: int, base: int, shift: int) -> Any:
        return self._value(start, Swizzle, bits, base, shift)

    _Swizzle = _make_swizzle

    def _make_composed_layout(self, start: int, inner: Any, offset: Any, outer: Any) -> Any:
        """Read a composed layout of the DSL. Its argument `inner` is the swizzle, applied last."""
        return self._value(start, ComposedLayout, inner, offset, outer)

    def _ComposedLayout(self, start: int, *parts: Any, offset: int = 0) -> Any:  # noqa: N802 - the name in the code
        """Read a composed layout of tensor-layouts or pycute.

        The offset is a keyword argument in tensor-layouts, and the middle argument in pycute.
        """
        outer, *middle, inner = parts
        return self._value(start, ComposedLayout, outer, *(middle or [offset]), inner)

    def _composition(self, start: int, outer: Any, inner: Any) -> Any:
        if not isinstance(outer, Swizzle):
            self._scanner.fail(
                "composition of layouts can be read only in an expression of the calculator"
            )
        return self._value(start, ComposedLayout, outer, 0, inner)

    def _make_identity_tensor(self, start: int, shape: Any) -> Any:
        self._scanner.fail(
            "make_identity_tensor can be read only in an expression of the calculator",
            position=start,
        )

    def _Tile(self, start: int, *tiles: Any) -> Any:  # noqa: N802 - the name in the code
        return tuple(tiles)

    def _make_tiled_copy_tv(self, start: int, _: Any, thr: Any, val: Any) -> Any:
        layouts = (one if isinstance(one, Layout) else Layout(one) for one in (thr, val))
        tiler, tv = self._value(start, make_layout_tv, *layouts)
        return self._value(start, TiledLayout, tv, tiler)

    def _make_tiled_copy(self, start: int, _: Any, tv: Any, tiler: Any) -> Any:
        """Make a tiled copy from the arguments of C++ or of the DSL.

        C++ passes a layout of threads and a layout of values. The DSL passes a thread-value layout
        and its tile.
        """
        if isinstance(tiler, Layout):
            return self._make_tiled_copy_tv(start, _, tv, tiler)
        return self._value(start, TiledLayout, tv, tiler)


__all__ = ["FAMILY", "STARTS_CODE", "read_code"]
