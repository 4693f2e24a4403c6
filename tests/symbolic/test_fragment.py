"""The fragment of the project's own texts: errors and labels may print, and nothing else."""

from types import SimpleNamespace
from typing import Any

import pytest

from spec import Layout, coalesce
from spec.plain import coalesce as plain_coalesce
from tests.symbolic.test_gate import helping
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.verbs import ensure
from verif.symbolic.fragment import Syntax, attributes
from verif.symbolic.sources import source_of

KINDS = SimpleNamespace(whole=int)


def read(text, *whose):
    """The syntax of a text, as if it were one of the project's, or of `spec`."""
    source = source_of(text)
    vars(source).update(dict.fromkeys(whose, True))
    return Syntax(source, frozenset())


OWN = ("is_own",)
OF_SPEC = ("is_own", "is_of_spec")


def formats_an_error(x: Any, width: int) -> Any:
    raise ValueError(f"{x:{width}}")


def makes_what_it_raises(x: Any) -> Any:
    raise helping(f"{x}")


def prints_in_an_error(x: Any) -> Any:
    raise ValueError(helping(str(x)))


def prints_in_a_label(x: Any) -> Any:
    ensure(helping(str(x)), x > 0)


def names_what_an_error_is_made_of(x: Any) -> Any:
    return helping(str(x))


def __post_init__(x: Any) -> Any:  # noqa: N807
    return x.__dict__


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        (formats_an_error, OWN),
        (makes_what_it_raises, OWN),
        (prints_in_an_error, OWN),
        (prints_in_a_label, OWN),
        (names_what_an_error_is_made_of, OF_SPEC),
        (__post_init__, OF_SPEC),
    ],
)
def test_the_projects_texts_make_errors_and_labels_of_what_they_like(text, whose):
    read(text, *whose)
    with pytest.raises(OutsideFragmentError):
        read(text)


def looks_in_a_format(x: Any) -> Any:
    raise ValueError(f"{x:{x.__class__}}")


def prints_after_it_raises(x: Any) -> Any:
    if x:
        raise helping(f"{x}")
    return f"{x}"


def prints_after_a_label(x: Any) -> Any:
    ensure(str(x), x > 0)
    return str(x)


def prints_beside_a_label(x: Any) -> Any:
    ensure("a", str(x) == x)


def prints_elsewhere(x: Any) -> Any:
    return (str(x), helping(1))


def prints_as_a_number(x: Any) -> Any:
    return hex(x)


def prints_for_another(x: Any) -> Any:
    return helping(str(x))


def names_a_class(x: Any) -> Any:
    return x.__class__


def prints_a_layout(x: Any) -> Any:
    return x.format_int_tuple(x)


def asks_for_a_part(x: Any) -> Any:
    return isinstance(x, KINDS.whole)


@pytest.mark.parametrize(
    ("text", "whose", "said"),
    [
        (looks_in_a_format, OWN, "the attribute .__class__"),
        (prints_after_it_raises, OWN, "printing"),
        (prints_after_a_label, OWN, r"printing \(str\)"),
        (prints_beside_a_label, OWN, r"printing \(str\)"),
        (prints_for_another, OWN, r"printing \(str\)"),
        *(
            (text, OF_SPEC, r"printing \(str\)")
            for text in (prints_elsewhere, prints_after_a_label)
        ),
        (prints_as_a_number, OF_SPEC, r"printing \(hex\)"),
        (prints_as_a_number, (), r"printing \(hex\)"),
        (names_a_class, OWN, "the attribute .__class__"),
        (names_a_class, OF_SPEC, "the attribute .__class__"),
        (__post_init__, OWN, "the attribute .__dict__"),
        (prints_a_layout, OWN, r"printing \(format_int_tuple\)"),
        (asks_for_a_part, (), "a question for the type KINDS.whole"),
    ],
)
def test_what_the_projects_texts_may_not_do_is_refused(text, whose, said):
    with pytest.raises(OutsideFragmentError, match=said):
        read(text, *whose)


def names_a_method(x: Any) -> Any:
    return x.size + x.coalesce


def test_what_an_attribute_may_mean_is_found():
    found = read(names_a_method).found
    assert vars(Layout)["size"].fget in found
    assert plain_coalesce in found or coalesce in found


def test_the_attributes_are_those_of_values():
    known = attributes()
    assert {"size", "shape", "coalesce", "append", "items", "union", "count"} <= known
    # Neither modules, nor what errors and texts have, nor what proofs see layouts as.
    assert not {"coordinates", "add_note", "with_traceback", "upper", "modes", "lifted"} & known
    assert not any(name.startswith("_") for name in known)
