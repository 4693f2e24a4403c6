"""The box: a finite set of compositions of a layout `A` with a layout `B`.

`A` has rank 1 to 3. `B` has rank 1 to 3 or is nested.
"""

from collections import Counter
from itertools import product
from random import Random

from spec import Layout
from tests.patches.cases import by_spec, is_composition, offsets

RIGHT, WRONG, CAUTIOUS, REFUSED = "right", "wrong", "refused, spec accepts", "refused"


def lefts():
    """Return every layout `A` of the box, the finite set of compositions A o B."""
    found = [Layout(s, d) for s in range(1, 7) for d in (0, 1, 5)]
    for a, b in product(range(1, 7), repeat=2):
        found += [Layout((a, b), d) for d in ((1, a), (1, 50), (0, 1), (7, 1), (1, 1))]
    for a, b, c in product(range(1, 5), repeat=3):
        strides = ((1, 9, 50), (1, a, 50), (0, 1, 1), (5, 1, b))
        found += [Layout((a, b, c), d) for d in strides]
    return found


def rights():
    """Return every layout `B` of the box, the finite set of compositions A o B."""
    rng = Random(7)

    def drawn(count, least, most):
        return tuple(rng.randint(least, most) for _ in range(count))

    found = [Layout(n, w) for n in range(1, 9) for w in range(13)]
    small = product(range(1, 5), range(1, 5), range(9), range(9))
    found += [Layout((a, b), (v, w)) for a, b, v, w in small]
    found += [Layout(drawn(3, 1, 4), drawn(3, 0, 12)) for _ in range(600)]
    for _ in range(400):
        (a, b, c), (u, v, w) = (rng.randint(1, 6), *drawn(2, 1, 4)), drawn(3, 0, 24)
        found.append(Layout((a, (b, c)), (u, (v, w))))
    return found


def judged(pairs, composers):
    """Count the cases by composer, by outcome, and by whether B's offsets are below A's size.

    Also count the cases that each composer loses. A composer loses a case if it rejects the case or
    is wrong, although the first composer is right.
    """
    counts, lost = Counter(), Counter()
    for a, b in pairs:
        place = "in A" if max(offsets(b)) < a.size else "beyond"
        accepted = by_spec(a, b) is not None
        outcomes = {}
        for name, composer in composers.items():
            r = composer(a, b)
            if r is None:
                outcomes[name] = CAUTIOUS if accepted else REFUSED
            else:
                outcomes[name] = RIGHT if is_composition(a, b, r) else WRONG
            counts[name, place, outcomes[name]] += 1
        first = next(iter(outcomes.values()))
        for name, outcome in outcomes.items():
            lost[name] += first == RIGHT != outcome
    return counts, lost


def sample(count, seed):
    """Return `count` random pairs (A, B) of layouts of the box."""
    rng, left, right = Random(f"box {seed}"), lefts(), rights()
    return [(rng.choice(left), rng.choice(right)) for _ in range(count)]
