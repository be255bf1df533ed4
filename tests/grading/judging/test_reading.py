"""Reading the output of students' programs: every usual spelling, and never a crash."""

import cProfile
import random
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poker_table.game.cards import CARDS
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.grading.judging.label import type_of_label
from poker_table.grading.judging.reading import MAX_HANDS, MAX_LINES, read_output
from poker_table.grading.running.runner import MAX_JUDGED


def read_line(line: str):
    return next(iter(read_output(line).hands), None)


LAYOUTS = [
    "Player 2 - 7H 9D 9H 9S TS - Three of a Kind",
    "Player  2 -  7H  9D  9H  9S  TS  - Three of a Kind   ",
    "Player 2: 7H, 9D, 9H, 9S and TS - Trips",
    "Player 2 has three of a kind: the seven of hearts, the nine of diamonds, the nine of hearts,"
    " the nine of spades, and the ten of spades",
    "Player 2: 7h, 9d, 9h, 9s, 10s => trips",
    "1. Player 2 | 7♥ 9♦ 9♥ 9♠ 10♠ | Trips",
    "#1 P2: [7♥️ 9♦️ 9♥️ 9♠️ 10♠️] THREE_OF_A_KIND",
    "(2) H7 D9 H9 S9 ST 3 of a kind",
    "Player 2 - 7 H, 9 D, 9 H, 9 S, T S - Three of a Kind",
    "Player 2 H 7 D 9 H 9 S 9 S 10 ThreeOfAKind",
    "Player 2:\t7 of H\t9 of D\t9 of H\t9 of S\t0 of S\tThree of a Kind",
    "Player 2: H of 7 D of 9 H of 9 S of 9 S OF 10 trips",
    "2 7H9D9H9STS Three of a Kind",
    "Three of a Kind - Player 2 - 7H 9D 9H 9S TS",
    "Three of a Kind: 7H 9D 9H 9S TS (player 2)",
    "\x1b[1mPlayer 2\x1b[0m - \x1b[31m7♥\x1b[0m 9♦ 9♥ 9♠ T♠ - Three of a Kind",
    "\x1b[31m[red]\x1b[0m \x1b]0;title\x07Player 2 - 7H 9D 9H 9S TS - Three of a Kind",
    "[bold]Player 2[/bold] - {7H|9D|9H|9S|TS} - Three of a Kind",
    "Player 2 - 7H 9D 9H 9S TS - Three of a Kind (isFlush=False, is_straight = 0)",
    "flush=0 | Player 2 - 7H 9D 9H 9S TS | Three of a Kind | full house: no",
    '{"player": 2, "cards": "7H 9D 9H 9S TS", "type": "Three of a Kind", "flush": false}',
    "Player 2 - 7\x03 9\x04 9\x03 9\x06 T\x06 - Three of a Kind",
    "Player 2 - 9S 7H TS 9H 9D - 7H 9D 9H 9S TS - Three of a Kind",
    "Player 2: 9S 7H TS 9H 9D sorted: 7H 9D 9H 9S TS (Three of a Kind)",
    "Player 2: 7H 9D 9H 9S TS (dealt: 9S 7H TS 9H 9D) Three of a Kind",
]


@pytest.mark.parametrize("line", LAYOUTS)
def test_every_usual_layout_is_read(line):
    (hand,) = read_output(line).hands
    assert hand.player == 2
    assert " ".join(map(str, hand.cards)) == "7H 9D 9H 9S TS"
    assert hand.hand_type is HandType.THREE_OF_A_KIND


@pytest.mark.parametrize(
    "line",
    [
        "Player 3 - 7H 9D - Pair",
        "Player 3 - 7H 9D 9H 9S XS - Pair",
        "Player 3: ???",
        "7H 9D 9H 9S TS - Three of a Kind",
        "Player 3 - 2C 3C 4C 5C \N{KELVIN SIGN}C - Flush",
        "Player 3 - 2C 3C 4C 5C 6\N{LATIN SMALL LETTER LONG S} - High Card",
    ],
)
def test_an_unreadable_line_is_stored(line):
    printed = read_output(f"Player 1 - 2C 3C 4C 5C 6C - Straight Flush\n{line}\n")
    assert len(printed.hands) == 1
    assert printed.unread_lines == [line]


