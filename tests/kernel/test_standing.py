"""Tests of texts as they stand when their file has been run."""

from collections import namedtuple

import pytest

from spec import LayoutLeft, LayoutRight, int_tuple, layout
from verif.kernel.errors import AlteredError
from verif.kernel.standing import digest, note, renew, require_standing


def names(**given):
    """A module's globals with some functions in them: `text` reaches all the others."""
    known = {"__name__": "claims_of_somebody", **given}
    source = """
LIMIT = 7

class Domain:
    low = 0
    def reading(self):
        return LIMIT

def inner(n, more=(1, 2)):
    return n <= LIMIT

def holding(known):
    return lambda n: known(n)

held = holding(inner)
table = {"one": inner}

def text(n):
    return inner(n) and held(n) and table["one"](n) and Domain.low
"""
    exec(source, known)
    return known


CHANGES = {
    "a constant": lambda known: known.update(LIMIT=8),
    "a function": lambda known: known.update(inner=len),
    "a builtin": lambda known: known.update(Domain=int),
    "code": lambda known: setattr(known["inner"], "__code__", (lambda n, more: n).__code__),
    "defaults": lambda known: setattr(known["inner"], "__defaults__", ((1, 3),)),
    "named defaults": lambda known: setattr(known["inner"], "__kwdefaults__", {"more": 1}),
    "a cell": lambda known: setattr(known["held"].__closure__[0], "cell_contents", len),
    "an entry": lambda known: known["table"].update(one=len),
    "a new entry": lambda known: known["table"].update(two=len),
    "a method": lambda known: setattr(known["Domain"], "reading", len),
    "an attribute": lambda known: setattr(known["Domain"], "low", 1),
    "a new attribute": lambda known: setattr(known["Domain"], "high", 1),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_of_what_a_text_reaches_is_seen(change):
    known = names()
    note(known["text"])
    require_standing(known["text"])
    change(known)
    with pytest.raises(AlteredError, match="is not what it was once its file had run"):
        require_standing(known["text"])


def test_what_a_text_does_not_reach_may_change():
    known = names(other=1)
    note(known["text"])
    known["other"] = 2
    require_standing(known["text"])


def test_what_was_never_noted_stands():
    require_standing(names()["text"])


def test_what_was_noted_first_counts():
    known = names()
    note(known["text"])
    known["LIMIT"] = 8
    note(known["text"])
    with pytest.raises(AlteredError, match="LIMIT of "):
        require_standing(known["text"])


def test_one_text_can_be_noted_anew():
    known = names()
    note(known["text"])
    known["Domain"] = known["held"]
    renew(known["text"])
    require_standing(known["text"])


def test_a_digest_is_of_what_is_said_and_not_of_where_it_is():
    one, other = names()["text"], names()["text"]
    assert one is not other
    assert digest(one) == digest(other)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_changes_the_digest(change):
    known = names()
    before = digest(known["text"])
    change(known)
    assert digest(known["text"]) != before


def test_what_a_named_tuple_holds_is_said():
    pair = namedtuple("pair", ("first", "second"))
    assert digest(pair(1, (2,))) != digest(pair(1, (3,)))


def protected(n):
    try:
        n = len(n)
    except ValueError:
        return 0
    return abs(n)


def in_a_class_of(base):
    return type("Part", (base,), {"__module__": "claims_of_somebody"})


PAIRS = {
    "what handles an error": (
        protected.__code__,
        protected.__code__.replace(co_exceptiontable=b""),
    ),
    "parameters by name": ((lambda a, b: a).__code__, (lambda a, *, b: a).__code__),
    "parameters by place": ((lambda a, b: a).__code__, (lambda a, b, /: a).__code__),
    "an alternative": (LayoutLeft, LayoutRight),
    "types": (int | tuple, int | list),
    "types of parts": (tuple[int, ...], tuple[str, ...]),
    "one of the functions of a name": (layout.rank, int_tuple.rank),
    "a truth": (True, 1),
    "what a class is made of": (in_a_class_of(ValueError), in_a_class_of(KeyError)),
}


@pytest.mark.parametrize(("one", "other"), PAIRS.values(), ids=PAIRS)
def test_two_that_are_not_the_same_are_said_so(one, other):
    def reaching(part):
        known = {"__name__": "claims_of_somebody", "PART": part}
        exec("def text():\n    return PART", known)
        return digest(known["text"])

    assert reaching(one) == reaching(one)
    assert reaching(one) != reaching(other)


def test_which_of_two_alike_is_meant_is_said():
    def reaching(third):
        known = {"__name__": "claims_of_somebody"}
        exec("ONE = lambda n: n\nTWO = lambda n: n + 1\n", known)
        known["THIRD"] = known[third]
        exec("def text():\n    return ONE, TWO, THIRD", known)
        return digest(known["text"])

    assert reaching("ONE") != reaching("TWO")
