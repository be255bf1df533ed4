"""Copying, unpacking and deleting files that strangers made.

Nothing here follows a link, opens anything but a regular file, or recurses: a program can nest
folders more deeply than Python can recurse.
"""

from __future__ import annotations

import io
import os
import shutil
import stat
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, ENOSPC
from typing import IO, NoReturn, Self

MAX_BYTES = 256 * 1024 * 1024  # per submission
MAX_FILES = 20_000  # per submission, and as many folders
LONGEST_PATH = 4096  # characters; Linux makes no longer one
MAX_ZIP_TABLE = 4 * 1024 * 1024  # bytes per submission; an entry has 46 and its name
NO_ROOM = ENOSPC, EDQUOT  # the errors of a full disk: no student pays for that
CHUNK = 64 * 1024  # bytes
ENCRYPTED = 1  # a bit of a zip entry's flags
UTF_8 = 0x800  # the flag of a name in UTF-8
MAX_TAR_HEADER = 4096  # bytes of an extended tar header, such as a long name
EXTENDED_HEADERS = b"LKxgX"  # member types of a tar that only describe the next member
_IGNORED = ".git", ".hg", ".svn", "__pycache__"  # besides Python's virtual environments
_REMOVE = 'rm -rf -- "$0" 2>/dev/null || { chmod -R u+rwx -- "$0"; rm -rf -- "$0"; }'


@contextmanager
def temporary_folder() -> Iterator[str]:
    """Yield a new temporary folder; remove it afterwards with everything in it.

    If the marker itself is killed, the folder stays.
    """
    folder = tempfile.mkdtemp(prefix="poker-table-")
    try:
        yield folder
    finally:
        try:
            for name in os.listdir(folder):
                os.unlink(os.path.join(folder, name))
            os.rmdir(folder)
        except OSError:  # it contains folders; rm follows no links and has no limit on depth
            command = ["/bin/sh", "-c", _REMOVE, folder]
            subprocess.run(command, env={"PATH": os.defpath}, check=False)


def walk_submission(folder: str) -> Iterator[os.DirEntry[str]]:
    """Yield every entry below a folder, a folder before its contents; follow no link.

    Skip version control folders, caches and virtual environments. Raises OSError.
    """
    pending = [folder]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if not entry.is_dir(follow_symlinks=False):
                    yield entry
                elif entry.name not in _IGNORED and not os.path.isfile(f"{entry.path}/pyvenv.cfg"):
                    yield entry
                    pending.append(entry.path)


def copy_into(path: str, folder: str, links: bool = True) -> None:
    """Copy a file, or what is in a folder, into another folder; links as links, or none."""
    if os.path.isdir(path):
        copy_tree(path, folder, links)
    elif links or not os.path.islink(path):
        copy_file(path, os.path.join(folder, os.path.basename(path)))


def copy_tree(source: str, target: str, links: bool = True) -> None:
    """Copy the entries that `walk_submission` yields to another folder.

    Copy links as links, or none. Raises OSError for anything but files, folders and links, and for
    more than MAX_BYTES.
    """
    os.makedirs(target, exist_ok=True)
    bytes_left = MAX_BYTES
    for entry in walk_submission(source):
        copy = os.path.join(target, os.path.relpath(entry.path, source))
        if entry.is_dir(follow_symlinks=False):
            os.makedirs(copy, exist_ok=True)
        elif links or not entry.is_symlink():
            bytes_left -= copy_file(entry.path, copy, bytes_left)


def copy_file(source: str, target: str, max_bytes: int = MAX_BYTES) -> int:
    """Copy a regular file, or a link as a link; return the number of bytes copied.

    Raises OSError for anything else, and for a file of more than `max_bytes`.
    """
    status = os.lstat(source)
    if stat.S_ISLNK(status.st_mode):
        os.symlink(os.readlink(source), target)
        return 0
    if not stat.S_ISREG(status.st_mode):
        raise OSError(f"{source} is not a regular file")
    if status.st_size > max_bytes:
        raise _too_large()
    shutil.copy2(source, target, follow_symlinks=False)
    os.chmod(target, stat.S_IMODE(status.st_mode) | stat.S_IRUSR | stat.S_IWUSR)
    return status.st_size


