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
    """Return the instructions of all warps, each as a tuple of the start addresses of its rows."""
    found = set()
    for v in range(0, len(columns), 8):
        starts = columns[v]
        for first in range(0, len(starts), per_warp):
            found.add(tuple(starts[first : first + per_warp]))
    return found


def assert_rows(held, memory, given):
    """Assert that `matrix_rows` finds the rows that CuTe's tiled copy accesses.

    `held` has the offsets of the elements that registers hold. `memory` has the offsets that CuTe's
    tiled copy accesses in memory.
    """
    found = matrix_rows(held, 16, given)
    assert not isinstance(found, str), found
    lanes = 8 * given.matrices
    named = {starts[:lanes] for starts in instructions(memory, 32)}
    assert instructions(found, lanes) == named


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
    held, source = get_layoutD_TV(copy, tile), get_layoutS_TV(copy, tile)
    assert_rows(columns(held, rows), columns(source, rows), given)


@pytest.mark.parametrize("name", ["stmatrix.x4", "stmatrix.x2"])
def test_rows_of_stores_are_those_of_make_tiled_copy(name):
    mma = tiled_mma(mma_atom(MMA), (2, 2, 1), (32, 32, 16))
    tile = (64, 32)
    rows = Layout(tile, (32, 1))
    given = instruction(name, "test")
    copy = make_tiled_copy_C(copy_atom(name, "f16"), mma)
    held, target = get_layoutS_TV(copy, tile), get_layoutD_TV(copy, tile)
    assert_rows(columns(held, rows), columns(target, rows), given)


def test_transposed_rows_are_columns_of_the_operand():
    mma = tiled_mma(mma_atom(MMA), (2, 2, 1), (32, 32, 16))
    tile = (64, 32)
    columns_first = Layout(tile, (1, 64))
    given = instruction("ldmatrix.x4.trans", "test")
    copy = make_tiled_copy_B(copy_atom("ldmatrix.x4.trans", "f16"), mma)
    held, source = get_layoutB_TV(mma, tile), get_layoutS_TV(copy, tile)
    assert_rows(columns(held, columns_first), columns(source, columns_first), given)
