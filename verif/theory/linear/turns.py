"""Turns: a schedule has at least as many turns (wavefronts) as the busiest bank has words.

A schedule of k turns gives each word of memory a turn below k. Words of one bank have different
turns (`serves`). So at most one word of a bank has turn j (`one_word_of_a_bank_has_a_turn`), and at
most j words of a bank have a turn below j (`as_many_words_as_turns`).

Let the turn of each word be the number of later words in the same bank. This schedule has at most
as many turns as the busiest bank has words (`counting_serves`).
"""

from __future__ import annotations

from spec.memory.turns import fewest_turns, in_bank, turns
from spec.steps import Steps
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, unfold
from verif.theory.layouts.coordinates import opened

definition(in_bank, on="words")
definition(fewest_turns, on="words")


@definition(on="words")
def is_free(bank: int, turn: int, words: Steps, given: Steps, banks: int) -> bool:
    """Whether no word of the bank is served in this turn."""
    if not words or not given:
        return True
    taken = words[0] % banks == bank and given[0] == turn
    return not taken and is_free(bank, turn, words[1:], given[1:], banks)


@definition(on="words")
def serves(words: Steps, given: Steps, banks: int, k: int) -> bool:
    """Whether each word has a turn below k, and words of one bank have different turns."""
    if not words or not given:
        return not words and not given
    return (
        0 <= given[0] < k
        and is_free(words[0] % banks, given[0], words[1:], given[1:], banks)
        and serves(words[1:], given[1:], banks, k)
    )


@definition(on="words")
def with_turn(words: Steps, given: Steps, banks: int, bank: int, turn: int) -> int:
    """How many words of `bank` have the wavefront `turn`; `given` lists the words' wavefronts."""
    if not words or not given:
        return 0
    one = 1 if words[0] % banks == bank and given[0] == turn else 0
    return one + with_turn(words[1:], given[1:], banks, bank, turn)


@definition(on="words")
def before_turn(words: Steps, given: Steps, banks: int, bank: int, turn: int) -> int:
    """How many words of the bank have an earlier turn than `turn`."""
    if not words or not given:
        return 0
    one = 1 if words[0] % banks == bank and given[0] < turn else 0
    return one + before_turn(words[1:], given[1:], banks, bank, turn)


@lemma
def a_free_turn_has_no_word(words: Steps, given: Steps, banks: int, bank: int, turn: int) -> Lemma:
    """If `is_free` holds for a turn, `with_turn` counts no words of the bank with this turn."""
    opened(words, given)
    assume("banks >= 1", banks >= 1)
    assume("free", is_free(bank, turn, words, given, banks))

    def shows() -> None:
        ensure("none", with_turn(words, given, banks, bank, turn) == 0)

    def proof() -> None:
        """Induction on the words."""
        if words and given:
            a_free_turn_has_no_word(words[1:], given[1:], banks, bank, turn)

    return shows, proof


@lemma
def one_word_of_a_bank_has_a_turn(
    words: Steps, given: Steps, banks: int, k: int, bank: int, turn: int
) -> Lemma:
    """In a schedule, at most one word of a bank has a given turn."""
    opened(words, given)
    assume("banks >= 1", banks >= 1)
    assume("a schedule", serves(words, given, banks, k))

    def shows() -> None:
        ensure("at most one", with_turn(words, given, banks, bank, turn) <= 1)

    def proof() -> None:
        """Induction on the words: the other words do not use the turn of the first word."""
        if words and given:
            one_word_of_a_bank_has_a_turn(words[1:], given[1:], banks, k, bank, turn)
            if words[0] % banks == bank and given[0] == turn:
                a_free_turn_has_no_word(words[1:], given[1:], banks, bank, turn)

    return shows, proof


@lemma
def words_before_the_next_turn_have_this_turn_or_an_earlier_one(
    words: Steps, given: Steps, banks: int, bank: int, turn: int
) -> Lemma:
    """A word's turn is below `turn + 1` iff it is below `turn` or equal to `turn`."""
    opened(words, given)
    assume("banks >= 1", banks >= 1)

    def shows() -> None:
        now = with_turn(words, given, banks, bank, turn)
        earlier = before_turn(words, given, banks, bank, turn)
        ensure("both", before_turn(words, given, banks, bank, turn + 1) == earlier + now)

    def proof() -> None:
        """Induction on the words."""
        if words and given:
            rest, others = words[1:], given[1:]
            words_before_the_next_turn_have_this_turn_or_an_earlier_one(
                rest, others, banks, bank, turn
            )

    return shows, proof


