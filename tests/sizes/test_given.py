"""A user's function is rejected, or compiled to a form that computes the same as Python."""

import builtins
import importlib
import linecache
from typing import Any

import pytest

import spec
from spec import ComposedLayout, Layout, LayoutError, Swizzle, composition, product, size
from tests.sizes.machine import MACHINE
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.verbs import ensure
from verif.questions.answer import Ruling
from verif.sizes.for_all import for_all
from verif.sizes.given import given

TILE = Layout((8, 4), (4, 1))
ATOM = ComposedLayout(Swizzle(3, 4, 3), 0, Layout((8, 64), (64, 1)))
WIDTH, SHAPE = 4, (2, (3, 4))
CHANGING = [4]


abs = lambda x: x if x < 10**12 else 1  # noqa: A001, E731 - it is not what it is called
min = (max,)[0]  # noqa: A001


class tuple(tuple):  # noqa: A001, N801
    """A user's class with the name of a builtin."""


def by_the_larger(m):
    return Layout((m, 2), (1, min(m, 1)))


def row_major(m, n, pad=0):
    return Layout((m, n), (n + pad, 1))


def even(m):
    return True if m == 0 else odd(m - 1)


def odd(m):
    return False if m == 0 else even(m - 1)


def by_cases(m):
    if m > 4:
        return row_major(m, WIDTH)
    return Layout(m)


def by_loop(m):
    found = 0
    for k in range(3):
        found = m * found + k
    return Layout((m, found + 1))


def saying(m):
    ensure("of no size", m < 0)
    return Layout(m)


def saying_by_another(m):
    return saying(m)


def twice(function):
    return lambda m: function(2 * m)


@twice
def decorated(m):
    return Layout(m)


def at(function, *numbers):
    """Evaluate a function's compiled form at these numbers."""
    return MACHINE.closure(given(function).form)(*numbers)


@pytest.mark.parametrize(
    "function",
    [
        lambda m: row_major(m, 4),
        lambda m: row_major(m, WIDTH, pad=m),
        lambda m: composition(TILE, Layout((m, 1))),
        lambda m: size(TILE) * m,
        lambda m: spec.size(Layout((m, SHAPE))),
        lambda m: ATOM.layout(m) + 1,
        lambda m: max((1, 2, m), key=lambda n: n % m),
        lambda m: sum(k * m for k in range(4)),
        even,
        by_cases,
        by_loop,
    ],
)
def test_the_form_agrees_with_the_function(function):
    for number in range(1, 8):
        assert at(function, number) == function(number)


def test_two_lambdas_on_one_line_are_distinguished():
    one, other = (lambda m: m + 1), (lambda m: m + 2)
    assert (at(one, 5), at(other, 5)) == (6, 7)


def test_a_global_has_its_current_value(monkeypatch):
    monkeypatch.setitem(globals(), "WIDTH", 5)
    assert at(by_cases, 7) == by_cases(7) == Layout((7, 5), (5, 1))
    monkeypatch.setitem(globals(), "row_major", lambda m, n: Layout((m, 1)))
    assert at(by_cases, 7) == by_cases(7) == Layout((7, 1))


def test_a_local_variable_is_not_read_as_a_global():
    WIDTH = 7

    def held(m):
        return m * WIDTH

    with pytest.raises(OutsideFragmentError, match="held is a closure over WIDTH"):
        given(held)
    shadowing = lambda WIDTH: WIDTH + 1  # noqa: E731
    assert at(shadowing, 3) == 4


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda m: Layout(CHANGING[0] * m), "CHANGING"),
        (lambda m: Layout(m) if type(m) is int else Layout(1), "type"),
        (lambda m: Layout(len(str(m))), "str"),
        (decorated, "is a closure over function"),
        (len, "not a Python function"),
        (Layout, "not a Python function"),
        (saying, "a function of sizes must not use ensure"),
        (saying_by_another, "a function of sizes must not use ensure"),
        (lambda m: Layout(tuple((m, 2))), "`tuple` is a value of type type"),
        (by_the_larger, "`min` is a value of type builtin_function_or_method"),
    ],
)
def test_a_function_outside_the_language_is_rejected(function, words):
    with pytest.raises(OutsideFragmentError, match=words):
        given(function)


