"""Wrap functions in checks of their arguments. A kind describes what a parameter accepts.

The functions of the algebra do not check types. `spec` exports each of them wrapped in a check. The
check raises KindError for an argument of the wrong kind. It also converts an argument that stands
for another value: for example, a shape becomes its compact layout.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial, wraps
from inspect import Parameter, Signature, signature
from itertools import product
from typing import Any, Final, TypeGuard, TypeVar, cast

from spec.errors import KindError
from spec.int_tuple import IntTuple, SliceTuple, format_int_tuple
from spec.room import with_room

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Kind:
    """The kind of an argument: its name, a test for it, and a conversion to it.

    Every value of a type in `always` is of the kind and needs no conversion. `converts` is a pair:
    the name of the type to which values are converted, and the annotation of the values to convert.
    `advice` returns what to write in place of a value of another kind, or an empty string.
    """

    words: str
    accepts: Callable[[object], bool]
    made: Callable[[Any], Any] = lambda value: value
    always: tuple[type, ...] = ()
    converts: tuple[str, Any] | None = None
    advice: Callable[[object], str] = lambda _: ""

    def keeps(self, value: object) -> bool:
        """Whether the value is of the kind and needs no conversion."""
        return self.accepts(value) and self.made(value) is value


@dataclass(frozen=True)
class Instead:
    """A function that is called instead of the exported function for some arguments.

    The call goes to `function` if `accepts` is true for the argument of a parameter in `at`.
    """

    function: Callable[..., Any]
    accepts: Callable[[object], bool]
    at: tuple[str, ...]

    def takes(self, parameter: str, value: object) -> bool:
        """Whether `function` is called instead of the operation if `parameter` has this value."""
        return parameter in self.at and self.accepts(value)


def is_integer(value: object) -> bool:
    """Whether `value` is an integer; bools do not count.

    >>> is_integer(3), is_integer(True)
    (True, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def is_tree(value: object, is_leaf: Callable[[object], bool]) -> bool:
    """Whether `value` is a tree: a leaf, or a tuple of trees.

    >>> is_tree((4, (2, 2)), is_integer), is_tree((4, None), is_integer)
    (True, False)
    """
    if isinstance(value, tuple):
        return all(is_tree(part, is_leaf) for part in cast("tuple[object, ...]", value))
    return is_leaf(value)


def is_int_tuple(value: object) -> TypeGuard[IntTuple]:
    """Whether `value` is an integer or a tuple of IntTuples."""
    return is_tree(value, is_integer)


def is_coordinate(value: object) -> TypeGuard[SliceTuple]:
    """Whether `value` is an IntTuple in which None may replace any part."""
    return is_tree(value, lambda leaf: leaf is None or is_integer(leaf))


def is_flat(value: object) -> bool:
    """Whether `value` is a tuple of integers."""
    return isinstance(value, tuple) and all(map(is_integer, cast("tuple[object, ...]", value)))


INTEGER: Final = Kind("an integer", is_integer, always=(int,))
INTEGERS: Final = Kind("a tuple of integers", is_flat)
INT_TUPLE: Final = Kind("an IntTuple", is_int_tuple, always=(int,))
COORDINATE: Final = Kind("a coordinate", is_coordinate, always=(int,))
OPERATION: Final = Kind("an operation on a layout", callable)


@cache
def maybe(kind: Kind) -> Kind:
    """The kind that accepts None, and every value that `kind` accepts.

    >>> maybe(INTEGER).accepts(None), maybe(INTEGER).words
    (True, 'an integer')
    """
    return replace(kind, accepts=partial(_is_none_or, kind.accepts))


def _is_none_or(accepts: Callable[[object], bool], value: object) -> bool:
    return value is None or accepts(value)


def taking(function: F, kinds: Sequence[Kind], instead: Instead | None = None) -> F:
    """Wrap the function with a check of its arguments. `kinds` has a kind for each parameter.

    Errors: KindError for an argument of another kind; LayoutError for too many modes or
    parentheses.

    >>> half = taking(lambda n: n // 2, (INTEGER,))
    >>> half(5)
    2
    >>> half("x")
    Traceback (most recent call last):
    spec.errors.KindError: argument 1 of <lambda> must be an integer, not 'x'
    """
    return _taking(function, function.__name__.removesuffix("_"), kinds, instead)


METHODS: Final[dict[Callable[..., Any], tuple[Kind, ...]]] = {}
"""The unchecked methods that have a checked wrapper, with the kinds of their parameters."""


def method(*kinds: Kind) -> Callable[[F], F]:
    """Decorate a method with a check of its arguments: a kind for each parameter except `self`."""

    def decorated(function: F) -> F:
        METHODS[function] = kinds
        return _taking(function, function.__qualname__, kinds, None, of_self=1)

    return decorated


def _taking(
    function: F, name: str, kinds: Sequence[Kind], instead: Instead | None, of_self: int = 0
) -> F:
    shape = cache(partial(signature, function))
    plain: frozenset[tuple[type, ...]] | None = None

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        nonlocal plain
        try:
            if not named:
                # Compute `plain` at the first call, because few exported functions are called.
                if plain is None:
                    plain = _plain(shape(), kinds, instead, of_self)
                # Usually the types alone show that no argument needs a test or a conversion.
                if (*map(type, given[of_self:] if of_self else given),) in plain:
                    return function(*given)
            parameters = [*shape().parameters.values()][of_self:]
            bound = shape().bind(*given, **named)
            further = False
            for position, (parameter, kind) in enumerate(zip(parameters, kinds, strict=True), 1):
                if parameter.name not in bound.arguments:
                    continue
                value = bound.arguments[parameter.name]
                if instead is not None and instead.takes(parameter.name, value):
                    further = True
                elif parameter.kind is Parameter.VAR_POSITIONAL:
                    found = (_taken(name, k, kind, one) for k, one in enumerate(value, position))
                    bound.arguments[parameter.name] = tuple(found)
                else:
                    bound.arguments[parameter.name] = _taken(name, position, kind, value)
            if instead is not None and further:
                return instead.function(*bound.args, **bound.kwargs)
            return function(*bound.args, **bound.kwargs)
        except RecursionError:
            arguments = (*given, *named.values())
            if is_unknown(arguments):
                raise
            return with_room(name, arguments, lambda: call(*given, **named))

    if not of_self:
        call.__module__ = "spec"
    return cast(F, call)


MOST_PLAIN: Final = 3
"""The largest number of variadic arguments in the combinations that `_plain` lists."""


def _plain(
    shape: Signature, kinds: Sequence[Kind], instead: Instead | None, of_self: int
) -> frozenset[tuple[type, ...]]:
    """The combinations of types for which no argument needs a test or a conversion."""
    found: list[tuple[type, ...]] = []
    required = 0
    for parameter, kind in zip([*shape.parameters.values()][of_self:], kinds, strict=True):
        if parameter.kind is not Parameter.VAR_POSITIONAL:
            required += parameter.default is Parameter.empty
            found.append(kind.always)
        elif instead is None or parameter.name not in instead.at:
            found += [kind.always] * MOST_PLAIN
        else:
            return frozenset()
    counts = range(required, len(found) + 1)
    return frozenset(types for count in counts for types in product(*found[:count]))


def _taken(name: str, position: int, kind: Kind, value: Any) -> Any:
    if not kind.accepts(value):
        raise KindError(name, position, kind.words, shown(value), kind.advice(value))
    return kind.made(value)


def shown(value: object) -> str:
    """The value as `spec` writes it if it has a notation, otherwise its `repr`.

    >>> shown((4, None)), shown(1.5)
    ('(4,_)', '1.5')
    """
    if is_coordinate(value):
        return format_int_tuple(value)
    if is_tree(value, _is_written):
        return _written(value)
    return repr(value)


def _is_written(value: object) -> bool:
    """Whether the value has a notation: its class belongs to spec and defines `__str__`."""
    home = getattr(type(value).__str__, "__module__", None) or ""
    return is_coordinate(value) or home.startswith("spec.")


def _written(value: object) -> str:
    if isinstance(value, tuple):
        return "<" + ",".join(map(_written, cast("tuple[object, ...]", value))) + ">"
    return format_int_tuple(value) if is_coordinate(value) else str(value)


def is_unknown(arguments: tuple[object, ...]) -> bool:
    """Whether the arguments contain a symbolic integer, whose type is neither int nor bool."""
    left: list[Any] = [*arguments]
    while left:
        value = left.pop()
        if isinstance(value, tuple):
            left += cast("tuple[object, ...]", value)
        elif hasattr(value, "shape") and hasattr(value, "stride"):
            left += (value.shape, value.stride)
        elif isinstance(value, int) and type(value) not in (int, bool):
            return True
    return False
