"""Content of files and of standard input is read completely, unless it is too large."""

import io
import sys
from pathlib import Path

import pytest

from verif import inputs
from verif.inputs import CHUNK, content_of, content_of_standard_input


@pytest.mark.parametrize("content", [b"", b"\xff\0", b"12345" * CHUNK])
def test_content_is_complete(tmp_path, monkeypatch, content):
    file = tmp_path / "file"
    file.write_bytes(content)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert content_of(file) == content
    assert content_of_standard_input() == content


def test_content_of_the_largest_size_is_read_and_no_larger_one(tmp_path, monkeypatch):
    monkeypatch.setattr(inputs, "LARGEST", 2**20)
    file = tmp_path / "file"
    file.write_bytes(bytes(2**20))
    assert content_of(file) == bytes(2**20)
    file.write_bytes(bytes(2**20 + 1))
    with pytest.raises(OSError, match="larger than the limit of 1 MiB: "):
        content_of(file)


def test_a_device_without_an_end_is_too_large(monkeypatch):
    monkeypatch.setattr(inputs, "LARGEST", 2**22)
    with pytest.raises(OSError, match="larger than the limit of 4 MiB: '/dev/zero'"):
        content_of(Path("/dev/zero"))


def test_closed_standard_input_is_an_error(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(OSError, match="closed; name a file instead: 'standard input'"):
        content_of_standard_input()
