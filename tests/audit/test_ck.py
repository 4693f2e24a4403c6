"""The audit of Composable Kernel's distributions of tiles."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verif.audit.ck import ALL, ONCE, audit, read_encoding
from verif.audit.statement import Verdict

TILES = "each element of the tile"


def sequence(numbers):
    return f"sequence<{', '.join(map(str, numbers))}>"


def tuple_(lists):
    return f"tuple<{', '.join(map(sequence, lists))}>"


def parameters(repeated, digits, p, y):
    """Return the parameters of an encoding as C++ writes them."""
    return ", ".join(
        (
            sequence(repeated),
            tuple_(digits),
            tuple_([[major for major, _ in one] for one in p]),
            tuple_([[minor for _, minor in one] for one in p]),
            sequence([major for major, _ in y]),
            sequence([minor for _, minor in y]),
        )
    )


def encoding(*parts):
    return f"tile_distribution_encoding<{parameters(*parts)}>"


@st.composite
def distributions(draw):
    """Draw an encoding that distributes the digits of tile indices over two P dimensions and Y."""
    repeated = draw(st.lists(st.sampled_from([1, 2]), max_size=1))
    sizes = st.lists(st.sampled_from([1, 2, 3, 4]), max_size=3)
    digits = draw(st.lists(sizes, min_size=1, max_size=2))
    names = [(0, k) for k in range(len(repeated))]
    names += [(i, k) for i, one in enumerate(digits, 1) for k in range(len(one))]
    names = draw(st.permutations(names))
    first, second = sorted(draw(st.tuples(*[st.integers(0, len(names))] * 2)))
    return repeated, digits, (names[:first], names[first:second]), names[second:]


def elements(repeated, digits, p, y):
    """Yield the tile index of the element that each pair (thread P, register Y) holds."""
    names = [*(name for one in p for name in one), *y]
    sizes = [(repeated, *digits)[i][k] for i, k in names]
    for values in itertools.product(*map(range, sizes)):
        value = dict(zip(names, values, strict=True))
        point = []
        for i, one in enumerate(digits, 1):
            x = 0
            for k, size in enumerate(one):
                x = x * size + value[i, k]
            point.append(x)
        yield tuple(point)


@given(distributions())
def test_a_distribution_of_all_digits_holds_each_element_equally_often(drawn):
    once, all_, tile = audit(encoding(*drawn))
    assert (once.claim, str(once.verdict), all_.claim, str(all_.verdict)) == (
        *(ONCE, "holds"),
        *(ALL, "holds"),
    )
    held = list(elements(*drawn))
    times = len(held) // len(set(held))
    assert tile.verdict is (Verdict.HOLDS if times == 1 else Verdict.COST)
    assert tile.claim.startswith(TILES)


@given(distributions())
def test_the_thread_value_layout_takes_the_elements_of_the_digits(drawn):
    found = read_encoding(parameters(*drawn))
    (_, sides) = found.lengths[0], found.tile
    tv = found.thread_value
    taken = []
    for i in range(tv.size):
        x, point = tv(i), []
        for side in sides:
            x, y = divmod(x, side)
            point.append(y)
        taken.append(tuple(point))
    assert sorted(taken) == sorted(elements(*drawn))


def test_lanes_are_the_fastest_threads_and_the_last_digit_is_the_fastest():
    found = read_encoding(
        parameters([], [[2, 2, 16], [4, 8]], ([(1, 0)], [(1, 2), (2, 0)]), [(1, 1), (2, 1)])
    )
    assert str(found.thread_value) == "((4,16,2),(8,2)):((512,1,32),(64,16))"


@pytest.mark.parametrize(
    ("p", "y", "claim", "verdict", "detail"),
    [
        ([(1, 0), (1, 0)], [(1, 1)], ONCE, "fault", "digit 0 of H1 is chosen 2 times"),
        ([(1, 0)], [(1, 1), (2, 0)], ONCE, "fault", "there is no digit 0 of H2"),
        ([(1, 0)], [], ALL, "unknown", "no P or Y names digit 1 of H1"),
    ],
)
def test_a_wrong_choice_of_digits_is_named(p, y, claim, verdict, detail):
    *_, last = audit("\n" + encoding([], [[4, 8]], [p], y))
    assert (last.line, last.claim, str(last.verdict)) == (2, claim, verdict)
    assert detail in last.detail


def test_a_digit_of_size_one_may_be_left():
    verdicts = [str(one.verdict) for one in audit(encoding([1], [[4, 1]], [[(1, 0)]], []))]
    assert verdicts == ["holds"] * 3


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("sequence<1>", "expected tuple<..>"),
        ("sequence<N>, tuple<>", "numbers in place of names"),
        ("sequence<1", "has no closing bracket"),
        ("sequence<0>, tuple<>, tuple<>, tuple<>, sequence<>, sequence<>", "size of each digit"),
        ("sequence<>, tuple<>, tuple<>, tuple<>, sequence<1>, sequence<>", "as many minor"),
    ],
)
def test_an_encoding_that_is_not_read_says_why(text, detail):
    (one,) = audit(
        f"tile_distribution_encoding<{text}>"
        if "close" not in detail
        else f"tile_distribution_encoding<{text}"
    )
    assert (str(one.verdict), detail in one.detail) == ("not read", True), one


def test_an_encoding_may_be_in_a_namespace_and_on_several_lines():
    text = encoding([], [[4, 2]], [[(1, 0)]], [(1, 1)]).replace("sequence", "ck_tile::sequence")
    assert [one.line for one in audit("\n" + text.replace(", ", ",\n"))] == [2, 2, 2]
