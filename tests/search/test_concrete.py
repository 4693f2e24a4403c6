"""A claim's exhibits are example arguments.

An exhibit outside the claim's domains does not refute the claim.
"""

from types import SimpleNamespace

import pytest

from spec.layout import Layout
from spec.xla import XlaShape
from verif.deciding.decide import decide
from verif.kernel.claim import claim
from verif.kernel.errors import ClaimError
from verif.kernel.verbs import assume, ensure
from verif.kernel.verdict import Outcome
from verif.readings.arrays import Indices, XlaShapes
from verif.readings.domains import Index, Layouts, Point, Refinements, Shapes, flat
from verif.readings.numbers import Among, Integers
from verif.search.concrete import exhibited

TILED = XlaShape("f32", (3, 5), (1, 0), ((2, 4),))

DOMAINS = {
    "A": Layouts(flat(1, 2), "natural"),
    "i": Index("A"),
    "x": Point("A"),
    "S": Shapes((0, (0, (0, 0))), low=0),
    "n": Integers(3),
    "t": Among(("zN", "nZ")),
    "array": XlaShapes((((0, 0), (0, 0)),)),
    "index": Indices("array"),
    "groups": Refinements("A", "A"),
}

VALID = {
    "A": Layout((4, 3), (1, 0)),
    "i": 11,
    "x": (3, 2),
    "S": (2, (0, 3)),
    "n": 10**12,
    "t": "nZ",
    "array": TILED,
    "index": (2, 4),
    "groups": (((2, 1), (2, 7)), ((3, 0),)),
}

OTHERS = [
    *[("A", Layout(s, d)) for s, d in [((4, 3), (1, -1)), ((2, 2, 2), (1, 2, 4)), (4, 1)]],
    *[("A", Layout(((4, 3),), ((1, 0),))), ("A", None), ("A", (4, 3))],
    *[("i", 12), ("i", -1), ("i", (3, 2)), ("i", 1.0), ("x", (3, 3)), ("x", 11), ("x", (1,))],
    *[("S", (2, 3)), ("S", (2, (0, -3))), ("n", 2), ("n", None), ("n", 3.5)],
    *[("t", "zZ"), ("t", 0), ("index", (3, 0)), ("index", (0,))],
    *[("array", XlaShape("f32", (3,), (0,), ((2,),))), ("groups", (((4, 1),),))],
]


def exhibiting(arguments):
    return SimpleNamespace(id="SHOWN", domains=DOMAINS, exhibits=(arguments,))


def test_arguments_of_every_domain_are_exhibits():
    assert exhibited(exhibiting(VALID)) == (VALID,)


@pytest.mark.parametrize(("name", "value"), OTHERS)
def test_an_exhibit_outside_its_domain_is_rejected(name, value):
    with pytest.raises(ClaimError, match=f"SHOWN: the exhibit {name} = "):
        exhibited(exhibiting(VALID | {name: value}))


def test_an_exhibit_must_name_the_arguments_of_the_claim():
    with pytest.raises(ClaimError, match="an exhibit gives m, but the claim takes A, i, x"):
        exhibited(exhibiting({"m": 5}))


def test_a_claim_is_not_refuted_outside_its_domain():
    @claim("NATURAL", "true", source="", exhibits=({"n": -5},), n=Integers())
    def text(alg, n):
        ensure("natural", n >= 0)

    verdict = decide(text)
    assert verdict.outcome is Outcome.ERROR
    assert "the exhibit n = -5 is outside its domain Integers" in verdict.reason


def test_a_claim_satisfied_only_by_an_exhibit_is_not_vacuous():
    @claim("LARGE", "true", source="", exhibits=({"n": 10**12},), n=Integers())
    def text(alg, n):
        assume("large", n > 10**11)
        ensure("more than one", n > 1)

    verdict = decide(text)
    assert (verdict.outcome, verdict.witness) == (Outcome.PROVED, {"n": "1000000000000"})


def test_a_claim_that_ends_before_its_contradictory_hypotheses_is_not_proved():
    small = {"x": Integers(0, 2), "y": Integers(0, 2), "k": Integers(0, 2)}

    @claim("EARLY", "false hypotheses", source="", n=Integers(1, 3), **small)
    def text(alg, n, x, y, k):
        if n == 1:
            return
        assume("x is limited", x <= 24)
        assume("y is limited", y <= 24)
        assume("a sum of two squares leaves the remainder 3", x * x + y * y == 3 + 4 * k)
        ensure("large", n >= 1000)

    assert decide(text).outcome in {Outcome.VACUOUS, Outcome.UNKNOWN}
