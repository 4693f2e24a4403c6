"""A value, a type or a class is plain as long as nothing in it is other than Python made it."""

import collections.abc
import gc
import re
import typing
from collections import namedtuple
from collections.abc import Callable
from types import FunctionType, MappingProxyType
from typing import Any, Literal, NamedTuple

import pytest

from spec import Layout
from verif.symbolic.plain import is_data, is_hint, is_of_typing, is_plain_error, is_plain_tuple

NAME, FIELDS = "Mode", ("shape", "stride")


class Declared(NamedTuple):
    """A mode."""

    shape: int
    stride: int = 1


def made():
    return namedtuple(NAME, FIELDS, defaults=(1,))


def copied(function, **changed):
    """A function of the same code, with something of it changed."""
    parts = {
        "code": function.__code__,
        "globals": function.__globals__,
        "name": function.__name__,
        "argdefs": function.__defaults__,
        "closure": function.__closure__,
    }
    return FunctionType(**{**parts, **changed})


def cell(value):
    return (lambda: value).__closure__[0]


PARTS = sorted(vars(made()).keys() - {"__module__", "__doc__", "_field_defaults", "_fields"})
METHODS = [name for name in PARTS if isinstance(vars(made())[name], FunctionType)]
CLOSED = [name for name in METHODS if vars(made())[name].__closure__]


@pytest.mark.parametrize(
    "kind", [Declared, made(), namedtuple("Empty", ()), namedtuple("A", "x y")]
)
def test_a_named_tuple_is_plain_as_it_is_made(kind):
    assert is_plain_tuple(kind)
    assert is_data(kind(*(0 for _ in kind._fields)), mutable=False)


def test_a_named_tuple_stays_plain_whenever_others_are_collected():
    thresholds = gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    try:
        assert all(is_plain_tuple(Declared) for _ in range(9))
    finally:
        gc.set_threshold(*thresholds)


@pytest.mark.parametrize("kind", [tuple, int, type("Other", (Declared,), {})])
def test_no_other_class_is_a_plain_named_tuple(kind):
    assert not is_plain_tuple(kind)


class Other(type):
    """A type of classes that are called in another way."""


class Tuples(tuple):
    """Tuples to which something may be added."""


class Said(str):
    """A name that may be another at every look."""


@pytest.mark.parametrize(("of", "bases"), [(Other, (tuple,)), (type, (Tuples,))])
def test_a_class_that_is_made_otherwise_is_seen(of, bases):
    assert not is_plain_tuple(of(NAME, bases, dict(vars(made()))))


@pytest.mark.parametrize(
    "fields", [("a b",), (1, 2), (Said("shape"), "stride"), list(FIELDS), None]
)
def test_fields_that_have_no_plain_names_are_seen(fields):
    kind = made()
    kind._fields = fields
    assert not is_plain_tuple(kind)


@pytest.mark.parametrize("name", [*PARTS, "added"])
def test_a_part_of_another_type_is_seen(name):
    kind = made()
    setattr(kind, name, object())
    assert not is_plain_tuple(kind)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_of_another_code_is_seen(name):
    kind = made()
    setattr(kind, name, copied(lambda *_: 0))
    assert not is_plain_tuple(kind)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_with_other_defaults_is_seen(name):
    kind = made()
    changed = copied(vars(kind)[name], argdefs=(object(),))
    setattr(kind, name, changed)
    assert not is_plain_tuple(kind)
    changed.__defaults__ = ([],)
    assert not is_plain_tuple(kind)
    changed.__defaults__ = (1,)
    assert is_plain_tuple(kind)
    changed.__kwdefaults__ = {"x": 1}
    assert not is_plain_tuple(kind)


@pytest.mark.parametrize("name", CLOSED)
def test_a_method_that_closes_over_something_else_is_seen(name):
    own = vars(made())[name].__closure__
    for place, mine in enumerate(own):
        for other in (object(), "other", 7, ("other",)):
            if type(other) is type(mine.cell_contents) or not isinstance(other, str):
                kind = made()
                closure = (*own[:place], cell(other), *own[place + 1 :])
                setattr(kind, name, copied(vars(kind)[name], closure=closure))
                assert not is_plain_tuple(kind)


