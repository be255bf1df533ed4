"""Honest and hostile archives: what is unpacked, and what never is."""

from __future__ import annotations

import gzip
import io
import os
import stat
import struct
import subprocess
import sys
import tarfile
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.archives import unpack_archive, unpacked
from poker_table.grading.running import untrusted_files


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def tarred(path: Path, *members: tuple[str, bytes] | tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz" if path.suffix in (".gz", ".tgz") else "w") as archive:
        for member in members:
            info, content = (member, b"") if isinstance(member, tarfile.TarInfo) else ("", b"")
            if isinstance(member, tuple):
                info, content = tarfile.TarInfo(member[0]), member[1]
                info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def all_in(folder: str | Path) -> dict[str, bytes]:
    paths = [path for path in Path(folder).rglob("*") if path.is_file() and not path.is_symlink()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@pytest.fixture
def inner(tmp_path):
    """An empty folder, with nothing else beside it."""
    (tmp_path / "round" / "inner").mkdir(parents=True)
    return tmp_path / "round" / "inner"


OUT = "../../evil.py", "/evil.py", "a/../../../evil.py", "..\\..\\evil.py"


@pytest.mark.parametrize("name", OUT)
def test_no_path_leads_out(name, inner, tmp_path):
    zipped(tmp_path / "ann.zip", {name: b"1", "mine.py": b"2"})
    tarred(tmp_path / "ann.tar", (name, b"1"), ("mine.py", b"2"))
    for archive in "ann.zip", "ann.tar":
        unpack_archive(str(tmp_path / archive), str(inner))
        assert all_in(inner) == {"evil.py": b"1", "mine.py": b"2"}
        assert [*inner.parent.iterdir()] == [inner]
        for path in inner.iterdir():
            path.unlink()


@pytest.mark.parametrize("target", ["/etc", "../..", "x"])
def test_no_file_is_written_through_a_link(target, inner, tmp_path):
    link = special("x", tarfile.SYMTYPE, target)
    archive = tarred(tmp_path / "ann.tar.gz", link, ("x/evil.py", b"1"))
    with pytest.raises(MarkerError, match="ann.tar.gz: cannot be unpacked as a zip or tar: "):
        unpack_archive(str(archive), str(inner))
    assert all_in(inner) == {"x/evil.py": b"1"}
    assert [*inner.parent.iterdir()] == [inner]
    assert not os.path.exists("/etc/evil.py")


@pytest.mark.parametrize("names", [("x", "x/evil.py"), ("x/evil.py", "x"), ("x", "x/y/evil.py")])
def test_no_link_is_made_through_a_link(names, inner, tmp_path):
    (tmp_path / "outside" / "y").mkdir(parents=True)
    links = [special(name, tarfile.SYMTYPE, str(tmp_path / "outside")) for name in names]
    assert "File exists" in refusal(tarred(tmp_path / "ann.tar", *links), inner)
    assert [*tmp_path.glob("outside/**/*.py")] == []


def test_a_folder_may_contain_nothing_but_a_link(inner, tmp_path):
    link = special("x/link", tarfile.SYMTYPE, "mine.py")
    unpack_archive(str(tarred(tmp_path / "ann.tar", link, ("mine.py", b"1"))), str(inner))
    assert os.readlink(inner / "x" / "link") == "mine.py"


def test_a_hard_link_a_device_and_a_pipe_are_not_made(inner, tmp_path):
    kinds = {
        "h": tarfile.LNKTYPE,
        "b": tarfile.BLKTYPE,
        "c": tarfile.CHRTYPE,
        "p": tarfile.FIFOTYPE,
    }
    members = [special(name, kind, "/etc/passwd") for name, kind in kinds.items()]
    unpack_archive(str(tarred(tmp_path / "ann.tar", *members, ("m.py", b""))), str(inner))
    assert os.listdir(inner) == ["m.py"]


def with_mode(path: Path, name: str, mode: int, text: str) -> str:
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo(name)
        info.external_attr = mode << 16
        archive.writestr(info, text)
    return str(path)


def test_a_link_in_a_zip_is_written_as_text(inner, tmp_path):
    unpack_archive(with_mode(tmp_path / "ann.zip", "link.py", 0o120777, "/etc/passwd"), str(inner))
    assert not (inner / "link.py").is_symlink()
    assert all_in(inner) == {"link.py": b"/etc/passwd"}


def refusal(archive: Path, inner: Path) -> str:
    with pytest.raises(MarkerError) as caught:
        unpack_archive(str(archive), str(inner))
    return str(caught.value)


WHY = "cannot be unpacked as a zip or tar"


def test_a_bomb_with_a_high_compression_ratio(inner, tmp_path, monkeypatch):
    monkeypatch.setattr(untrusted_files, "MAX_BYTES", 2**20)
    bomb = b"\0" * (3 * 2**20)
    assert zipped(tmp_path / "a.zip", {"a": bomb, "b": b""}).stat().st_size < 4000
    assert refusal(tmp_path / "a.zip", inner) == f"a.zip: {WHY}: more than 1 MiB"
    assert (
        refusal(tarred(tmp_path / "a.tgz", ("c", bomb)), inner) == f"a.tgz: {WHY}: more than 1 MiB"
    )
    assert sum(len(content) for content in all_in(inner).values()) <= 3 * 2**20


def test_a_bomb_with_a_false_size(inner, tmp_path, monkeypatch):
    monkeypatch.setattr(untrusted_files, "MAX_BYTES", 2**20)
    archive = zipped(tmp_path / "a.zip", {"a": b"\0" * (3 * 2**20)})
    size, small = struct.pack("<I", 3 * 2**20), struct.pack("<I", 5)
    archive.write_bytes(archive.read_bytes().replace(size, small))
    assert refusal(archive, inner).startswith(f"a.zip: {WHY}: ")
    assert sum(len(content) for content in all_in(inner).values()) <= 5


def test_a_bomb_in_a_tar_header(inner, tmp_path, monkeypatch):
    monkeypatch.setattr(untrusted_files, "MAX_BYTES", 2**20)
    long_name = special("x", tarfile.GNUTYPE_LONGNAME)
    long_name.size = 2**30
    with gzip.open(tmp_path / "a.tar.gz", "wb") as file:
        file.write(long_name.tobuf() + b"a" * (4 * 2**20))
    told = refusal(tmp_path / "a.tar.gz", inner)
    assert told == f"a.tar.gz: {WHY}: a name of 1073741824 characters"


# Unpacks an archive as the marker does; prints the error and the peak memory.
UNPACKS = """
import sys
from pathlib import Path
from poker_table.grading.intake.archives import unpack_archive
try:
    unpack_archive(*sys.argv[1:])
except Exception as error:
    print(error)
print(*[line.split()[1] for line in Path("/proc/self/status").open() if line.startswith("VmHWM")])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc/self/status")
@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, b"x", b"g"])
def test_a_bomb_in_a_tar_header_takes_no_memory(kind, inner, tmp_path, unmeasured):
    size, mebibyte = 2**28, gzip.compress(bytes(2**20))
    about = special("x", kind)
    about.size = size
    bomb = tmp_path / "a.tar.gz"
    bomb.write_bytes(gzip.compress(about.tobuf()) + mebibyte * 257)
    argv = [sys.executable, "-c", UNPACKS, bomb, inner]
    told = subprocess.run(argv, capture_output=True, text=True, check=True, env=unmeasured).stdout
    why, most = told.splitlines()
    assert why == f"a.tar.gz: {WHY}: a name of {size} characters"
    assert int(most) < 64 * 1024  # KiB


def test_a_tar_header_that_takes_long_to_parse(inner, tmp_path):
    """The regular expressions of Python 3.11.7 take hours for a hundred megabytes of digits."""
    about = special("x", tarfile.XHDTYPE)
    about.size = 2**16
    (tmp_path / "a.tar").write_bytes(about.tobuf() + b"1" * 2**16)
    told = refusal(tmp_path / "a.tar", inner)
    assert told == f"a.tar: {WHY}: a name of 65536 characters"


def test_a_bomb_in_the_map_of_a_sparse_file(inner, tmp_path):
    old = bytearray(special("x", tarfile.GNUTYPE_SPARSE).tobuf(tarfile.GNU_FORMAT))
    old[482] = 1  # the list goes on
    old[148:156] = b"%06o\0 " % (sum(old[:148]) + sum(old[156:]) + 8 * ord(" "))
    (tmp_path / "old.tar").write_bytes(old + bytes(512))
    new = special("x", tarfile.REGTYPE)
    new.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}
    (tmp_path / "new.tar").write_bytes(new.tobuf(tarfile.PAX_FORMAT) + b"9" * 512)
    for name in "old.tar", "new.tar":
        assert refusal(tmp_path / name, inner) == f"{name}: {WHY}: a file with holes"


def test_a_bomb_in_a_skipped_member(inner, tmp_path, monkeypatch):
    monkeypatch.setattr(untrusted_files, "MAX_BYTES", 2**20)
    unknown = special("x", b"Z")
    unknown.size = 2**30
    with gzip.open(tmp_path / "a.tar.gz", "wb") as file:
        file.write(unknown.tobuf() + b"a" * (4 * 2**20))
    assert refusal(tmp_path / "a.tar.gz", inner) == f"a.tar.gz: {WHY}: more than 1 MiB"


def test_a_download_may_be_larger_than_a_submission(inner, tmp_path, monkeypatch):
    monkeypatch.setattr(untrusted_files, "MAX_BYTES", 2**20)
    two = dict.fromkeys(("a.py", "b.py"), bytes(2**20))
    for archive in zipped(tmp_path / "a.zip", two), tarred(tmp_path / "a.tgz", *two.items()):
        with pytest.raises(MarkerError):
            unpack_archive(str(archive), str(inner))
        unpack_archive(str(archive), str(inner / archive.name), submissions=2)
        assert all_in(inner / archive.name) == two


def test_a_bomb_with_many_files(inner, tmp_path, monkeypatch):
    monkeypatch.setattr(untrusted_files, "MAX_FILES", 9)
    files = {f"{number}.py": b"" for number in range(11)}
    for archive in (
        zipped(tmp_path / "a.zip", files),
        tarred(tmp_path / "a.tar", *((name, b"") for name in files)),
    ):
        assert refusal(archive, inner) == f"{archive.name}: {WHY}: more than 9 files"
    assert len(all_in(inner)) <= 9


def test_a_long_table_of_entries_is_not_read(inner, tmp_path, monkeypatch):
    monkeypatch.setattr(untrusted_files, "MAX_ZIP_TABLE", 500)
    archive = zipped(tmp_path / "a.zip", {f"{number}.py": b"" for number in range(11)})
    assert refusal(archive, inner) == f"a.zip: {WHY}: more than 20000 files"
    unpack_archive(str(archive), str(inner), submissions=2)
    assert len(all_in(inner)) == 11


def test_an_archive_inside_an_archive_is_not_unpacked(inner, tmp_path):
    nested = zipped(
        tmp_path / "a.zip", {"a.zip": zipped(tmp_path / "b.zip", {"x": b""}).read_bytes()}
    )
    unpack_archive(str(nested), str(inner))
    assert os.listdir(inner) == ["a.zip"]


def test_zips_inside_a_zip_are_not_counted(inner, tmp_path, monkeypatch):
    monkeypatch.setattr(untrusted_files, "MAX_FILES", 9)
    many = zipped(tmp_path / "b.zip", {f"{number}.py": b"" for number in range(30)})
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_STORED) as archive:
        archive.write(many, "b.zip")
    unpack_archive(str(tmp_path / "a.zip"), str(inner))
    assert all_in(inner) == {"b.zip": many.read_bytes()}


def with_zip64_records(data: bytes, entries: int) -> bytes:
    """Return a zip whose last record refers to one of zip64, which names that many entries."""
    at = data.index(b"PK\5\6")
    size, start = struct.unpack("<II", data[at + 12 : at + 20])
    about = struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, entries, entries, size, start)
    locator = struct.pack("<IQI", 0, at, 1)
    last = struct.pack("<HHHHIIH", 0, 0, 1, 1, 2**32 - 1, 2**32 - 1, 0)
    return data[:at] + b"PK\6\6" + about + b"PK\6\7" + locator + b"PK\5\6" + last


def test_a_zip64_record_does_not_hide_files(inner, tmp_path, monkeypatch):
    monkeypatch.setattr(untrusted_files, "MAX_FILES", 9)
    archive = zipped(tmp_path / "a.zip", {f"{number}.py": b"" for number in range(11)})
    archive.write_bytes(with_zip64_records(archive.read_bytes(), 1))
    assert refusal(archive, inner) == f"a.zip: {WHY}: more than 9 files"
    assert os.listdir(inner) == []


def test_an_encrypted_archive(inner, tmp_path):
    archive = zipped(tmp_path / "ann.zip", {"mine.py": b"1"})
    data = bytearray(archive.read_bytes())
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    archive.write_bytes(data)
    assert refusal(archive, inner) == f"ann.zip: {WHY}: it asks for a password"


NO_NAME = bytes.fromhex(
    "504b0102140014000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "504b05060000000001000100" "2e000000" "00000000" "0000"
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.zip", b"", "empty file"),
        ("a.zip", b"PK\3\4 no more", "File is not a zip file"),
        ("a.rar", b"Rar!\x1a\x07", "truncated header"),
        ("a.tar.gz", b"\x1f\x8b\x08",
         "Compressed file ended before the end-of-stream marker was reached"),
        ("a.tgz", gzip.compress(b"hello", mtime=0), "truncated header"),
    ],
)  # fmt: skip
def test_a_broken_archive(name, content, why, inner, tmp_path):
    (tmp_path / name).write_bytes(content)
    assert refusal(tmp_path / name, inner) == f"{name}: {WHY}: {why}"


def test_a_zip_that_makes_zipfile_itself_fail(inner, tmp_path):
    (tmp_path / "a.zip").write_bytes(NO_NAME)  # why, each version of Python says in its own way
    assert refusal(tmp_path / "a.zip", inner).startswith(f"a.zip: {WHY}: ")


@pytest.mark.parametrize("cut", range(30, 400, 37))
def test_a_truncated_archive_raises_only_marker_errors(cut, inner, tmp_path):
    whole = [
        zipped(tmp_path / "a.zip", {"mine.py": bytes(range(256)) * 2, "b": b"b"}),
        tarred(tmp_path / "a.tgz", ("mine.py", bytes(range(256)) * 2), ("b", b"b")),
    ]
    for archive in whole:
        archive.write_bytes(archive.read_bytes()[:cut])
        with suppress(MarkerError):  # and no other
            unpack_archive(str(archive), str(inner))


def test_names_with_control_characters(inner, tmp_path):
    archive = zipped(tmp_path / "a\nb\x1b[2J.zip", {"x\n\x1b[2J.py": b"1"})
    unpack_archive(str(archive), str(inner))
    assert os.listdir(inner) == ["x\n\x1b[2J.py"]
    archive.write_bytes(b"PK")
    assert refusal(archive, inner).startswith("a\\nb\\x1b[2J.zip: cannot be unpacked")


def test_folders_nested_more_deeply_than_python_can_recurse(inner, tmp_path):
    archive = tarred(tmp_path / "a.tar", ("d/" * 1500 + "x", b""))
    assert refusal(archive, inner).startswith(f"a.tar: {WHY}: ")


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"mine.py": b"1"}, ["mine.py"]),
        ({"ann/mine.py": b"1"}, ["mine.py"]),
        ({"ann/mine.py": b"1", "__MACOSX/ann/._mine.py": b"", ".DS_Store": b""}, ["mine.py"]),
        ({"ann/mine.py": b"1", "notes.txt": b""}, ["ann", "notes.txt"]),
    ],
)
def test_the_only_folder_of_an_archive_is_the_submission(files, found, tmp_path):
    zipped(tmp_path / "ann.zip", files)
    with unpacked(str(tmp_path / "ann.zip")) as where:
        assert sorted(os.listdir(where)) == found
    assert not os.path.exists(where)
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann.zip").rename(tmp_path / "ann" / "work.zip")
    with unpacked(str(tmp_path / "ann")) as where:  # as a platform gives it
        assert sorted(os.listdir(where)) == found


def test_other_files_are_not_unpacked(tmp_path):
    (tmp_path / "mine.py").write_text("")
    os.symlink("/etc/passwd", tmp_path / "link.zip")
    for name in "mine.py", "link.zip", "", "nowhere":
        with unpacked(str(tmp_path / name)) as where:
            assert where == str(tmp_path / name)


@pytest.mark.parametrize(("mode", "unpacked_mode"), [(0o755, 0o755), (0o4755, 0o755), (0, 0o600)])
def test_permissions_are_preserved_except_to_run_as_another_user(
    mode, unpacked_mode, inner, tmp_path
):
    unpack_archive(
        with_mode(tmp_path / "a.zip", "run.sh", 0o100000 | mode, "#!/bin/sh"), str(inner)
    )
    assert stat.S_IMODE((inner / "run.sh").stat().st_mode) == unpacked_mode
