"""Failing sizes shrink to small sizes.

The answer says whether these sizes are proved to be the least, or are only small.
"""

from spec.named_notation import holds
from verif.questions.answer import Ruling
from verif.sizes.minimal import before, first_refuted, smaller
from verif.sizes.names import read_sizes
from verif.sizes.sampled import least

SIZES = read_sizes("M, N; M % 4 == 0")


def ruled(point):
    return Ruling.REFUTED if point["M"] * point["N"] >= 60 else Ruling.HOLDS


def test_shrinking_keeps_sizes_admissible_and_refuted():
    found = smaller(SIZES, {"M": 4000, "N": 3000}, ruled)
    assert SIZES.admits(found)
    assert ruled(found) is Ruling.REFUTED
    for name in found:
        assert ruled({**found, name: found[name] - (4 if name == "M" else 1)}) is Ruling.HOLDS


def test_the_first_refuted_sizes_require_all_earlier_ones_to_hold():
    assert first_refuted(SIZES, {"M": 12, "N": 5}, ruled, 700) == {"M": 8, "N": 8}
    assert first_refuted(SIZES, {"M": 12, "N": 5}, ruled, 3) is None

    def unknown(point):
        return Ruling.UNKNOWN if point == {"M": 4, "N": 3} else ruled(point)

    assert first_refuted(SIZES, {"M": 12, "N": 5}, unknown, 700) is None


def test_the_sizes_before_a_point_are_exactly_the_admissible_ones():
    sizes = read_sizes("M, N, K")
    points = least(sizes, 400)
    place = 150
    parts = [[sizes.condition(c) for c in each] for each in before(sizes, points[place])]
    met = [any(all(holds(c, point) for c in each) for each in parts) for point in points]
    assert met == [k < place for k in range(len(points))]
