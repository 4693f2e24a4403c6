"""A picture of a step shows threads, values, and the banks or sectors of each memory."""

import pytest

from spec import Layout
from spec.pictures.panel import Style
from spec.pictures.sectors import sectored
from verif.movement.decide import decide
from verif.movement.loading import loads
from verif.movement.pictures import pictures

COPY = """
sizes   = "M, N; M % 8 == 0; N % 8 == 0; M <= 4096; N <= 4096"
element = "f32"
threads = 32
tile    = {{ m = 8, n = 16 }}

[gmem]
A = "(M,N):(N,1)"
B = "(M,N):(N,1)"

[smem]
s = "(8,16):(16,1)"

[[step]]
copy = "A -> s"
by = "{by}"

[[step]]
barrier = true

[[step]]
copy = "s -> B"
by = "tiled_copy((8,4):(4,1), (1,4))"
"""

ROWS = "tiled_copy((8,4):(4,1), (1,4))"
COLUMNS = "tiled_copy((8,4):(1,8), (1,4))"


def panels(by=ROWS):
    """Return the panels of the step that reads A."""
    (_, first), _ = pictures(decide(loads(COPY.format(by=by))))
    return first


def test_a_copy_shows_its_threads_the_sectors_of_its_source_and_the_banks_of_its_target():
    titles = [panel.title for panel in panels()]
    assert titles == [
        "copy A -> s: threads and values of (m,n)",
        "sectors of A of (m,n), with rows that start at a sector",
        "banks of s of (m,n)",
    ]


@pytest.mark.parametrize("by", [ROWS, COLUMNS, "tiled_copy((8,4):(4,1), (1,2))"])
def test_sectors_of_a_step_are_those_of_its_rows_alone(by):
    """A's pitch is a multiple of a sector, so a tile touches the same sectors as a compact tile."""
    _, shown, _ = panels(by=by)
    tv = {
        ROWS: Layout(((4, 8), 4), ((32, 1), 8)),
        COLUMNS: Layout(((8, 4), 4), ((1, 32), 8)),
    }.get(by, Layout(((4, 8), (2, 2)), ((16, 1), (8, 64))))
    alone = sectored(Layout((8, 16), (16, 1)), "f32", tv)
    assert shown.cells == alone.cells
    assert shown.subtitle == alone.subtitle
    assert shown.bars == alone.bars


def test_a_request_that_wastes_sectors_is_shown():
    """Each request reads 4 floats, which are half a sector, from each of 8 rows."""
    _, shown, _ = panels(by="tiled_copy((8,4):(4,1), (1,1))")
    assert shown.subtitle == "32 sectors, 16 needed; request 0 of 4"
    assert any(cell.style is Style.HATCHED for cell in shown.cells)
