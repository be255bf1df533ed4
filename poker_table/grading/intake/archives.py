"""Archives of strangers, unpacked with care: nothing gets out of the folder, nothing fills it."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from poker_table.files.text import names_in_folder
from poker_table.game.errors import MarkerError, PokerTableError, printable
from poker_table.grading.running.submission import SOURCES, file_names
from poker_table.grading.running.untrusted_files import temporary_folder, unpack_tar, unpack_zip

ARCHIVES = ".zip .tar .tar.gz .tgz .tar.bz2 .tbz2 .tar.xz .txz .rar .7z .gz".split()
READERS: dict[bytes, Callable[[str, str], Any]] = {
    b"\x1f\x8b": gzip.open, b"BZ": bz2.open, b"\xfd7": lzma.open,
}  # fmt: skip


class ArchiveError(MarkerError):
    """An archive that cannot be unpacked: its name, and why."""

    def __init__(self, path: str, why: str) -> None:
        self.name = os.path.basename(path)
        self.why = printable(f"cannot be unpacked as a zip or tar: {why}")
        super().__init__(f"{printable(self.name)}: {self.why}")


def is_archive(path: str) -> bool:
    """Return whether a path is that of a file, and no link, with the ending of an archive."""
    named = path.lower().endswith(tuple(ARCHIVES))
    return named and os.path.isfile(path) and not os.path.islink(path)


@contextmanager
def unpacked(path: str) -> Iterator[str]:
    """Give the path of a submission: of an archive, or a folder with just one, what is in that."""
    there = (
        [os.path.join(path, n) for n in names_in_folder(path)] if os.path.isdir(path) else [path]
    )
    if len(there) == 1 and is_archive(there[0]):
        with temporary_folder() as folder:
            unpack_archive(there[0], folder)
            yield top_folder(folder)
    else:
        yield path


def top_folder(folder: str) -> str:
    """Return the one folder that is in a folder, or the folder itself if there is more in it."""
    names = [name for name in names_in_folder(folder) if name != "__MACOSX"]
    top = os.path.join(folder, *names[:1])
    return top if len(names) == 1 and os.path.isdir(top) and not os.path.islink(top) else folder


def most_common_suffix(paths: Iterable[str]) -> str:
    """Return the suffix that most submissions have, in archives too; a source's counts twice."""
    had = Counter[str]()
    for path in paths:
        with suppress(PokerTableError, OSError), unpacked(path) as folder:
            had.update({os.path.splitext(name)[1] for name in file_names(folder)})
    suffixes = *filter(had.get, SOURCES), *had
    return max(suffixes, key=lambda end: had[end] * (2 if end in SOURCES else 1), default="")


def unpack_archive(path: str, folder: str, submissions: int = 1) -> None:
    """Unpack a zip or tar archive into an empty folder; archives inside it stay as they are.

    What would lead out of the folder lies in it. It may hold as much as so many submissions, by
    the bytes that really come. Raises ArchiveError if it cannot be unpacked.
    """
    try:
        with open(path, "rb") as file:
            start = file.read(2)
        if start == b"PK":
            unpack_zip(path, folder, submissions)
        else:
            with READERS.get(start, open)(path, "rb") as stream:
                unpack_tar(stream, folder, submissions)
    except Exception as error:  # of a dozen kinds: zipfile raises an IndexError too
        raise ArchiveError(path, getattr(error, "strerror", "") or str(error)) from None
