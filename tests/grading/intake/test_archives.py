"""Honest and hostile archives: what is unpacked, and what never is."""

import gzip
import io
import os
import shutil
import stat
import struct
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from program import error_of

from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.archives import unpack_archive, unpacked
from poker_table.grading.running import untrusted_files

WHY = "cannot be unpacked as a zip or tar"
MIB = 2**20


def zipped(files: dict[str, bytes], mode: int = 0, kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    with zipfile.ZipFile(kept := io.BytesIO(), "w", kind) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            archive.writestr(info if mode else name, content)
    return kept.getvalue()


def tarred(*members: tuple[str, bytes] | tarfile.TarInfo) -> bytes:
    with tarfile.open(fileobj=(kept := io.BytesIO()), mode="w") as archive:
        for member in members:
            info, content = (member, b"") if isinstance(member, tarfile.TarInfo) else ("", b"")
            if isinstance(member, tuple):
                info, content = tarfile.TarInfo(member[0]), member[1]
                info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return kept.getvalue()


def special(name: str, kind: bytes, target: str = "", size: int = 0) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, target, size
    return info


def all_in(folder: str | Path) -> dict[str, bytes]:
    paths = [path for path in Path(folder).rglob("*") if path.is_file() and not path.is_symlink()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@pytest.fixture
def inner(tmp_path):
    """An empty folder, with nothing else beside it."""
    (tmp_path / "round" / "inner").mkdir(parents=True)
    return tmp_path / "round" / "inner"


@pytest.fixture
def unpack(inner, tmp_path) -> Callable[..., None]:
    """Return what unpacks an archive of this name and content into the inner folder."""

    def unpack(name: str, content: bytes, **more: int) -> None:
        (tmp_path / name).write_bytes(content)
        unpack_archive(str(tmp_path / name), str(inner), **more)

    return unpack


@pytest.fixture
def refusal(unpack) -> Callable[..., str]:
    """Return what gives the error for an archive that is not unpacked."""
    return lambda name, content: error_of(MarkerError, unpack, name, content)


@pytest.fixture
def small_limits(monkeypatch) -> None:
    monkeypatch.setattr(untrusted_files, "MAX_BYTES", MIB)
    monkeypatch.setattr(untrusted_files, "MAX_FILES", 9)


OUT = "../../evil.py", "/evil.py", "./../../evil.py", "..\\..\\evil.py"


@pytest.mark.parametrize("archive", ["ann.zip", "ann.tar"])
@pytest.mark.parametrize("name", OUT)
def test_no_path_leads_out(name, archive, unpack, inner):
    files = {name: b"1", "mine.py": b"2"}
    unpack(archive, zipped(files) if archive == "ann.zip" else tarred(*files.items()))
    assert all_in(inner) == {"evil.py": b"1", "mine.py": b"2"}
    assert [*inner.parent.iterdir()] == [inner]


@pytest.mark.parametrize("archive", ["a.zip", "a.tar"])
@pytest.mark.parametrize("name", ["ann/../ben/mine.py", "ann/..\\ben\\mine.py"])
def test_no_path_leads_from_one_student_to_another(name, archive, unpack, inner):
    files = {"ben/mine.py": b"1", name: b"2"}
    unpack(archive, zipped(files) if archive == "a.zip" else tarred(*files.items()))
    assert all_in(inner) == {"ben/mine.py": b"1", "ann/ben/mine.py": b"2"}


@pytest.mark.parametrize("target", ["/etc", "../..", "x"])
def test_no_file_is_written_through_a_link(target, refusal, inner):
    link = special("x", tarfile.SYMTYPE, target)
    said = refusal("ann.tar.gz", gzip.compress(tarred(link, ("x/evil.py", b"1"))))
    assert said.startswith(f"ann.tar.gz: {WHY}: ")
    assert all_in(inner) == {"x/evil.py": b"1"}
    assert [*inner.parent.iterdir()] == [inner]
    assert not os.path.exists("/etc/evil.py")


@pytest.mark.parametrize("names", [("x", "x/evil.py"), ("x/evil.py", "x"), ("x", "x/y/evil.py")])
def test_no_link_is_made_through_a_link(names, refusal, tmp_path):
    (tmp_path / "outside" / "y").mkdir(parents=True)
    links = [special(name, tarfile.SYMTYPE, str(tmp_path / "outside")) for name in names]
    assert "File exists" in refusal("ann.tar", tarred(*links))
    assert [*tmp_path.glob("outside/**/*.py")] == []


def test_a_folder_may_contain_nothing_but_a_link(unpack, inner):
    unpack("ann.tar", tarred(special("x/link", tarfile.SYMTYPE, "mine.py"), ("mine.py", b"1")))
    assert os.readlink(inner / "x" / "link") == "mine.py"


def test_a_hard_link_becomes_a_copy_of_a_file_in_the_archive(unpack, inner):
    link = special("x/linked.h", tarfile.LNKTYPE, "mine.h")
    itself = special("mine.h", tarfile.LNKTYPE, "./mine.h")
    unpack("ann.tar", tarred(("mine.h", b"1"), link, itself))
    assert all_in(inner) == {"mine.h": b"1", "x/linked.h": b"1"}
    assert (inner / "mine.h").stat().st_nlink == 1


@pytest.mark.parametrize("target", ["/etc/passwd", "../../../etc/passwd", "later.h", "link.h"])
def test_a_hard_link_to_no_file_in_the_archive_is_left_out(target, unpack, inner):
    link = special("link.h", tarfile.SYMTYPE, "/etc/passwd")
    unpack("ann.tar", tarred(link, special("x", tarfile.LNKTYPE, target), ("later.h", b"")))
    assert sorted(os.listdir(inner)) == ["later.h", "link.h"]


def test_a_device_and_a_pipe_are_not_made(unpack, inner):
    kinds = tarfile.BLKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE
    members = [special(f"{n}", kind, "/etc/passwd") for n, kind in enumerate(kinds)]
    unpack("ann.tar", tarred(*members, ("m.py", b"")))
    assert os.listdir(inner) == ["m.py"]


def test_a_link_in_a_zip_is_written_as_text(unpack, inner):
    unpack("ann.zip", zipped({"link.py": b"/etc/passwd"}, mode=0o120777))
    assert not (inner / "link.py").is_symlink()
    assert all_in(inner) == {"link.py": b"/etc/passwd"}


ZEROS = bytes(3 * MIB)
ELEVEN = {f"{number}.py": b"" for number in range(11)}


def with_zip64_records(data: bytes, entries: int) -> bytes:
    """Return a zip whose last record refers to one of zip64, which names that many entries."""
    at = data.index(b"PK\5\6")
    size, start = struct.unpack("<II", data[at + 12 : at + 20])
    about = struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, entries, entries, size, start)
    locator = struct.pack("<IQI", 0, at, 1)
    last = struct.pack("<HHHHIIH", 0, 0, 1, 1, 2**32 - 1, 2**32 - 1, 0)
    return data[:at] + b"PK\6\6" + about + b"PK\6\7" + locator + b"PK\5\6" + last


def encrypted() -> bytes:
    data = bytearray(zipped({"mine.py": b"1"}))
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    return bytes(data)


def sparse() -> bytes:
    """Return a tar of a file with holes, in the old form, whose map goes on in the next block."""
    old = bytearray(special("x", tarfile.GNUTYPE_SPARSE).tobuf(tarfile.GNU_FORMAT))
    old[482] = 1  # the list goes on
    old[148:156] = b"%06o\0 " % (sum(old[:148]) + sum(old[156:]) + 8 * ord(" "))
    return bytes(old + bytes(512))


def sparse_by_attributes() -> bytes:
    new = special("x", tarfile.REGTYPE)
    new.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}
    return new.tobuf(tarfile.PAX_FORMAT) + b"9" * 512


