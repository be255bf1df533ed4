"""Guesses which command line somebody meant by an unknown word or option."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from glob import glob

from poker_table.cli.commands import COMMANDS
from poker_table.files.deck_file import bundled_decks
from poker_table.game.cards import parse_cards
from poker_table.game.errors import CardError, printable
from poker_table.game.players import MOST_PLAYERS
from poker_table.hands.in_a_line import SEPARATOR, hands_in

# Cutoffs of the similarity of two words.
SIMILAR = 0.7  # help and wheel are less similar, thre and three more
VERY_SIMILAR = 0.8  # quit and quiz are less similar, exlpain and explain more
# The start-up file of a shell has no virtual environment on its PATH.
REGISTER = os.path.join(os.path.dirname(sys.executable), "register-python-argcomplete")
COMPLETION = (
    f'eval "$({shlex.quote(REGISTER)} poker-table)"'
    if os.path.exists(REGISTER)
    else "pip install 'poker-table[completion]'"
)
PAGES = ".html", ".svg", ".pdf", ".png"
PROGRAMS = ".py", ".java", ".class", ".jar", ".c", ".cc", ".cpp", ".exe", ".out"
#: Words that people type in place of a deck or a command, and the command line that they mean.
WORDS = {
    "play start run game new random shuffle table poker sort": "poker-table",
    "demo tutorial step steps show walk": "poker-table --step",
    "quiz learn train exercise exercises practise": "poker-table practice",
    "ask question questions": "poker-table --ask",
    "lesson class teach teacher lecture page html web browser slides":
        "poker-table three.txt --export lesson.html",
    "explain why how": "poker-table three.txt --explain",
    "rules ranking rankings types what": "poker-table every-hand-type.txt --explain",
    "royal": "poker-table straight-flushes.txt",
    "present serve server vote gui live phone phones students": "poker-table present three.txt",
    "players hands": "poker-table --players 4",
    "seed": "poker-table --seed 7",
    "list ls dir deck files all": "poker-table decks",
    "make order": "poker-table decks make '3: pair of aces'",
    "eval hand rank value values type score cards card base base13 base-13 base-thirteen ace king "
    "queen jack": "poker-table evaluate '7H 9D 9H 9S TS'",
    "vs versus against winner wins who comp tie ties draw split":
        "poker-table compare 'Ac Ad Kh 9s 8s ; Ah As Qc Jc Tc'",
    "odds equity probability probabilities holdem texas prob win":
        "poker-table chances 'As Ac ; Kh Kd'",
    "sim bench benchmark bulk statistics stats deals": "poker-table simulate",
    "mark check judge student autograder diff expected output homework assignment submission "
    "submissions": "poker-table grade ./PokerEval",
    "test tests mutant mutation coverage": "poker-table mutants tests.txt",
    "options usage commands man info docs examples ? h help hilfe aide ayuda readme":
        "poker-table --help",
    "completion completions complete install": COMPLETION,
}  # fmt: skip
#: Options that do not exist, and the replacement. Braces hold a value to use if none is given.
OPTIONS = {
    "-n -p --player --num-players --seats --hands --number": "--players {4}",
    "--html --page --lesson --web --output -o --out": "--export {table.html}",
    "--svg --image --picture --png --pdf": "--export table.svg",
    "--json": "--format json",
    "--csv": "--format csv",
    "--text --txt --ascii --raw --plain --no-color --no-colour": "--format plain",
    "--list --decks -l": "poker-table decks",
    "--speed --slow --auto --wait --pause": "--step --delay {2}",
    "--interactive -i --demo --play --walk": "--step",
    "--quiz --learn --train --practice --practise": "poker-table practice",
    "--question --questions": "--ask",
    "--why --verbose --details -e": "--explain",
    "--deals --simulate --sim --times --trials --runs --games": "poker-table simulate {1000000}",
    "--random --shuffle -r -s": "--seed {7}",
    "--file --deck --input -f -d": "poker-table {three.txt}",
    "--threads --jobs -j --cores --parallel": "--workers {2}",
    "--grade --mark": "poker-table grade {./PokerEval}",
    "--chances --odds --equity": "poker-table chances 'As Ac ; Kh Kd'",
    "--usage --examples -? --commands -help --hilfe --aide": "--help",
    "--completion --install-completion --show-completion": COMPLETION,
    "-v -V": "--version",
    "-q --silent --quiet": "--quiet",
    "-y --overwrite": "--force",
}  # fmt: skip
THEME_OPTIONS = "--dark", "--light", "--color", "--colour", "--theme"
#: Five or more words that look like cards, even if they are none: 1H 2H 3H 4H 5H, H10 DJ CQ SK HA.
CARD_LIKE = re.compile(r"((\w{2}|10\w|\w10)[\s,;]+){4,}(\w{2}|10\w|\w10)", re.ASCII)
NO_THEMES = "Cards look the same on a dark and on a light background: leave the option out."


def guess_by_words(words: Sequence[str]) -> str:
    """Return a sentence with the command line that was meant by words that name no deck, or "".

    >>> guess_by_words(["4"])
    'Did you mean `poker-table --players 4`?'
    """
    name, rest = words[0], [SEPARATOR if hands_in(w) == ["", ""] else w for w in words[1:]]
    command_line = _look_up(WORDS, "".join(name.lower().strip("/").split()[:1]))
    if name in map(str, range(1, MOST_PLAYERS + 1)):
        return f"Did you mean `poker-table --players {name}`?"
    if name.isdecimal():
        return f"Did you mean `poker-table --seed {name}`?"
    cards = rest if command_line and _are_cards(rest) else [name, *rest]
    if _are_cards(cards):
        hands = shlex.quote(" ".join(cards))
        command = "compare" if SEPARATOR in hands else "evaluate"
        return f"Did you mean `poker-table {command} {hands}`?"
    ending = os.path.splitext(name)[1].lower()
    if ending in PAGES:
        return f"A page is written by `poker-table three.txt --export {shlex.quote(name)}`."
    if ending in PROGRAMS:
        return f"A program is graded by `poker-table grade {shlex.quote(name)}`."
    if command_line:
        return f"Did you mean `{command_line}`?"
    if rest and (similar := get_close_matches(name.lower(), COMMANDS, 1, VERY_SIMILAR)):
        return f"Did you mean the command {similar[0]}?"
    return _similar_names(" ".join(words)) if not rest or all(map(str.isalpha, words)) else ""


def guess_by_option(prog: str, args: Sequence[str], option: str, names: Collection[str]) -> str:
    """Return a sentence with the option or command line meant by an unknown option, or "".

    `names` are the arguments that the command `prog` has.

    >>> guess_by_option("poker-table", ["-n", "4"], "-n", ["--players"])
    'Did you mean `poker-table --players 4`?'
    """
    name, _, value = option.partition("=")
    after = args[args.index(option) + 1 :]
    value = value or next((word for word in after[:1] if not word.startswith("-")), "")
    if name in THEME_OPTIONS:
        return NO_THEMES
    if name == "-n" and value.isdecimal() and int(value) > MOST_PLAYERS:
        name = "--deals"
    guess = re.sub(r"\{(.*)\}", lambda example: value or example[1], _look_up(OPTIONS, name))
    if guess == "--quiet" and guess not in names:
        guess = "--format plain"
    if guess.startswith("-"):
        guess = f"{prog if guess.split()[0] in names else 'poker-table'} {guess}"
    if guess:
        return f"Did you mean `{guess}`?"
    options = [other for other in names if other.startswith("-")]
    similar = get_close_matches(name, options, 1, SIMILAR)
    return f"Did you mean {similar[0]}?" if similar else ""


def command_first(args: Sequence[str]) -> str:
    """Return a sentence that shows the command before its options, or "" without a command.

    >>> command_first(["--explain", "evaluate", "7H 9D 9H 9S TS"])
    "a command comes before its options: poker-table evaluate '7H 9D 9H 9S TS' --explain"
    """
    for index, word in enumerate(args):
        if word in COMMANDS:
            line = shlex.join(["poker-table", word, *args[index + 1 :], *args[:index]])
            return f"a command comes before its options: {line}"
    return ""


def _are_cards(words: Sequence[str]) -> bool:
    text = " ".join(words).replace(SEPARATOR, " ")
    try:
        return bool(parse_cards(text))
    except CardError:
        return bool(CARD_LIKE.fullmatch(text))  # `evaluate` will say which card is wrong


def _look_up(entries: dict[str, str], word: str) -> str:
    """Return the value of the first key that contains the word, or ""."""
    return next((value for key, value in entries.items() if word in key.split()), "")


def _similar_names(name: str) -> str:
    """Return a question that names the most similar file, bundled deck and command, or ""."""
    similar, files = [], filter(os.path.isfile, glob("*"))
    for kind, names in ("file", files), ("bundled deck", bundled_decks()), ("command", COMMANDS):
        stems = {_stem(other): other for other in names}
        matches = get_close_matches(_stem(name), stems, n=1, cutoff=SIMILAR)
        similar += [f"the {kind} {printable(stems[match])}" for match in matches]
    if not similar:  # perhaps one of WORDS, mistyped after its first letter
        words = [word for word in " ".join(WORDS).split() if word[0] == name[:1].lower()]
        matches = get_close_matches(name.lower(), words, n=1, cutoff=VERY_SIMILAR)
        similar = [f"`{_look_up(WORDS, match)}`" for match in matches]
    return f"Did you mean {' or '.join(similar)}?" if similar else ""


def _stem(name: str) -> str:
    """Return a name without its suffix, which says nothing about the similarity of names."""
    return os.path.splitext(name)[0].lower()
