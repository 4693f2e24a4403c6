"""Memory needs one turn for each word of the busiest bank; no schedule has fewer turns."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from spec.memory.turns import fewest_turns, in_bank, turns

WORDS = st.lists(st.integers(0, 40), max_size=6, unique=True).map(tuple)
BANKS = st.sampled_from((1, 2, 4, 8))


def is_schedule(words, given, banks):
    placed = [(word % banks, turn) for word, turn in zip(words, given, strict=True)]
    return len(set(placed)) == len(placed)


@given(WORDS, BANKS)
def test_the_busiest_bank_has_as_many_words_as_turns_are_needed(words, banks):
    busiest = max((in_bank(words, banks, bank) for bank in range(banks)), default=0)
    assert fewest_turns(words, banks) == busiest
    found = turns(words, banks)
    assert is_schedule(words, found, banks)
    assert max(found, default=-1) + 1 == busiest


@given(WORDS.filter(lambda words: 0 < len(words) < 5), BANKS)
def test_no_schedule_has_fewer_turns(words, banks):
    fewer = product(range(fewest_turns(words, banks) - 1), repeat=len(words))
    assert not any(is_schedule(words, given, banks) for given in fewer)
