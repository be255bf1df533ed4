"""Unpacking archives from strangers: nothing is written outside the folder, and size is limited."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from poker_table.files.text import paths_in_folder
from poker_table.game.errors import printable
from poker_table.grading.errors import MarkerError
from poker_table.grading.running.untrusted_files import temporary_folder, unpack_tar, unpack_zip

ARCHIVES = ".zip .tar .tar.gz .tgz .tar.bz2 .tbz2 .tar.xz .txz .rar .7z .gz".split()
DOCUMENTS = ".pdf", ".txt", ".md", ".doc", ".docx", ".odt", ".rtf", ".png", ".jpg", ".jpeg"
#: How to open a compressed tar, by its first two bytes.
DECOMPRESSORS: dict[bytes, Callable[[str, str], Any]] = {
    b"\x1f\x8b": gzip.open, b"BZ": bz2.open, b"\xfd7": lzma.open,
}  # fmt: skip


def is_archive(path: str) -> bool:
    """Return whether a path is a file (not a link) with the suffix of an archive."""
    has_suffix = path.lower().endswith(tuple(ARCHIVES))
    return has_suffix and os.path.isfile(path) and not os.path.islink(path)


@contextmanager
def unpacked(path: str) -> Iterator[str]:
    """Yield the path of a submission; if it is an archive, unpack it to a temporary folder first.

    A folder that contains nothing but one archive and documents is treated as that archive.
    """
    paths = paths_in_folder(path) if os.path.isdir(path) else [path]
    paths = [each for each in paths if not each.lower().endswith(DOCUMENTS)]
    if len(paths) == 1 and is_archive(paths[0]):
        with temporary_folder() as folder:
            unpack_archive(paths[0], folder)
            yield top_folder(folder)
    else:
        yield path


def top_folder(folder: str) -> str:
    """Return the only folder in a folder, or the folder itself if it contains anything else."""
    paths = [path for path in paths_in_folder(folder) if os.path.basename(path) != "__MACOSX"]
    top = paths[0] if len(paths) == 1 else folder
    return top if os.path.isdir(top) and not os.path.islink(top) else folder


def unpack_archive(path: str, folder: str, submissions: int = 1) -> None:
    """Unpack a zip or tar archive to an empty folder; leave archives inside it as they are.

    Its files may be `submissions` times as large as one submission may be, measured by the bytes
    really written. Raises MarkerError if it cannot be unpacked.
    """
    try:
        with open(path, "rb") as file:
            start = file.read(2)
        if start == b"PK":
            unpack_zip(path, folder, submissions)
        else:
            with DECOMPRESSORS.get(start, open)(path, "rb") as stream:
                unpack_tar(stream, folder, submissions)
    except Exception as error:  # a dozen types are possible, even IndexError from zipfile
        why = getattr(error, "strerror", "") or str(error)
        name = os.path.basename(path)
        raise MarkerError(printable(f"{name}: cannot be unpacked as a zip or tar: {why}")) from None
