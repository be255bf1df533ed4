"""Archives of strangers, unpacked with care: nothing gets out of the folder, nothing fills it."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from poker_table.game.errors import MarkerError, printable
from poker_table.grading.running.folder import (
    LARGEST,
    check_count,
    path_in,
    scratch,
    unpack,
    write_file,
)
from poker_table.grading.running.submission import SOURCES, files_of

ARCHIVES = ".zip .tar .tar.gz .tgz .tar.bz2 .tbz2 .tar.xz .txz .rar .7z .gz".split()
ENCRYPTED = 1  # a bit of a zip entry's flags
IN_A_ZIPS_LIST = b"PK\1\2"  # begins each entry
READERS: dict[bytes, Callable[[str, str], Any]] = {
    b"\x1f\x8b": gzip.open, b"BZ": bz2.open, b"\xfd7": lzma.open,
}  # fmt: skip


def is_archive(path: str) -> bool:
    """Return whether a path is that of a file, and no link, with the ending of an archive."""
    named = path.lower().endswith(tuple(ARCHIVES))
    return named and os.path.isfile(path) and not os.path.islink(path)


@contextmanager
def opened(path: str) -> Iterator[str]:
    """Give the path of a submission: of an archive, or a folder with just one, what is in that."""
    inner = [os.path.join(path, name) for name in _shown(path)]
    archive = path if is_archive(path) else inner[0] if len(inner) == 1 else ""
    if is_archive(archive):
        with scratch() as folder:
            unpack_archive(archive, folder)
            yield top_folder(folder)
    else:
        yield path


def top_folder(folder: str) -> str:
    """Return the one folder that is in a folder, or the folder itself if there is more in it."""
    names = [name for name in _shown(folder) if name != "__MACOSX"]
    top = os.path.join(folder, *names[:1])
    return top if len(names) == 1 and os.path.isdir(top) and not os.path.islink(top) else folder


def _shown(folder: str) -> list[str]:
    """Return the names in a folder, hidden ones left out; of a file none."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return [name for name in names if not name.startswith(".")]


def suffix_in(paths: Iterable[str]) -> str:
    """Return the suffix that most submissions have, in archives too; a source's counts twice.

    What else each of them has, a text to read, say, is no program.
    """
    had = Counter[str]()
    for path in paths:
        with suppress(MarkerError, OSError), opened(path) as folder:
            had.update({os.path.splitext(name)[1] for name in files_of(folder)})
    suffixes = *filter(had.get, SOURCES), *had
    return max(suffixes, key=lambda end: had[end] * (2 if end in SOURCES else 1), default="")


def unpack_archive(path: str, folder: str, times: int = 1) -> None:
    """Unpack a zip or tar archive into an empty folder; archives inside it stay as they are.

    What would lead out of the folder lies in it. It may hold as much as so many submissions, by
    the bytes that really come. Raises MarkerError if it cannot be unpacked.
    """
    try:
        with open(path, "rb") as file:
            start = file.read(2)
        if start == b"PK":
            _unzip(path, folder, times)
        else:
            with READERS.get(start, open)(path, "rb") as stream:
                unpack(_Bounded(stream, LARGEST * times), folder, times)  # type: ignore[arg-type]
    except Exception as error:  # of a dozen kinds: zipfile raises an IndexError too
        name, why = os.path.basename(path), getattr(error, "strerror", "") or str(error)
        told = f"{name}: cannot be unpacked as a zip or tar: {why}"
        raise MarkerError(printable(told)) from None


def _unzip(path: str, folder: str, times: int) -> None:
    with open(path, "rb") as file:  # counted before all of its list is read into memory
        chunks = iter(lambda: file.read(2**20), b"")
        check_count(sum(chunk.count(IN_A_ZIPS_LIST) for chunk in chunks), times)
    left = LARGEST * times
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            target = path_in(folder, info.filename)
            if info.flag_bits & ENCRYPTED:
                raise OSError("it asks for a password")
            if info.is_dir():
                os.makedirs(target, exist_ok=True)
            else:
                with archive.open(info) as content:
                    left -= write_file(content, target, info.external_attr >> 16 or 0o644, left)


class _Bounded:
    """A stream that ends with an error after so many bytes: a tar's own headers may be huge."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self.stream, self.left = stream, most + most // 8

    def read(self, count: int) -> bytes:
        data = self.stream.read(count)
        self.left -= len(data)
        if self.left < 0:
            raise OSError(f"more than {LARGEST // 2**20} MiB")
        return data
