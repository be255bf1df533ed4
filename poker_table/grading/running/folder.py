"""Folders of ours that hold what strangers made: filled, read and thrown away with care.

No link in them is followed, nothing but a regular file is opened, and nothing here recurses: a
program can nest folders deeper than Python can call.
"""

from __future__ import annotations

import io
import os
import shutil
import stat
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SCRATCH = "poker-table-"  # so begin the names of our temporary folders: a kill leaves them behind
LARGEST = 256 * 1024 * 1024  # bytes of a submission
_LEFT_OUT = ".git", ".hg", ".svn", "__pycache__"  # and Python's virtual environments
_REMOVE = 'rm -rf -- "$0" 2>/dev/null || { chmod -R u+rwx -- "$0"; rm -rf -- "$0"; }'


@contextmanager
def scratch() -> Iterator[str]:
    """Give a temporary folder, and remove it with whatever a program has left there."""
    folder = tempfile.mkdtemp(prefix=SCRATCH)
    try:
        yield folder
    finally:
        _remove(folder)


def _remove(folder: str) -> None:
    """Remove a folder: with folders in it by a program that follows no link, at any depth."""
    try:
        with os.scandir(folder) as entries:
            for path in [entry.path for entry in entries]:
                os.unlink(path)
        os.rmdir(folder)
    except OSError:
        words = ["/bin/sh", "-c", _REMOVE, folder]
        subprocess.run(words, env={"PATH": os.defpath}, check=False)


def copy_tree(source: str, target: str) -> None:
    """Copy what is in a folder to another: files, folders, and links as links.

    Left out are folders in it that hold nothing of a student's own. Raises OSError for what is none
    of these, and for more bytes than a submission may have.
    """
    waiting, left = [(source, target)], LARGEST
    while waiting:
        come_from, go_to = waiting.pop()
        os.makedirs(go_to, exist_ok=True)
        with os.scandir(come_from) as entries:
            for entry in entries:
                copy = os.path.join(go_to, entry.name)
                if not entry.is_dir(follow_symlinks=False):
                    left -= copy_file(entry.path, copy, left)
                elif not _is_left_out(entry.path):
                    waiting.append((entry.path, copy))


def _is_left_out(folder: str) -> bool:
    is_environment = os.path.isfile(os.path.join(folder, "pyvenv.cfg"))
    return is_environment or os.path.basename(folder) in _LEFT_OUT


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


def unpack(archive: bytes, folder: str) -> None:
    """Write the regular files and links of a tar archive, none of them outside, to an empty folder.

    The links come last, so that no file's way leads through one. Raises OSError or
    tarfile.TarError if that cannot be.
    """
    links = []
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        for member in members:
            path = Path(folder + os.path.normpath(f"/{member.name}"))
            content = members.extractfile(member) if member.isreg() else None
            if member.isdir():
                path.mkdir(exist_ok=True)
            elif member.issym():
                links.append((path, member.linkname))
            elif content and not member.issparse():
                path.write_bytes(content.read())
                os.utime(path, (member.mtime, member.mtime))
                path.chmod((member.mode | 0o600) & 0o777)
    for path, target in links:
        path.symlink_to(target)
