"""Atomic writing: a file is written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress

from poker_table.files.text import FileError
from poker_table.game.errors import printable

EXISTS = "exists already; --force replaces it"
READABLE = 0o666  # the permissions of a new file, less those that the user's umask takes away


def write_whole(path: str, text: str | bytes, force: bool = False, like: str = "") -> None:
    """Write text (as UTF-8) or bytes to a file atomically.

    The content is written to a draft in the same folder, and the draft is then renamed. A file that
    is replaced keeps its permissions, and a new one gets those of the file `like`. Raises
    FileError and changes nothing if the file exists and `force` is false, if it is not a regular
    file, or if the system reports an error.
    """
    check_writable(path, force)
    target = os.path.realpath(path)  # replace the file that a link points to, not the link
    draft = _draft(target, str(int.from_bytes(os.urandom(4))))
    try:
        model = target if os.path.exists(target) else like
        _write_draft(draft, model, text.encode() if isinstance(text, str) else text)
        if not force:
            open(target, "xb").close()  # reserve the name: `os.replace` would replace a file
        os.replace(draft, target)
    except FileExistsError:
        force = True  # the name is not reserved
        raise FileError(f"{printable(path)}: {EXISTS}") from None
    except OSError as error:
        raise FileError(f"{printable(path)}: cannot be written: {error.strerror}") from None
    finally:
        # No call before this, not even of `suppress`: Ctrl-C during it would leave the draft.
        try:
            os.unlink(draft)
            if not force and not os.path.getsize(target):
                os.unlink(target)
        except OSError:  # the draft has been renamed, or nothing was created
            pass


def _write_draft(draft: str, model: str, data: bytes) -> None:
    """Write a draft that has the permissions of its model, if that exists."""
    mode = os.stat(model).st_mode & 0o777 if os.path.exists(model) else READABLE
    with open(draft, "xb", opener=lambda path, flags: os.open(path, flags, mode)) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if os.path.exists(model):  # the user's umask has taken permissions away
        with suppress(OSError):  # without it, the draft is less readable than the target
            os.chmod(draft, mode)


def _draft(target: str, number: str) -> str:
    """Return the path of a draft; the system limits the length of its name."""
    folder, name = os.path.split(target)
    return os.path.join(folder, f"{name[:50]}.{number}.new")


def remove_drafts(paths: str) -> None:
    """Remove the drafts that killed commands left of the files that match a `glob` pattern."""
    from glob import glob  # slow to import

    for draft in glob(_draft(paths, "[0-9]*")):
        with suppress(OSError):
            os.unlink(draft)


def check_writable(path: str, force: bool) -> None:
    """Raise FileError if path is a folder or a device, or if it exists and `force` is false."""
    target = os.path.realpath(path)
    if os.path.lexists(target) and not os.path.isfile(target):
        raise FileError(f"{printable(path)}: expected a file to write, got a folder or a device")
    if os.path.lexists(target) and not force:
        raise FileError(f"{printable(path)}: {EXISTS}")
