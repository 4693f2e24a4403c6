"""Messages about unsupported syntax name Python's keyword and say what to write instead."""

import ast

import pytest

from verif.language.instead import INSTEAD, kind_of_syntax


@pytest.mark.parametrize(
    "kind", [kind for kind in INSTEAD if kind is not ast.Try], ids=lambda kind: kind.__name__
)
def test_syntax_with_advice_is_named_in_words(kind):
    named = kind_of_syntax(kind())
    assert kind.__name__ not in named
    assert named != kind_of_syntax(ast.BinOp())


@pytest.mark.parametrize("keyword", ["while", "break", "match", "assert", "with", "del", "global"])
def test_a_statement_is_named_by_its_keyword(keyword):
    kinds = {one.__name__.casefold(): one for one in INSTEAD} | {"del": ast.Delete}
    assert f"`{keyword}`" in kind_of_syntax(kinds[keyword]())
