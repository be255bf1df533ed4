"""Files are written atomically."""

from __future__ import annotations

import os

import pytest
from program import error_of

from poker_table.files import whole_file
from poker_table.files.text import FileError
from poker_table.files.whole_file import write_whole


@pytest.mark.parametrize(("name", "text"), [("new.txt", "♠\n"), ("empty", ""), ("n" * 250, "new")])
def test_a_new_file(tmp_path, name, text):
    """Also one with a name as long as the system allows."""
    write_whole(str(tmp_path / name), text)
    assert (tmp_path / name).read_bytes() == text.encode()
    assert (tmp_path / name).stat().st_mode & 0o444
    assert os.listdir(tmp_path) == [name]


def test_an_existing_file_is_kept_unless_forced(tmp_path):
    path = tmp_path / "old.txt"
    path.write_text("old")
    said = error_of(FileError, write_whole, str(path), "new")
    assert said == f"{path}: exists already; --force replaces it"
    assert path.read_text() == "old"
    write_whole(str(path), "new", force=True)
    assert path.read_text() == "new"


def test_a_file_created_while_writing_is_kept(tmp_path, monkeypatch):
    path = tmp_path / "mine.txt"
    monkeypatch.setattr(whole_file, "check_writable", lambda *_: path.write_text("theirs"))
    said = error_of(FileError, write_whole, str(path), "mine")
    assert said == f"{path}: exists already; --force replaces it"
    assert path.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError(5, os.strerror(5)), KeyboardInterrupt()])
def test_a_reserved_name_is_released_after_an_error(error, tmp_path, monkeypatch):
    def fail(*_: str) -> None:
        raise error

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises((FileError, KeyboardInterrupt)):
        write_whole(str(tmp_path / "new.txt"), "whole")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_a_replaced_file_keeps_its_permissions_and_its_draft_has_no_more(
    mode, tmp_path, monkeypatch
):
    path, drafts = tmp_path / "old.txt", list[int]()
    path.write_text("old")
    path.chmod(mode)
    monkeypatch.setattr(os, "fsync", lambda file: drafts.append(os.fstat(file).st_mode & 0o777))
    write_whole(str(path), "new", force=True)
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", mode)
    assert [draft & ~mode for draft in drafts] == [0]


def test_a_draft_of_a_killed_command_is_ignored(tmp_path):
    (tmp_path / f"new.txt.{os.getpid()}.new").write_text("half")
    write_whole(str(tmp_path / "new.txt"), "whole")
    assert (tmp_path / "new.txt").read_text() == "whole"


def test_a_link_is_kept_and_its_target_replaced(tmp_path):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    write_whole(str(link), "new", force=True)
    assert link.is_symlink()
    assert target.read_text() == "new"


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_only_files_are_replaced(tmp_path, make):
    """A pipe stands for every device: root could replace /dev/null if the check were missing."""
    path = tmp_path / "target"
    make(path)
    said = error_of(FileError, write_whole, str(path), "text", force=True)
    assert said == f"{path}: expected a file to write, got a folder or a device"


@pytest.mark.parametrize(
    ("folder", "reason"), [("no", "No such file or directory"), ("file", "Not a directory")]
)
def test_a_folder_that_does_not_exist(tmp_path, folder, reason):
    (tmp_path / "file").write_text("")
    path = tmp_path / folder / "mine.txt"
    said = error_of(FileError, write_whole, str(path), "text")
    assert said == f"{path}: cannot be written: {reason}"


def test_a_full_disk_keeps_the_old_file_and_leaves_no_draft(tmp_path, monkeypatch):
    path = tmp_path / "old.txt"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    said = error_of(FileError, write_whole, str(path), "new", force=True)
    assert said == f"{path}: cannot be written: No space left on device"
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
