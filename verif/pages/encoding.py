"""Records as JSON."""

from __future__ import annotations

import msgspec


def as_json(record: msgspec.Struct) -> bytes:
    """Return the record as indented JSON with a final newline."""
    return msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n"