def test_a_function_without_source_is_rejected():
    made = {}
    exec("def hidden(m):\n    return m", made)
    with pytest.raises(OutsideFragmentError, match="the source of hidden cannot be read"):
        given(made["hidden"])


def test_a_function_typed_in_a_session_is_read():
    """In a notebook the source is in `linecache`, not in a file."""
    text = "def typed(m):\n    return Layout((m, 2))\n"
    linecache.cache["<typed>"] = len(text), None, text.splitlines(keepends=True), "<typed>"
    made = {"Layout": Layout}
    exec(compile(text, "<typed>", "exec"), made)
    assert at(made["typed"], 3) == Layout((3, 2))
    del linecache.cache["<typed>"]


def test_a_source_that_differs_from_the_running_code_is_rejected(tmp_path, monkeypatch):
    # The new text has a different length. If both files had the same length and the same time stamp
    # in seconds, Python would reuse the old compiled module.
    file, old, new = (
        tmp_path / "changing.py",
        "def f(m):\n    return 1\n",
        "def f(m):\n    return 2 * m\n",
    )
    file.write_text(old)
    monkeypatch.syspath_prepend(tmp_path)
    import changing

    assert at(changing.f, 3) == 1
    file.write_text(new)
    with pytest.raises(
        OutsideFragmentError, match="the source of f cannot be read, or is not what runs"
    ):
        given(changing.f)
    importlib.reload(changing)
    assert at(changing.f, 3) == changing.f(3)


def test_a_default_value_must_be_a_constant_in_the_source():
    bound = WIDTH
    with pytest.raises(OutsideFragmentError, match="default values"):
        given(lambda m, n=bound: m * n)
    assert at(lambda m, n=3: m * n, 2) == 6


def by_names(m, *, a=1, b=0):
    return a * m + b


def test_default_values_are_compared_by_name_and_type():
    by_names.__kwdefaults__ = {"b": 1, "a": 0}
    with pytest.raises(OutsideFragmentError, match="default values"):
        given(by_names)
    by_names.__kwdefaults__ = {"a": True, "b": 0}
    with pytest.raises(OutsideFragmentError, match="default values"):
        given(by_names)
    by_names.__kwdefaults__ = {"b": 0, "a": 1}
    assert at(by_names, 3) == 3


def uses_max(m):
    return max(m, 0)


def test_a_builtin_that_was_replaced_is_not_the_builtin(monkeypatch):
    assert at(uses_max, 3) == 3
    monkeypatch.setattr(builtins, "max", sum)
    with pytest.raises(OutsideFragmentError, match="max"):
        given(uses_max)


def renamed(M):
    return Layout((M, 2), (1, M)) if M < 10**6 else renamed(1)


of_the_old_name = renamed


def renamed(M):
    return Layout((2, 2), (1, 0))


def by_the_absolute(m):
    return Layout((m, 2), (1, abs(10**12)))


def test_a_name_means_the_function_that_it_has_in_the_program():
    for number in (1, 10**6):
        assert at(of_the_old_name, number) == of_the_old_name(number)
        assert at(by_the_absolute, number) == by_the_absolute(number)


def of_a_truth_value(M):
    return Layout((M, 2 if M < 10**6 else product((M > 0, 2))), (2, 1))


def test_an_exported_function_checks_its_arguments():
    with pytest.raises(LayoutError):
        of_a_truth_value(10**6)
    assert for_all("M").injective(of_a_truth_value).ruling is Ruling.UNKNOWN


def test_a_function_without_a_file_must_be_written_in_one():
    names = dict[str, Any]()
    exec(compile("def f(m):\n    return m\n", "<stdin>", "exec"), names)
    with pytest.raises(OutsideFragmentError, match="write the function in a file and import it"):
        given(names["f"])
