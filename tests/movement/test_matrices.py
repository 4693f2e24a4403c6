"""ldmatrix and stmatrix access the same rows as CuTe's tiled copies."""

import pytest

from spec.atoms import (
    copy_atom,
    get_layoutA_TV,
    get_layoutB_TV,
    get_layoutD_TV,
    get_layoutS_TV,
    make_tiled_copy_A,
    make_tiled_copy_B,
    make_tiled_copy_C,
    mma_atom,
    tiled_mma,
)
from spec.layout import Layout
from spec.modes import modes_of, offsets
from verif.movement.instructions import instruction
from verif.movement.matrices import matrix_rows

MMA = "SM80_16x8x16_F32F16F16F32_TN"


def columns(tv, memory):
    places, threads = [memory(x) for x in offsets(modes_of(tv))], tv[0].size
    return tuple(tuple(places[v : v + threads]) for v in range(0, len(places), threads))


def instructions(columns, per_warp):
    """Return the instructions of all warps, each as the addresses at which its rows start."""
    found = set()
    for v in range(0, len(columns), 8):
        starts = columns[v]
        for first in range(0, len(starts), per_warp):
            found.add(tuple(starts[first : first + per_warp]))
    return found


@pytest.mark.parametrize("permutation", [(32, 32, 16), (32, 32, 32), (64, 32, 16)])
@pytest.mark.parametrize("name", ["ldmatrix.x4", "ldmatrix.x2"])
@pytest.mark.parametrize("which", "AB")
def test_rows_of_loads_are_those_of_make_tiled_copy(which, name, permutation):
    mma = tiled_mma(mma_atom(MMA), (2, 2, 1), permutation)
    tile = (64, 32)
    wanted, make = {
        "A": (get_layoutA_TV, make_tiled_copy_A),
        "B": (get_layoutB_TV, make_tiled_copy_B),
    }[which]
    rows = Layout(tile, (32, 1))
    given = instruction(name, "test")
    copy = make(copy_atom(name, "f16"), mma)
    assert sorted(map(sorted, zip(*columns(wanted(mma, tile), rows), strict=True))) == sorted(
        map(sorted, zip(*columns(get_layoutD_TV(copy, tile), rows), strict=True))
    )
    found = matrix_rows(columns(get_layoutD_TV(copy, tile), rows), 16, given)
    assert not isinstance(found, str), found
    source = columns(get_layoutS_TV(copy, tile), rows)
    lanes = 8 * given.matrices
    named = {starts[:lanes] for starts in instructions(source, 32)}
    assert instructions(found, lanes) == named


@pytest.mark.parametrize("name", ["stmatrix.x4", "stmatrix.x2"])
def test_rows_of_stores_are_those_of_make_tiled_copy(name):
    mma = tiled_mma(mma_atom(MMA), (2, 2, 1), (32, 32, 16))
    tile = (64, 32)
    rows = Layout(tile, (32, 1))
    given = instruction(name, "test")
    copy = make_tiled_copy_C(copy_atom(name, "f16"), mma)
    found = matrix_rows(columns(get_layoutS_TV(copy, tile), rows), 16, given)
    assert not isinstance(found, str), found
    target = columns(get_layoutD_TV(copy, tile), rows)
    lanes = 8 * given.matrices
    named = {starts[:lanes] for starts in instructions(target, 32)}
    assert instructions(found, lanes) == named


def test_transposed_rows_are_columns_of_the_operand():
    mma = tiled_mma(mma_atom(MMA), (2, 2, 1), (32, 32, 16))
    tile = (64, 32)
    columns_first = Layout(tile, (1, 64))
    given = instruction("ldmatrix.x4.trans", "test")
    found = matrix_rows(columns(get_layoutB_TV(mma, tile), columns_first), 16, given)
    assert not isinstance(found, str), found
    copy = make_tiled_copy_B(copy_atom("ldmatrix.x4.trans", "f16"), mma)
    source = columns(get_layoutS_TV(copy, tile), columns_first)
    assert instructions(found, 32) == instructions(source, 32)
