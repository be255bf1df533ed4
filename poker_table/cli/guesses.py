"""Guesses which command line somebody meant by an unknown word or option."""

import os
import re
import shlex
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from glob import glob

from poker_table.cli.commands import COMMANDS
from poker_table.cli.output import FORM_OF_SUFFIX, FORMS
from poker_table.files.deck_file import bundled_decks
from poker_table.game.errors import printable
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.random import LARGEST_SEED
from poker_table.game.rules import HAND_SIZE
from poker_table.hands.in_a_line import SEPARATOR, hands_in

SIMILAR, SIMILAR_WORDS = 0.7, 0.85  # cutoffs: thre and three are more similar, help and wheel less
FEW = 3
PROGRAMS = ".py", ".java", ".class", ".jar", ".c", ".cc", ".cpp", ".exe", ".out"
COMMAND_OF_SUFFIX = dict.fromkeys((".html", ".svg", ".pdf", ".png"), "three.txt --export")
COMMAND_OF_SUFFIX |= dict.fromkeys(PROGRAMS, "grade")
#: What looks like a card, even if it is none: the command will say which one is wrong.
CARD = re.compile(r"(?i)((10|[0-9TJQKA])[CDHS♣♦♥♠]|[CDHS](10|[0-9TJQKA]))[\s,]*")


def guess_by_words(words: Sequence[str], options: Collection[str]) -> str:
    """Return a question with the command that was meant by words that name no deck, or ""."""
    name, suffix = words[0], os.path.splitext(words[0])[1].lower()
    if len(words) > 1 and os.path.isfile(whole_name := " ".join(words)):
        return _question([f"`poker-table {shlex.quote(whole_name)}`"])
    if re.fullmatch("[0-9]{1,20}", name) and int(name) <= LARGEST_SEED:
        option = "--players" if 1 <= int(name) <= MOST_PLAYERS else "--seed"
        return _question([f"`poker-table {option} {int(name)}`"])
    for cards in words, words[1:]:  # perhaps after a word that says what to do with them
        hands = [hand.strip() for hand in hands_in(" ".join(cards))]
        if all(hands) and not any(CARD.sub("", hand) for hand in hands):
            several = "compare" if len(hands) > 1 else "evaluate"
            few = min(len(CARD.findall(hand)) for hand in hands) < HAND_SIZE
            line = shlex.join(["chances" if few else several, f" {SEPARATOR} ".join(hands)])
            return _question([f"`poker-table {line}`"])
    if suffix in COMMAND_OF_SUFFIX:
        return _question([f"`poker-table {COMMAND_OF_SUFFIX[suffix]} {shlex.quote(name)}`"])
    meant = [f"`poker-table {each}` ({COMMANDS[each]})" for each in _by_words(name, COMMANDS)]
    return guess_by_name(name, command=COMMANDS, option=options) or _question(meant)


def guess_by_option(option: str, options: Mapping[str, str]) -> str:
    """Return a question with the option that was meant by an unknown one, or ""."""
    name = _stem(option)
    if name in FORMS and "--format" in options:
        page = [f"--export FILE.{name}"] if f".{name}" in FORM_OF_SUFFIX else []
        return _question([*page, f"--format {name}"])
    begun = [other for other in options if other.lower()[:3] == f"--{name}"]
    meant = begun or _similar(name, options) or _by_words(name, options)
    return _question([m if m[0] == "-" else f"{m}, without a name before it" for m in meant])


def guess_by_name(name: str, **kinds: Collection[str]) -> str:
    """Return a question with the most similar file, bundled deck and others, or ""."""
    kinds = {"file": [*filter(os.path.isfile, glob("*"))], "bundled deck": bundled_decks(), **kinds}
    if any(name in names for names in kinds.values()):
        return ""  # it is not what is wrong
    similar = {kind: _similar(name, names) for kind, names in kinds.items()}
    meant = [f"the {kind} {printable(n)}" for kind, names in similar.items() for n in names]
    return _question(meant)


def _similar(name: str, names: Collection[str], cutoff: float = SIMILAR) -> list[str]:
    """Return the most similar name, if one is similar, apart from endings and dashes."""
    stems = {_stem(other): other for other in names}
    return [stems[match] for match in get_close_matches(_stem(name), stems, 1, cutoff)]


def _by_words(name: str, lines: Mapping[str, str]) -> list[str]:
    """Return the names whose lines in the help have a word that is almost this name."""
    words = {other: re.findall(r"\w{4,}", line) for other, line in lines.items()}
    found = [other for other in lines if _similar(name, words[other], SIMILAR_WORDS)]
    return found if len(found) <= FEW else []  # a word that many lines have says nothing


def _stem(name: str) -> str:
    return os.path.splitext(name)[0].lower().lstrip("-/")


def _question(meant: Sequence[str]) -> str:
    return f"Did you mean {' or '.join(meant)}?" if meant else ""
