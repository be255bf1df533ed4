"""Reading hands line by line, from a file or from a command that is still writing them."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from io import IncrementalNewlineDecoder

from poker_table.files.errors import FileError
from poker_table.files.text import decode_text, open_binary, read_bytes, shown_name

HAND_EXAMPLE = "A hand is written as '7H 9D 9H 9S TS'."
TEST_EXAMPLE = "A test is a line of two hands: '7H 9D 9H 9S TS ; AH AD 6S 5S 3D'."
CHUNK = 64 * 1024  # bytes
LONGEST_LINE = 64 * 1024  # characters: ten times as many as ten hands of 52 cards


def read_lines(
    name: str, before_read: Callable[[], None] = lambda: None, example: str = HAND_EXAMPLE
) -> Iterator[str]:
    """Yield the lines of a file, or of standard input for the name "-", without line endings.

    Calls `before_read` before every read, which may block; the caller can show its progress there.
    If there is no such file, the error shows the `example` of what could be typed instead.
    Memory use is constant. Raises FileError if the file cannot be read, is not in UTF-8, or has a
    line of more than 65,536 characters.
    """
    decoder = IncrementalNewlineDecoder(getincrementaldecoder("utf-8-sig")(), translate=True)
    number, incomplete_line, at_end = 1, "", False
    with open_binary(name, example) as file:
        while not at_end:
            before_read()
            chunk = read_bytes(file.read1, CHUNK, name)  # read1 returns what a pipe has so far
            at_end = not chunk
            text = decode_text(
                chunk, lambda data: decoder.decode(data, final=not data), name, number
            )
            *lines, incomplete_line = (incomplete_line + text).split("\n")
            number += len(lines)
            if len(incomplete_line) > LONGEST_LINE:
                got = f"got a line of more than {LONGEST_LINE} characters"
                raise FileError(f"{shown_name(name)}:{number}: expected a hand, {got}")
            yield from lines
    if incomplete_line:
        yield incomplete_line
