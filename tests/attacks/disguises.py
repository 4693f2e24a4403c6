"""False claims about values, classes and functions that pretend to be something else."""

from __future__ import annotations

import builtins
import functools
import sys
import types
from typing import Any, Generic, NamedTuple, TypeVar

from spec.coalesce import coalesce_modes
from spec.layout import Layout
from spec.modes import modes_of
from verif.kernel.claim import claim
from verif.kernel.verbs import ensure, same
from verif.readings.domains import Layouts
from verif.readings.numbers import Among, Integers

MANY = 1000


def is_unknown(x: Any) -> bool:
    return type(x) is not int and not isinstance(x, type)


class Equal(type):
    """A metaclass whose classes are equal to every class."""

    def __eq__(cls, other: object) -> bool:
        return True

    __hash__ = type.__hash__

    def __call__(cls, x: Any) -> Any:
        return is_unknown(x)


class Integer(metaclass=Equal):
    pass


@claim("D01-EQUAL-CLASS", "", source="", i=Integers())
def by_an_equal_class(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", Integer(i))


class Looking(tuple[Any, ...]):
    def __getitem__(self, x: Any) -> Any:
        return is_unknown(x)


LOOKING = Looking()


@claim("D02-TUPLE", "", source="", i=Integers())
def by_a_tuple(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", LOOKING[i])


class OfSpec:
    def __getitem__(self, x: Any) -> Any:
        return is_unknown(x)


OfSpec.__module__ = "spec.layout"
OF_SPEC = OfSpec()


@claim("D03-OF-SPEC", "", source="", i=Integers())
def by_a_class_said_to_be_of_spec(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", OF_SPEC[i])


class OfTyping:
    def __getitem__(self, x: Any) -> Any:
        return is_unknown(x)


OfTyping.__module__ = "typing"
OF_TYPING = OfTyping()


@claim("D04-OF-TYPING", "", source="", i=Integers())
def by_a_class_said_to_be_of_typing(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", OF_TYPING[i])


class Answer:
    def __new__(cls, x: Any) -> Any:
        return is_unknown(x)


Answer.__module__ = "typing"


@claim("D05-CLASS-OF-TYPING", "", source="", i=Integers())
def by_calling_a_class_said_to_be_of_typing(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", Answer(i))


NAMESPACE = types.SimpleNamespace(size=is_unknown)


@claim("D06-NAMESPACE", "", source="", i=Integers())
def by_a_namespace(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", NAMESPACE.size(i))


T = TypeVar("T")


class Parameter(Generic[T]):
    def __new__(cls, x: Any) -> Any:
        return is_unknown(x)


PARAMETER = Parameter[int]


@claim("D07-GENERIC", "", source="", i=Integers())
def by_a_generic_class(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", PARAMETER(i))


ALIAS = types.GenericAlias(is_unknown, (int,))


@claim("D08-ALIAS", "", source="", i=Integers())
def by_an_alias(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", ALIAS(i))


class Pair(NamedTuple):
    first: Any

    @property
    def size(self) -> bool:
        return is_unknown(self.first)


@claim("D09-PROPERTY", "", source="", i=Integers())
def by_a_property(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", Pair(i).size)


class Still(NamedTuple):
    first: Any

    @staticmethod
    def size(x: Any) -> bool:
        return is_unknown(x)


@claim("D10-STATIC", "", source="", i=Integers())
def by_a_static_method(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", Still.size(i))


class Made(NamedTuple):
    first: Any


Made._replace = lambda self, first: is_unknown(first)
Made.__new__ = lambda cls, first: is_unknown(first)


@claim("D11-MADE", "", source="", i=Integers())
def by_another_new(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", Made(i))


class Subscripted(NamedTuple):
    first: Any

    def __class_getitem__(cls, x: Any) -> Any:
        return is_unknown(x)


@claim("D12-SUBSCRIPTED", "", source="", i=Integers())
def by_a_subscripted_class(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", Subscripted[i])


class Called(type):
    def __call__(cls, x: Any) -> Any:
        return is_unknown(x)


class Empty(tuple[()], metaclass=Called):
    _fields = ()


@claim("D13-METACLASS", "", source="", i=Integers())
def by_a_metaclass(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", Empty(i))


class Holder(NamedTuple):
    first: Any


Holder.size = type


@claim("D14-CLASS-ATTRIBUTE", "", source="", i=Integers())
def by_an_attribute_of_a_class(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no int", Holder.size(i) != int)  # noqa: E721


class Globals(dict[str, Any]):
    def __getitem__(self, name: str) -> Any:
        return is_unknown if name == "abs" else super().__getitem__(name)


def with_globals(text: Any) -> Any:
    made = types.FunctionType(text.__code__, Globals(text.__globals__))
    made.__qualname__ = text.__qualname__
    return made


@claim("D15-GLOBALS", "", source="", i=Integers())
@with_globals
def by_other_globals(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", abs(i) == MANY or abs(i) != i)


def with_builtins(text: Any) -> Any:
    other = {**vars(builtins), "abs": is_unknown}
    made = types.FunctionType(text.__code__, {**text.__globals__, "__builtins__": other})
    made.__qualname__ = text.__qualname__
    return made


@claim("D16-BUILTINS", "", source="", i=Integers())
@with_builtins
def by_other_builtins(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", abs(i) != i)


class Module(types.ModuleType):
    size = staticmethod(is_unknown)


MODULE = Module("spec.other")


@claim("D17-MODULE", "", source="", i=Integers())
def by_a_module(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", MODULE.size(i))


class Probe(ValueError):  # noqa: N818
    def __new__(cls, x: Any) -> Any:
        return is_unknown(x)


@claim("D18-ERROR", "", source="", i=Integers())
def by_an_error(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", Probe(i))


FAKE = types.ModuleType("spec.fake")
FAKE.__file__ = sys.modules["spec"].__file__
sys.modules["spec.fake"] = FAKE


class Planted:
    pass


Planted.__module__ = "spec.fake"
Planted.size = is_unknown
FAKE.Planted = Planted


@claim("D19-PLANTED", "", source="", i=Integers())
def by_a_planted_class(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", Planted.size(i))


del sys.modules["spec.fake"]


def itself(i: int) -> int:
    return i


itself.size = is_unknown


@claim("D20-FUNCTION-ATTRIBUTE", "", source="", i=Integers())
def by_an_attribute_of_a_function(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", itself.size(i))


@claim("D21-AMONG", "", source="", i=Integers(), t=Among(("%s", "%d")))
def by_a_text_of_a_domain(alg: Any, i: int, t: str) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no number", (t % i)[0] not in "0123456789")


@claim("D22-TRANSLATED", "", source="", i=Integers())
def by_a_translated_text(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no number", ("$s".translate({36: 37}) % i)[0] not in "0123456789")


@claim("D23-DEPTH", "the modes of a large layout have a depth", source="", A=Layouts())
def by_the_depth_of_a_list(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("a depth", modes_of(A).depth >= 0)


@claim("D24-NAME", "the modes of a large layout have a name", source="", A=Layouts())
def by_the_name_of_a_list(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("a name", len(modes_of(A).name) >= 1)


@claim("D25-HANDLER", "a function has arguments", source="", A=Layouts())
def by_the_arguments_of_a_function(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("arguments", len(coalesce_modes.args) == 1)


@claim("D26-SAME-TABLES", "tables of the same keys are the same", source="", i=Integers())
def of_tables(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        same("tables", ({0: i},), ({0: 0},))


@claim("D27-SAME-LISTS", "a list is a tuple", source="", i=Integers())
def of_lists(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        same("lists", ([i, i],), ((i, i),))


@claim("D28-SAME-EMPTY", "an empty list is not an empty tuple", source="", i=Integers())
def of_empty_lists(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        same("lists", [], ())


PARTIAL = functools.partial(is_unknown)


@claim("D29-PARTIAL", "", source="", i=Integers())
def by_a_partial(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", PARTIAL(i))


class Bound:
    def size(self, x: Any) -> bool:
        return is_unknown(x)


METHOD = Bound().size


@claim("D30-METHOD", "", source="", i=Integers())
def by_a_method(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", METHOD(i))