@lemma
def turns_of_a_schedule_are_in_range(
    words: Steps, given: Steps, banks: int, k: int, bank: int
) -> Lemma:
    """In a schedule with k turns, each word has a turn below k, and no word has a turn below 0."""
    opened(words, given)
    assume("banks >= 1", banks >= 1)
    assume("a schedule", serves(words, given, banks, k))

    def shows() -> None:
        ensure("none", before_turn(words, given, banks, bank, 0) == 0)
        all_words = before_turn(words, given, banks, bank, k)
        ensure("all", all_words == in_bank(words, banks, bank))

    def proof() -> None:
        """Induction on the words."""
        if words and given:
            turns_of_a_schedule_are_in_range(words[1:], given[1:], banks, k, bank)

    return shows, proof


@lemma(on="turn")
def as_many_words_as_turns(
    words: Steps, given: Steps, banks: int, k: int, bank: int, turn: int
) -> Lemma:
    """In a schedule, at most `turn` words of a bank have turns below `turn`."""
    opened(words, given)
    assume("banks >= 1", banks >= 1)
    assume("a schedule", serves(words, given, banks, k))
    assume("turn >= 0", turn >= 0)

    def shows() -> None:
        ensure("at most as many", before_turn(words, given, banks, bank, turn) <= turn)

    def proof() -> None:
        """Induction on the turn: at most one word of the bank has the turn `turn - 1`."""
        turns_of_a_schedule_are_in_range(words, given, banks, k, bank)
        if turn > 0:
            as_many_words_as_turns(words, given, banks, k, bank, turn - 1)
            one_word_of_a_bank_has_a_turn(words, given, banks, k, bank, turn - 1)
            words_before_the_next_turn_have_this_turn_or_an_earlier_one(
                words, given, banks, bank, turn - 1
            )

    return shows, proof


@lemma
def a_schedule_has_the_fewest_turns_or_more(
    words: Steps, given: Steps, banks: int, k: int
) -> Lemma:
    """A schedule has at least as many turns as the busiest bank has words."""
    opened(words, given)
    assume("banks >= 1", banks >= 1)
    assume("k >= 0", k >= 0)
    assume("a schedule", serves(words, given, banks, k))

    def shows() -> None:
        ensure("enough turns", fewest_turns(words, banks) <= k)

    def proof() -> None:
        """Induction on the words: k turns serve at most k words of the first word's bank."""
        if words and given:
            bank = words[0] % banks
            a_schedule_has_the_fewest_turns_or_more(words[1:], given[1:], banks, k)
            as_many_words_as_turns(words, given, banks, k, bank, k)
            turns_of_a_schedule_are_in_range(words, given, banks, k, bank)

    return shows, proof


@contract(turns, on="words", opens=True)
def each_word_has_a_turn(words: Steps, banks: int) -> Promise:
    """`turns` returns one turn for each word."""
    assume("banks >= 1", banks >= 1)

    def shows(result: Steps) -> None:
        ensure("as many", len(result) == len(words))

    return Promise(shows)


@lemma
def words_are_counted(words: Steps, banks: int, bank: int) -> Lemma:
    """A bank has 0 or more words."""
    opened(words)
    assume("banks >= 1", banks >= 1)

    def shows() -> None:
        ensure("natural", in_bank(words, banks, bank) >= 0)

    def proof() -> None:
        """Induction on the words."""
        if words:
            words_are_counted(words[1:], banks, bank)

    return shows, proof


@lemma
def later_turns_are_free(words: Steps, banks: int, bank: int, turn: int) -> Lemma:
    """If a bank has at most `turn` words, then `turns` gives this turn to no word of the bank."""
    opened(words)
    assume("banks >= 1", banks >= 1)
    assume("late enough", turn >= in_bank(words, banks, bank))

    def shows() -> None:
        ensure("free", is_free(bank, turn, words, turns(words, banks), banks))

    def proof() -> None:
        """Induction on the words."""
        unfold(turns, words, banks)
        if words:
            words_are_counted(words[1:], banks, bank)
            later_turns_are_free(words[1:], banks, bank, turn)

    return shows, proof


@lemma
def counting_serves(words: Steps, banks: int, k: int) -> Lemma:
    """The schedule `turns` serves all words, with at most `fewest_turns` turns."""
    opened(words)
    assume("banks >= 1", banks >= 1)
    assume("enough turns", fewest_turns(words, banks) <= k)

    def shows() -> None:
        ensure("a schedule", serves(words, turns(words, banks), banks, k))

    def proof() -> None:
        """Induction on the words: the other words do not use the turn of the first word."""
        unfold(turns, words, banks)
        if words:
            rest, bank = words[1:], words[0] % banks
            words_are_counted(rest, banks, bank)
            counting_serves(rest, banks, k)
            later_turns_are_free(rest, banks, bank, in_bank(rest, banks, bank))

    return shows, proof
