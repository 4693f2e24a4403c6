"""Attacks that change the meaning of a name between reading and running a claim."""

import functools
import math
import operator
from functools import wraps
from types import FunctionType, ModuleType

import pytest

import spec.modes as modes_of_project
from spec import product
from spec.modes import modes_of, total
from verif.deciding.decide import decide
from verif.kernel.claim import claim
from verif.kernel.verbs import by, ensure
from verif.kernel.verdict import Outcome
from verif.readings.domains import Layouts
from verif.readings.numbers import Integers

LARGE = 10**6

NUMBER = 1


def with_a_default(n, k=NUMBER):
    return k


def with_another_default(n, k=1):
    return k


def by_a_name(n, *, k=1):
    return k


with_another_default.__defaults__ = (3,)
by_a_name.__kwdefaults__["k"] = 3

NUMBER = 2


@pytest.mark.parametrize(
    ("helper", "wrong"), [(with_a_default, 2), (with_another_default, 1), (by_a_name, 1)]
)
def test_a_default_is_the_value_that_the_function_has(helper, wrong):
    @claim("DEFAULT", "", source="", n=Integers())
    def text(alg, n):
        if n > LARGE:
            ensure("wrong", helper(n) == wrong)
        ensure("small or large", n >= 0)

    assert decide(text).outcome is Outcome.REFUTED


def test_a_text_is_not_proved_with_the_former_values_of_its_names(monkeypatch):
    @claim("FORMER", "", source="", n=Integers())
    def text(alg, n):
        if n > LARGE:
            ensure("the former", NUMBER == 2)
        ensure("small or large", n >= 0)

    assert decide(text).outcome is Outcome.PROVED
    monkeypatch.setitem(globals(), "NUMBER", 3)
    verdict = decide(text)
    assert verdict.outcome is Outcome.ERROR
    assert "`NUMBER` has changed since `text` was read" in verdict.reason


def test_a_text_is_not_proved_with_the_former_helper(monkeypatch):
    @claim("HELPER", "", source="", n=Integers())
    def text(alg, n):
        ensure("as before", with_a_default(n) == 1)

    assert decide(text).outcome is Outcome.PROVED
    monkeypatch.setitem(globals(), "with_a_default", with_another_default)
    assert decide(text).outcome in (Outcome.ERROR, Outcome.REFUTED)


def always(n):
    return n >= 0


def small(n):
    return n <= LARGE


def by_default(n, k=1):
    return n <= LARGE or k == 1


def by_name_alone(n, *, k=1):
    return n <= LARGE or k == 1


def change_the_code():
    always.__code__ = small.__code__


def change_a_default():
    by_default.__defaults__ = (2,)


def change_a_default_by_name():
    by_name_alone.__kwdefaults__["k"] = 2


@pytest.mark.parametrize(
    ("helper", "change", "what"),
    [
        (always, change_the_code, "the code of `always` has changed"),
        (by_default, change_a_default, "the default values of `by_default` have changed"),
        (by_name_alone, change_a_default_by_name, "the default values of `by_name_alone` have"),
    ],
)
def test_a_text_is_not_proved_with_a_helper_as_it_was_before(helper, change, what):
    @claim("CHANGED", "", source="", n=Integers())
    def text(alg, n):
        ensure("so", helper(n))

    @claim("CITING", "", source="", n=Integers())
    def citing(alg, n):
        by(text, n)
        ensure("so", n >= 0)

    assert decide(text).outcome is decide(citing).outcome is Outcome.PROVED
    change()
    for one in (text, citing):
        verdict = decide(one)
        assert verdict.outcome is Outcome.ERROR
        assert what in verdict.reason


def test_a_builtin_that_is_hidden_later_is_noticed(monkeypatch):
    @claim("HIDDEN", "", source="", n=Integers())
    def text(alg, n):
        ensure("the greater", max(n, n + 1) == n + 1)

    assert decide(text).outcome is Outcome.PROVED
    monkeypatch.setitem(globals(), "max", min)
    assert "`max` has changed" in decide(text).reason


def less(a, b):
    return min(a, b)


@wraps(total)
def total_plus_one(modes):
    return total(modes) + 1


not_math = ModuleType("math")
not_math.gcd = lambda *numbers: 5


def renamed(n):
    return n


of_the_old_name = renamed


def renamed(n):
    return n + 1


def with_globals(text, **names):
    """Return a copy of the function that has these extra globals."""
    return type(text)(text.__code__, {**text.__globals__, **names}, text.__name__)


def greater(alg, n):
    if n > LARGE:
        ensure("the greater", max(n, n + 1) == n + 1)
    ensure("small or large", n >= 0)


def absolute(alg, n):
    if n > LARGE:
        ensure("itself", abs(n) == n)
    ensure("small or large", n >= 0)


def kind_asked(alg, n):
    if n > LARGE:
        ensure("an integer", isinstance(n, int))
    ensure("small or large", n >= 0)


def divided(alg, n):
    if n > LARGE:
        ensure("2", not_math.gcd(4, 6) == 2)
    ensure("small or large", n >= 0)


