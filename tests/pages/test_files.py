"""Files are written atomically."""

from pathlib import Path

import pytest

from verif.pages.files import require_writable, write_whole


def test_a_file_is_replaced_atomically(tmp_path):
    path = tmp_path / "out.json"
    path.write_text("old")
    write_whole(path, b"new")
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_write_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "out.json"
    path.write_text("old")

    def interrupted(self, content):
        self.touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_require_writable_leaves_no_file(tmp_path):
    require_writable(tmp_path / "out.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["missing/out.json", "file/out.json", "folder"])
def test_require_writable_rejects_unwritable_paths(tmp_path, path):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=f"{path}'$"):
        require_writable(tmp_path / path)