def test_another_constructor_of_tuples_is_seen():
    kind = made()
    within = {**kind.__new__.__globals__, "_tuple_new": lambda cls, items: None}
    kind.__new__ = copied(kind.__new__, globals=within)
    assert not is_plain_tuple(kind)


def test_the_getter_of_another_field_is_seen():
    kind = made()
    kind.shape = vars(kind)["stride"]
    assert not is_plain_tuple(kind)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("__match_args__", FIELDS[::-1]),
        ("__slots__", ("more",)),
        ("_field_defaults", {"stride": []}),
    ],
)
def test_another_table_is_seen(name, value):
    kind = made()
    setattr(kind, name, value)
    assert not is_plain_tuple(kind)


@pytest.mark.parametrize(
    "value",
    [
        (),
        (1, (2, "said")),
        frozenset((1, 2)),
        Declared(1, 2),
        *(None, NotImplemented, ...),
        True,
        0.5,
    ],
)
def test_constants_are_data_all_through(value):
    assert is_data(value, mutable=False)
    assert is_data((value,), mutable=False)


@pytest.mark.parametrize("value", [object(), [1], {1: 2}, "%s", "{}", type("Int", (int,), {})(1)])
def test_what_can_change_or_say_something_is_no_constant(value):
    assert not is_data(value, mutable=False)
    assert not is_data((1, value), mutable=False)


@pytest.mark.parametrize(
    "value", [{1: object()}, [1], {1}, MappingProxyType({}), re.compile("1"), "{}"]
)
def test_tables_are_data_where_nothing_is_stored_to_them(value):
    assert is_data((value,), mutable=True)
    assert not is_data((value,), mutable=False)
    assert not is_data(object(), mutable=True)


class RefusalError(ValueError):
    """A refusal under another name."""


class SeveralError(RefusalError, LookupError):
    pass


class LookingError(RefusalError):
    def __str__(self):
        return "looked at"


class LaterError(LookingError):
    pass


class MixedError(LookingError, LookupError):
    pass


@pytest.mark.parametrize("kind", [ValueError, Exception, RefusalError, SeveralError])
def test_errors_of_python_are_plain_and_those_under_other_names(kind):
    assert is_plain_error(kind)


@pytest.mark.parametrize(
    "kind",
    [
        *(BaseException, KeyboardInterrupt, int, LookingError, LaterError, MixedError, object),
        Other("Named", (ValueError,), {}),
        type("ValueError", (LookingError,), {}),
    ],
)
def test_errors_to_which_something_is_added_are_not_plain(kind):
    assert not is_plain_error(kind)


@pytest.mark.parametrize(
    "hint",
    [int, Declared, tuple[int, ...], tuple[Declared, tuple[()]], [int], ..., int | None, Any],
)
def test_types_are_hints(hint):
    assert is_hint(hint)
    assert is_hint(tuple[int, hint])


@pytest.mark.parametrize("hint", [1, None, "int", object(), Other("Named", (), {})])
def test_what_is_no_type_at_every_look_is_no_hint(hint):
    assert not is_hint(hint)
    assert not is_hint(tuple[int, hint])


@pytest.mark.parametrize(
    "form",
    [
        *(Any, typing.Union, Literal[1], Literal, int | None, Literal[1] | None),
        *(Callable, collections.abc.Mapping, typing.Callable[[int], int], typing.TypeVar("T")),
    ],
    ids=str,
)
def test_forms_of_annotations_are_of_typing(form):
    assert is_of_typing(form)


class Called(typing._GenericAlias, _root=True):
    """A form that makes something where it is called, and says that it is of typing."""


Called.__module__ = "typing"


@pytest.mark.parametrize(
    "form", [list[int], type[int], Called(typing.Union, (int, str)), int, 1, None]
)
def test_what_makes_something_where_it_is_called_is_not_of_typing(form):
    assert not is_of_typing(form)


@pytest.mark.parametrize(
    ("name", "value"), [("size", 5), ("size", True), ("flat_modes", ((4, 2),))]
)
def test_a_layout_that_keeps_what_its_text_does_not_compute_is_no_constant(name, value):
    layout = Layout(1)
    assert layout.size == 1
    assert layout.flat_modes == ((1, 1),)
    assert is_data(layout, mutable=False)
    vars(layout)[name] = value
    assert not is_data(layout, mutable=False)
