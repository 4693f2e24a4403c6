"""MLIR's error messages are reported without the file and line of the call that failed."""

import pytest

from verif.upstream.mlir import without_place


@pytest.mark.parametrize(
    "place",
    ['"f(x)"("/some/file.py":54:21)', '"/some/file.py":54:21', "unknown"],
)
def test_a_place_becomes_unknown(place):
    message = (
        f"Operation creation failed: error: {place}: unable to compute '!cute.layout<\"4:1\">'"
    )
    found = without_place(message)
    assert found == message.replace(place, "unknown")
    assert without_place(found) == found


def test_a_message_without_a_place_stays():
    assert without_place("expected 2 operands: found 3") == "expected 2 operands: found 3"
