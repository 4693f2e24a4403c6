"""The reference page of kernel files, and their JSON schema: `python -m verif.movement.reference`.

Both are generated from the records in `description`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from verif.movement.description import schema
from verif.movement.instructions import INSTRUCTIONS
from verif.pages.files import ROOT, write_whole
from verif.pages.rendering import rendered

PAGE: Final = ROOT / "docs" / "reference" / "kernel-file.md"
SCHEMA: Final = ROOT / "docs" / "reference" / "kernel-file.schema.json"

TABLES: Final = (
    ("Kernel", "The file"),
    ("Tensor", "A tensor in `[gmem]`"),
    ("Buffer", "A buffer in `[smem]`"),
    ("Mma", "`[mma]`, or `[[mma]]`"),
    ("Step", "A `[[step]]`"),
)


def page() -> str:
    """Return the reference page."""
    definitions = schema()["$defs"]
    tables = [(title, list(_rows(definitions[name]))) for name, title in TABLES]
    return rendered("kernel-file.md.jinja", tables=tables, instructions=INSTRUCTIONS)


def _rows(table: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    required = table.get("required", [])
    for key, entry in table["properties"].items():
        default = entry.get("default")
        said = entry.get("description", "").replace("|", "\\|")
        is_shown = default not in (None, False, {}, []) and "Default" not in said
        more = f" Default: `{default}`." if is_shown else ""
        yield f"`{key}`{' (needed)' if key in required else ''}", _kind(entry), f"{said}{more}"


def _kind(entry: dict[str, Any]) -> str:
    """Return the type of a value in words."""
    if "anyOf" in entry:
        some = (one for one in entry["anyOf"] if one.get("type") != "null")
        return " or ".join(dict.fromkeys(map(_kind, some)))
    if "$ref" in entry:
        return "a table"
    if "enum" in entry:
        return " or ".join(f"`{one}`" for one in entry["enum"] if one is not None)
    words = {"string": "text", "integer": "a number", "boolean": "`true`"}
    if entry.get("type") == "array":
        return "tables"
    if entry.get("type") == "object":
        return f"a table of names, each with {_kind(entry['additionalProperties'])}"
    return words[entry["type"]]


def schema_text() -> str:
    """Return the JSON schema as text."""
    encoded = msgspec.json.encode(schema(), order="deterministic")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


if __name__ == "__main__":
    write_whole(PAGE, page().encode())
    write_whole(SCHEMA, schema_text().encode())
