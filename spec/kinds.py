"""The kinds of arguments: a function that is exported takes what its text names, or what can be it.

A shape stands for its compact layout, and an array of XLA or TLA for its layout where it has one.
Whatever else is given is refused by one error, KindError, that names the argument and the kind.
What an operation does to a swizzled layout is in swizzled.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cache, partial, wraps
from inspect import Parameter, Signature, signature
from itertools import product
from typing import Any, Final, ParamSpec, TypeGuard, TypeVar, cast

from spec.basis import ArithmeticTuple
from spec.bridges.convert import Array, as_layout
from spec.bridges.positions import Positioned, positions
from spec.composed import ComposedLayout
from spec.composition import Tiler
from spec.errors import KindError
from spec.int_tuple import IntTuple, SliceTuple, format_int_tuple
from spec.layout import Layout, Major, is_unknown, too_many_modes
from spec.linear import LinearLayout
from spec.memory.machine import Machine
from spec.notation import format_tiler
from spec.swizzle import Swizzle
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Kind:
    """The kind of an argument: in words, as a test, and how something else becomes it.

    A kind that is of layouts may be of swizzled ones, where the operation says what it does then.
    """

    words: str
    accepts: Callable[[object], bool]
    made: Callable[[Any], Any] = lambda value: value
    is_layout: bool = False

    def keeps(self, value: object) -> bool:
        """Whether the value is of the kind and stays as it is."""
        return self.accepts(value) and self.made(value) is value


def is_integer(value: object) -> bool:
    """Whether it is an integer, which a truth is not.

    >>> is_integer(3), is_integer(True)
    (True, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def is_tree(value: object, is_leaf: Callable[[object], bool]) -> bool:
    """Whether it is a leaf, or a tuple of such trees.

    >>> is_tree((4, (2, 2)), is_integer), is_tree((4, None), is_integer)
    (True, False)
    """
    if isinstance(value, tuple):
        return all(is_tree(part, is_leaf) for part in cast("tuple[object, ...]", value))
    return is_leaf(value)


def is_int_tuple(value: object) -> TypeGuard[IntTuple]:
    """Whether it is an integer or a tuple of IntTuples."""
    return is_tree(value, is_integer)


def is_coordinate(value: object) -> TypeGuard[SliceTuple]:
    """Whether it is an IntTuple, None standing for any part of it."""
    return is_tree(value, lambda leaf: leaf is None or is_integer(leaf))


def is_array(value: object) -> bool:
    """Whether it is a layout, an array of another family, or a shape, which stands for one."""
    return isinstance(value, Layout | TlaLayout | XlaShape) or is_int_tuple(value)


def is_any_layout(value: object) -> bool:
    """The same, or a composed layout."""
    return isinstance(value, ComposedLayout) or is_array(value)


def is_tiler(value: object) -> bool:
    """Whether it is a tree of layouts, sizes and None."""
    return is_tree(value, lambda leaf: isinstance(leaf, Layout) or leaf is None or is_integer(leaf))


def is_flat(value: object) -> bool:
    """Whether it is a tuple of integers."""
    return isinstance(value, tuple) and all(map(is_integer, cast("tuple[object, ...]", value)))


def _is_names(value: object) -> bool:
    """Whether it is a collection of texts, which a text itself is not."""
    if isinstance(value, str) or not isinstance(value, Collection):
        return False
    return all(isinstance(name, str) for name in cast("Collection[object]", value))


def _is_stride(value: object) -> bool:
    """Whether it is an IntTuple in which coordinates may stand for integers."""
    return is_tree(value, lambda leaf: isinstance(leaf, ArithmeticTuple) or is_integer(leaf))


def _of(*types: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, types)


def _layout_of_array(value: Any) -> Any:
    return as_layout(value) if isinstance(value, TlaLayout | XlaShape) else value


def _layout_of(value: Any) -> Any:
    return Layout(value) if is_int_tuple(value) else _layout_of_array(value)


def _matrix_of(value: LinearLayout | tuple[int, ...]) -> LinearLayout:
    return value if isinstance(value, LinearLayout) else LinearLayout(value)


def _is_nested(value: object) -> bool:
    return isinstance(value, tuple) and is_int_tuple(cast(object, value))


def _positions_of(value: Any) -> Any:
    return positions(_layout_of_shape(value))


def _layout_of_shape(value: Any) -> Any:
    return Layout(value) if is_int_tuple(value) else value


_KINDS: Final[dict[object, Kind]] = {
    int: Kind("an integer", is_integer),
    str: Kind("a text", _of(str)),
    Collection[str]: Kind("a collection of names", _is_names),
    IntTuple: Kind("an IntTuple", is_int_tuple),
    SliceTuple: Kind("a coordinate", is_coordinate),
    Tiler: Kind("a tiler", is_tiler),
    Layout: Kind("a layout", is_array, _layout_of, is_layout=True),
    Layout | IntTuple: Kind("a layout or an IntTuple", is_array, _layout_of_array, is_layout=True),
    Layout | IntTuple | Major: Kind(
        "a layout, an IntTuple or an order",
        lambda value: isinstance(value, Major) or is_array(value) or _is_stride(value),
        _layout_of_array,
    ),
    IntTuple | Major: Kind(
        "an IntTuple or an order", lambda value: isinstance(value, Major) or is_int_tuple(value)
    ),
    Layout | ComposedLayout: Kind("a layout", is_any_layout, _layout_of),
    Positioned: Kind("a layout", is_any_layout, _positions_of),
    Layout | ComposedLayout | Swizzle: Kind(
        "a layout or a swizzle",
        lambda value: isinstance(value, Swizzle) or is_any_layout(value),
        _layout_of,
    ),
    Array | ComposedLayout | IntTuple: Kind("a layout or an IntTuple", is_any_layout),
    Array | ComposedLayout | Swizzle: Kind(
        "a layout, an array or a swizzle",
        lambda value: isinstance(value, Swizzle) or is_any_layout(value),
        _layout_of_shape,
    ),
    Array: Kind("a layout or a TLA layout or an XLA shape", is_array, _layout_of_shape),
    LinearLayout: Kind(
        "the columns of a matrix",
        lambda value: isinstance(value, LinearLayout) or is_flat(value),
        _matrix_of,
    ),
    tuple[int, ...]: Kind("a tuple of integers", is_flat),
    tuple[IntTuple, ...]: Kind("a tuple", _is_nested),
    TlaLayout: Kind("a TLA layout", _of(TlaLayout)),
    XlaShape: Kind("an XLA shape", _of(XlaShape)),
    Machine: Kind("a machine", _of(Machine)),
    Callable[[Layout], Layout]: Kind("an operation on a layout", callable),
}
"""The kind of each annotation; where `| None` is beside it, None is of the kind too."""


def kind_of(annotation: object) -> Kind | None:
    """The kind of an annotation; None for one that no kind is of.

    >>> kind_of(int).words, kind_of(int | None).accepts(None)
    ('an integer', True)
    """
    if annotation in _KINDS:
        return _KINDS[annotation]
    for known, kind in _KINDS.items():
        if cast("Any", known) | None == annotation:
            return replace(kind, accepts=partial(_is_none_or, kind.accepts))
    return None


def _is_none_or(accepts: Callable[[object], bool], value: object) -> bool:
    return value is None or accepts(value)


@dataclass(frozen=True)
class Instead:
    """Another function of arguments of a further kind, and the parameters that may be of it.

    Without names of parameters it is those that a layout is one of.
    """

    function: Callable[..., Any]
    accepts: Callable[[object], bool]
    at: tuple[str, ...] = ()

    def takes(self, parameter: str, kind: Kind | None, value: object) -> bool:
        """Whether the value, of no kind that the function's own text names, is taken there."""
        named = parameter in self.at if self.at else kind is not None and kind.is_layout
        return named and self.accepts(value)


def taking(
    function: Callable[P, R], instead: Instead | None = None, owner: type | None = None
) -> Callable[P, R]:
    """The function, of whatever can be what its text names for an argument; KindError for the rest.

    Where an argument is of a further kind, the other function is called. Of a method `owner` is the
    class, and `self` is no argument.
    LayoutError where there are too many modes or parentheses for Python's recursion.
    """
    name = function.__qualname__ if owner else function.__name__.removesuffix("_")
    first = 0 if owner else 1
    shape = cache(partial(signature, function, eval_str=True))
    plain = cache(lambda: _plain(shape(), instead, owner))

    @wraps(function)
    def call(*given: P.args, **named: P.kwargs) -> R:
        try:
            # What the text names, and the usual case: nothing is to be asked.
            if not named and (*map(type, given),) in plain():
                return function(*given, **named)
            bound = shape().bind(*given, **named)
            further = False
            for position, (parameter, value) in enumerate([*bound.arguments.items()], first):
                takes = shape().parameters[parameter]
                kind = _kind_of(takes.annotation)
                if instead is not None and instead.takes(parameter, kind, value):
                    further = True
                elif takes.kind is Parameter.VAR_POSITIONAL:
                    found = (_taken(name, k, kind, one) for k, one in enumerate(value, position))
                    bound.arguments[parameter] = tuple(found)
                else:
                    bound.arguments[parameter] = _taken(name, position, kind, value)
            if instead is not None and further:
                return instead.function(*bound.args, **bound.kwargs)
            return function(*bound.args, **bound.kwargs)
        except RecursionError:
            if is_unknown((*given, *named.values())):
                raise
            raise too_many_modes(name) from None

    call.__module__ = function.__module__ if owner else "spec"
    return call


_kind_of = cache(kind_of)

_PLAIN: Final = (1, "", Layout(1))
"""A value of each type of which a kind has all values or none."""


MOST_PLAIN: Final = 3
"""As many of any number of arguments are looked up at once, as the indices of a path."""


def _plain(
    shape: Signature, instead: Instead | None, owner: type | None
) -> frozenset[tuple[type, ...]]:
    """The types of arguments that are what the text names, and stay as they are."""
    found: list[frozenset[type]] = []
    required = 0
    for name, parameter in shape.parameters.items():
        if owner is not None and not found:
            types = frozenset({owner})
        else:
            types = _plain_types(name, parameter, instead)
        if types is None:
            return frozenset()
        if parameter.kind is Parameter.VAR_POSITIONAL:
            found += [types] * MOST_PLAIN
        else:
            required += parameter.default is Parameter.empty
            found.append(types)
    counts = range(required, len(found) + 1)
    return frozenset(types for count in counts for types in product(*found[:count]))


def _plain_types(
    name: str, parameter: Parameter, instead: Instead | None
) -> frozenset[type] | None:
    """The types that are of the parameter's kind and stay; None where no kind is of it."""
    kind = _kind_of(parameter.annotation)
    several = parameter.kind is Parameter.VAR_POSITIONAL
    if kind is None or (several and instead is not None):
        return None
    return frozenset(
        type(value)
        for value in _PLAIN
        if kind.keeps(value) and not (instead is not None and instead.takes(name, kind, value))
    )


def is_swizzled(value: object) -> TypeGuard[Swizzle | ComposedLayout]:
    """Whether it is a swizzle, or a layout after which others come."""
    return isinstance(value, Swizzle | ComposedLayout)


def is_layout(value: object) -> bool:
    """Whether it is a layout of any kind, or an array that may be one."""
    return isinstance(value, Layout | ComposedLayout | TlaLayout | XlaShape)


def is_list(arguments: object) -> bool:
    """Whether it is one list, or one tuple, of layouts."""
    given = cast("tuple[object, ...]", arguments)
    one = given[0] if len(given) == 1 else None
    return isinstance(one, list | tuple) and any(map(is_layout, cast("list[object]", one)))


def _taken(name: str, position: int, kind: Kind | None, value: Any) -> Any:
    if kind is None:
        return value
    if not kind.accepts(value):
        raise KindError(name, position, kind.words, shown(value))
    return kind.made(value)


def shown(value: object) -> str:
    """The value as the notation has it, or as Python does.

    >>> shown(Layout(4, 2)), shown((4, None)), shown((Layout(4, 2), 3)), shown(1.5)
    ('4:2', '(4,_)', '<4:2,3>', '1.5')
    """
    if is_coordinate(value):
        return format_int_tuple(value)
    if is_tiler(value):
        return format_tiler(cast(Tiler, value))
    text: object = str if is_layout(value) or is_swizzled(value) else repr
    return cast("Callable[[object], str]", text)(value)
