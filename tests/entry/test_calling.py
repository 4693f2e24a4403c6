"""`verif.check` and `verif.evaluate` return objects, and their errors give hints."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spec
import verif
import verif.testing
from spec import LayoutError, NotationError

MODES = st.lists(st.tuples(st.integers(1, 6), st.integers(0, 12)), min_size=1, max_size=3)


@given(MODES)
def test_a_witness_of_injective_has_two_coordinates_and_their_offset(modes):
    shape, stride = (tuple(part) for part in zip(*modes, strict=True))
    layout = spec.Layout(shape, stride)
    answer = verif.check(f"injective({layout})")
    offsets = [layout(i) for i in range(layout.size)]
    assert answer.holds is (len(set(offsets)) == len(offsets))
    assert not answer.unknown
    if answer.refuted:
        assert answer.witness is not None
        (a, b), (offset,) = answer.witness.coordinates, answer.witness.values
        assert a != b
        assert layout(a) == layout(b) == offset


@given(MODES)
def test_evaluate_returns_the_value_of_the_operation(modes):
    shape, stride = (tuple(part) for part in zip(*modes, strict=True))
    layout = spec.Layout(shape, stride)
    assert verif.evaluate(f"coalesce({layout})") == spec.coalesce(layout)
    assert verif.evaluate(f"size({layout})") == layout.size


def test_check_for_all_sizes_has_the_sizes_of_the_counterexample():
    found = verif.check("fits_int32((M,4):(4,1))", "M; M <= 536870913")
    assert found.refuted
    assert not found.holds
    assert not found.unknown
    assert found.at == {"M": 536870913}
    assert found.is_least
    assert found.witness.values == (2147483651,)
    assert verif.check("injective((M,4):(4,1))", "M").holds


def test_evaluate_for_all_sizes_has_cases_and_values():
    found = verif.evaluate("size((M,4):(4,1))", "M")
    assert not found.unknown
    assert str(found) == "4*M"
    assert [case.result for case in found.cases] == ["4*M"]
    assert found.at(M=7) == 28
    with pytest.raises(LayoutError):
        found.at(K=7)


def test_a_machine_changes_the_answer():
    text = "conflict_free((64,32):(32,1), (64,32):(1,64), f32, 32)"
    on = {name: verif.check(text, machine=name).reason for name in ("sm_90", "gfx950")}
    assert len(set(on.values())) == 2


@pytest.mark.parametrize(
    ("call", "argument", "hint"),
    [
        (verif.check, "size(4:2)", "size is an operation: write verif.evaluate('size(4:2)')"),
        (verif.check, "injectiv((4,2))", "write injective((4,2))"),
        (verif.check, "injective", "write injective(layout)"),
        (verif.check, "(4,2)", "write a question, such as injective((4,2))"),
        (verif.check, "", "write a question, such as injective((4,8):(8,1))"),
        (verif.evaluate, "coalesc((4,2))", "write coalesce((4,2))"),
        (verif.evaluate, "size(coalesc((4,2)))", "write size(coalesce((4,2)))"),
        (verif.evaluate, "coalesce", "write coalesce(layout, [IntTuple])"),
        (verif.check, "injective((M,4):(4,1))", 'for all sizes, give the names: sizes="M"'),
        (verif.evaluate, "size((M,4):(4,1))", 'for all sizes, give the names: sizes="M"'),
        (
            verif.evaluate,
            "size((?,4):(4,1))",
            'an unknown number stands for all sizes: give sizes="N1"',
        ),
    ],
)
def test_an_error_has_a_note_that_says_what_to_write(call, argument, hint):
    with pytest.raises(LayoutError) as caught:
        call(argument)
    assert caught.value.__notes__ == [hint]


@pytest.mark.parametrize("question", ["injective((M,N):(1,M))", "injective(zN(f16, M, N))"])
def test_an_undeclared_size_is_added_in_a_note(question):
    with pytest.raises(NotationError) as caught:
        verif.check(question, "M; M > 2")
    assert caught.value.__notes__ == ['declare N: sizes="M, N; M > 2"']


def test_errors_are_of_the_hierarchy():
    with pytest.raises(LayoutError, match=r"write verif\.check\('injective\(4:2\)'\)"):
        verif.evaluate("injective(4:2)")
    with pytest.raises(LayoutError, match="argument 1 of check must be a text, not 4"):
        verif.check(4)
    with pytest.raises(LayoutError, match=r"takes 1 argument, not 2: write injective\(layout\)"):
        verif.check("injective((4,2), 3)")
    with pytest.raises(LayoutError, match=r"^compatible takes 2 arguments, not 1: write"):
        verif.check("compatible((M,2))", "M")
    with pytest.raises(LayoutError, match="not Sw<3,0,3>; write Sw<3,0,3> o 0 o LAYOUT"):
        verif.check("injective(Sw<3,0,3>)")
    with pytest.raises(NotationError, match="position 13"):
        verif.check("injective(4:2")
    with pytest.raises(LayoutError, match="a machine needs numbers"):
        verif.check("injective(M:2)", "M", machine="sm_90")


def test_answers_are_frozen_and_read_as_a_line():
    answer = verif.check("injective((4,8):(1,3))")
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.reason = ""
    assert str(answer) == f"refuted: {answer.reason}"
    with pytest.raises(dataclasses.FrozenInstanceError):
        verif.check("injective((M,4):(4,1))", "M").reason = ""


@pytest.mark.parametrize("module", [verif, verif.testing, spec])
def test_dir_lists_every_public_name(module):
    assert set(module.__all__) <= set(dir(module))
    for name in module.__all__:
        assert getattr(module, name) is not None
