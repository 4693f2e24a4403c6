"""Randomly changed functions mean the same in the language of proofs and in Python."""

from __future__ import annotations

import warnings
from collections import Counter

import pytest

from spec import errors
from tests.language.comparing import compared
from tests.language.mutated import mutated

REJECTIONS = {name for name in vars(errors) if name.endswith("Error")}


def _rejected(each):
    """Whether CPython raises an error of `spec`, and the other runs of the call raise errors, too.

    The errors may differ: in CPython, an exported function of `spec` rejects an argument of a wrong
    kind before the function's body runs.
    """
    (_, name), *_ = each.outcomes
    return name in REJECTIONS and all(kind == "error" for kind, _ in each.outcomes)


@pytest.mark.parametrize("part", range(3))
def test_changed_functions_agree_with_cpython(part, tmp_path):
    found, faults = Counter(), []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(15):
            for text, calls in mutated(f"{part} {seed}"):
                for each in compared(text, calls, tmp_path):
                    found[each.how] += 1
                    if each.how == "differs" and not _rejected(each):
                        faults.append((each, text))
    assert faults == []
    assert found["agreed"] > 5 * found["refused"]
