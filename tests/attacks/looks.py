"""False claims whose code inspects how it is run. No counterexample search refutes them."""

from __future__ import annotations

from typing import Any

import spec
from spec.basis import E
from spec.composition import composition
from spec.layout import Layout
from spec.modes import modes_of, total
from verif.kernel.claim import claim
from verif.kernel.verbs import assume, ensure
from verif.readings.domains import Layouts
from verif.readings.numbers import Integers

MANY = 1000


class Flag:
    raised = False


def is_number(kind: type) -> bool:
    return kind is int


@claim("L01-ID", "", source="", i=Integers())
def by_id(alg: Any, i: int) -> None:
    j = +i
    ensure("natural", i >= 0)
    if i > MANY and id(j) == id(i):
        ensure("never", False)


@claim("L02-ALIAS-OF-TYPE", "", source="", i=Integers())
def by_alias(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        kind = i.__class__
        ensure("no int", kind != int)


@claim("L03-CLASS-ATTRIBUTE", "", source="", i=Integers())
def by_class_attribute(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    Flag.raised = True
    if i > MANY:
        ensure("not raised", not Flag.raised)


@claim("L04-PERCENT", "", source="", i=Integers())
def by_percent(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no number", not ("%s" % i)[0].isdigit())


@claim("L05-FORMAT", "", source="", i=Integers())
def by_format(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no number", not "{}".format(i)[0].isdigit())


@claim("L06-ENGINES-ATTRIBUTE", "a layout of size > 1000 has `modes`", source="", A=Layouts())
def by_attribute(alg: Any, A: Any) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("modes", total(A.modes) >= 1)


@claim("L07-HASATTR", "", source="", A=Layouts())
def by_hasattr(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("modes", hasattr(A, "modes"))


@claim("L08-MODULE", "the algebra is not spec's", source="", i=Integers())
def by_module(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("another", alg != spec)


@claim("L09-FUNCTION", "the algebra's composition is not spec's", source="", i=Integers())
def by_function(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("another", alg.composition != composition)


@claim("L10-TABLE", "a function in a table is not the function", source="", i=Integers())
def by_table(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("another", TABLE[0] != composition)


TABLE = (composition,)


@claim("L11-DEFAULT", "", source="", i=Integers())
def by_default(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    count = counted()
    if i > MANY:
        ensure("counted", count > 10**6)


def counted(seen: list[int] = []) -> int:
    seen.append(1)
    return len(seen)


@claim("L12-GLOBAL-LIST", "", source="", i=Integers())
def by_list(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    SEEN.append(1)
    if i > MANY:
        ensure("seen", len(SEEN) > 10**6)


SEEN: list[int] = []


@claim("L13-MATCH-CLASS", "", source="", A=Layouts())
def by_match(alg: Any, A: Any) -> None:
    ensure("a size", A.size >= 1)
    match A:
        case Layout(modes=modes) if A.size > MANY:
            ensure("modes", total(modes) >= 1)
        case _:
            pass


@claim("L14-EVAL", "", source="", i=Integers())
def by_eval(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no int", eval("type(i) is not int"))


@claim("L15-IMPORT", "", source="", i=Integers())
def by_import(alg: Any, i: int) -> None:
    import operator

    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no int", operator.is_not(i.real, i))


@claim("L16-LAMBDA", "", source="", i=Integers())
def by_lambda(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    # The parameter hides the builtin `type` only inside the lambda.
    first = (lambda type: type)(i)
    if first > MANY:
        ensure("no int", type(i) != int)


@claim("L17-HIDDEN-VERB", "", source="", i=Integers())
def by_hidden_verb(alg: Any, i: int) -> None:
    def assume(label: str, condition: bool) -> None:
        ensure("no number", not label[:1].isdigit() or condition)

    ensure("natural", i >= 0)
    assume(f"{i}", i <= MANY)


@claim("L18-IN-AN-ERROR", "", source="", i=Integers())
def by_error(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        try:
            raise ValueError(f"{i}"[0].isdigit() and 1 // 0)
        except ValueError:
            return


@claim("L19-COMPARED-TRUTH", "", source="", i=Integers())
def by_compared_truth(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if (i > MANY) == True:
        ensure("never", False)


@claim("L20-ISINSTANCE", "", source="", i=Integers())
def by_isinstance(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no int", not isinstance(i, HIDDEN))


HIDDEN = (int, float)


@claim("L21-PASSED-ISINSTANCE", "", source="", i=Integers())
def by_passed_isinstance(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no int", not any(map(isinstance, (i,), (int,))))


@claim("L22-ARITY", "", source="", A=Layouts(), i=Integers())
def by_arity(alg: Any, A: Layout, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        assume("", total(modes_of(A), i) >= 0)
        ensure("more arguments than it takes", True)


@claim("L23-CLOSURE", "", source="", i=Integers())
def by_closure(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("counted", COUNTER() > 10**6)


def counter() -> Any:
    seen: list[int] = []

    def count() -> int:
        seen.append(1)
        return len(seen)

    return count


COUNTER = counter()


@claim("L24-GLOBALS", "", source="", i=Integers())
def by_globals(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("lifted", globals()["composition"] != composition)


@claim("L25-ENGINE", "", source="", i=Integers())
def by_engine(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("symbolic", on_a_path())


def on_a_path() -> bool:
    from verif.symbolic.values import current_path

    try:
        current_path()
    except LookupError:
        return False
    return True


@claim("L26-FIRST-OF-A-TEXT", "", source="", i=Integers())
def by_str(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no number", not str(i).isdigit())


@claim("L27-OWN-PRINTING", "", source="", A=Layouts())
def by_printing(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("no text", alg.format_int_tuple(A.size) == "")


class Disguised:
    """An object with the code of one function and the behaviour of another."""

    __code__ = (lambda alg, i: None).__code__
    __module__ = __name__
    __name__ = "disguised"

    def __call__(self, alg: Any, i: int) -> None:
        ensure("small", i <= MANY or proving_or_not())


def proving_or_not() -> bool:
    return True


disguised = claim("L28-NO-FUNCTION", "", source="", i=Integers())(Disguised())


class TwoFaced(Integers):
    """A user's domain: a search tries many naturals, but a proof covers only the integer 3."""

    def lifted(self, fresh: Any, name: str, earlier: Any) -> int:
        return 3


@claim("L29-DOMAIN", "", source="", i=TwoFaced())
def over_a_domain(alg: Any, i: int) -> None:
    ensure("small", i <= MANY)


class Weird(int):
    def __le__(self, other: Any) -> Any:
        return True


@claim("L30-BOUND", "", source="", i=Integers(Weird(0)))
def over_a_bound(alg: Any, i: int) -> None:
    ensure("small", i <= MANY)


@claim("L31-CHANGING", "", source="", i=Integers())
def by_changed_code(alg: Any, i: int) -> None:
    ensure("small", i <= MANY)


by_changed_code.text.__code__ = (lambda alg, i: ensure("small", True)).__code__


def is_unknown(i: Any) -> bool:
    return type(i) is not int


def seen_by(i: Any, look: Any = is_unknown) -> bool:
    return look(i)


@claim("L32-FUNCTION-BY-DEFAULT", "", source="", i=Integers())
def by_a_function_that_is_a_default(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("unknown", seen_by(i))


@claim("L33-TEXT-OF-A-COORDINATE", "", source="", i=Integers())
def by_the_text_of_a_coordinate(alg: Any, i: int) -> None:
    ensure("not 1000000", (i * E(0)).sum != "1000000@0")


@claim("L34-LENGTH-OF-A-TEXT", "", source="", i=Integers())
def by_the_length_of_a_text(alg: Any, i: int) -> None:
    ensure("short", len((i * E(0)).sum) <= 6)
