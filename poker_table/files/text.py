"""Text from a file or standard input, whole or line by line."""

from __future__ import annotations

import os
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from io import BufferedReader, IncrementalNewlineDecoder

from poker_table.game.errors import FileError, NoFileError, printable, quoted

STANDARD_INPUT = "-"
COMMENT = "#"  # begins one, in decks and in hands
SEPARATOR = ";"  # between the hands of a line
HAND_EXAMPLE = "A hand is written as '7H 9D 9H 9S TS'."
LONGEST_NAME = 4096  # characters; no path is longer
CHUNK = 64 * 1024  # bytes
LONGEST_LINE = 64 * 1024  # characters; ten hands of 52 cards are a tenth of it
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # what some editors put in front of UTF-8
UTF_16_MARKS = b"\xff\xfe", b"\xfe\xff"


def shown_name(name: str) -> str:
    """Return a file's name as it stands in messages."""
    return "standard input" if name == STANDARD_INPUT else printable(name)


def can_encode(encoding: str | None, text: str) -> bool:
    """Return whether an encoding has every character of a text."""
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def read_error(name: str, error: OSError | ValueError, hint: str = "") -> FileError:
    """Return the error that says why a file cannot be read; ValueError is for a zero in its name.

    The hint is added where there is no such file.

    >>> print(read_error("mine.txt", FileNotFoundError()))
    Could not find file
    There is no file or folder 'mine.txt'.
    """
    if isinstance(error, FileNotFoundError | NotADirectoryError | ValueError):
        there_is = f"There is no file or folder {quoted(name, LONGEST_NAME)}."
        return NoFileError(f"Could not find file\n{there_is} {hint}".rstrip())
    if isinstance(error, IsADirectoryError):
        return FileError(f"{shown_name(name)}: expected a file, got a folder")
    return FileError(f"{shown_name(name)}: cannot be read: {error.strerror}")


def names_in_folder(folder: str) -> list[str]:
    """Return the sorted names in a folder but for hidden ones. Raises FileError if it is none."""
    try:
        return sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        raise read_error(folder, error) from None


def read_text(name: str, what: str, longest: int) -> str:
    """Return the text of a file, or, for "-", of standard input; `what` says what was expected.

    Raises FileError, with the line, if the file cannot be read, is no text in UTF-8, or has more
    than the longest number of bytes: no more are read, as a pipe may never end.
    """
    with _opened(name) as file:
        data = _read(file.read, longest + 1, name)
    if len(data) > longest:
        raise FileError(f"{shown_name(name)}: expected {what}, got more than {longest} bytes")
    return _decoded(data.removeprefix(BYTE_ORDER_MARK), bytes.decode, name)


def read_lines(name: str, before_waiting: Callable[[], None] = lambda: None) -> Iterator[str]:
    """Yield the lines of a file, or, for "-", of standard input, without their ends.

    `before_waiting` is called before every read: what has been worked out by then can be shown.
    Memory is constant. Raises FileError, with the line, if the file cannot be read, is no text in
    UTF-8, or has a line of more than 65,536 characters.
    """
    decoder = IncrementalNewlineDecoder(getincrementaldecoder("utf-8-sig")(), translate=True)
    number, rest, more = 1, "", True
    with _opened(name, HAND_EXAMPLE) as file:
        while more:
            before_waiting()
            chunk = _read(file.read1, CHUNK, name)  # what there is: a pipe may be slow
            more = bool(chunk)
            text = _decoded(chunk, lambda data: decoder.decode(data, final=not data), name, number)
            *lines, rest = (rest + text).split("\n")
            number += len(lines)
            if len(rest) > LONGEST_LINE:
                got = f"got a line of more than {LONGEST_LINE} characters"
                raise FileError(f"{shown_name(name)}:{number}: expected a hand, {got}")
            yield from lines
    if rest:
        yield rest


def _opened(name: str, hint: str = "") -> BufferedReader:
    path: int | str = 0 if name == STANDARD_INPUT else name
    try:
        return open(path, "rb", closefd=path != 0)
    except (OSError, ValueError) as error:
        raise read_error(name, error, hint) from None


def _read(read: Callable[[int], bytes], count: int, name: str) -> bytes:
    try:
        return read(count)
    except OSError as error:
        raise read_error(name, error) from None


def _decoded(data: bytes, decode: Callable[[bytes], str], name: str, line: int = 1) -> str:
    """Return bytes that begin on a line as text. Raises FileError if they are none in UTF-8."""
    name = shown_name(name)
    # Without its mark, UTF-16 has a zero beside every plain letter.
    if line == 1 and (data.startswith(UTF_16_MARKS) or 0 in data[:2]):
        raise FileError(f"{name}: expected text in UTF-8, got UTF-16: save it as UTF-8")
    try:
        return decode(data)
    except UnicodeDecodeError as error:
        line += error.object[: error.start].count(b"\n")
        got = f"got byte 0x{error.object[error.start]:02x}"
        raise FileError(f"{name}:{line}: expected text in UTF-8, {got}") from None
