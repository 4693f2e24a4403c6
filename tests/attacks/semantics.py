"""False claims about Python's behaviour: classes, types at run time, and iterators.

Each claim is false only for large numbers, which no search and no replay tries.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, reduce
from itertools import accumulate, starmap
from operator import add
from typing import Any, NamedTuple, cast

from spec import product
from spec.basis import ArithmeticTuple
from spec.int_tuple import format_int_tuple
from spec.layout import Layout
from spec.modes import Modes, modes_of, total
from verif import (
    Index,
    Integers,
    Layouts,
    Lemma,
    Promise,
    accepted,
    assume,
    attempt,
    by,
    claim,
    contract,
    definition,
    ensure,
    lemma,
    unfold,
)

LARGE = 10**6


def only_declared(x: int) -> int:
    def inner(a: int) -> int:
        if a > 0:
            x: int
        else:
            x: int
        return x

    return inner(1)


@claim("S01-DECLARED", "a name has a value where it is only declared", source="", n=Integers())
def declared(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("the value of another function's", only_declared(n) == n)
    ensure("small or large", n >= 0)


@dataclass(frozen=True)
class Refusing:
    x: int

    @property
    def __post_init__(self) -> int:
        raise ValueError("no record is made")


@claim("S02-POST-INIT", "a property is not asked for as a record is made", source="", n=Integers())
def made(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("made", accepted(attempt(Refusing, n)))
    ensure("small or large", n >= 0)


@dataclass(frozen=True)
class Hidden:
    __x: int


@claim("S03-FIELD", "a field with underscores is given by its name", source="", n=Integers())
def hidden_field(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("given", Hidden(__x=1) == Hidden(1))
    ensure("small or large", n >= 0)


@dataclass(frozen=True)
class Hiding:
    x: int

    def one(self, __p: int = 0) -> int:
        return 1


@claim(
    "S04-PARAMETER", "a parameter with underscores is given by its name", source="", n=Integers()
)
def hidden_parameter(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("given", Hiding(1).one(__p=1) == 1)
    ensure("small or large", n >= 0)


@dataclass(frozen=True)
class Asked:
    x: int

    @property
    def one(self) -> int:
        return 1


@claim("S05-PROPERTY", "a property of a class is a function", source="", n=Integers())
def called_property(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("called", Asked.one(Asked(1)) == 1)
    ensure("small or large", n >= 0)


@claim("S06-SIZE", "the size of a layout is a function", source="", A=Layouts())
def called_size(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("called", tuple(map(Layout.size, (A,))) == (A.size,))
    ensure("small or large", A.size >= 1)


class Keyed(NamedTuple):
    a: tuple[int, int]
    b: tuple[int, int]

    def keys(self) -> tuple[int, ...]:
        return (0,)


@claim("S07-KEYS", "a table of a record is one of its fields", source="", n=Integers())
def keyed(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("pairs", dict(Keyed((1, 2), (3, 4))) == {1: 2, 3: 4})
    ensure("small or large", n >= 0)


class Entered(NamedTuple):
    a: int

    def items(self) -> tuple[tuple[int, int], ...]:
        return ((1, 2),)


@claim("S08-ENTRIES", "what has `items` is a table", source="", n=Integers())
def entered(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("entries", {**Entered(1)} == {1: 2})
    ensure("small or large", n >= 0)


def fails_at_one_number(n: int) -> int:
    raise ValueError(1 // 0 if f"{n}" == "1000000007" else 1)


@claim("S09-SHOWN", "no unknown is shown as a number", source="", n=Integers())
def shown(alg: Any, n: int) -> None:
    ensure("refused", not accepted(attempt(fails_at_one_number, n)))


def applied(f, x):
    return f(x)


@claim("S10-PRINTED", "no unknown is printed as a number", source="", n=Integers())
def printed(alg: Any, n: int) -> None:
    ensure("another", applied(format_int_tuple, n) != "1000000007")


@claim(
    "S11-PARTIAL", "an offset that is asked for later is refused", source="", A=Layouts(((0, 0),))
)
def later(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("refused", not accepted(attempt(partial(A, A.size // 2))))
    ensure("small or large", A.size >= 1)


def farthest(A, i):
    return max((i, 0), key=A)


@claim("S12-KEY", "a layout orders nothing", source="", A=Layouts(((0, 0),)), i=Index("A"))
def ordered(alg: Any, A: Layout, i: int) -> None:
    if A.size > LARGE:
        ensure("refused", not accepted(attempt(farthest, A, i)))
    ensure("small or large", A.size >= 1)


def first_of(a, b):
    return 1


def over_modes(A, B):
    return tuple(starmap(first_of, (A, B)))


@claim("S13-STARMAP", "a layout has no two modes", source="", A=Layouts(((0, 0),)))
def spread(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("refused", not accepted(attempt(over_modes, A, A)))
    ensure("small or large", A.size >= 1)


def table_of(pair):
    return dict((pair,))


@claim("S14-PAIRS", "a layout is not a pair", source="", A=Layouts(((0, 0),)))
def paired(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("refused", not accepted(attempt(table_of, A)))
    ensure("small or large", A.size >= 1)


@claim("S15-NONES", "None | None is a type", source="", n=Integers())
def nones(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("of the type", isinstance(None, None | None))
    ensure("small or large", n >= 0)


@claim("S16-CAST", "a cast does not look at the type", source="", n=Integers())
def cast_to(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("cast", cast(NoSuchType, 1) == 1)
    ensure("small or large", n >= 0)


@claim("S17-SUBSCRIPT", "a constant has an entry where it is cast to", source="", n=Integers())
def cast_to_an_entry(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("cast", cast(LARGE[0], 1) == 1)
    ensure("small or large", n >= 0)


def plus(a: int, b: int) -> int:
    return a + b


@claim("S18-FUNCTION", "accumulate has a parameter `function`", source="", n=Integers())
def by_its_name(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("given", tuple(accumulate((1, 2), function=plus)) == (1, 3))
    ensure("small or large", n >= 0)


@claim("S19-ITEMS", "sum has a parameter `items`", source="", n=Integers())
def by_another_name(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("given", sum(items=(1, 2)) == 3)
    ensure("small or large", n >= 0)


def has_key(k) -> bool:
    return k in {1: 2}.keys()


@claim("S20-UNHASHABLE", "a list cannot be a key, but may be looked up", source="", n=Integers())
def unhashable(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("not there", not has_key([1]))
    ensure("small or large", n >= 0)


@dataclass(frozen=True)
class Around:
    modes: Modes

    @property
    def value(self) -> int:
        return one_less(self.modes)


def through_a_record(modes: Modes) -> int:
    return Around(modes).value


@contract(through_a_record)
def through_a_record_is_itself(modes: Modes) -> Promise:
    """The function `through_a_record` returns an integer."""

    def shows(result: int) -> None:
        ensure("itself", result == result)

    return Promise(shows)


@definition(on="modes")
def one_less(modes: Modes) -> int:
    return 0 if total(modes) <= LARGE else 1 - through_a_record(modes)


@lemma
def none_is_large(modes: Modes) -> Lemma:
    """A false lemma: the size of every layout is at most LARGE."""

    def shows() -> None:
        ensure("small", total(modes) <= LARGE)

    def proof() -> None:
        unfold(through_a_record, modes)
        one_less(modes)
        if modes:
            total(modes[1:])
        one_less(modes)

    return shows, proof


@claim("S21-RECORD", "a definition by itself, through a record", source="", A=Layouts())
def circle_through_a_record(alg: Any, A: Layout) -> None:
    by(none_is_large, modes_of(A))
    ensure("small", A.size <= LARGE)


ASIDE = partial(one_more)


def through_a_constant(modes: Modes) -> int:
    return ASIDE(modes)


@contract(through_a_constant)
def through_a_constant_is_itself(modes: Modes) -> Promise:
    """The function `through_a_constant` returns an integer."""

    def shows(result: int) -> None:
        ensure("itself", result == result)

    return Promise(shows)


@definition(on="modes")
def one_more(modes: Modes) -> int:
    return 0 if total(modes) <= LARGE else 1 - through_a_constant(modes)


@lemma
def no_layout_is_large(modes: Modes) -> Lemma:
    """A false lemma: the size of every layout is at most LARGE."""

    def shows() -> None:
        ensure("small", total(modes) <= LARGE)

    def proof() -> None:
        unfold(through_a_constant, modes)
        one_more(modes)
        if modes:
            total(modes[1:])
        one_more(modes)

    return shows, proof


@claim("S22-CONSTANT", "a definition by itself, through a constant", source="", A=Layouts())
def circle_through_a_constant(alg: Any, A: Layout) -> None:
    by(no_layout_is_large, modes_of(A))
    ensure("small", A.size <= LARGE)


@dataclass(frozen=True)
class InParentheses:
    (x): int = 5


@claim("S23-PARENTHESES", "a name in parentheses is a field", source="", n=Integers())
def in_parentheses(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("given", InParentheses(1).x == 1)
    ensure("small or large", n >= 0)


def some_pairs():
    pairs = zip((1,), (2,))
    return pairs


PAIRS = some_pairs()


@claim("S24-USED-UP", "an iterator is never used up", source="", n=Integers())
def used_up(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("there", tuple(PAIRS) == ((1, 2),))
    ensure("small or large", n >= 0)


@dataclass(frozen=True)
class Calling:
    f: Any = lambda: 0


@claim("S25-DEFAULT", "each record has a separate default", source="", n=Integers())
def of_its_own(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("another", not accepted(attempt((Calling(),).index, Calling())))
    ensure("small or large", n >= 0)


@dataclass(frozen=True)
class Decorated:
    a: int

    def property(self) -> int:
        return 5

    @property
    def x(self) -> int:
        return 7


@claim("S26-DECORATOR", "a method may be called property", source="", n=Integers())
def decorated(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("by the property", Decorated(1).x == 7)
    ensure("small or large", n >= 0)


@dataclass(frozen=True)
class CalledField:
    x: int
    __post_init__: int = 0


@claim("S27-CALLED", "no field is called as a record is made", source="", n=Integers())
def called_field(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("it is a record", accepted(attempt(CalledField, n)))
    ensure("small or large", n >= 0)


def as_it_is(x):
    return x


def alike(x) -> int:
    return 0


@claim("S28-LARGEST", "the largest of layouts is its modes", source="", A=Layouts(((0, 0),)))
def largest(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("another", max(A, A, key=alike) != A)
    ensure("small or large", A.size >= 1)


@claim("S29-START", "a reduction starts with the modes", source="", A=Layouts(((0, 0),)))
def reduced(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("another", reduce(first_of, (), A) != A)
    ensure("small or large", A.size >= 1)


KINDS = (int, bool)


@claim("S30-JOINED", "a tuple of types is joined to another type", source="", n=Integers())
def joined(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("of the type", isinstance(n, KINDS | None))
    ensure("small or large", n >= 0)


FORMAT = "%s"


@claim("S31-FORMAT", "no unknown is formatted as a number", source="", n=Integers())
def formatted(alg: Any, n: int) -> None:
    ensure("another", as_it_is(as_it_is(FORMAT) % n) != as_it_is("1000000007"))


@claim("S32-PLACE", "a search may start at None", source="", n=Integers())
def searched(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("there", as_it_is((1, 2)).index(2, None) == 1)
    ensure("small or large", n >= 0)


@claim("S33-ADD", "add has parameters with names", source="", n=Integers())
def named_operands(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("sum", as_it_is(add)(left=1, right=2) == 3)
    ensure("small or large", n >= 0)


def refuses_with_a_number(n: int) -> int:
    raise ValueError(format(n, 5))


@claim("S34-NUMBERED", "a format may be a number", source="", n=Integers())
def formatted_by_a_number(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("refused", not accepted(attempt(refuses_with_a_number, n)))
    ensure("small or large", n >= 0)


class OfAlgebra(NamedTuple):
    of_algebra: int


@claim("S35-ALGEBRA", "the implementation holds another", source="", n=Integers())
def of_the_algebra(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("there", accepted(as_it_is(alg).of_algebra, OfAlgebra(1)))
    ensure("small or large", n >= 0)


def one_after_another(a, b):
    return tuple(accumulate((a, b), as_it_is(None)))


@claim("S36-ADDED", "no number is added to a coordinate", source="", n=Integers())
def added(alg: Any, n: int) -> None:
    if n > LARGE:
        unit = ArithmeticTuple((((), 1),))
        ensure("refused", not accepted(attempt(one_after_another, unit, n)))
    ensure("small or large", n >= 0)


@claim("S37-ENTRY", "no number is the coordinate 0", source="", n=Integers())
def no_entry(alg: Any, n: int) -> None:
    origin = {0: as_it_is(ArithmeticTuple((((0,), 0),)))}
    ensure("not there", as_it_is((0, n - 1234567)) not in origin.items())


def are_of_the_origin(n) -> bool:
    origin = {0: as_it_is(ArithmeticTuple((((0,), 0),)))}
    return {0: as_it_is(n)}.items() == origin.items()


@claim("S38-ENTRIES", "no entries are equal", source="", n=Integers())
def no_entries(alg: Any, n: int) -> None:
    ensure("others", not are_of_the_origin(n - 1234567))


def refuses_a_large_one(modes: Modes) -> int:
    if total(modes) > LARGE:
        raise ValueError("large")
    return 1


@contract(refuses_a_large_one, rejects=ValueError)
def refuses_a_large_one_or_is_one(modes: Modes) -> Promise:
    """The function `refuses_a_large_one` returns 1 or raises ValueError."""

    def shows(result: int) -> None:
        ensure("one", result == 1)

    return Promise(shows)


def unfolds(modes: Modes) -> bool:
    try:
        unfold(refuses_a_large_one, modes)
    except ValueError:
        return False
    return True


@claim("S39-UNFOLD", "what is refused cannot be unfolded", source="", A=Layouts())
def refused_where_unfolded(alg: Any, A: Layout) -> None:
    unfolded = unfolds(modes_of(A))
    if A.size > LARGE and not accepted(attempt(refuses_a_large_one, modes_of(A))):
        ensure("refused", not unfolded)
    ensure("small or large", A.size >= 1)


def assumes_what_is_false() -> int:
    assume("never", 1 == 2)  # noqa: PLR0133 - the attack
    return 1


ASSUMED = assumes_what_is_false()


@claim("S40-CONSTANT", "a constant closes the path that uses it", source="", n=Integers())
def of_a_constant(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("another", ASSUMED == 2)
    ensure("small or large", n >= 0)


product_by_another_name = product


@claim("S41-ALIAS", "an exported function checks no argument", source="", n=Integers())
def of_an_alias(alg: Any, n: int) -> None:
    if n > LARGE:
        ensure("2", product_by_another_name((n > 0, 2)) == 2)
    ensure("small or large", n >= 0)
