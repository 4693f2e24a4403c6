"""The gate reads a text, and refuses what could look at what it is run with."""

import dataclasses
from typing import Any, NamedTuple

import pytest

import spec
from spec import Layout, LayoutError, coalesce, parse_layout
from tests.symbolic.reached import LookingError, Pair, helping
from verif.kernel.errors import OutsideFragmentError
from verif.symbolic.gate import admit

COUNT = 3
STATE: list[int] = []


class Looking(NamedTuple):
    one: int

    def look(self) -> int:
        return 1


def stores_a_global(x: Any) -> Any:
    global COUNT  # noqa: PLW0603
    COUNT = x


def stores_outside(x: Any) -> Any:
    found = 0

    def inside() -> None:
        nonlocal found
        found = x

    return inside


def imports(x: Any) -> Any:
    import sys

    return sys


def imports_from(x: Any) -> Any:
    from sys import argv

    return argv


async def waits(x: Any) -> Any:
    return x


def opens(x: Any) -> Any:
    with x:
        return 1


def makes_a_class(x: Any) -> Any:
    class Own:
        pass

    return Own


def generates(x: Any) -> Any:
    yield x


def decorates(x: Any) -> Any:
    @helping
    def inside() -> int:
        return 1

    return inside


def defaults(x: Any) -> Any:
    def inside(y: Any = helping(1)) -> Any:  # noqa: B008
        return y

    return inside


def defaults_by_name(x: Any) -> Any:
    return lambda *, y=[x]: y


def defaults_itself(x: Any, y: Any = helping(1)) -> Any:  # noqa: B008
    return y


def annotates_an_attribute(x: Any) -> Any:
    x.size: int = 1


def asks_for_either(x: Any) -> Any:
    return isinstance(x, Pair | int)


def looks_in_an_error(x: Any) -> Any:
    raise ValueError(f"{x.symbol}")


def hides_a_module(spec: Any) -> Any:
    return isinstance(1, spec.Layout)


def compares_identity(x: Any) -> Any:
    return x is COUNT


def compares_truth(x: Any) -> Any:
    return (x > 0) == True  # noqa: E712


def compares_falsehood(x: Any) -> Any:
    return 0 < x != False  # noqa: E712


def matches_truth(x: Any) -> Any:
    match x:
        case Layout(shape=4, stride=True):
            return 1


def matches_a_type(x: Any) -> Any:
    match x:
        case Pair():
            return 1


def matches_an_attribute(x: Any) -> Any:
    match x:
        case Layout(symbol=1):
            return 1


def matches_a_table(x: Any) -> Any:
    match x:
        case {"a": 1}:
            return 1


def asks_for_a_type(x: Any) -> Any:
    return isinstance(x, int | Pair)


def asks_for_types(x: Any) -> Any:
    return isinstance(x, (int, (tuple, Pair)))


def asks_by_another_name(x: Any) -> Any:
    int = x  # noqa: A001
    return isinstance(x, int)


def asks_as_a_value(x: Any) -> Any:
    ask = isinstance
    return ask(x, int)


def has_bytes(x: Any) -> Any:
    return b"1"


def ends_always(x: Any) -> Any:
    try:
        return x
    finally:
        helping(x)


def handles_all(x: Any) -> Any:
    try:
        return 1 // x
    except:  # noqa: E722
        return 1


def handles_every_error(x: Any) -> Any:
    try:
        return 1 // x
    except LookupError:
        return 1


def handles_others(x: Any) -> Any:
    try:
        return 1 // x
    except (ValueError, ArithmeticError):
        return 1


def handles_what_is_narrower(x: Any) -> Any:
    try:
        return coalesce(x)
    except LayoutError:
        return 1


def looks_at_an_error(x: Any) -> Any:
    try:
        return 1 // x
    except ValueError as error:
        return error


def stores_an_attribute(x: Any) -> Any:
    x.size = 1


def names_what_is_hidden(x: Any) -> Any:
    return x.__class__


def names_an_attribute(x: Any) -> Any:
    return x.symbol


def names_a_module(x: Any) -> Any:
    return [spec]


def names_another_module(x: Any) -> Any:
    return dataclasses.fields(x)


