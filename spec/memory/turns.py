"""The least number of wavefronts that serve a set of words, one word per bank in a wavefront.

A schedule gives each word a turn: the wavefront that serves the word. Two words of one bank must
have different turns. So a schedule has at least as many turns as the busiest bank has words. This
many turns are enough: let each word's turn be the number of later words in the same bank.
"""

from spec.steps import Steps


def in_bank(words: Steps, banks: int, bank: int) -> int:
    """The number of words in a bank.

    >>> in_bank((0, 32, 33), 32, 0)
    2
    """
    if not words:
        return 0
    return (1 if words[0] % banks == bank else 0) + in_bank(words[1:], banks, bank)


def fewest_turns(words: Steps, banks: int) -> int:
    """The number of words in the busiest bank.

    A word's turn is the wavefront that serves the word; words of one bank have different turns.

    Pre-conditions: no word occurs twice; banks >= 1.
    Post-conditions: the result is the least number of turns that serve all words (W6).

    >>> fewest_turns((0, 32, 33), 32), fewest_turns((), 32)
    (2, 0)
    """
    if not words:
        return 0
    here = 1 + in_bank(words[1:], banks, words[0] % banks)
    return max(here, fewest_turns(words[1:], banks))


def turns(words: Steps, banks: int) -> Steps:
    """A turn (wavefront number) for each word: the number of later words in the same bank.

    Pre-conditions: banks >= 1.
    Post-conditions: words of one bank have different turns, all below fewest_turns(words, banks)
    (W6).

    >>> turns((0, 32, 33), 32)
    (1, 0, 0)
    """
    if not words:
        return ()
    return (in_bank(words[1:], banks, words[0] % banks),) + turns(words[1:], banks)
