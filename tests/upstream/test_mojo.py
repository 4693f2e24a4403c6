"""Calls are written correctly for Mojo. These tests do not need its compiler."""

import pytest

from spec import Layout
from verif.operations.table import OPERATIONS
from verif.oracle.deviation import call_of
from verif.oracle.reproduction import reproduction
from verif.upstream.mojo_text import CALLS, key, line, program, shown


def test_every_call_has_a_valid_number_of_arguments():
    for name, calls in CALLS.items():
        for kinds in calls:
            assert OPERATIONS[name].signature.kinds(len(kinds)) is not None, name


def test_the_program_handles_each_call_once():
    text = program()
    names = [f"{name}/{kinds}" for name, calls in CALLS.items() for kinds in calls]
    assert [name for name in names if text.count(f'"{name}"') != 1] == []


@pytest.mark.parametrize(
    ("case", "expected_line", "call"),
    [
        (
            "logical_divide((4,8):(1,4), <2:1,4>)",
            "logical_divide/LT L ( 4 8 ) ( 1 4 ) [ L 2 1 L 4 1 ]",
            "logical_divide(Layout(IntTuple(4, 8), IntTuple(1, 4)), [Layout(2, 1), Layout(4, 1)])",
        ),
        ("size((2,(3,4)))", "size/t ( 2 ( 3 4 ) )", "product(IntTuple(2, IntTuple(3, 4)))"),
        ("shape_div((6,2), 3)", "shape_div/tt ( 6 2 ) 3", "shape_div[True](IntTuple(6, 2), 3)"),
        ("mode(4:1, 0)", "mode/Li L 4 1 0", "Layout(4, 1)[Int(0)]"),
        ("unflatten((1,2), (3,4))", "unflatten/tt ( 1 2 ) ( 3 4 )", None),
    ],
)
def test_a_call_is_written_in_mojo(case, expected_line, call):
    call_and_arguments = call_of(case)
    assert line(*call_and_arguments) == expected_line
    text = shown(*call_and_arguments)
    assert call is None or text.endswith(f"    print({call})\n")
    assert text in reproduction(*call_and_arguments, "mojo", "1.2.0")


def test_a_call_that_mojo_lacks_is_not_written():
    assert key("coalesce", (Layout((2, 3)), (1, 1))) is None
    assert line("logical_divide", (Layout((4, 8)), (None, 2))) is None
    assert line("evaluate", (Layout(4), None)) is None


def test_called_functions_are_imported():
    text = shown("idx2crd", (5, (2, 3)))
    assert text.splitlines()[:2] == [
        "from layout import Layout, IntTuple",
        "from layout.int_tuple import idx2crd",
    ]