def headed(kind: bytes, size: int, after: bytes) -> bytes:
    """Return a tar of a member of this kind and size, and what stands after its header."""
    return special("x", kind, size=size).tobuf() + after


REFUSED = {
    "many bytes in a zip": ("a.zip", zipped({"a": ZEROS, "b": b""}), "more than 1 MiB"),
    "many bytes in a tar": ("a.tgz", gzip.compress(tarred(("c", ZEROS))), "more than 1 MiB"),
    "a long name": (
        "a.tar.gz", gzip.compress(headed(tarfile.GNUTYPE_LONGNAME, 2**30, b"a" * 4 * MIB)),
        "a name of 1073741824 characters"),
    # The regular expressions of Python 3.11.7 take hours for a hundred megabytes of digits.
    "digits in a header": ("a.tar", headed(tarfile.XHDTYPE, 2**16, b"1" * 2**16),
                           "a name of 65536 characters"),
    "the map of a sparse file": ("a.tar", sparse(), "a file with holes"),
    "a newer sparse file": ("a.tar", sparse_by_attributes(), "a file with holes"),
    "a skipped member": ("a.tar.gz", gzip.compress(headed(b"Z", 2**30, b"a" * 4 * MIB)),
                         "more than 1 MiB"),
    "many hard links": (
        "a.tar", tarred(("c", bytes(MIB // 4)), *[special(n, tarfile.LNKTYPE, "c") for n in "xyz"],
                        special("too-many", tarfile.LNKTYPE, "c")), "more than 1 MiB"),
    "many files in a zip": ("a.zip", zipped(ELEVEN), "more than 9 files or folders"),
    "many files in a tar": ("a.tar", tarred(*ELEVEN.items()), "more than 9 files or folders"),
    "files hidden by zip64":
        ("a.zip", with_zip64_records(zipped(ELEVEN), 1), "more than 9 files or folders"),
    "a password": ("ann.zip", encrypted(), "it asks for a password"),
    "nothing": ("a.zip", b"", "empty file"),
    "half a zip": ("a.zip", b"PK\3\4 no more", "File is not a zip file"),
    "another archive": ("a.rar", b"Rar!\x1a\x07", "truncated header"),
    "half of a gzip": ("a.tar.gz", b"\x1f\x8b\x08",
                       "Compressed file ended before the end-of-stream marker was reached"),
    "a gzip of no tar": ("a.tgz", gzip.compress(b"hello", mtime=0), "truncated header"),
}  # fmt: skip


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize("what", REFUSED)
def test_a_bomb_and_a_broken_archive_are_refused(what, refusal, inner):
    name, content, why = REFUSED[what]
    assert refusal(name, content) == f"{name}: {WHY}: {why}"
    found = all_in(inner)
    assert len(found) <= 9
    assert sum(map(len, found.values())) <= len(ZEROS)


@pytest.mark.usefixtures("small_limits")
def test_a_bomb_with_a_false_size(refusal, inner):
    size, small = struct.pack("<I", len(ZEROS)), struct.pack("<I", 5)
    said = refusal("a.zip", zipped({"a": ZEROS}).replace(size, small))
    assert said.startswith(f"a.zip: {WHY}: ")
    assert sum(len(content) for content in all_in(inner).values()) <= 5


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
    size, mebibyte = 2**28, gzip.compress(bytes(MIB))
    bomb = tmp_path / "a.tar.gz"
    bomb.write_bytes(gzip.compress(headed(kind, size, b"")) + mebibyte * 257)
    argv = [sys.executable, "-c", UNPACKS, bomb, inner]
    told = subprocess.run(argv, capture_output=True, text=True, check=True, env=unmeasured).stdout
    why, most = told.splitlines()
    assert why == f"a.tar.gz: {WHY}: a name of {size} characters"
    assert int(most) < 64 * 1024  # KiB


TWO = dict.fromkeys(("a.py", "b.py"), bytes(MIB))


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize("archive", [zipped(TWO), gzip.compress(tarred(*TWO.items()))])
def test_a_download_may_be_larger_than_a_submission(archive, refusal, unpack, inner):
    assert refusal("a", archive) == f"a: {WHY}: more than 1 MiB"
    shutil.rmtree(inner)
    inner.mkdir()
    unpack("a", archive, submissions=2)
    assert all_in(inner) == TWO


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize("form", ["a.zip", "a.tar"])
def test_a_bomb_of_folders(form, refusal, inner):
    files = {"a/" * 6 + "x.py": b"", "b/" * 3 + "y.py": b""}
    said = refusal(form, zipped(files) if form == "a.zip" else tarred(*files.items()))
    assert (said, os.listdir(inner)) == (f"{form}: {WHY}: more than 9 files or folders", ["a"])
    assert "a name of" in refusal("a.zip", zipped({"a/" * 3000 + "x.py": b""}))


def test_a_long_table_of_entries_is_not_read(refusal, unpack, inner, monkeypatch):
    monkeypatch.setattr(untrusted_files, "MAX_ZIP_TABLE", 500)
    assert refusal("a.zip", zipped(ELEVEN)) == f"a.zip: {WHY}: more than 20000 files"
    unpack("a.zip", zipped(ELEVEN), submissions=2)
    assert len(all_in(inner)) == 11


@pytest.mark.usefixtures("small_limits")
def test_zips_inside_a_zip_are_neither_unpacked_nor_counted(unpack, inner):
    many = zipped({f"{number}.py": b"" for number in range(30)})
    unpack("a.zip", zipped({"b.zip": many}, kind=zipfile.ZIP_STORED))
    assert all_in(inner) == {"b.zip": many}


NO_NAME = bytes.fromhex(
    "504b0102140014000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "504b05060000000001000100" "2e000000" "00000000" "0000"
)  # fmt: skip


def test_a_zip_that_makes_zipfile_itself_fail(refusal):
    # Why, each version of Python says in its own way.
    assert refusal("a.zip", NO_NAME).startswith(f"a.zip: {WHY}: ")


@pytest.mark.parametrize("cut", range(30, 400, 37))
def test_a_truncated_archive_raises_only_marker_errors(cut, unpack):
    files = {"mine.py": bytes(range(256)) * 2, "b": b"b"}
    for whole in zipped(files), gzip.compress(tarred(*files.items())):
        with suppress(MarkerError):  # and no other
            unpack("a.zip", whole[:cut])


def test_names_with_control_characters(unpack, refusal, inner):
    name = "a\nb\x1b[2J.zip"
    unpack(name, zipped({"x\n\x1b[2J.py": b"1"}))
    assert os.listdir(inner) == ["x\n\x1b[2J.py"]
    assert refusal(name, b"PK").startswith("a\\nb\\x1b[2J.zip: cannot be unpacked")


def test_folders_nested_more_deeply_than_python_can_recurse(refusal):
    assert refusal("a.tar", tarred(("d/" * 1500 + "x", b""))).startswith(f"a.tar: {WHY}: ")


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
    (tmp_path / "ann.zip").write_bytes(zipped(files))
    with unpacked(str(tmp_path / "ann.zip")) as where:
        assert sorted(os.listdir(where)) == found
    assert not os.path.exists(where)
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann.zip").rename(tmp_path / "ann" / "work.zip")
    with unpacked(str(tmp_path / "ann")) as where:  # as a platform gives it
        assert sorted(os.listdir(where)) == found


@pytest.mark.parametrize(
    ("beside", "is_unpacked"),
    [("report.pdf", True), ("README.TXT", True), ("more.zip", False), ("Makefile", False)],
)
def test_an_archive_with_documents_beside_it_is_the_submission(beside, is_unpacked, tmp_path):
    (tmp_path / "work.zip").write_bytes(zipped({"mine.py": b"1"}))
    (tmp_path / beside).write_text("")
    with unpacked(str(tmp_path)) as where:
        assert os.listdir(where) == ["mine.py"] or not is_unpacked
        assert (where != str(tmp_path)) is is_unpacked


def test_other_files_are_not_unpacked(tmp_path):
    (tmp_path / "mine.py").write_text("")
    os.symlink("/etc/passwd", tmp_path / "link.zip")
    for name in "mine.py", "link.zip", "", "nowhere":
        with unpacked(str(tmp_path / name)) as where:
            assert where == str(tmp_path / name)


@pytest.mark.parametrize(("mode", "unpacked_mode"), [(0o755, 0o755), (0o4755, 0o755), (0, 0o600)])
def test_permissions_are_preserved_except_to_run_as_another_user(
    mode, unpacked_mode, unpack, inner
):
    unpack("a.zip", zipped({"run.sh": b"#!/bin/sh"}, mode=0o100000 | mode))
    assert stat.S_IMODE((inner / "run.sh").stat().st_mode) == unpacked_mode
