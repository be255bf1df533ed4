"""Folders of ours that hold what strangers made: filled, read and thrown away with care.

No link in them is followed, nothing but a regular file is opened, and nothing here recurses: a
program can nest folders deeper than Python can call.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from typing import Self

SCRATCH = "poker-table-"  # so begin the names of our temporary folders: a kill leaves them behind
LARGEST = 256 * 1024 * 1024  # bytes of a submission
MOST_FILES = 20_000  # in one
CHUNK = 64 * 1024  # bytes
ENCRYPTED = 1  # a bit of a zip entry's flags
IN_A_ZIPS_LIST = b"PK\1\2"  # begins each entry
LONGEST_NAME = 4096  # bytes of what a tar says of a member
ABOUT_THE_NEXT = b"LKxgX"  # kinds of a tar's members that only tell of the one after them
_LEFT_OUT = ".git", ".hg", ".svn", "__pycache__"  # and Python's virtual environments
_REMOVE = 'rm -rf -- "$0" 2>/dev/null || { chmod -R u+rwx -- "$0"; rm -rf -- "$0"; }'


@contextmanager
def temporary_folder() -> Iterator[str]:
    """Give a temporary folder, and remove it with whatever a program has left there."""
    folder = tempfile.mkdtemp(prefix=SCRATCH)
    try:
        yield folder
    finally:
        try:
            for name in os.listdir(folder):
                os.unlink(os.path.join(folder, name))
            os.rmdir(folder)
        except OSError:  # folders are in it: the program follows no link, at any depth
            words = ["/bin/sh", "-c", _REMOVE, folder]
            subprocess.run(words, env={"PATH": os.defpath}, check=False)


def walk_submission(folder: str) -> Iterator[os.DirEntry[str]]:
    """Yield what is in a folder and its folders, each before what is in it; no link is followed.

    Left out are folders in it that hold nothing of a student's own. Raises OSError.
    """
    waiting = [folder]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if not entry.is_dir(follow_symlinks=False):
                    yield entry
                elif entry.name not in _LEFT_OUT and not os.path.isfile(f"{entry.path}/pyvenv.cfg"):
                    yield entry
                    waiting.append(entry.path)


def copy_tree(source: str, target: str) -> None:
    """Copy what is a student's own in a folder to another: files, folders, and links as links.

    Raises OSError for what is none of these, and for more bytes than a submission may have.
    """
    os.makedirs(target, exist_ok=True)
    bytes_left = LARGEST
    for entry in walk_submission(source):
        copy = os.path.join(target, os.path.relpath(entry.path, source))
        if entry.is_dir(follow_symlinks=False):
            os.makedirs(copy, exist_ok=True)
        else:
            bytes_left -= copy_file(entry.path, copy, bytes_left)


def copy_file(source: str, target: str, most: int = LARGEST) -> int:
    """Copy a regular file, or a link as a link; return the bytes copied.

    Raises OSError for anything else, and for a file of more bytes than may be copied.
    """
    entry = os.lstat(source)
    if stat.S_ISLNK(entry.st_mode):
        os.symlink(os.readlink(source), target)
        return 0
    if not stat.S_ISREG(entry.st_mode):
        raise OSError(f"{source} is no regular file")
    if entry.st_size > most:
        raise OSError(f"more than {LARGEST // 2**20} MiB")
    shutil.copy2(source, target, follow_symlinks=False)
    os.chmod(target, stat.S_IMODE(entry.st_mode) | stat.S_IRUSR | stat.S_IWUSR)
    return entry.st_size


def unpack(archive: IO[bytes], folder: str, times: int = 1) -> None:
    """Write the files and links of a tar archive, none of them outside, to an empty folder.

    The links come last, so that no file's way leads through one. It may hold as much as so many
    submissions. Raises OSError or tarfile.TarError if that cannot be.
    """
    links, bytes_left = [], LARGEST * times
    with tarfile.open(fileobj=archive, mode="r|", tarinfo=_Member) as members:
        for number, member in enumerate(members):
            check_count(number + 1, times)
            if members.offset > LARGEST * times * 9 // 8:  # what is only read past takes time too
                raise OSError(f"more than {LARGEST // 2**20} MiB")
            path = path_in(folder, member.name)
            content = members.extractfile(member) if member.isreg() else None
            if member.isdir():
                os.makedirs(path, exist_ok=True)
            elif member.issym():
                links.append((path, member.linkname))
            elif content and not member.issparse():
                bytes_left -= write_file(content, path, member.mode, bytes_left)
                os.utime(path, (member.mtime, member.mtime))
    for path, target in links:
        os.symlink(target, path)


class _Member(tarfile.TarInfo):
    """What a tar says of a member, as long as that is read in reasonable time and memory."""

    def _proc_member(self, archive: tarfile.TarFile) -> Self:
        """Read on after a header: the hook that tarfile leaves to a subclass, on every Python.

        Raises OSError for a name that is too long to be read.
        """
        if self.type in ABOUT_THE_NEXT and self.size > LONGEST_NAME:
            raise OSError(f"a name of {self.size} characters")
        return super()._proc_member(archive)  # type: ignore[misc, no-any-return]  # not in its stub

    def _refused(self, *about: object) -> NoReturn:
        raise OSError("a file with holes")

    _proc_sparse = _proc_gnusparse_10 = _refused  # the lists of the holes have no end


def unzip(path: str, folder: str, times: int = 1) -> None:
    """Write the files of a zip archive to an empty folder, as `unpack` does those of a tar."""
    with open(path, "rb") as file:  # counted before all of its list is read into memory
        chunks = iter(lambda: file.read(2**20), b"")
        check_count(sum(chunk.count(IN_A_ZIPS_LIST) for chunk in chunks), times)
    bytes_left = LARGEST * times
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if info.flag_bits & ENCRYPTED:
                raise OSError("it asks for a password")
            if not info.is_dir():
                target, mode = path_in(folder, info.filename), info.external_attr >> 16 or 0o644
                with archive.open(info) as content:
                    bytes_left -= write_file(content, target, mode, bytes_left)


def path_in(folder: str, name: str) -> str:
    """Return a path inside the folder for an archive member's name, even if that leads outside.

    >>> path_in("/tmp/ann", "../../etc/passwd")
    '/tmp/ann/etc/passwd'
    """
    return folder + os.path.normpath(f"/{name}".replace("\\", "/")).replace("//", "/")


def write_file(content: IO[bytes], path: str, mode: int, most: int) -> int:
    """Write what comes to a new file, its folders too; return the bytes written.

    Raises OSError as soon as there are more of them than may be written.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    written = 0
    with open(path, "wb") as file:
        while chunk := content.read(CHUNK):
            written += len(chunk)
            if written > most:
                raise OSError(f"more than {LARGEST // 2**20} MiB")
            file.write(chunk)
    os.chmod(path, (mode | 0o600) & 0o777)
    return written


def check_count(files: int, times: int = 1) -> None:
    """Raise OSError if there are more files than that number of submissions may have."""
    if files > MOST_FILES * times:
        raise OSError(f"more than {MOST_FILES} files")
