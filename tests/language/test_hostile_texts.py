"""A program that a compiler could misread agrees with CPython, is rejected or has no value."""

from __future__ import annotations

import pytest

from tests.language.comparing import compared
from tests.language.hostile_texts import HOSTILE


@pytest.mark.parametrize("name", HOSTILE)
def test_text_agrees_with_cpython_or_is_not_in_the_language(name, tmp_path):
    calls = {"f": [(n,) for n in range(7)]}
    results = list(compared(HOSTILE[name], calls, tmp_path))
    assert results
    assert [each for each in results if each.how not in ("agreed", "refused", "stuck")] == []
