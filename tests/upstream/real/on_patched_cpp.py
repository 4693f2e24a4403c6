"""The patch of CuTe C++ makes the headers reject wrong static compositions."""

import shutil
from random import Random

import pytest

from spec import Layout
from tests.patches.cases import CASES, apply_patch, is_composition
from tests.patches.texts import between, table_of_cases
from verif.upstream.environments import environment
from verif.upstream.implementation import implementation
from verif.upstream.outcome import Crashed, Malformed, Rejected

HIDDEN = (Layout((8, 4), (0, 1)), Layout((4, 4), (0, 5)))
"""A composition whose result is right only because of a stride of 0."""


def drawn(count):
    rng = Random("static compositions")
    for _ in range(count):
        s = tuple(rng.choice((2, 3, 4, 6, 8)) for _ in range(2))
        a = Layout(s, rng.choice(((1, 50), (7, 1), (1, s[0]), (5, 1))))
        rank = rng.choice((1, 2, 2))
        shape = tuple(rng.choice((2, 3, 4, 5, 6, 8)) for _ in range(rank))
        strides = tuple(rng.choice((0, 1, 1, 2, 3, 4, 6, 8)) for _ in shape)
        yield a, Layout(shape, strides) if rank > 1 else Layout(shape[0], strides[0])


@pytest.fixture(scope="module")
def pairs():
    written = [(Layout.parse(a), Layout.parse(b)) for _, a, b in CASES]
    return [*dict.fromkeys([*written, HIDDEN, *drawn(36)])]


@pytest.fixture(scope="module")
def outcomes_by_version(pairs, tmp_path_factory):
    """Return the outcome of each composition before and after the patch."""
    tree = tmp_path_factory.mktemp("headers")
    (headers,) = environment("cute-cpp", "4.2.0.0").rglob("cute/layout.hpp")
    include = headers.parents[1]
    shutil.copytree(include / "cute", tree / "include" / "cute")
    (tree / "include" / "cutlass").symlink_to(include / "cutlass")
    apply_patch("cute-cpp", tree)
    found = {}
    for name, text in {"4.2.0": "4.2.0.0", "patched": str(tree)}.items():
        real = implementation(f"cute-cpp@{text}")
        outcomes = real.apply_all([("composition", pair) for pair in pairs])
        found[name] = dict(zip(pairs, map(value, outcomes), strict=True))
    return found


def value(outcome):
    assert not isinstance(outcome, Malformed | Crashed), outcome
    return None if isinstance(outcome, Rejected) else outcome


def test_the_table_in_the_text_matches_the_cases(outcomes_by_version):
    composers = {name: lambda a, b, by=by: by[a, b] for name, by in outcomes_by_version.items()}
    assert between("cute-cpp.md", "cases") == table_of_cases(composers)


def test_the_patch_rejects_wrong_results_and_no_right_ones(outcomes_by_version):
    before, after = outcomes_by_version["4.2.0"], outcomes_by_version["patched"]
    right = {pair for pair, r in before.items() if r is not None and is_composition(*pair, r)}
    wrong = {pair for pair, r in before.items() if r is not None} - right
    assert len(wrong) > 6
    assert {
        pair for pair, r in after.items() if r is not None and not is_composition(*pair, r)
    } == set()
    assert HIDDEN in right
    assert all(before[pair] == after[pair] for pair in right)
