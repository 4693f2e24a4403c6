"""The page about checks names the largest arguments that a check tries."""

import re
from itertools import islice
from pathlib import Path

import pytest

from spec import Layout
from spec.int_tuple import flatten
from verif.operations.table import DRAWN
from verif.oracle.examined import MOST, SLOW, cases_of

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "upstream.md"


def stated():
    """For each row of the page's table, the least number and the greatest number."""
    section = PAGE.read_text().partition("## What a check does not try\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([a-z][^|]+) \| (?:(-?\d+) to )?(\d+)[ ,]", section, re.MULTILINE)
    return {words: (int(least or 0), int(greatest)) for words, least, greatest in rows}


def depth(tree):
    return 1 + max(map(depth, tree)) if isinstance(tree, tuple) else 0


def layouts_in(argument):
    if isinstance(argument, Layout):
        return [argument]
    parts = argument if isinstance(argument, tuple) else ()
    return [layout for part in parts for layout in layouts_in(part)]


def leaves(argument):
    """The integers and the None of an argument. Layouts inside a tuple are left out."""
    if isinstance(argument, tuple):
        return [leaf for part in argument for leaf in leaves(part)]
    return [] if isinstance(argument, Layout) else [argument]


def tried(name):
    """For each row of the page's table, the numbers in the cases of a check."""
    arguments = [
        argument
        for operation, cases in DRAWN.items()
        for case in islice(cases_of(name, operation), SLOW.get(name, MOST) * cases.share)
        for argument in case
    ]
    layouts = [layout for argument in arguments for layout in layouts_in(argument)]
    tuples = [argument for argument in arguments if isinstance(argument, tuple)]
    return {
        "depth of a layout": [depth(layout.shape) for layout in layouts],
        "depth of a shape, a coordinate or another tuple": [depth(one) for one in tuples],
        "modes of a layout, counted at all levels": [len(flatten(one.shape)) for one in layouts],
        "entries of a shape, a coordinate or another tuple, counted at all levels": [
            len(leaves(one)) for one in tuples
        ],
        "size of a mode": [s for one in layouts for s in flatten(one.shape)],
        "stride": [d for one in layouts for d in flatten(one.stride)],
        "other integers, such as coordinates and sizes": [
            leaf for one in arguments for leaf in leaves(one) if leaf is not None
        ],
    }


def test_the_page_names_the_bounds_of_all_cases():
    found = {words: (min(some), max(some)) for words, some in tried("pycute").items()}
    assert {words: greatest for words, (_, greatest) in found.items()} == {
        words: greatest for words, (_, greatest) in stated().items()
    }
    both = ("size of a mode", "stride", "other integers, such as coordinates and sizes")
    assert [stated()[words] for words in both] == [found[words] for words in both]


@pytest.mark.parametrize("name", sorted(SLOW))
def test_a_slow_implementation_has_no_larger_cases(name):
    for words, some in tried(name).items():
        least, greatest = stated()[words]
        assert least <= min(some) <= max(some) <= greatest, words
