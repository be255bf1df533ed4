"""Deck files: both formats read and written, every kind of invalid file, and bundled decks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import CLONE, SIGNS, error_of, needs_source

from poker_table.cli.commands.decks import copy_bundled_decks
from poker_table.files import text as text_file
from poker_table.files.deck_file import (
    bundled_decks,
    bundled_path,
    format_deck,
    parse_deck,
    read_deck,
)
from poker_table.files.text import FileError, NoFileError
from poker_table.game.cards import CARDS
from poker_table.game.deck import Deck
from poker_table.game.errors import DeckError
from poker_table.game.players import DeckForPlayers
from poker_table.game.table import deal

IN_ORDER = Deck()
NUMBERS = format_deck(IN_ORDER).split()
NOTATION = format_deck(IN_ORDER, notation=True).split()


def numbers(**changed: str) -> str:
    """Return the deck in order, one card per line, with words changed: c31s is card 31's suit."""
    words = NUMBERS.copy()
    for name, word in changed.items():
        words[2 * int(name[1:-1]) - (2 if name[-1] == "r" else 1)] = word
    return "\n".join(" ".join(words[i : i + 2]) for i in range(0, len(words), 2))


def test_cards_are_read_as_everywhere():
    names = {"AS": "🂡", "TH": "ten of hearts", "KC": "'KC'", "2C": "[2C", "QD": "Q♢"}
    deck = parse_deck(" ".join(names.get(str(card), str(card)) for card in CARDS))
    assert deck.cards == CARDS


def ending_in(word: str, gap: str = " ") -> str:
    return gap.join([*NOTATION[:51], word])


@given(st.permutations(CARDS), st.integers(50, 52), st.booleans())
def test_a_written_deck_is_read_back(cards, size, notation):
    deck = Deck(cards[:size])
    assert parse_deck(format_deck(deck, notation)).cards == deck.cards


NO_RANK = "expected a rank from 0 to 12, a whole number"
NO_SUIT = "expected a suit from 0 to 3, a whole number"


@pytest.mark.parametrize(
    "text",
    [
        " ".join(NUMBERS),
        "\r\n".join(NUMBERS) + "\r\n\r\n",
        "\ufeff# mine\n" + "\t".join(NUMBERS) + " # the end, 8 2",
        ",".join(NUMBERS),
        " ".join(NOTATION),
        "\r".join(NOTATION).lower(),
        ", ".join(NOTATION).replace("T", "10"),
        " ".join(NOTATION).replace("T", "0"),
        "\n".join(f"{card.rank.letter}{card.suit.symbol}\ufe0f # {card}" for card in CARDS),
    ],
)
def test_formats_and_their_variations(text, tmp_path):
    path = tmp_path / "deck.txt"
    path.write_bytes(text.encode())
    assert read_deck(str(path)).cards == read_deck(path).cards == CARDS


def test_one_turn_per_line_is_written():
    assert format_deck(IN_ORDER).startswith("0 0  0 1  0 2  0 3  1 0  1 1  1 2  1 3  2 0  2 1\n")
    assert format_deck(IN_ORDER, notation=True).endswith("\nAH AS\n")


def made_for(deck: Deck) -> int | None:
    return deck.players if isinstance(deck, DeckForPlayers) else None


def laid_out(*lengths: int, words: list[str] = NOTATION) -> str:
    remaining = iter(words)
    return "\n".join(" ".join(next(remaining) for _ in range(length)) for length in lengths)


@pytest.mark.parametrize("players", range(1, 10))
@pytest.mark.parametrize("notation", [False, True])
@pytest.mark.parametrize("cards", [50, 52])
def test_five_equal_lines_and_a_sixth_show_the_number_of_players(players, notation, cards):
    text = format_deck(DeckForPlayers(CARDS[:cards], players), notation)
    assert [line.count(" ") // (1 if notation else 3) for line in text.splitlines()] == [
        *[players - 1] * 5, cards - 5 * players - 1
    ]  # fmt: skip
    for ends in "\n", "\r\n", "\r", "\n\n", " \n  ", " # of a turn\n":
        deck = parse_deck(text.replace("\n", ends))
        assert (made_for(deck), len(deal(deck))) == (players, players)


@pytest.mark.parametrize(
    "text",
    [
        format_deck(IN_ORDER),
        laid_out(52),
        laid_out(*[1] * 52),
        laid_out(4, 4, 4, 4, 36),
        laid_out(4, 4, 4, 4, 4, 16, 16),
        laid_out(4, 4, 4, 4, 4, 4, 28),
        laid_out(4, 4, 4, 4, 5, 31),
        laid_out(5, 4, 4, 4, 4, 31),
        laid_out(*[10] * 5, 2),
        laid_out(*[9] * 5, 59, words=NUMBERS),  # four cards and a half
        laid_out(*[20] * 5, 4, words=NUMBERS),
    ],
)
def test_any_other_layout_leaves_the_players_unknown_and_deals_to_ten(text):
    deck = parse_deck(text)
    assert (made_for(deck), len(deal(deck))) == (None, 10)


