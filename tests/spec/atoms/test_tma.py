"""A tensor map without errors is accepted; a change that breaks one rule of TMA is reported."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import Layout, LayoutError
from spec.atoms.tma import (
    RULES,
    SWIZZLES,
    TensorMap,
    broken_rules,
    require_tma,
    tensor_map,
)

BYTES = {"s8": 1, "f16": 2, "bf16": 2, "f32": 4, "f64": 8}


@st.composite
def legal(draw):
    """Draw a tensor map that follows every rule and is not interleaved."""
    element = draw(st.sampled_from([*BYTES]))
    swizzle = draw(st.sampled_from([*SWIZZLES]))
    rank = draw(st.integers(1, 5))
    most = (SWIZZLES[swizzle] or 256 * BYTES[element]) // 16
    inner = 16 * draw(st.integers(1, min(most, 256 * BYTES[element] // 16)))
    return TensorMap(
        element,
        tuple(draw(st.integers(1, 1 << 32)) for _ in range(rank)),
        tuple(16 * draw(st.integers(0, (1 << 36) - 1)) for _ in range(rank - 1)),
        (inner // BYTES[element], *(draw(st.integers(1, 256)) for _ in range(rank - 1))),
        tuple(draw(st.integers(1, 8)) for _ in range(rank)),
        swizzle=swizzle,
        global_address=16 * draw(st.integers(0, 1 << 40)),
        shared_address=1024 * draw(st.integers(0, 200)),
    )


@given(legal())
def test_a_map_that_follows_the_rules_is_accepted(given_map):
    assert broken_rules(given_map) == ()
    require_tma(given_map)


def changed(numbers, draw, value):
    k = draw(st.integers(0, len(numbers) - 1))
    return (*numbers[:k], value, *numbers[k + 1 :])


CHANGES = {
    "element bits": lambda map_, draw: replace(map_, element="s4", box=(64, *map_.box[1:])),
    "rank": lambda map_, draw: replace(
        map_, dims=(8,) * 6, strides=(16,) * 5, box=(map_.box[0],) + (1,) * 5, steps=()
    ),
    "global address": lambda map_, draw: replace(map_, global_address=map_.global_address + 8),
    "global size": lambda map_, draw: replace(
        map_, dims=changed(map_.dims, draw, draw(st.sampled_from((0, -1, (1 << 32) + 1))))
    ),
    "global stride": lambda map_, draw: replace(
        map_, strides=changed(map_.strides, draw, draw(st.sampled_from((8, 24, 17))))
    ),
    "global stride limit": lambda map_, draw: replace(
        map_, strides=changed(map_.strides, draw, draw(st.sampled_from((1 << 40, -16))))
    ),
    "box size": lambda map_, draw: replace(
        map_, box=(map_.box[0], *changed(map_.box[1:], draw, draw(st.sampled_from((0, 257)))))
    ),
    "element stride": lambda map_, draw: replace(
        map_, steps=(map_.steps[0], *changed(map_.steps[1:], draw, draw(st.sampled_from((0, 9)))))
    ),
    "shared address": lambda map_, draw: replace(map_, shared_address=64),
    "swizzle period": lambda map_, draw: replace(map_, swizzle="128B", shared_address=128),
    "swizzle span": lambda map_, draw: replace(
        map_, element="f32", swizzle="32B", box=(12, *map_.box[1:])
    ),
    "box inner extent": lambda map_, draw: replace(
        map_, element="f32", swizzle="128B", box=(6, *map_.box[1:])
    ),
    "interleave swizzle": lambda map_, draw: replace(
        map_,
        interleave="32B",
        swizzle="64B",
        dims=(8,) * 3,
        strides=(32,) * 2,
        box=(8,) * 3,
        steps=(),
        global_address=32,
    ),
}
NEEDS_TWO = {"global stride", "global stride limit", "box size", "element stride"}


@given(st.data(), legal(), st.sampled_from([*CHANGES]))
def test_a_change_breaks_exactly_its_rule(data, given_map, rule):
    if rule in NEEDS_TWO and len(given_map.dims) < 2:
        return
    if rule == "swizzle period":
        given_map = replace(given_map, element="f32", box=(4, *given_map.box[1:]))
    broken = broken_rules(CHANGES[rule](given_map, data.draw))
    assert {one.rule for one in broken} == {rule}
    with pytest.raises(LayoutError, match=f"^{rule}: "):
        require_tma(CHANGES[rule](given_map, data.draw))


def test_every_rule_is_broken_by_a_change():
    assert RULES.keys() == CHANGES.keys() | {"inner stride"}


@given(st.integers(1, 64), st.integers(1, 64), st.sampled_from([*BYTES]), st.booleans())
def test_the_map_of_a_layout_has_its_bytes(rows, columns, element, is_row_major):
    size = BYTES[element]
    lead = 16 * max(rows, columns)
    stride = (lead, 1) if is_row_major else (1, lead)
    made = tensor_map(Layout((rows, columns), stride), (8, 16), element)
    assert made.dims == ((columns, rows) if is_row_major else (rows, columns))
    assert made.box == ((16, 8) if is_row_major else (8, 16))
    # A tensor map has no stride for the innermost mode.
    assert made.strides == (lead * size,)


def test_interleaving_has_its_own_rules():
    made = TensorMap("f16", (8, 4, 4), (32, 32), (8, 4, 4), interleave="16B")
    assert broken_rules(made) == ()
    flat = replace(made, dims=(8, 4), strides=(32,), box=(8, 4))
    assert [one.rule for one in broken_rules(flat)] == ["rank"]
    wide = replace(made, interleave="32B", swizzle="32B", global_address=16, strides=(16, 32))
    assert [one.rule for one in broken_rules(wide)] == ["global address", "global stride"]


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (
            lambda: tensor_map(Layout((4, 4), (8, 2)), (4, 4), "f16"),
            "inner stride: 0 modes have stride 1",
        ),
        (
            lambda: tensor_map(Layout((4, (2, 2)), (8, (1, 4))), (4, 4), "f16"),
            "no mode may be nested",
        ),
        (lambda: tensor_map(Layout((4, 4), (8, 1)), (4,), "f16"), "sizes of the box: 1"),
        (lambda: TensorMap("f16", (8,), (), (8,), swizzle="256B"), "'256B' is not a swizzle"),
        (lambda: TensorMap("f16", (8,), (), (8,), interleave="8B"), "not an interleaving"),
        (lambda: TensorMap("f16", (8, 8), (), (8,)), "of 2 dimensions must have 2 box sizes"),
    ],
)
def test_a_tensor_without_a_map_is_rejected(make, problem):
    with pytest.raises(LayoutError, match=problem):
        make()