def test_unicodes_playing_cards_are_read():
    """They are looked up by the names that Unicode gives them."""
    names = [f"{card.rank.word} of {card.suit.word}" for card in CARDS]
    characters = [unicodedata.lookup(f"PLAYING CARD {name}") for name in names]
    for start in range(48):
        line = f"Player 2 - {''.join(characters[start : start + 5])} - High Card"
        assert read_line(line).cards == CARDS[start : start + 5]


def test_other_lines_are_stored_separately():
    printed = read_output("Welcome to Poker!\n\nPlayer 1 - 2C 3C 4C 5C 6C - Flush\nBye\n")
    assert printed.other_lines == ["Welcome to Poker!", "Bye"]
    assert printed.unread_lines == []


@pytest.mark.parametrize(
    "place", ["2. ", "2) ", "(2) ", "#2 ", "[2] ", "2: ", "2 | ", "2\t", "\ufeff2."]
)
def test_a_place_before_the_label_is_not_part_of_it(place):
    line = read_line(f"{place}Pair - Player 8 - 3D 5S 6S AD AH")
    assert (line.player, line.hand_type, line.label) == (8, HandType.PAIR, "Pair")
    line = read_line("2 Pair - Player 8 - 3D 3S 6S AD AH")
    assert (line.player, line.hand_type) == (8, HandType.TWO_PAIR)


def test_a_card_twice_in_a_hand_makes_no_hand():
    line = read_line("Player 1 - 2C 2C 4C 5C 6C - Pair")
    assert line.hand is None


@given(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True), st.integers(1, 10))
def test_the_lines_of_poker_table_can_be_read(numbers, player):
    hand = Hand.of([CARDS[number] for number in numbers], player)
    line = read_line(str(hand))
    assert (line.player, line.cards, line.hand_type) == (player, hand.cards, hand.hand_type)


OF_CARDS = "23456789TJQKA0CDHS♠♥ 1-,Pofſ\N{KELVIN SIGN}"


@given(st.text(max_size=300) | st.text(OF_CARDS, max_size=200))
@settings(max_examples=200)
def test_any_text_can_be_read(text):
    assert all(len(hand.cards) == 5 for hand in read_output(text).hands)


def test_the_last_complete_table_counts():
    table = [f"Player {player} - 2C 3C 4C 5C 6C - Flush" for player in range(1, 11)]
    twice = read_output("\n".join([*table, "Now in order:", *reversed(table)])).hands
    assert [hand.player for hand in twice] == [*range(10, 0, -1)]
    once_more = read_output("\n".join([*table, table[0]])).hands
    assert [hand.player for hand in once_more] == [*range(1, 11), 1]
    assert len(read_output("\n".join([*table[:8], *table])).hands) == 10


def test_output_beyond_the_limit_is_ignored():
    line = "Player 1 - 2C 3C 4C 5C 6C - Flush"
    assert not read_output(line.ljust(MAX_JUDGED)).is_truncated
    printed = read_output("\n" * MAX_JUDGED + line)
    assert (printed.is_truncated, printed.hands, printed.unread_lines) == (True, [], [])
    assert read_output("\n" * MAX_JUDGED + "б").other_lines == []


def test_only_a_few_lines_of_a_flood_are_stored():
    for line, hands, unread, others in (
        ("1 2C 3C 4C 5C 6C\n", MAX_HANDS, 0, 0),
        ("Player 3\n", 0, MAX_LINES, 0),
        ("б\n", 0, 0, MAX_LINES),
    ):
        printed = read_output(line * 3000)
        kept = printed.hands, printed.unread_lines, printed.other_lines
        assert tuple(map(len, kept)) == (hands, unread, others)


