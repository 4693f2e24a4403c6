"""Proofs over words are replayed: a word that is read in another way than Python's is found."""

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import plain as spec
from verif.deciding.decide import decide
from verif.deciding.judges import judge
from verif.deciding.proving import CONCRETE
from verif.kernel.claim import claim
from verif.kernel.errors import ReplayError
from verif.kernel.judge import Theorem
from verif.kernel.verbs import assume, ensure, ensure_equal
from verif.kernel.verdict import Outcome
from verif.readings.numbers import Among, Words
from verif.symbolic import bit_paths, bits
from verif.symbolic.bit_paths import WIDTH
from verif.symbolic.bit_replay import BitReplay
from verif.symbolic.bit_values import signed, value
from verif.symbolic.bits import BitInt, numeral
from verif.symbolic.words import prove_over_words


@claim("OPERATED", "what words are added up of", source="", x=Words(0, 255), y=Words(0, 255))
def operated(alg, x, y):
    """It is true however its words are shifted, and whatever their bits are."""
    assume("not both", x != y)
    for mine, its in ((x & y, y & x), (x ^ y, y ^ x), (x | y, y | x)):
        ensure_equal("the same either way", mine, its)
    ensure_equal("to the left", x << 3, x << 3)
    ensure_equal("to the right", (x + y) >> 3, (y + x) >> 3)
    ensure_equal("by a word", 300 >> (x & 3), 300 >> (x & 3))
    ensure("it is one or the other", x < y or y < x)


@claim("NAMED", "a", source="", x=Words(0, 3), name=Among(("up", "down")))
def named(alg, x, name):
    ensure("towards", (x + 1 if name == "up" else 2 - x) >= -1)


@pytest.mark.parametrize("one", [operated, named], ids=lambda one: one.id)
def test_what_is_proved_over_words_is_replayed(one):
    theorem = prove_over_words(judge(), one, spec, CONCRETE)
    assert isinstance(theorem, Theorem)
    assert theorem.replays >= 4


def bitwise(instead):
    read = bits._bitwise

    def other(operation, left, right):
        return read(instead.get(operation, operation), left, right)

    return other


def backwards(value_, by):
    return bits._owing(f"(bvlshr {bits._term(value_)} {bits._term(by)})", "", lambda _: "true")


def by_one_more(value_, by, *, read=bits._shift_right):
    return read(value_, by + 1)


def strictly(relation, left, right, *, negated=False, read=bits._compared):
    return read("bvsle" if relation == "bvslt" else relation, left, right, negated=negated)


PLANTED = {
    "and is or": ("_bitwise", bitwise({"bvand": "bvor"})),
    "xor is or": ("_bitwise", bitwise({"bvxor": "bvor"})),
    "or is xor": ("_bitwise", bitwise({"bvor": "bvxor"})),
    "a shift goes the other way": ("_shift_left", backwards),
    "a shift goes too far": ("_shift_right", by_one_more),
    "less is at most": ("_compared", strictly),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_another_reading_of_words_is_an_error(monkeypatch, planted):
    name, reading = PLANTED[planted]
    monkeypatch.setattr(bits, name, reading)
    verdict = decide(operated)
    assert verdict.outcome is Outcome.ERROR
    assert "OPERATED, replayed at x = " in verdict.reason


def test_a_path_that_is_left_out_is_an_error(monkeypatch):
    alternatives = bit_paths.BitPath.alternatives
    monkeypatch.setattr(bit_paths.BitPath, "alternatives", lambda path: alternatives(path)[1:])
    with pytest.raises(ReplayError, match="it goes where no path does"):
        prove_over_words(judge(), operated, spec, CONCRETE)


def test_what_is_owed_and_is_not_so_is_an_error():
    path = BitReplay("ONE", numbers={"x": 5})
    with pytest.raises(ReplayError, match="'at most 4' is false"):
        path.concludes(
            lambda path: path.conclude("at most 4", f"(bvsle {path.unknown('x')} {numeral(4)})"),
            lambda: None,
        )


WIDE = st.integers(-(1 << 60), (1 << 60) - 1)


@given(x=WIDE, y=WIDE, by=st.integers(0, 80))
def test_terms_have_the_values_of_pythons_operations(x, y, by):
    a, b, amount = map(numeral, (x, y, by))
    for operation in ("and", "or", "xor", "add", "sub"):
        meant = getattr(operator, f"__{operation}__")(x, y)
        assert signed(value(f"(bv{operation} {a} {b})", {})) == meant
    assert signed(value(f"(bvashr {a} {amount})", {})) == x >> by
    assert value(f"(bvshl {a} {amount})", {}) == (x << by) % (1 << WIDTH)
    assert value(f"(bvsle {a} {b})", {}) == (x <= y)
    assert value(f"(bvslt {a} {b})", {}) == (x < y)
    assert signed(value(f"(bvnot {a})", {})) == ~x
    assert value(f"(bvult {a} {b})", {}) == (x % (1 << WIDTH) < y % (1 << WIDTH))


def test_each_operator_of_words_is_compared():
    named = {name: item for name, item in vars(BitInt).items() if name in vars(operator)}
    texts = {name: item.__name__ for name, item in named.items() if callable(item)}
    refused = {name for name, text in texts.items() if text == "_machine_number"}
    assert {name for name, text in texts.items() if text != "told"} - refused == {"__pos__"}
