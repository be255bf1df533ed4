"""Files written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress

from poker_table.game.errors import FileError, printable

EXISTS = "exists already; --force replaces it"


def write_whole(path: str, text: str | bytes, force: bool = False) -> None:
    """Write text, as UTF-8, or bytes to path in one step.

    The text goes to a new file beside the old one, which then takes its name. Raises FileError,
    with nothing changed, if path exists and `force` is not given, if it is no regular file, or if
    the system refuses.
    """
    check_writable(path, force)
    target = os.path.realpath(path)  # through a link: replace what it points to, not the link
    draft = f"{target}.{int.from_bytes(os.urandom(4))}.new"
    try:
        with open(draft, "xb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        if force:
            os.replace(draft, target)
        else:
            _name(draft, target)
    except FileExistsError:
        raise FileError(f"{printable(path)}: {EXISTS}") from None
    except OSError as error:
        raise FileError(f"{printable(path)}: cannot be written: {error.strerror}") from None
    finally:
        # One call and no question first: Ctrl-C between two calls would leave the draft there.
        try:  # noqa: SIM105
            os.unlink(draft)
        except OSError:  # it has taken the other's name, or never was
            pass


def _name(draft: str, target: str) -> None:
    """Give a draft a name that nobody has taken in the meantime, as a rename would not ask."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:  # a disk without links, such as FAT: an empty file keeps the name for us
        with open(target, "xb"):
            pass
        try:
            os.replace(draft, target)
        except BaseException:
            os.unlink(target)
            raise


def remove_drafts(paths: str) -> None:
    """Remove what killed commands have left of the files whose paths match a pattern of `glob`."""
    from glob import glob  # slow to load

    for draft in glob(f"{paths}.[0-9]*.new"):
        with suppress(OSError):
            os.unlink(draft)


def check_writable(path: str, force: bool) -> None:
    """Raise FileError if path is a folder or a device, or exists and `force` is not given."""
    target = os.path.realpath(path)
    if os.path.lexists(target) and not os.path.isfile(target):
        raise FileError(f"{printable(path)}: expected a file to write, got a folder or a device")
    if os.path.lexists(target) and not force:
        raise FileError(f"{printable(path)}: {EXISTS}")
