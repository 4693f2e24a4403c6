"""The reference page of kernel files, and their JSON schema: `python -m verif.movement.reference`.

Both are made from the records of `description`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from verif.movement.description import Kernel, schema
from verif.movement.instructions import INSTRUCTIONS
from verif.pages.files import ROOT, write_whole

PAGE: Final = ROOT / "docs" / "reference" / "kernel-file.md"
SCHEMA: Final = ROOT / "docs" / "reference" / "kernel-file.schema.json"

TABLES: Final = (
    ("Kernel", "The file"),
    ("Tensor", "A tensor in `[gmem]`"),
    ("Buffer", "A buffer in `[smem]`"),
    ("Mma", "`[mma]`, or `[[mma]]`"),
    ("Step", "A `[[step]]`"),
)

HEAD: Final = """\
# Kernel files

The keys of the files that [`layout-verif kernel`](../how-to/kernel-files.md) decides. This page and
[`kernel-file.schema.json`](kernel-file.schema.json) are written by `python -m verif.movement.reference` from
[`verif/movement/description.py`](../../verif/movement/description.py). With a first line
`#:schema kernel-file.schema.json`, which names the path or address of the schema, editors such as VS Code with *Even
Better TOML* complete and check the keys.
"""

STATEMENTS: Final = """\
## Statements

| statement | how it is decided |
| --- | --- |
| the tiles reach each element | for all sizes, by Z3 and cvc5 |
| each element of a tile is taken once; of an operand, as often as the instruction needs | by the question `covers_once` |
| an access is contiguous and aligned | its values by enumeration; strides and base address for all sizes |
| no access is outside; each element is admitted | for all sizes and tiles, by Z3 and cvc5; the predicate is that of the \
first element of an access |
| no bank conflicts; no swizzle needs fewer wavefronts | by enumeration of the tile, in the model of \
[kernels](../how-to/kernels.md#the-machine) |
| requests touch no more sectors than their data needs | by enumeration of the tile and of all residues of the strides |
| every offset fits in int32; no two elements share a place | as `check --for`; in shared memory by enumeration |
| no two threads, no two blocks write one place | by enumeration of the tile; by the coordinates of the grid |
| each element was written before it is read; nobody still reads what is overwritten | by enumeration of short loops, \
whose cases are all cases |
| each place gets the element with its coordinates | by enumeration of the tile |
| each `A[m,k]*B[k,n]` is added to `C[m,n]` once; `k` beyond its size adds nothing | by enumeration of all executions of \
the instruction; for all sizes |

Z3 and cvc5 must agree where both answer. Statements about memory assume the [machine](../how-to/kernels.md#the-machine)
of NVIDIA's GPUs. What the instructions compute, and the program that surrounds the steps, are not part of a file.
"""


def page() -> str:
    """Return the reference page."""
    definitions = schema()["$defs"]
    parts = [HEAD]
    for name, title in TABLES:
        parts.append(f"## {title}\n")
        parts.append("\n".join(_rows(definitions[name])) + "\n")
    parts.append("## Instructions\n")
    rows = ("| instruction | moves |", "| --- | --- |")
    parts.append("\n".join((*rows, *(f"| `{name}` | {moves} |" for name, moves in INSTRUCTIONS))))
    parts.append(f"\n{STATEMENTS}")
    return "\n".join(parts)


def _rows(table: dict[str, Any]) -> Iterator[str]:
    yield "| key | value | meaning |"
    yield "| --- | --- | --- |"
    required = table.get("required", [])
    for key, entry in table["properties"].items():
        default = entry.get("default")
        said = entry.get("description", "").replace("|", "\\|")
        shown = default not in (None, False, {}, []) and "Default" not in said
        more = f" Default: `{default}`." if shown else ""
        is_needed = " (needed)" if key in required else ""
        yield f"| `{key}`{is_needed} | {_kind(entry)} | {said}{more} |"


def _kind(entry: dict[str, Any]) -> str:
    """Return the type of a value in words."""
    if "anyOf" in entry:
        return " or ".join(dict.fromkeys(_kind(one) for one in entry["anyOf"] if not _is_null(one)))
    if "$ref" in entry:
        return "a table"
    if "enum" in entry:
        return " or ".join(f"`{one}`" for one in entry["enum"] if one is not None)
    words = {"string": "text", "integer": "a number", "boolean": "`true`"}
    if entry.get("type") == "array":
        return "tables"
    if entry.get("type") == "object":
        return f"names, each with {_kind(entry['additionalProperties'])}"
    return words[entry["type"]]


def _is_null(entry: dict[str, Any]) -> bool:
    return entry.get("type") == "null"


def schema_text() -> str:
    """Return the JSON schema as text."""
    encoded = msgspec.json.encode(schema(), order="deterministic")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def write(path: Path = PAGE, schema_path: Path = SCHEMA) -> None:
    """Write both files."""
    write_whole(path, page().encode())
    write_whole(schema_path, schema_text().encode())


if __name__ == "__main__":
    assert Kernel.__name__ == TABLES[0][0]
    write()
