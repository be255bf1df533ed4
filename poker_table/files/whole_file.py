"""Atomic writing: a file is written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress

from poker_table.game.errors import FileError, printable

EXISTS = "exists already; --force replaces it"


def write_whole(path: str, text: str | bytes, force: bool = False) -> None:
    """Write text (as UTF-8) or bytes to a file atomically.

    The content is written to a draft in the same folder, and the draft is then renamed. Raises
    FileError and changes nothing if the file exists and `force` is false, if it is not a regular
    file, or if the system reports an error.
    """
    check_writable(path, force)
    target = os.path.realpath(path)  # replace the file that a link points to, not the link
    draft = f"{target}.{int.from_bytes(os.urandom(4))}.new"
    try:
        with open(draft, "xb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        if force:
            os.replace(draft, target)
        else:
            _rename_to_new(draft, target)
    except FileExistsError:
        raise FileError(f"{printable(path)}: {EXISTS}") from None
    except OSError as error:
        raise FileError(f"{printable(path)}: cannot be written: {error.strerror}") from None
    finally:
        # No call before this, not even of `suppress`: Ctrl-C during it would leave the draft.
        try:  # noqa: SIM105
            os.unlink(draft)
        except OSError:  # the draft has been renamed, or was not created
            pass


def _rename_to_new(draft: str, target: str) -> None:
    """Rename a draft, but raise FileExistsError where `os.rename` would replace a file."""
    try:
        os.link(draft, target)  # the caller then removes the draft's name
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links, such as FAT
        with open(target, "xb"):  # reserve the name with an empty file
            pass
        try:
            os.replace(draft, target)
        except BaseException:
            os.unlink(target)
            raise


def remove_drafts(paths: str) -> None:
    """Remove the drafts that killed commands left of the files that match a `glob` pattern."""
    from glob import glob  # slow to import

    for draft in glob(f"{paths}.[0-9]*.new"):
        with suppress(OSError):
            os.unlink(draft)


def check_writable(path: str, force: bool) -> None:
    """Raise FileError if path is a folder or a device, or if it exists and `force` is false."""
    target = os.path.realpath(path)
    if os.path.lexists(target) and not os.path.isfile(target):
        raise FileError(f"{printable(path)}: expected a file to write, got a folder or a device")
    if os.path.lexists(target) and not force:
        raise FileError(f"{printable(path)}: {EXISTS}")
