"""A reproduction makes the same call as the adapter."""

import contextlib
import importlib
import io
from itertools import islice

import pytest

from spec import Layout, LayoutError
from spec.notation import parse_expression
from verif.operations.cases import cases
from verif.oracle.reproduction import reproduction
from verif.upstream import pycute, tensor_layouts

INSTALLED = {
    "pycute": pycute.operations_of(importlib.import_module("pycute")),
    "tensor-layouts": tensor_layouts.operations_of(importlib.import_module("tensor_layouts")),
}


@pytest.mark.parametrize(
    ("implementation", "operation"),
    [(name, operation) for name, operations in INSTALLED.items() for operation in operations],
)
def test_a_reproduction_prints_the_result_of_the_adapter(implementation, operation):
    for arguments in islice(cases(operation), 100, 130):
        try:
            result = INSTALLED[implementation][operation](*arguments)
        except LayoutError:
            continue
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(reproduction(operation, arguments, implementation, ""), {})
        if isinstance(result, Layout | int) and not isinstance(result, bool):
            assert parse_expression(printed.getvalue()).value == result
