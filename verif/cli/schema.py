"""The JSON schema of all output. `python -m verif.cli.schema` writes it to docs/reference."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from verif.cli.audit_records import AuditRecord
from verif.cli.records import PRINTED
from verif.cli.sweeping import SweepsRecord
from verif.movement.reference import ROOT
from verif.oracle.baseline import ChecksRecord
from verif.pages.files import write_whole
from verif.pages.record import Record

SCHEMA: Final = ROOT / "docs" / "reference" / "json.schema.json"

WRITTEN: Final = (Record, SweepsRecord, ChecksRecord)
"""Every object that an option `--json OUT` writes to a file."""

OUTPUT: Final = (*PRINTED, AuditRecord, *WRITTEN)
"""Every object that an option `--json` prints or writes."""

PATH: Final = "#/$defs/{name}"


def schema_text() -> str:
    """Return the schema as indented JSON with a final newline."""
    found, parts = msgspec.json.schema_components(OUTPUT, ref_template=PATH)
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Output of layout-verif",
        "anyOf": list(found),
        "$defs": parts,
    }
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


if __name__ == "__main__":
    write_whole(SCHEMA, schema_text().encode())