PIECES = [
    "2H ", "7 of ", "Player 1 ", "hand", "P", "TH", "S S 2 ", "A ", "\n", "\n\n", " - ",
    "card 3:", "('T', 'H'), ", "Ten of Hearts, ", "10", "♥", "\x1b[", "\x1b]", "Flush",
    "two pair ", "1 2 3 4 5 ", "2C 3C 4C 5C 6C", "Player 3 - 2C 3C 4C 5C 6C - Flush\n",
    "1 2C 3C 4C 5C 6C\n", "player____", "\t", "Card(rank=", "the ", "and ", "|", "😀", "\u2028",
    "nines full of ", "is a ", "{", '"player": 3, ',
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8), st.booleans(), st.integers())
@settings(max_examples=10, deadline=None)
def test_hostile_output_is_read_with_work_that_grows_with_its_length(pieces, mixed, seed):
    """Four times the text needs about four times the calls, whatever it consists of."""
    chance = random.Random(seed)
    most = MAX_JUDGED // 4
    text = "".join(chance.choices(pieces, k=most) if mixed else pieces * most)
    quarter, whole = (calls_to_read(text[:length]) for length in (most // 4, most))
    assert whole < 6 * quarter + 12_500


def calls_to_read(text: str) -> int:
    read_output.cache_clear()
    profile = cProfile.Profile()
    profile.runcall(read_output, text)
    return sum(entry.callcount for entry in profile.getstats())


TABLE = [
    f"Player {player} - {cards}"
    for player, cards in (
        (2, "7H 9D 9H 9S TS - Three of a Kind"), (8, "3D 5S 6S AD AH - Pair"),
        (4, "2D 3H 3S 5H JD - Pair"), (5, "2C 2H 3C 7D TD - Pair"),
        (7, "4S JC QC KS AS - High Card"), (6, "4C 8H QS KD AC - High Card"),
        (3, "4D 6C JH QH KC - High Card"), (1, "5D 7S 8D QD KH - High Card"),
        (10, "4H 5C 6H TH JS - High Card"), (9, "2S 7C 8C 9C TC - High Card"),
    )
]  # fmt: skip
BY_NUMBER = sorted(TABLE, key=lambda line: int(line.split()[1]))
RANKING = [2, 8, 4, 5, 7, 6, 3, 1, 10, 9]
WITHOUT_CARDS = [re.sub(" - .* - ", " - ", row) for row in TABLE]


def players(*lines: str) -> list[int]:
    return [hand.player for hand in read_output("\n".join(lines)).hands]


def rows(*lines: str) -> list[str]:
    hands = read_output("\n".join(lines)).hands
    return [f"Player {hand.player} - {hand.hand_type}" for hand in hands]


@pytest.mark.parametrize("gap", [[], [""], ["Sorted:"], ["", "Best to worst:", ""]])
def test_the_ranking_is_found_before_and_after_the_hands_as_dealt(gap):
    """The hands as dealt may have types too, but are in the order of the players."""
    assert players(*BY_NUMBER, *gap, *TABLE) == RANKING
    assert players(*TABLE, *gap, *BY_NUMBER) == RANKING
    untyped = [line.rpartition(" - ")[0] for line in BY_NUMBER]
    assert players(*TABLE, *(gap or [""]), *untyped) == RANKING


def test_the_last_of_two_rankings_counts_and_a_difference_is_reported():
    for one, other in ((TABLE, TABLE[::-1]), (TABLE[::-1], TABLE)):
        printed = read_output("\n".join([*one, "", *other]))
        assert [hand.line for hand in printed.hands] == other
        assert printed.rankings == 2
    assert read_output("\n".join([*TABLE, "", *TABLE])).rankings == 0
    first, *others = TABLE
    wrong = [first.rpartition(" - ")[0] + " - High Card", *others]  # a row at the edge does not fit
    assert players(*wrong, *wrong) == players(*wrong, "", *wrong) == RANKING


def test_a_hand_belongs_to_the_table_if_it_has_the_same_layout():
    winner = TABLE[0]
    assert players(*TABLE, winner) == [*RANKING, 2]
    for around in (["", winner], ["The winner:", winner], [f"Winner: {winner}"]):
        assert players(*TABLE, *around) == RANKING
    assert players(f"Best: {winner}", *TABLE) == RANKING
    for above in ([f"Worst: {TABLE[-1]}"], [f"Best: {winner}", f"Worst: {TABLE[-1]}", ""]):
        assert players(*above, *TABLE) == RANKING
    assert players(f"Best: {winner}", *TABLE[1:]) == RANKING, "the first row may look different"


def test_a_line_that_cannot_be_read_does_not_break_the_table():
    assert players(*TABLE[:4], "Player 7 - 4S ?? - High Card", *TABLE[5:]) == [
        player for player in RANKING if player != 7
    ]


@pytest.mark.parametrize(
    "form",
    [
        "Player {}\n{}\n{}\n",
        "{2}\nPlayer {0}\n{1}\n",
        "{1}\n{2}\nPlayer {0}\n",
        "Player {}: {}\n   {}\n",
        "{2}\nPlayer {0} - {1}",
        "Hand: {1}\nPlayer: {0}\nType: {2}",
    ],
)
def test_a_hand_on_several_lines_is_one(form):
    parts = [line.removeprefix("Player ").split(" - ") for line in TABLE]
    shown = [form.format(*part) for part in parts]
    for before, after in (([], []), (["Poker", "2C 3C 4C 5C 6C 7C"], ["Player 2 wins: Pair"])):
        assert rows(*before, *shown, *after) == WITHOUT_CARDS


@pytest.mark.parametrize(
    ("cards", "meant"),
    [
        ("14H 13H 12H 11H 10H", "AH KH QH JH TH"),
        ("1H KH QH JH 10H", "AH KH QH JH TH"),
        ("AH KH QH JH 1H", "AH KH QH JH TH"),
        ("12H 11H 10H 9H 0H", "AH KH QH JH 2H"),
        ("('A', 'Hearts'), ('10', 'Clubs'), (9, 'S'), ['8', 'D'], <7, H>", "AH TC 9S 8D 7H"),
        ("Ace of Hearts, TEN of CLUBS, nine_of_spades, 8 Diamonds, SevenHearts", "AH TC 9S 8D 7H"),
        ("🂱🃚🂩🃈🂷", "AH TC 9S 8D 7H"),
    ],
)
def test_cards_may_be_numbers_words_or_tuples(cards, meant):
    (hand,) = read_output(f"Player Two: {cards} - High Card").hands
    assert (hand.player, " ".join(map(str, hand.cards))) == (2, meant)


@pytest.mark.parametrize(
    "line", ["2C 3C 4C 5C 6C 7C 8C 9C TC JC", "Deck 1: 2C 3C 4C 5C 6C 7C", "9: 2C, 3C, 4C, 5C"]
)
def test_only_five_cards_in_a_row_are_a_hand(line):
    assert read_line(line) is None


def test_numbers_of_ranks_before_a_table_do_not_shift_its_ranks():
    """While it reads the deck, a program may print each card as the deck file numbers it."""
    while_reading = [f"{rank}{suit}" for suit in "CDHS" for rank in range(13)]
    read = read_output("\n".join([*while_reading, *TABLE]))
    assert [hand.cards for hand in read.hands] == [
        hand.cards for hand in read_output("\n".join(TABLE)).hands
    ]


def test_the_start_of_mostly_unreadable_output_is_stored():
    assert read_output("Ann wins\n\nBob\n").unreadable_start == ("Ann wins", "Bob")
    assert (
        read_output("").unreadable_start == read_output("\n".join(TABLE[:5])).unreadable_start == ()
    )
    assert read_output("\n".join(["Bob"] * 300 + TABLE)).unreadable_start == ()


def test_a_table_of_which_half_can_be_read_is_unreadable():
    """Such as one in French, with V for the jack: no player is missing there."""
    half = [*TABLE[:5], *(line.replace("H", "V") for line in TABLE[5:])]
    assert read_output("\n".join(half)).unreadable_start == tuple(half)


@pytest.mark.parametrize("key", ["hand:  ", "Hand - ", "hand=", "type: "])
@pytest.mark.parametrize("label", ["Two Pair", "Three of a Kind", "4 of a kind", "Ten high"])
def test_the_type_of_a_hand_on_its_own_line_is_not_read_as_a_player(key, label):
    labels = ["Full House", label, label, *["Pair"] * 7]
    blocks = [
        f"=== Place {place} ===\n  {player}\n  cards: {cards}\n  {key}{label}"
        for place, (row, label) in enumerate(zip(TABLE, labels, strict=True), 1)
        for player, cards, _ in [row.split(" - ")]
    ]
    assert players(*blocks) == RANKING


def test_the_number_of_the_player_counts_not_that_of_the_hand():
    numbered = (f"Hand {place}: {row}" for place, row in enumerate(TABLE, 1))
    assert players(*(row.replace(" - ", ", ") for row in numbered)) == RANKING


@pytest.mark.parametrize("types", [True, False])
def test_hands_as_dealt_take_order_and_types_from_a_list_below_them(types):
    hands = BY_NUMBER if types else [row.rpartition(" - ")[0] for row in BY_NUMBER]
    for winner in (2, 1):
        below = sorted(WITHOUT_CARDS, key=lambda row: not row.startswith(f"Player {winner} "))
        for ranking in below, [f"{place}. {row}" for place, row in enumerate(below, 1)]:
            assert rows(*hands, "", "Ranking:", *ranking) == below
        under = [row.replace(" - ", "\n", 1) for row in hands]
        assert rows(*under, "", *below) == below
        assert players(*hands, "Ranking:", *below[:9]) == sorted(RANKING)  # no list: one is missing


@pytest.mark.parametrize(
    ("begin", "row", "end"),
    [
        ("", "{player},{label},{cards}\n", ""),
        ("place,cards,type,player\n", "{place},{cards},{label},{player}\n", ""),
        ("player,place,type,cards\n", "{player},{place},{label},{cards}\n", ""),
        ("", "Spieler {player}: {cards} ({label})\n", ""),
        ("[", '{{"player": {player}, "cards": "{cards}", "type": "{label}"}}, ', "]\n"),
        ("[", '{{"cards": "{cards}", "type": "{label}", "player": {player}}}, ', "]\n"),
        ("[", '{{"type": "{label}", "cards": "{cards}", "player": {player}}}, ', "]\n"),
        ("", "Player {player} - {cards} - {place} - {label} - 1292\n", ""),
    ],
)
def test_the_player_is_the_number_in_the_column_of_players(begin, row, end):
    parts = [line.removeprefix("Player ").split(" - ") for line in TABLE]
    table = [
        row.format(place=place, player=player, cards=cards, label=label)
        for place, (player, cards, label) in enumerate(parts, 1)
    ]
    assert rows(begin + "".join(table) + end) == WITHOUT_CARDS


@pytest.mark.parametrize("value", ["", "   [value 1292{}]"])
@pytest.mark.parametrize("heading", ["== {0} ==", "{0}s:", "{0}\n------", "\n** {0} **\n"])
def test_a_type_may_be_a_heading_above_its_hands(heading, value):
    lines, labels = [], [line.rpartition(" - ")[2] for line in TABLE]
    for place, line in enumerate(TABLE):
        if labels[place] not in labels[:place]:
            lines.append(heading.format(labels[place]))
        lines.append(line.rpartition(" - ")[0] + value.format(place))
    assert rows(*lines) == WITHOUT_CARDS


# Labels

SPELLINGS = {
    HandType.HIGH_CARD: ["High Card", "HIGH_CARD", "HighCard", "highcard", "Nothing", "Ace high",
                         "No Pair", "NO_PAIR", "nopair"],
    HandType.PAIR: ["Pair", "One Pair", "ONE_PAIR", "OnePair", "1 pair", "Pair of Kings", "pairs"],
    HandType.TWO_PAIR: ["Two Pair", "Two Pairs", "TWO_PAIR", "TwoPairs", "2 Pair", "two-pair"],
    HandType.THREE_OF_A_KIND: ["Three of a Kind", "THREE_OF_A_KIND", "ThreeOfAKind", "3 of a kind",
     "Trips", "Set", "Three-of-a-kind", "3-of-a-kind", "Three of Kind"],
    HandType.STRAIGHT: ["Straight", "STRAIGHT", "Straight, ace high", "straight (A high)",
                        "Straights:"],
    HandType.FLUSH: ["Flush", "FLUSH", "Flush, king high", "Flushes"],
    HandType.FULL_HOUSE: ["Full House", "FULL_HOUSE", "FullHouse", "Kings full of 10s",
     "King's full of 9's"],
    HandType.FOUR_OF_A_KIND: ["Four of a kind", "Four of a Kind", "Four-of-a-kind",
     "FOUR_OF_A_KIND", "FourOfAKind", "4 of a kind", "Quads"],
    HandType.STRAIGHT_FLUSH: ["Straight Flush", "STRAIGHT_FLUSH", "StraightFlush", "straightflush",
     "Royal Flush"],
}  # fmt: skip
LABELS = [(label, kind) for kind, labels in SPELLINGS.items() for label in labels]


@pytest.mark.parametrize(("label", "kind"), LABELS)
def test_every_usual_label_is_read(label, kind):
    assert type_of_label(label) is kind


@pytest.mark.parametrize("label", ["", "Three of a Kin", "Strait", "???", "Pear", "42", "SFlush"])
def test_a_label_that_names_no_type_gives_none(label):
    assert type_of_label(label) is None