def both(alg, n):
    if n > LARGE:
        ensure("the same", renamed(n) == of_the_old_name(n))
    ensure("small or large", n >= 0)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (greater, {"max": less}),
        (greater, {"max": functools.partial(less)}),
        (greater, {"max": min}),
        (absolute, {"abs": operator.neg}),
        (kind_asked, {"isinstance": operator.eq}),
        (kind_asked, {"int": bool}),
        (divided, {}),
        (both, {}),
    ],
)
def test_a_name_means_the_value_that_it_has_in_the_program(text, names):
    made = claim("MEANT", "", source="", n=Integers())(with_globals(text, **names))
    assert decide(made).outcome in (Outcome.ERROR, Outcome.REFUTED)


def test_a_wrapper_is_not_taken_for_the_function_that_it_wraps():
    @claim("WRAPPED", "", source="", A=Layouts())
    def text(alg, A):
        if A.size > LARGE:
            ensure("the size", total_plus_one(modes_of(A)) == A.size)
        ensure("small or large", A.size >= 1)

    assert decide(text).outcome in (Outcome.ERROR, Outcome.REFUTED)


def test_a_text_is_not_taken_for_the_function_whose_name_it_bears():
    def text(alg, n):
        ensure("small", n <= LARGE)

    text.__module__, text.__qualname__, text.__name__ = "spec.int_tuple", "size", "size"
    assert decide(claim("NAMED", "", source="", n=Integers())(text)).outcome is Outcome.REFUTED


def test_a_helper_of_another_module_is_evaluated_as_a_text(tmp_path, monkeypatch):
    text = f"def small(n):\n    return not (isinstance(n, int) and n > {LARGE})\n"
    (tmp_path / "helper_elsewhere.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    from helper_elsewhere import small as small_elsewhere

    @claim("ELSEWHERE", "", source="", n=Integers())
    def text(alg, n):
        ensure("small", small_elsewhere(n))

    assert decide(text).outcome is Outcome.REFUTED


def test_a_name_without_a_value_yet_is_refused():
    @claim("EMPTY", "", source="", n=Integers())
    def text(alg, n):
        ensure("later", later(n))

    verdict = decide(text)
    assert (verdict.outcome, "`later` is not a name" in verdict.reason) == (Outcome.ERROR, True)

    def later(n):
        return True


def test_a_text_outside_the_language_is_refused_before_anything_is_searched():
    tried = []

    def helper(n):
        tried.append(n)
        return True

    @claim("OUTSIDE", "", source="", n=Integers())
    def text(alg, n):
        ensure("so", helper(n))

    verdict = decide(text)
    assert (verdict.outcome, verdict.cases, tried) == (Outcome.ERROR, 0, [])
    line = helper.__code__.co_firstlineno + 1
    assert verdict.reason.startswith(f"{__file__}:{line}: `tried` is a value of type list")


class Three(Integers):
    """A domain whose reading covers only the integer 3."""

    def lifted(self, fresh, name, earlier):
        return 3


def test_the_domains_of_a_claim_are_those_of_the_project_and_never_change():
    @claim("THREE", "", source="", n=Three())
    def text(alg, n):
        ensure("so", n <= LARGE)

    assert "n ranges over Three, which is not a domain" in decide(text).reason

    @claim("FROZEN", "", source="", n=Integers(5))
    def other(alg, n):
        ensure("so", n >= 5)

    with pytest.raises(TypeError):
        other.domains["n"] = Integers()


def __less(a, b):
    return a + b


def _Inside__less(a, b):  # noqa: N802 - the name that Python looks for in the class
    return min(a, b)


class Inside:
    @claim("MANGLED", "", source="", n=Integers())
    def text(self, n):
        ensure("more", n < LARGE or __less(n, 1) == n + 1)


def test_a_name_that_a_class_replaces_is_refused():
    verdict = decide(Inside.text)
    assert verdict.outcome is Outcome.ERROR
    assert "`__less` begins with two underscores" in verdict.reason


@claim("OF_A_MODULE", "", source="", n=Integers())
def uses_a_module(alg, n):
    ensure("the divisor", n < LARGE or math.gcd(4, 6) == 2)


def test_a_library_function_that_was_replaced_is_noticed(monkeypatch):
    assert decide(uses_a_module).outcome is Outcome.PROVED
    monkeypatch.setattr(math, "gcd", lambda *_: 0)
    verdict = decide(uses_a_module)
    assert (verdict.outcome, "`math` has changed" in verdict.reason) == (Outcome.ERROR, True)


def test_a_function_made_with_the_globals_of_the_project_is_not_of_the_project():
    space = {}
    exec("def total(modes):\n    return 7\n", space)
    fake = FunctionType(space["total"].__code__, vars(modes_of_project), "total")

    @claim("FAKE", "", source="", A=Layouts())
    def text(alg, A):
        ensure("so", A.size < LARGE or fake(modes_of(A)) == A.size)

    assert decide(text).outcome is not Outcome.PROVED


@claim("EXPORTED", "", source="", A=Layouts())
def names_an_exported_function(alg, A):
    ensure("the size", product(A.shape) == A.size)


def test_a_claim_may_name_an_exported_function():
    assert decide(names_an_exported_function).outcome is Outcome.PROVED