def names_a_builtin(x: Any) -> Any:
    return id(x)


def names_a_state(x: Any) -> Any:
    return STATE


def names_an_error(x: Any) -> Any:
    raise LookingError


def names_a_class(x: Any) -> Any:
    return Looking(x)


def names_a_test(x: Any) -> Any:
    return pytest.raises(x)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (stores_a_global, "global"),
        (stores_outside, "a stored variable of another function"),
        *((text, "an import") for text in (imports, imports_from)),
        (waits, "asynchronous"),
        (opens, "a `with`"),
        (makes_a_class, "a class"),
        (generates, "a generator"),
        (decorates, "a decorated function inside a function"),
        *((text, "a default that is no constant") for text in (defaults, defaults_by_name)),
        (compares_identity, "identity"),
        (defaults_itself, "a default that is no constant"),
        (annotates_an_attribute, "a stored attribute .size"),
        (asks_for_either, "a question for the type Pair"),
        *((text, "a comparison with a truth") for text in (compares_truth, compares_falsehood)),
        (matches_truth, "a match on truth"),
        (matches_a_type, "a question for the type Pair"),
        (matches_an_attribute, "the attribute .symbol"),
        (matches_a_table, "a pattern of a mapping"),
        (asks_for_a_type, "a question for the type Pair"),
        (asks_for_types, "a question for the type Pair"),
        (asks_by_another_name, "a question for the type int"),
        (asks_as_a_value, "`isinstance` as a value"),
        (looks_in_an_error, "the attribute .symbol"),
        (hides_a_module, "a question for the type spec.Layout"),
        (has_bytes, "the constant b'1'"),
        (ends_always, "a `finally`"),
        (handles_all, "an `except` of every error"),
        (handles_every_error, "an `except` of LookupError"),
        (handles_others, "an `except` of ArithmeticError"),
        (handles_what_is_narrower, "an `except` of LayoutError"),
        (looks_at_an_error, "a look at an error"),
        (stores_an_attribute, "a stored attribute .size"),
        (names_what_is_hidden, "the attribute .__class__"),
        (names_an_attribute, "the attribute .symbol"),
        (names_a_module, "the module spec as a value"),
        (names_another_module, "the module dataclasses"),
        (names_a_builtin, "`id`"),
        (names_a_state, "`STATE`, which is no constant,"),
        (names_an_error, "the error LookingError, to which something is added,"),
        (names_a_class, "the class Looking, which is no plain named tuple,"),
        (names_a_test, "pytest"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_outside_the_fragment_is_refused(text, said):
    with pytest.raises(OutsideFragmentError, match=rf"test_gate\.py:\d+: .*{said}"):
        admit(text)


def reads_by_name(x: Any) -> Any:
    return parse_layout(x)


def reads_by_module(x: Any) -> Any:
    return spec.parse_layout(x)


def reads_through_another(x: Any) -> Any:
    return helping(reads_by_name)(x)


def reads_by_default(x: Any, y: Any = reads_by_name) -> Any:
    return y(x)


def reads_by_name_and_default(x: Any, *, y: Any = reads_by_name) -> Any:
    return y(x)


def closing(inside: Any) -> Any:
    def outside(x: Any) -> Any:
        return inside(x)

    return outside


@pytest.mark.parametrize(
    "text",
    [
        *(reads_by_name, reads_by_module, reads_through_another),
        *(reads_by_default, reads_by_name_and_default, closing(reads_by_name)),
    ],
    ids=lambda text: text.__name__,
)
def test_what_a_text_reaches_is_read(text):
    with pytest.raises(OutsideFragmentError, match=r"spec/.*parser\.py:\d+: "):
        admit(text)


@pytest.mark.parametrize("item", [len, Layout, 1, helping.__get__(1), type("Called", (), {})()])
def test_what_is_no_function_is_not_read(item):
    with pytest.raises(OutsideFragmentError, match="is no function, and cannot be read"):
        admit(item)


def test_a_function_with_attributes_is_refused():
    def text(x: Any) -> Any:
        return x

    admit(text)

    def changed(x: Any) -> Any:
        return x

    changed.state = []
    with pytest.raises(OutsideFragmentError, match="an attribute of changed"):
        admit(changed)
