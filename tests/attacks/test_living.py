"""Attacks that change the meaning of a name between reading and running a claim."""

import builtins
import functools
import importlib
import math
import operator
import sys
from functools import wraps
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import cache_from_source, source_hash
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace

import pytest

import spec
import spec.modes as modes_of_project
from spec import product
from spec.modes import modes_of, total
from verif.deciding.decide import decide
from verif.kernel.claim import claim
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.living import form_of_living
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, by, ensure
from verif.kernel.verdict import Outcome
from verif.language.compile import project
from verif.readings.domains import Layouts
from verif.readings.numbers import Integers
from verif.sizes.given import given

LARGE = 10**6

NUMBER = 1


def with_a_default(n, k=NUMBER):
    return k


def with_another_default(n, k=1):
    return k


def with_more_defaults(n, k=1):
    return k


def by_a_name(n, *, k=1):
    return k


with_another_default.__defaults__ = (3,)
with_more_defaults.__defaults__ = (3, 1, 1)
by_a_name.__kwdefaults__["k"] = 3

NUMBER = 2


@pytest.mark.parametrize(
    "helper", [with_a_default, with_another_default, with_more_defaults, by_a_name]
)
def test_a_default_is_the_constant_in_the_text(helper):
    @claim("DEFAULT", "", source="", n=Integers())
    def text(alg, n):
        ensure("as it is", helper(n) == helper(n))

    verdict = decide(text)
    assert verdict.outcome is Outcome.ERROR
    assert f"the default values of {helper.__name__} must be the constants" in verdict.reason


def one(n):
    return 1


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
        ensure("as before", one(n) == 1)

    assert decide(text).outcome is Outcome.PROVED
    monkeypatch.setitem(globals(), "one", always)
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
def test_a_text_is_not_proved_with_an_outdated_helper(helper, change, what):
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
    """Return a copy of the function `text` that also has these globals."""
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


def test_a_text_is_not_mistaken_for_the_function_with_its_name():
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
    """A domain of naturals that a proof represents by the integer 3 only."""

    def lifted(self, fresh, name, earlier):
        return 3


def test_a_claim_uses_only_domains_of_the_project_that_never_change():
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


def test_a_function_made_with_the_globals_of_the_project_does_not_belong_to_it():
    space = {}
    exec("def total(modes):\n    return 7\n", space)
    fake = FunctionType(space["total"].__code__, vars(modes_of_project), "total")

    @claim("FAKE", "", source="", A=Layouts())
    def text(alg, A):
        ensure("so", A.size < LARGE or fake(modes_of(A)) == A.size)

    assert decide(text).outcome is not Outcome.PROVED


def seven(modes):
    return 7


def as_if_of_the_project():
    """Return a function with the names, file and globals of the project's function `total`."""
    code = seven.__code__.replace(
        co_filename=modes_of_project.__file__, co_name="total", co_qualname="total"
    )
    return FunctionType(code, vars(modes_of_project), "total")


class OfAnotherClass:
    """An object that has the attributes of the function `total`."""

    __class__ = FunctionType
    __module__, __qualname__, __name__ = "spec.modes", "total", "total"
    __code__ = SimpleNamespace(co_qualname="total", co_filename=modes_of_project.__file__)
    __globals__ = vars(modes_of_project)
    __defaults__ = __kwdefaults__ = __closure__ = None

    def __call__(self, modes):
        return 7


@pytest.mark.parametrize("fake", [as_if_of_the_project(), OfAnotherClass()])
def test_a_value_that_looks_like_a_function_of_the_project_is_not_one(fake):
    @claim("FAKE", "", source="", A=Layouts())
    def text(alg, A):
        ensure("so", A.size < LARGE or fake(modes_of(A)) == A.size)

    assert decide(text).outcome is Outcome.ERROR


def test_a_function_of_the_project_that_was_replaced_is_not_read(monkeypatch):
    monkeypatch.setattr(modes_of_project, "total", as_if_of_the_project())
    fake = modes_of_project.total

    @claim("PATCHED", "", source="", A=Layouts())
    def text(alg, A):
        ensure("so", A.size < LARGE or fake(modes_of(A)) == A.size)

    assert decide(text).outcome is Outcome.ERROR


