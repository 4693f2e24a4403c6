"""Every operation of the spec has a row for the adapters, the calculator and the oracle."""

import importlib
import inspect
import subprocess
import sys

import pytest

import spec
from spec import atoms, plain
from spec.tla import FORMATS
from verif.operations.names import IMPLEMENTATIONS, Missing, needed
from verif.operations.operation import Cases, NotDrawn
from verif.operations.table import DRAWN, NO_OPERATIONS, OPERATIONS, SUBJECTS
from verif.upstream import adapted, pycute, tensor_layouts
from verif.upstream.cpp_text import CALLS

ADAPTERS = {"pycute": ("pycute", pycute), "tensor-layouts": ("tensor_layouts", tensor_layouts)}
"""The implementations that are installed for the tests, with module and adapter."""

ATOMS = {name for name in atoms.__all__ if inspect.isroutine(getattr(atoms, name))}

FUNCTIONS = (
    frozenset(name for name in plain.__all__ if inspect.isroutine(getattr(plain, name)))
    | (ATOMS - {"ldmatrix", "mma_atom"})
    | set(FORMATS)
)

WITHOUT_FUNCTION = {
    *(
        "coalesced_prepend",
        "complement_of_shape",
        "equals",
        "evaluate",
        "idx2crd_by_stride",
        "left_inverse_of_shape",
    ),
    *("mode", "prefix_product_by_mode", "right_inverse_of_shape", "signum", "swizzle_size"),
    *("swizzled_equals", "swizzled_layout_size", "swizzled_mode", "swizzled_offset"),
    *("swizzled_rank", "tuple_max", "coalesce_of_dynamic", "composition_by_dynamic"),
    *("composition_of_dynamic", "logical_divide_by_dynamic", "slice_by_longer"),
}
"""Operations that some implementations have, but for which the spec has no function."""

SYNONYMS = {name: row for row in OPERATIONS.values() for name in row.synonyms}


def without_row(functions, rows):
    """Return the functions that have neither a row nor a stated exemption."""
    return functions - rows.keys() - NO_OPERATIONS.keys()


def named(implementation):
    names = {name: row.upstream.of(implementation) for name, row in OPERATIONS.items()}
    return {name: its for name, its in names.items() if isinstance(its, str)}


def test_every_function_of_the_spec_has_a_row_or_a_stated_exemption():
    assert without_row(FUNCTIONS, OPERATIONS) == set()
    assert not OPERATIONS.keys() & NO_OPERATIONS.keys()
    assert NO_OPERATIONS.keys() <= FUNCTIONS
    assert all(NO_OPERATIONS.values())


def test_a_missing_row_is_reported():
    fewer = {name: row for name, row in OPERATIONS.items() if name != "coalesce"}
    assert without_row(FUNCTIONS, fewer) == {"coalesce"}


def test_a_synonym_is_the_same_function_in_python():
    assert {name: getattr(spec, name) for name in SYNONYMS} == {
        name: row.function for name, row in SYNONYMS.items()
    }
    assert set(spec.__all__) - set(plain.__all__) - {"read"} == SYNONYMS.keys()
    assert (spec.filter, spec.slice) == (spec.filter_, spec.slice_)


def test_every_row_is_collected_and_refers_to_its_own_function():
    assert sum(len(subject.ROWS) for subject in SUBJECTS) == len(OPERATIONS)
    for name, row in OPERATIONS.items():
        exported = FORMATS.get(name) or getattr(spec, name, row.function)
        assert row.function is exported, name
    assert set(OPERATIONS) - FUNCTIONS == WITHOUT_FUNCTION


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_row_has_cases_or_a_reason_for_having_none(name):
    row = OPERATIONS[name]
    driven = [its for its in IMPLEMENTATIONS if not isinstance(row.upstream.of(its), Missing)]
    if isinstance(row.cases, NotDrawn):
        assert row.cases.reason
    else:
        assert isinstance(row.cases, Cases)
        assert driven, "it is drawn, and no implementation has it"
        for alternative in row.cases.small:
            assert row.signature.kinds(len(alternative)) is not None


def test_operations_of_an_adapter_without_cases_are_the_incomparable_ones():
    undrawn = {
        name
        for name, row in OPERATIONS.items()
        if isinstance(row.cases, NotDrawn)
        and any(isinstance(row.upstream.of(its), str) for its in IMPLEMENTATIONS)
    }
    # The strides of an identity layout are coordinates, which adapters do not read.
    assert undrawn == {"make_identity_layout"}


def test_functions_used_by_an_operation_have_cases():
    """If a function used by an operation had no cases, no test would find the function's faults."""
    layout, tile = spec.Layout((4, 6)), spec.Layout(2)
    arguments = {
        "crd2crd": (1, (4, 6), (6, 4)),
        "recast_layout": (layout, 8, 16),
        "slice_by_longer": ((None, 1, 1), layout),
        "slice_and_offset": ((None, 1), layout),
        "swizzled_offset": (1, layout, 0, 1, 0, 1),
    }
    made = 0
    for name, row in OPERATIONS.items():
        for operation, _ in row.made_of(*arguments.get(name, (layout, tile))):
            made += 1
            assert operation in DRAWN, name
    assert made >= 20


@pytest.mark.parametrize("implementation", ADAPTERS)
def test_an_adapter_has_exactly_the_operations_named_in_rows(implementation):
    module, adapter = ADAPTERS[implementation]
    real = importlib.import_module(module)
    for name, its in named(implementation).items():
        assert needed(its) is None or callable(getattr(real, needed(its))), name
    assert adapter.operations_of(real).keys() == named(implementation).keys()


@pytest.mark.parametrize("implementation", ADAPTERS)
def test_every_upstream_function_named_like_an_operation_has_a_row_entry(implementation):
    """An upstream function that is named like an operation has an entry in the operation's row."""
    real = importlib.import_module(ADAPTERS[implementation][0])
    unspoken = {
        row.name
        for row in OPERATIONS.values()
        if callable(getattr(real, row.spelling, None))
        and row.upstream.of(implementation) == Missing("not available, or not run")
    }
    assert unspoken == set()


def test_a_respelling_named_by_no_row_is_rejected():
    with pytest.raises(ValueError, match="table of operations does not name table in pycute"):
        adapted.own_functions(importlib.import_module("pycute"), "pycute", {"table": print})


def test_cpp_calls_match_the_rows():
    assert CALLS.keys() == named("cute-cpp").keys()


def test_the_calculator_does_not_import_z3_rich_or_hypothesis():
    program = "import sys, verif.expression; print({'hypothesis', 'rich', 'z3'} & {*sys.modules})"
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert shown.stdout == "set()\n"
