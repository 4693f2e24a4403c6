"""Records as JSON."""

from __future__ import annotations

import msgspec


def as_json(record: msgspec.Struct) -> bytes:
    """The record as indented JSON, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n"