def test_a_module_with_the_name_of_a_project_module_does_not_belong_to_it(tmp_path, monkeypatch):
    path = tmp_path / "modes.py"
    path.write_text("def total(modes):\n    return 7\n")
    home = ModuleType("spec.modes")
    home.__file__ = str(path)
    exec(compile(path.read_text(), str(path), "exec"), vars(home))
    monkeypatch.setitem(sys.modules, "spec.modes", home)
    fake = home.total

    @claim("HOME", "", source="", A=Layouts())
    def text(alg, A):
        ensure("so", A.size < LARGE or fake(modes_of(A)) == A.size)

    assert form_of_living(project(), text.text).read[1].function is fake


@claim("WHOLE", "", source="", A=Layouts())
def names_the_package(alg, A):
    ensure("the size", A.size < LARGE or spec.product(A.shape) == A.size)


def test_an_exported_function_that_was_replaced_is_noticed(monkeypatch):
    assert decide(names_the_package).outcome is Outcome.PROVED
    monkeypatch.setattr(spec, "product", seven)
    assert "`spec` has changed" in decide(names_the_package).reason


TRIED = """
def natural(n):
    try:
        return down(n) >= 0
    except ValueError:
        return True


def down(n):
    if n < 0:
        raise ValueError("below 0")
    return n
"""


def imported_from(folder, monkeypatch, name, *, text, runs):
    """Import a module whose unchecked `.pyc` file contains code that differs from its source."""
    path = folder / f"{name}.py"
    path.write_text(text)
    code = runs if not isinstance(runs, str) else compile(runs, str(path), "exec")
    compiled = Path(cache_from_source(str(path)))
    compiled.parent.mkdir(exist_ok=True)
    compiled.write_bytes(_code_to_hash_pyc(code, source_hash(path.read_bytes()), False))
    monkeypatch.syspath_prepend(folder)
    importlib.invalidate_caches()
    return importlib.import_module(name)


def without_handlers(text):
    """Compile the text, remove the error handlers of its functions, and return the code."""
    code = compile(text, "", "exec")
    bare = (
        each.replace(co_exceptiontable=b"") if hasattr(each, "co_exceptiontable") else each
        for each in code.co_consts
    )
    return code.replace(co_consts=tuple(bare))


class Globals(dict):
    """Globals whose `[]` gives `seven` for the name `one`, although `get` gives `one` itself."""

    def __getitem__(self, name):
        return seven if name == "one" else super().__getitem__(name)


class Values(tuple):
    """A tuple that is equal to everything, and whose iterator yields items that the tuple lacks."""

    __slots__ = ()

    def __iter__(self):
        return iter((None, 1) if len(self) == 2 else (1,))

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash(("one",))


class ByName(dict):
    """A dict that overrides `keys` and `[]`.

    `dict(..)` calls these two methods; other code reads the items directly.
    """

    def keys(self):
        return ("k",)

    def __getitem__(self, name):
        return 1


def calls_one(n):
    return one(n)


def with_names(n, k=1, *, j=1):
    return k + j - 1


def copied(function, space=None, defaults=None, by_name=None, **code):
    """Return a copy of the function with other globals, defaults or parts of its code."""
    made = FunctionType(
        function.__code__.replace(**code), space or globals(), function.__name__, defaults
    )
    made.__kwdefaults__ = by_name
    return made


@pytest.mark.parametrize(
    "helper",
    [
        copied(calls_one, space=Globals(globals())),
        copied(with_names, defaults=Values((3,)), by_name={"j": 1}),
        copied(with_names, defaults=(1,), by_name=ByName(j=3)),
        copied(one, co_consts=Values((None, 7))),
        copied(calls_one, co_names=Values(("seven",))),
    ],
)
def test_a_function_in_objects_of_other_classes_is_refused(helper):
    @claim("CLASSES", "", source="", n=Integers())
    def text(alg, n):
        ensure("one", n < LARGE or helper(n) == 1)

    verdict = decide(text)
    assert (verdict.outcome, verdict.cases) == (Outcome.ERROR, 0)


def greatest(n):
    return max(n, 0)


