"""Guesses which command line somebody meant by an unknown word or option."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from glob import glob

from poker_table.cli.commands import COMMANDS
from poker_table.cli.output import FORM_OF_SUFFIX, FORMS
from poker_table.files.deck_file import bundled_decks
from poker_table.game.errors import printable
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rules import HAND_SIZE
from poker_table.hands.in_a_line import SEPARATOR, hands_in

SIMILAR = 0.7  # a cutoff: help and wheel are less similar, thre and three more
PAGES = ".html", ".svg", ".pdf", ".png"
PROGRAMS = ".py", ".java", ".class", ".jar", ".c", ".cc", ".cpp", ".exe", ".out"
#: What looks like a card, even if it is none: the command will say which one is wrong.
CARD = re.compile(r"(?i)((10|[0-9TJQKA])[CDHS♣♦♥♠]|[CDHS](10|[0-9TJQKA]))[\s,]*")


def guess_by_words(words: Sequence[str], options: Collection[str]) -> str:
    """Return a sentence with the command line that was meant by words that name no deck, or "".

    >>> guess_by_words(["4"], [])
    'Did you mean `poker-table --players 4`?'
    """
    name, suffix = words[0], os.path.splitext(words[0])[1].lower()
    if name.isdecimal():
        option = "--players" if 1 <= int(name) <= MOST_PLAYERS else "--seed"
        return f"Did you mean `poker-table {option} {int(name)}`?"
    for cards in words, words[1:]:  # perhaps after a word that says what to do with them
        hands = [hand.strip() for hand in hands_in(" ".join(cards))]
        if all(hands) and not any(CARD.sub("", hand) for hand in hands):
            several = "compare" if len(hands) > 1 else "evaluate"
            few = min(len(CARD.findall(hand)) for hand in hands) < HAND_SIZE
            line = shlex.join([("chances" if few else several), f" {SEPARATOR} ".join(hands)])
            return f"Did you mean `poker-table {line}`?"
    if suffix in PAGES:
        return f"A page is written by `poker-table three.txt --export {shlex.quote(name)}`."
    if suffix in PROGRAMS:
        return f"A program is graded by `poker-table grade {shlex.quote(name)}`."
    return guess_by_name(name, command=COMMANDS, option=options)


def guess_by_option(option: str, options: Collection[str]) -> str:
    """Return a sentence with the option that was meant by an unknown one, or "".

    >>> guess_by_option("--plain", ["--format"]), guess_by_option("--versoin", ["--version"])
    ('Did you mean --format plain?', 'Did you mean --version?')
    """
    name = _stem(option)
    if name in FORMS and "--format" in options:
        page = f"--export FILE.{name} or " * (f".{name}" in FORM_OF_SUFFIX)
        return f"Did you mean {page}--format {name}?"
    stems = {_stem(other): other for other in options}
    begun = [stem for stem in stems if stem[:1] == name]
    similar = [stems[stem] for stem in begun or get_close_matches(name, stems, 1, SIMILAR)]
    return f"Did you mean {' or '.join(similar)}?" if similar else ""


def guess_by_name(name: str, **others: Collection[str]) -> str:
    """Return a question that names the most similar file, bundled deck and others, or ""."""
    similar = []
    files = [path for path in glob("*") if os.path.isfile(path)]
    for kind, names in {"file": files, "bundled deck": bundled_decks(), **others}.items():
        if name in names:
            return ""  # it is not what is wrong
        stems = {_stem(other): other for other in names}
        matches = get_close_matches(_stem(name), stems, 1, SIMILAR)
        similar += [f"the {kind} {printable(stems[match])}" for match in matches]
    return f"Did you mean {' or '.join(similar)}?" if similar else ""


def _stem(name: str) -> str:
    """Return a name without what says nothing about the similarity of names."""
    return os.path.splitext(name)[0].lower().lstrip("-/")
