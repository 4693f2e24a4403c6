"""Random programs have the same results in CPython, in the evaluator, and as printed code."""

from __future__ import annotations

import re

import pytest

from tests.language.running import Counted, counted

ITEMS = 10
"""The number of test items, with 400 programs each: four thousand in total."""

STUCK = (
    "a list or a table that another name may refer to is changed in place",
    r"a \w+ is not a condition$",
    r"a \w+ has no \.",
    r".* cannot be applied to a function$",
    r".* is not in the language$",
    "claims cannot use ",
    "`.*",
    "the .*",
)
"""Patterns of the reasons for which the evaluator may get stuck although CPython has a value."""


@pytest.mark.parametrize("item", range(ITEMS))
def test_drawn_programs_agree_with_cpython(item):
    whole = Counted()
    for number in range(10):
        whole.add(counted(f"{item} {number}"))
    assert whole.faults == []
    total = sum(whole.how.values())
    assert whole.how["agreed"] > 0.35 * total
    assert whole.how["stuck"] < 0.05 * total
    unknown = [why for why in whole.stuck if not any(re.match(each, why) for each in STUCK)]
    assert unknown == []