@pytest.mark.parametrize(
    ("comment", "players"),
    [
        ("# players: 4", 4), ("#PLAYERS:10 ", 10), ("# players: four", None),
        ("# four players: 4", None), ("# players: 4 or 5", None), ("# players: Ann, Bob", None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("in_front", [True, False])
def test_a_comment_sets_the_number_of_players(comment, players, in_front):
    parts = [comment + "\n", format_deck(IN_ORDER, notation=True)]
    assert made_for(parse_deck("".join(parts if in_front else parts[::-1]))) == players


def test_a_comment_overrides_the_layout_even_after_cards():
    lines = format_deck(DeckForPlayers(players=3), notation=True).splitlines()
    assert made_for(parse_deck("\n".join(lines))) == 3
    assert made_for(parse_deck("\n".join([*lines[:5], f"{lines[5]} # players: 7"]))) == 7


@pytest.mark.parametrize("said", ["0", "11", "9" * 5000])
def test_a_comment_with_an_invalid_number_of_players(said):
    got = f"'{said}'" if len(said) < 40 else f"'{'9' * 40}…'"
    with pytest.raises(DeckError, match=f"^mine.txt:2: expected 1 to 10 players, got {got}$"):
        parse_deck(f"\n# players: {said}\n{' '.join(NOTATION)}", "mine.txt")


def test_two_comments_that_contradict_each_other():
    text = f"# players: 4\n{{}}# players: {{}}\n{' '.join(NOTATION)}".format
    said = error_of(DeckError, parse_deck, text("\n", 5), "mine.txt")
    assert said == "mine.txt:3: expected `# players: 4` again, got '5'"
    assert made_for(parse_deck(text("", 4))) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "mine.txt: expected 50 to 52 cards, got none"),
        ("# nothing\n", "mine.txt: expected 50 to 52 cards, got none"),
        (numbers(c31s="7"), "mine.txt:31: card 31: expected a suit from 0 to 3, got 7"),
        (numbers(c1r="13"), "mine.txt:1: card 1: expected a rank from 0 to 12, got 13"),
        (numbers(c52r="-1"), "mine.txt:52: card 52: expected a rank from 0 to 12, got -1"),
        (numbers(c2r="KC"), f"mine.txt:2: card 2: {NO_RANK}, got 'KC'"),
        (numbers(c2s="1.5"), f"mine.txt:2: card 2: {NO_SUIT}, got '1.5'"),
        (numbers(c2r="+-5"), f"mine.txt:2: card 2: {NO_RANK}, got '+-5'"),
        (numbers(c2s="٣"), f"mine.txt:2: card 2: {NO_SUIT}, got '٣'"),
        (numbers(c2s="1_0"), f"mine.txt:2: card 2: {NO_SUIT}, got '1_0'"),
        (numbers(c2s="9" * 5000), f"mine.txt:2: card 2: {NO_SUIT}, got '{'9' * 40}…'"),
        ("9", "mine.txt: expected two numbers for each card, got 1 number:"
              " card 1 (line 1) has no suit"),
        (" ".join(NUMBERS[:99]), "mine.txt: expected two numbers for each card, got 99 numbers:"
                                 " card 50 (line 1) has no suit"),
        ("\n".join([*NUMBERS[:3], "9", *NUMBERS[4:]]),
         "mine.txt:4: card 2: expected a suit from 0 to 3, got 9"),
        (" ".join([*NUMBERS[:2], "x", *NUMBERS[2:]]), f"mine.txt:1: card 2: {NO_RANK}, got 'x'"),
        (" ".join(NUMBERS[:98]), "mine.txt: expected 50 to 52 cards, got 49"),
        (" ".join(NUMBERS + NUMBERS[:2]), "mine.txt: expected 50 to 52 cards, got 53"),
        (numbers(c37r="3", c37s="2", c4r="3", c4s="2", c15r="9", c15s="0"),
         "mine.txt: 5H appears twice (cards 4 and 37)"),
        (ending_in("AX"), "mine.txt:1: card 52: expected a card such as TH, got 'AX'"),
        (ending_in("[b]", gap="\n"), "mine.txt:52: card 52: expected a card such as TH, got '[b]'"),
        (ending_in("\x1b[2J"), r"mine.txt:1: card 52: expected a card such as TH, got '\x1b[2J'"),
        (ending_in("2c"), "mine.txt: 2C appears twice (cards 1 and 52)"),
    ],
)  # fmt: skip
def test_invalid_decks(text, message):
    assert error_of(DeckError, parse_deck, text, "mine.txt") == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", " expected 50 to 52 cards, got none"),
        (b"13 0 8 2", "1: card 1: expected a rank from 0 to 12, got 13"),
        (b"7 0\n8 \xe9", "2: expected text in UTF-8, got byte 0xe9"),
        ("7 0".encode("utf-16"), " expected text in UTF-8, got UTF-16: save it as UTF-8"),
        ("7 0".encode("utf-16-le"), " expected text in UTF-8, got UTF-16: save it as UTF-8"),
        ("7 0".encode("utf-16-be"), " expected text in UTF-8, got UTF-16: save it as UTF-8"),
        (b"7 0 " * 20_000, " expected a deck of 52 cards, got more than 65536 bytes"),
    ],
)
def test_files_that_are_not_text_or_not_a_deck(data, message, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_bytes(data)
    assert error_of(DeckError, read_deck, path) == f"{path}:{message}"


def test_files_that_cannot_be_read(tmp_path, monkeypatch):
    said = error_of(DeckError, read_deck, str(tmp_path))
    assert said == f"{tmp_path}: expected a file, got a folder"

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "mine.txt"
    path.write_text("7 0")
    path.chmod(0)
    if os.access(path, os.R_OK):  # root may read any file: simulate the error
        monkeypatch.setattr(text_file, "open", refuse, raising=False)
    said = error_of(DeckError, read_deck, str(path))
    assert said == f"{path}: cannot be read: Permission denied"


@pytest.mark.parametrize(
    "name",
    ["nope.txt", "", "a\0b", "no/such.txt", Path("no/such.txt"), "x" * 99, f"{__file__}/x"],
)
def test_a_missing_file(name):
    shown = str(name).replace("\0", r"\x00")
    message = "Could not find file\nThere is no file or bundled deck '{}'.".format
    assert error_of(NoFileError, read_deck, name) == message(shown)
    assert error_of(NoFileError, bundled_path, "../README.md") == message("../README.md")


TEXT = st.text(SIGNS, max_size=60).map(lambda text: text.encode("utf-8", "replace"))


@given(st.binary(max_size=60) | TEXT)
def test_random_bytes_raise_a_deck_error(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "fuzz.txt"
    path.write_bytes(data)
    with pytest.raises(DeckError):
        read_deck(str(path))


WORDS = st.one_of(
    st.sampled_from(NUMBERS), st.sampled_from(NOTATION), st.text(SIGNS, max_size=4), st.just("13")
)


def check_deck_or_error(text: str) -> None:
    try:
        deck = parse_deck(text)
    except DeckError:
        return
    assert 50 <= len(deck.cards) <= 52


@given(st.lists(WORDS, max_size=120), st.sampled_from([" ", "\n", ", ", "\r\n"]))
def test_random_words_are_a_deck_or_raise_a_deck_error(words, gap):
    check_deck_or_error(gap.join(words))


@given(st.data())
def test_a_good_deck_with_one_word_changed(data):
    words = data.draw(st.sampled_from([NUMBERS, NOTATION])).copy()
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(WORDS)
    check_deck_or_error(" ".join(words))


def test_a_file_in_the_current_folder_precedes_a_bundled_deck(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert read_deck("three.txt").cards != CARDS
    Path("three.txt").write_text(format_deck(IN_ORDER))
    assert read_deck("three.txt").cards == CARDS


@needs_source
def test_the_list_of_decks_is_complete():
    files = {path.name for path in (CLONE / "decks").glob("*.txt")}
    assert set(bundled_decks()) == files
    assert "four.txt" not in files
    assert all(text.endswith(".") for text in bundled_decks().values())


@pytest.mark.parametrize("name", bundled_decks())
def test_bundled_decks_are_in_the_courses_numbers(name):
    words = Path(bundled_path(name)).read_text().split()
    assert len(words) == 104
    assert all(word.isdecimal() for word in words)


@needs_source
def test_copying_the_bundled_decks(tmp_path):
    folder = tmp_path / "for" / "class"
    copy_bundled_decks(str(folder))
    copied = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert copied == {path.name: path.read_bytes() for path in (CLONE / "decks").iterdir()}


def test_copying_never_overwrites_a_file(tmp_path):
    (tmp_path / "wheel.txt").write_text("mine")
    said = error_of(FileError, copy_bundled_decks, str(tmp_path))
    assert said == f"{tmp_path}/wheel.txt: exists already; --force replaces it"
    assert [path.name for path in tmp_path.iterdir()] == ["wheel.txt"]
    copy_bundled_decks(str(tmp_path), force=True)
    assert (tmp_path / "wheel.txt").read_text() != "mine"
    said = error_of(FileError, copy_bundled_decks, f"{tmp_path}/wheel.txt/decks")
    assert said == f"{tmp_path}/wheel.txt/decks: cannot be made: Not a directory"
