"""Read texts as other tools print them: layouts of CuTe, C++ types, compiler IR, HLO.

Read the modules in this order: errors, reading, scanner; elements, bytes, numbers; then the
readers of the text formats: cute_print, cute_types, tiled, cute_tiled, cute_code, cute_ir,
distributed, triton_layouts, triton, xla; then texts (which recognizes the format), operands, and
expressions.
"""

from spec.reading.bytes import TornError
from spec.reading.distributed import Distributed, Shared
from spec.reading.errors import ReadingError
from spec.reading.reading import Reading, Unknown
from spec.reading.texts import read, read_all
from spec.reading.tiled import TiledLayout
from spec.reading.triton_layouts import Encoding
from spec.reading.xla import ArrayFormat

__all__ = [
    "ArrayFormat",
    "Distributed",
    "Encoding",
    "Reading",
    "ReadingError",
    "Shared",
    "TiledLayout",
    "TornError",
    "Unknown",
    "read",
    "read_all",
]