def test_functions_with_different_builtins_are_distinguished():
    space = {**globals(), "__builtins__": {**vars(builtins), "max": less}}
    helper = copied(greatest, space=space)
    space["__builtins__"] = builtins

    space["helper"] = helper
    made = claim("BUILTINS", "", source="", n=Integers())(
        FunctionType(greater_or_not.__code__, space)
    )
    assert decide(made).outcome in (Outcome.ERROR, Outcome.REFUTED)


def greater_or_not(alg, n):
    if n > LARGE:
        ensure("less", max(n, n + 1) == n and greatest(n) == greatest(n))
    ensure("small or large", n >= 0)


SMALL = "def natural(n):\n    return n <= 10**6\n"


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        (SMALL.replace("n <= 10**6", "True"), SMALL),
        (SMALL.replace("10**6", "True"), SMALL.replace("10**6", "1")),
        (SMALL.replace("10**6", "max(n, 0)"), SMALL.replace("10**6", "min(n, 0)")),
        (TRIED, TRIED.replace("ValueError", "KeyError")),
        (TRIED, without_handlers(TRIED)),
    ],
)
def test_a_helper_whose_compiled_file_contains_other_code_is_refused(
    tmp_path, monkeypatch, request, text, runs
):
    name = f"compiled_{abs(hash(request.node.name))}"
    helper = imported_from(tmp_path, monkeypatch, name, text=text, runs=runs).natural

    @claim("COMPILED", "", source="", n=Integers())
    def text(alg, n):
        ensure("so", helper(n))

    verdict = decide(text)
    assert (verdict.outcome, verdict.cases) == (Outcome.ERROR, 0)
    assert "the source of natural cannot be read, or is not what runs" in verdict.reason
    assert "load its file again" in verdict.reason
    with pytest.raises(OutsideFragmentError, match="is not what runs"):
        given(helper)


def test_a_helper_with_variables_of_another_kind_is_refused():
    code = one.__code__
    assert code == code.replace(co_qualname="another")
    other = FunctionType(code.replace(co_qualname="another"), globals(), "one")

    @claim("KINDS", "", source="", n=Integers())
    def text(alg, n):
        ensure("so", other(n) == 1)

    assert decide(text).outcome is Outcome.ERROR


@claim("EXPORTED", "", source="", A=Layouts())
def names_an_exported_function(alg, A):
    ensure("the size", product(A.shape) == A.size)


def test_a_claim_may_name_an_exported_function():
    assert decide(names_an_exported_function).outcome is Outcome.PROVED


def holds(n: int) -> bool:
    return n >= 0


def test_a_claim_of_a_program_is_type_checked():
    @claim("TYPED", "", source="", n=Integers())
    def text(alg, n):
        ensure("so", n >= 0 or holds)

    verdict = decide(text)
    assert (verdict.outcome, verdict.cases) == (Outcome.ERROR, 0)
    assert f"{__file__}:{text.text.__code__.co_firstlineno + 2}: a function is" in verdict.reason


@lemma
def naturals_are_at_least_minus_one(n: int) -> Lemma:
    """A natural number is at least -1."""
    assume("natural", n >= 0)

    def shows() -> None:
        ensure("at least -1", n >= -1)

    def proof() -> None:
        pass

    return shows, proof


def test_a_claim_of_a_program_cites_lemmas_and_claims():
    @claim("CITED", "", source="", n=Integers(0))
    def cited(alg, n):
        by(naturals_are_at_least_minus_one, n)
        ensure("so", n >= -1)

    @claim("CITING", "", source="", n=Integers(0))
    def citing(alg, n):
        by(cited, n)
        ensure("so", n >= -1)

    @claim("WRONGLY", "", source="", n=Integers(0))
    def wrongly(alg, n):
        by(cited, n, n)
        ensure("so", n >= -1)

    @claim("CALLING", "", source="", n=Integers(0))
    def calling(alg, n):
        cited(alg, n)
        ensure("so", n >= -1)

    assert decide(cited).outcome is decide(citing).outcome is Outcome.PROVED
    assert "takes 1 arguments, but 2 are given" in decide(wrongly).reason
    assert "cite it: `by(" in decide(calling).reason
