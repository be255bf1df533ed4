"""Reading the whole text of a file or of standard input."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import BufferedReader

from poker_table.game.errors import PokerTableError, printable

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STANDARD_INPUT = "-"
COMMENT = "#"  # begins a comment in a deck file or a file of hands
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors begin a file in UTF-8 with it
UTF_16_MARKS = b"\xff\xfe", b"\xfe\xff"


class FileError(PokerTableError):
    """A file that cannot be found, read or written, or that is not text."""


class NoFileError(FileError):
    """A file that does not exist."""


def shown_name(name: str) -> str:
    """Return the name of a file for a message; "-" is standard input."""
    return "standard input" if name == STANDARD_INPUT else printable(name)


def read_error(name: str, error: OSError | ValueError, hint: str = "") -> FileError:
    """Return the error that says why a file cannot be read.

    A ValueError means that its name contains a null character. The hint is appended if the file
    does not exist.

    >>> print(read_error("mine.txt", FileNotFoundError()))
    Could not find file
    There is no file or folder 'mine.txt'.
    """
    if isinstance(error, NotADirectoryError) and os.path.isfile(name):
        return FileError(f"{shown_name(name)}: expected a folder, got a file")
    if isinstance(error, FileNotFoundError | NotADirectoryError | ValueError):
        detail = f"There is no file or folder '{printable(name)}'."
        return NoFileError(f"Could not find file\n{detail} {hint}".rstrip())
    if isinstance(error, IsADirectoryError):
        return FileError(f"{shown_name(name)}: expected a file, got a folder")
    return FileError(f"{shown_name(name)}: cannot be read: {error.strerror}")


def refuse_pipe(path: str | os.PathLike[str]) -> None:
    """Raise FileError for a pipe or a device: whoever opens or reads it may wait for ever.

    The pipe of a command, which bash writes as `<(command)`, is open already, and refused nowhere:
    on Linux its path `/dev/fd/63` leads to no file, on a Mac to itself.

    >>> refuse_pipe("/dev/null")
    Traceback (most recent call last):
    poker_table.files.text.FileError: /dev/null: expected a file, got a pipe or a device
    """
    file = os.path.realpath(path) if os.path.exists(path) else ""
    is_special = os.path.exists(file) and not (os.path.isfile(file) or os.path.isdir(file))
    if is_special and not file.startswith("/dev/fd/"):
        raise FileError(f"{printable(os.fspath(path))}: expected a file, got a pipe or a device")


def paths_in_folder(folder: str) -> list[str]:
    """Return the paths of what is in a folder, sorted, without hidden files. Raises FileError."""
    try:
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        raise read_error(folder, error) from None
    return [os.path.join(folder, name) for name in names]


def read_text(name: str, expected: str, most_bytes: int) -> str:
    """Return the text of a file, or of standard input for the name "-".

    Raises FileError if the file cannot be read, is not in UTF-8, or has more than `most_bytes`
    bytes. Stops reading one byte after that limit, because a pipe may never end. `expected`
    describes the expected content in the message.
    """
    with open_binary(name) as file:
        data = read_bytes(file.read, most_bytes + 1, name)
    if len(data) > most_bytes:
        problem = f"expected {expected}, got more than {most_bytes} bytes"
        raise FileError(f"{shown_name(name)}: {problem}")
    return decode_text(data.removeprefix(BYTE_ORDER_MARK), bytes.decode, name)


def package_text(name: str) -> str:
    """Return the text of a file of this package, such as "lesson/lesson.js"."""
    with open(os.path.join(PACKAGE, name), encoding="utf-8") as file:
        return file.read()


def open_binary(name: str, hint: str = "") -> BufferedReader:
    """Open a file, or standard input for the name "-". Raises FileError with the hint."""
    path: int | str = 0 if name == STANDARD_INPUT else name
    if path:
        refuse_pipe(name)
    try:
        return open(path, "rb", closefd=path != 0)
    except (OSError, ValueError) as error:
        raise read_error(name, error, hint) from None


def read_bytes(read: Callable[[int], bytes], count: int, name: str) -> bytes:
    """Return the bytes that a method of an open file reads. Raises FileError."""
    try:
        return read(count)
    except OSError as error:
        raise read_error(name, error) from None


def decode_text(
    data: bytes, decode: Callable[[bytes], str], name: str, line: int = 1, first: bool = True
) -> str:
    """Return bytes, which begin on the given line, as text. Raises FileError if not in UTF-8.

    The `first` bytes of a file also show if it is in UTF-16.
    """
    name = shown_name(name)
    # UTF-16 without a byte order mark has a zero byte in every ASCII character.
    if first and (data.startswith(UTF_16_MARKS) or 0 in data[:2]):
        raise FileError(f"{name}: expected text in UTF-8, got UTF-16: save it as UTF-8")
    try:
        return decode(data)
    except UnicodeDecodeError as error:
        line += error.object[: error.start].count(b"\n")
        got = f"got byte 0x{error.object[error.start]:02x}"
        raise FileError(f"{name}:{line}: expected text in UTF-8, {got}") from None
