"""Dumps of layouts by TLX, an extension of Triton: `tlx.dump_layout(x)` prints CuTe notation.

    dump = "tlx.dump_layout @" place "type:" type "cute:" chain

spec/reading/triton.py defines `type`, and spec/reading/cute_print.py defines `chain`. The printed
layout numbers the elements of the tensor in row-major order. CuTe uses column-major order.
"""

from typing import Any, Final

from spec.layout import Layout
from spec.reading.cute_print import read_print
from spec.reading.distributed import Distributed
from spec.reading.reading import Reading
from spec.reading.scanner import Scanner
from spec.reading.triton import read_triton

FAMILY: Final = "TLX dump"

STARTS_DUMP: Final = r"(?://\s*)?tlx\.dump_layout\s*@"

STARTS_CUTE: Final = r"(?://\s*)?cute:(?=\s)"
"""The start of the line with the layout. A text may omit the other lines of a dump."""

ROW_MAJOR: Final = (
    "in the printed layout, TLX numbers the elements of the tensor row-major; in questions they are"
    " numbered column-major. Give questions the whole dump: its layout is read from the type"
)


def read_dump(scanner: Scanner) -> Reading:
    """Read the dump at the scanner's position, and return the layout of the type in the dump.

    >>> text = "tlx.dump_layout @ f.py:3 type: tensor<2x4xf32, BlockedLayout([1, 4], [2, 1],"
    >>> text += " [1, 1], [1, 0])> cute: (_2,_4):(_4,_1)"
    >>> print(read_dump(Scanner(text, FAMILY)).value.thread_value)
    (2,4):(1,2)
    """
    start = scanner.spaced()
    if scanner.match(rf"{STARTS_DUMP}[^\n]*?(?://\s*)?type:") is None and (
        scanner.match(rf"{STARTS_DUMP}[^\n]*\n\s*(?://\s*)?type:") is None
    ):
        scanner.fail("expected the type of a dumped layout", "tlx.dump_layout @ f.py:3 type: ..")
    reading = read_triton(scanner)
    if scanner.match(STARTS_CUTE) is not None:
        place = scanner.spaced()
        printed = read_print(scanner).form
        if isinstance(reading.form, Distributed) and not _is_same(reading.form, printed):
            scanner.fail(
                "the printed layout and the type place some (thread, value) pairs differently",
                position=place,
            )
    return reading.of_family(FAMILY, *scanner.since(start))


def _is_same(held: Distributed, printed: Any) -> bool:
    """Whether the layout `printed` is the same function as `held`, the layout of the type."""
    turned = tuple(reversed(held.shape))
    points = tuple(
        (name, tuple(tuple(reversed(point)) for point in points)) for name, points in held.bases
    )
    columns = Distributed(points, turned).matrix.columns
    return (
        isinstance(printed, Layout)
        and printed.size == 1 << len(columns)
        and all(printed(1 << k) == column for k, column in enumerate(columns))
    )
