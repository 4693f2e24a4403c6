"""The gate refuses texts that print or format: what an unknown is called is not what it is."""

from typing import Any

import pytest

import spec
from spec import format_int_tuple
from tests.symbolic.reached import helping
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.verbs import ensure
from verif.symbolic.gate import admit

COUNT = 3


def printing(x: Any) -> Any:
    return f"{x}"


def defaults_to_a_text(x: Any) -> Any:
    return lambda y=(f"{x}",): y


def annotates_an_argument(x: Any) -> Any:
    def inside(y: f"{x}") -> Any:
        return y

    return inside


def annotates_several(x: Any) -> Any:
    def inside(*y: f"{x}") -> Any:
        return y

    return inside


def annotates_the_named(x: Any) -> Any:
    def inside(**y: f"{x}") -> Any:
        return y

    return inside


def annotates_a_result(x: Any) -> Any:
    def inside() -> f"{x}":
        return x

    return inside


def annotates_a_text(x: Any) -> Any:
    y: Any = f"{x}"
    return y


def prints_in_a_function(x: Any) -> Any:
    return lambda: f"{x}"


def prints_inside(x: Any) -> Any:
    def inside() -> Any:
        return f"{x}"

    return inside


def compares_texts(x: Any) -> Any:
    return f"{x}" == COUNT


def prints_for_another(x: Any) -> Any:
    return helping(f"{x}")


def prints_in_a_conclusion(x: Any) -> Any:
    ensure("a", f"{x}" == COUNT)


def prints_for_a_conclusion(x: Any) -> Any:
    ensure("a", f"{x}")  # type: ignore[arg-type]


def says_what_is_to_be_formatted(x: Any) -> Any:
    return ensure("a", x == "{x}")


def prints_after_a_label(x: Any) -> Any:
    ensure(f"{x}", x > 0)
    return f"{x}"


def prints_after_an_error(x: Any) -> Any:
    if x:
        raise ValueError(f"{x}")
    return f"{x}"


def prints_beside_an_error(x: Any) -> Any:
    raise helping(f"{x}")


def prints_in_a_try(x: Any) -> Any:
    try:
        return f"{x}"
    except ValueError:
        return x


def formats_in_another(x: Any) -> Any:
    return helping("{}")


def formats_as_a_text(x: Any) -> Any:
    raise ValueError(f"{x!s}")


def names_an_attribute_of_a_text(x: Any) -> Any:
    return f"{x}".size


def prints(x: Any) -> Any:
    return f"{x}"


def formats(x: Any) -> Any:
    raise ValueError(f"{x!r}")


def formats_an_offset(x: Any) -> Any:
    raise ValueError(f"{x:3}")


def formats_a_text(x: Any) -> Any:
    return "%d" % x  # noqa: UP031


def prints_by_name(x: Any) -> Any:
    return str(x)


def prints_by_spec(x: Any) -> Any:
    return format_int_tuple(x)


def prints_by_module(x: Any) -> Any:
    return spec.format_int_tuple(x)


def prints_through_another(x: Any) -> Any:
    return printing(x)


PRINTS = (
    *(annotates_an_argument, annotates_several, annotates_the_named, annotates_a_result),
    *(annotates_a_text, prints_in_a_function, prints_inside, compares_texts, defaults_to_a_text),
    *(prints_for_another, prints_in_a_conclusion, prints_after_a_label, prints_after_an_error),
    prints_for_a_conclusion,
    *(prints_beside_an_error, prints_in_a_try, names_an_attribute_of_a_text),
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((text, r"printing \(an f-string") for text in PRINTS),
        *((text, r"printing \(an f-string") for text in (prints, prints_through_another)),
        *((text, "a format") for text in (formats, formats_an_offset)),
        (formats_as_a_text, "a format"),
        (says_what_is_to_be_formatted, "a text to be formatted"),
        (formats_in_another, "a text to be formatted"),
        (formats_a_text, "a text to be formatted"),
        (prints_by_name, "str"),
        *((t, r"printing \(format_int_tuple\)") for t in (prints_by_spec, prints_by_module)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_prints_is_refused(text, said):
    with pytest.raises(OutsideFragmentError, match=rf"test_refused_printing\.py:\d+: .*{said}"):
        admit(text)
