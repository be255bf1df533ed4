"""The decks of a letter's examples, as files beside it: each with the output that is expected."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from poker_table.files.deck_file import bundled_decks, bundled_path, format_deck, read_deck
from poker_table.files.whole_file import write_whole
from poker_table.game.errors import PokerTableError
from poker_table.game.table import Showdown, deal
from poker_table.grading.judging.faults import NOT_READ, Fault
from poker_table.grading.judging.rubric import OTHER_RUNS
from poker_table.grading.sheet import Sheet
from poker_table.order.composed import composed_deck

_COMPOSED = re.compile(r"--seed (\d+) --composed (\d+)")  # the options that compose the deck


def deck_title(deck: str) -> str:
    """Return the name of a deck in a sentence, without the folder of a marker's own.

    >>> deck_title("--seed 14593245457518154945 --composed 4"), deck_title("three.txt")
    ('composed deck 4', 'three.txt')
    >>> deck_title("/home/marker/exam/secret.txt")
    'secret.txt'
    """
    match = _COMPOSED.fullmatch(deck)
    return f"composed deck {match[2]}" if match else os.path.basename(deck)


def deck_files(deck: str) -> tuple[str, str]:
    """Return the names of the two files of a deck: the deck, and the output that is expected.

    Two decks of one folder have different ones.

    >>> deck_files("--seed 1 --composed 4"), deck_files("my decks/three.txt")[0]
    (('composed-4.txt', 'composed-4-expected.txt'), 'three-own.txt')
    """
    name = Path(deck).name
    stem = re.sub(r"[^\w-]", "-", name.removesuffix(".txt"))[:40]
    if match := _COMPOSED.fullmatch(deck):
        stem = f"composed-{match[2]}"
    elif deck not in bundled_decks():  # one of the marker's, even if it has the same name
        digest = sha256(os.fsencode(name)).hexdigest()[:8]
        stem += "-own" if name == f"{stem}.txt" else f"-own-{digest}"
    return f"{stem}.txt", f"{stem}-expected.txt"


def has_deck_files(fault: Fault) -> bool:
    """Return whether a fault shows on a deck that the student can try."""
    is_deck = bool(fault.deck) and fault.deck not in OTHER_RUNS.values()
    return is_deck and fault.name != NOT_READ


def write_deck_files(sheet: Sheet, folder: Path) -> None:
    """Write the decks of a letter's examples, and what is expected."""
    examples = [finding.example for finding in sheet.findings]
    for name in dict.fromkeys(fault.deck for fault in examples if has_deck_files(fault)):
        with suppress(PokerTableError):  # a deck of the marker's own that is gone
            match = _COMPOSED.fullmatch(name)
            path = bundled_path(name) if name in bundled_decks() else name
            deck = composed_deck(int(match[1]), int(match[2])) if match else read_deck(path)
            texts = format_deck(deck), f"{Showdown(deal(deck))}\n"
            for file, text in zip(deck_files(name), texts, strict=True):
                write_whole(str(folder / file), text, force=True)
