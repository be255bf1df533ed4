"""The lines of a text file or of standard input, one after another, in constant memory."""

from __future__ import annotations

from codecs import getincrementaldecoder
from io import IncrementalNewlineDecoder

from poker_table.deck_file import STANDARD_INPUT
from poker_table.errors import RoundError, printable, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader

CHUNK = 64 * 1024  # bytes
LONGEST_LINE = 64 * 1024  # characters; ten hands of 52 cards are a tenth of it


def shown_name(name: str) -> str:
    """Return a file's name as it stands in messages."""
    return "standard input" if name == STANDARD_INPUT else printable(name)


def text_lines(name: str, before_waiting: Callable[[], None] = lambda: None) -> Iterator[list[str]]:
    """Yield the lines of a file, or, for "-", of standard input, in batches, without their ends.

    `before_waiting` is called before every read: what has been worked out by then can be shown.
    Raises RoundError, with the line, if the file cannot be read, is no text in UTF-8, or has a
    line of more than 65,536 characters.
    """
    shown = shown_name(name)
    decoder = IncrementalNewlineDecoder(getincrementaldecoder("utf-8-sig")(), translate=True)
    number, rest, more = 1, "", True
    with _opened(name, shown) as file:
        while more:
            before_waiting()
            chunk = _read(file, shown)
            more = bool(chunk)
            *lines, rest = (rest + _decoded(decoder, chunk, shown, number)).split("\n")
            number += len(lines)
            if len(rest) > LONGEST_LINE:
                raise RoundError(f"{shown}:{number}: expected a hand, got an endless line")
            yield lines
    if rest:
        yield [rest]


def _opened(name: str, shown: str) -> BufferedReader:
    path: int | str = 0 if name == STANDARD_INPUT else name
    try:
        return open(path, "rb", closefd=path != 0)
    except FileNotFoundError:
        hint = f"There is no file {quoted(name)}, and a hand is written as '7H 9D 9H 9S TS'."
        raise RoundError(f"Could not find file\n{hint}") from None
    except IsADirectoryError:
        raise RoundError(f"{shown}: expected a file of hands, got a folder") from None
    except (OSError, ValueError) as error:  # the latter for a zero character in the name
        reason = getattr(error, "strerror", error)
        raise RoundError(f"{shown}: cannot be read: {reason}") from None


def _read(file: BufferedReader, shown: str) -> bytes:
    try:
        return file.read1(CHUNK)  # what there is: a pipe may be slow
    except OSError as error:
        raise RoundError(f"{shown}: cannot be read: {error.strerror}") from None


def _decoded(decoder: IncrementalNewlineDecoder, chunk: bytes, shown: str, number: int) -> str:
    if number == 1 and chunk[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise RoundError(f"{shown}: expected text in UTF-8, got UTF-16: save it as UTF-8")
    try:
        return decoder.decode(chunk, final=not chunk)
    except UnicodeDecodeError as error:
        line = number + error.object[: error.start].count(b"\n")
        byte = error.object[error.start]
        raise RoundError(f"{shown}:{line}: expected text in UTF-8, got byte 0x{byte:02x}") from None