def unpack_tar(archive: IO[bytes], folder: str, submissions: int = 1) -> None:
    """Write the files and links of a tar archive to an empty folder, none of them outside it.

    Its files may be `submissions` times as large as one submission may be. A hard link becomes a
    copy. All folders and files are made before the first other link, so that nothing is made
    through a link. Raises OSError or tarfile.TarError if unpacking fails.
    """
    links, folders, bytes_left = [], {folder}, MAX_BYTES * submissions
    with tarfile.open(fileobj=archive, mode="r|", tarinfo=_BoundedTarInfo) as members:
        for count, member in enumerate(members, start=1):
            path = path_in(folder, member.name)
            check_file_count(count, path, folders, submissions)
            # Members that are skipped take time to read, too.
            if members.offset > MAX_BYTES * submissions * 9 // 8:
                raise _too_large()
            content = members.extractfile(member) if member.isreg() else None
            if member.isdir():
                os.makedirs(path, exist_ok=True)
            elif member.issym():
                os.makedirs(os.path.dirname(path), exist_ok=True)
                links.append((path, member.linkname))
            elif member.islnk():
                source = path_in(folder, member.linkname)
                if os.path.isfile(source) and source != path:  # else it was left out too
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    bytes_left -= copy_file(source, path, bytes_left)
            elif content and not member.issparse():
                bytes_left -= write_file(content, path, member.mode, bytes_left)
                os.utime(path, (member.mtime, member.mtime))
    for path, target in links:
        os.symlink(target, path)


class _BoundedTarInfo(tarfile.TarInfo):
    """A tar member that refuses headers which would take too much time or memory to parse."""

    def _proc_member(self, archive: tarfile.TarFile) -> Self:
        """Parse the rest of a header: a hook for subclasses in every version of tarfile.

        Raises OSError for an extended header that is too long.
        """
        if self.type in EXTENDED_HEADERS and self.size > MAX_TAR_HEADER:
            raise OSError(f"a name of {self.size} characters")
        return super()._proc_member(archive)  # type: ignore[misc, no-any-return]  # not in its stub

    def _refuse_sparse(self, *_: object) -> NoReturn:
        raise OSError("a file with holes")

    _proc_sparse = _proc_gnusparse_10 = _refuse_sparse  # the list of holes may be endless


def unpack_zip(path: str, folder: str, submissions: int = 1) -> None:
    """Write the files of a zip archive to an empty folder, with the limits of `unpack_tar`."""
    folders, bytes_left = {folder}, MAX_BYTES * submissions
    with _BoundedReader(io.FileIO(path)) as file:
        file.longest = MAX_ZIP_TABLE * submissions
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                if info.flag_bits & ENCRYPTED:
                    raise OSError("it asks for a password")
                if not info.is_dir():
                    target = path_in(folder, name_in_zip(info))
                    check_file_count(len(archive.infolist()), target, folders, submissions)
                    with archive.open(info) as content:
                        mode = info.external_attr >> 16 or 0o644
                        bytes_left -= write_file(content, target, mode, bytes_left)


class _BoundedReader(io.BufferedReader):
    """A file of which no large part is read at once, as zipfile reads the table of its entries."""

    longest = 0

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > self.longest:
            raise OSError(f"more than {MAX_FILES} files")
        return super().read(size)


def name_in_zip(info: zipfile.ZipInfo) -> str:
    """Return the name of a member; many programs write UTF-8 without the flag that says so.

    >>> name_in_zip(zipfile.ZipInfo("J├╝rgen.py")), name_in_zip(zipfile.ZipInfo("José.py"))
    ('Jürgen.py', 'José.py')
    """
    if info.flag_bits & UTF_8:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:  # it is in code page 437, as zipfile has read it
        return info.filename


def path_in(folder: str, name: str) -> str:
    """Return the path inside the folder for an archive member, even if its name leads outside.

    No name leads from one student's folder to another's, either.

    >>> path_in("/tmp/in", "../../etc/passwd"), path_in("/tmp/in", "ann/../ben/mine.py")
    ('/tmp/in/etc/passwd', '/tmp/in/ann/ben/mine.py')
    """
    parts = name.replace("\\", "/").split("/")
    return "/".join([folder, *(part for part in parts if part not in ("", ".", ".."))])


def write_file(content: IO[bytes], path: str, mode: int, max_bytes: int) -> int:
    """Write a stream to a new file and create its folders; return the number of bytes written.

    Raises OSError as soon as the stream turns out to be longer than `max_bytes`.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    written = 0
    with open(path, "wb") as file:
        while chunk := content.read(CHUNK):
            written += len(chunk)
            if written > max_bytes:
                raise _too_large()
            file.write(chunk)
    os.chmod(path, (mode | 0o600) & 0o777)
    return written


def check_file_count(files: int, path: str, folders: set[str], submissions: int) -> None:
    """Raise OSError for more files or folders than that number of submissions may have together.

    Those above `path` are added to `folders` first: one name may make a thousand.
    """
    if len(path) > LONGEST_PATH:  # else its folders would fill the memory
        raise OSError(f"a name of {len(path)} characters")
    while (path := os.path.dirname(path)) not in folders:
        folders.add(path)
    if max(files, len(folders)) > MAX_FILES * submissions:
        raise OSError(f"more than {MAX_FILES} files or folders")


def _too_large() -> OSError:
    return OSError(f"more than {MAX_BYTES // 2**20} MiB")
