"""A fingerprint of what marks depend on: if it is the same, so are they."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from hashlib import file_digest, sha256

from poker_table.game.version import __version__
from poker_table.grading.running.folder import LARGEST, own_entries


def fingerprint(path: str, *depends_on: object) -> str:
    """Return the fingerprint of a file or folder, of what else is said, and of our version.

    No link is followed and no device opened; a file too large for a submission is told by its size.

    >>> fingerprint("no such file", 1) == fingerprint("no such file", 2)
    False
    """
    found = sha256(repr((__version__, depends_on)).encode("utf-8", "surrogateescape"))
    try:
        for piece in _pieces(path):
            found.update(piece)
    except OSError as error:  # what cannot be read is said by the marking
        found.update(repr(error.errno).encode())
    return found.hexdigest()


def _pieces(path: str) -> Iterator[bytes]:
    """Yield all that is in a file or folder, each after its name, mode and size."""
    inner = [entry.path for entry in own_entries(path)] if os.path.isdir(path) else []
    for place in [path, *inner]:
        about, name = os.lstat(place), os.path.relpath(place, path)
        if stat.S_ISLNK(about.st_mode):
            yield repr((name, os.readlink(place))).encode()
        elif not stat.S_ISREG(about.st_mode):
            yield repr((name, about.st_mode)).encode()
        else:
            yield repr((name, about.st_mode, about.st_size)).encode()
            if about.st_size <= LARGEST:
                with open(place, "rb") as file:
                    yield file_digest(file, "sha256").digest()
