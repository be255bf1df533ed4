"""Question: hands of known and unknown cards, some of which several hands share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from poker_table.files.text import COMMENT
from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.deck import Deck
from poker_table.game.errors import CardError, PokerTableError, number_in_range
from poker_table.game.notation import split_words
from poker_table.game.players import MOST_PLAYERS, player_numbers, players_of
from poker_table.game.rules import HAND_SIZE
from poker_table.hands.in_a_line import BOARD_CARDS, SEPARATOR, hands_in
from poker_table.hands.sentence import GAP, Sentence, Sign, joined
from poker_table.simulation.kernel.wins import Layout

MOST_CARDS = 10  # in a hand
MOST_DIGITS = 9  # of an unknown card's number
HOLDEM_CARDS, OMAHA_CARDS = 2, 4
OMAHA = ". Omaha is not supported: in it, a hand uses exactly two of its four cards"
UNKNOWN = "?"
# An unknown card: its kind, its number or index, and the index of the hand if it is a hand's own.
# In sorted order they are dealt: first the numbered ones, then those on the board, then each hand's
# own cards: the first one of every hand, then the second, ...
NUMBERED, ON_BOARD, OWN = range(3)
Unknown = tuple[int, int, int]
Own = tuple[int, int]  # the kind and the hand of the unknown cards without a number
Slot = Card | Unknown  # a card of a hand
Place = dict[str, Any]  # where an error is: its name, line, hand and card, or its parameter
HandInText = tuple[list[Slot], Place]  # the cards of a hand without the board, and where it is


class Question(NamedTuple):
    """Hands of known and unknown cards, also as a layout for the engines."""

    hands: Sequence[Sequence[Slot]]
    layout: Layout
    who: str = "Hand"  # the word for a hand: Hand or Player
    to_come: int | None = None  # in hold'em, how many cards of the board are not known

    def __repr__(self) -> str:
        return f"<Question: {f' {SEPARATOR} '.join(map(str, map(hand_sentence, self.hands)))}>"


def layout_of(hands: Sequence[Sequence[Slot]], dead: Collection[Slot] = ()) -> Layout:
    """Return which cards lie in which hands, as numbers; nobody can get the cards that are dead."""
    slots = {slot for hand in hands for slot in hand}
    unknown = sorted(slot for slot in slots if not isinstance(slot, Card))
    # Unknown cards of the same hands form a group.
    hands_of_unknown = [tuple(card in hand for hand in hands) for card in unknown]
    groups = list(dict.fromkeys(hands_of_unknown))
    return Layout(
        group_of=tuple(map(groups.index, hands_of_unknown)),
        remaining=tuple(card.index for card in CARDS if card not in slots and card not in dead),
        sizes=tuple(map(len, hands)),
        has_card=tuple(int(card in hand) for hand in hands for card in CARDS),
        members=tuple(int(group[hand]) for hand in range(len(hands)) for group in groups),
    )


def hand_sentence(hand: Sequence[Slot]) -> Sentence:
    """Return the cards of a hand as a sentence, in the notation of a question.

    >>> str(hand_sentence([Card.parse("KH"), (NUMBERED, 3, 0), (OWN, 2, 0)]))
    'KH ?3 ?'
    """
    return joined(GAP, map(_slot_sign, hand))


def question_of_deck(deck: Deck, after: int) -> Question:
    """Return the question of a deal after its first `after` cards; all later cards are unknown.

    Raises PokerTableError unless `after` is from 0 to the number of cards dealt.
    """
    players = players_of(deck)
    cards_dealt = HAND_SIZE * players
    number_in_range(after, 0, cards_dealt, f"the first 0 to {cards_dealt} cards of a deal")
    unknown = [(OWN, *divmod(number, players)) for number in range(after, cards_dealt)]
    slots: list[Slot] = [*deck.cards[:after], *unknown]
    hands = [slots[player::players] for player in range(players)]
    return Question(hands, layout_of(hands), who="Player")


def read_question(
    lines: Iterable[str],
    name: str = "hands",
    board: str = "",
    dead: str = "",
    players: int | None = None,
    common: bool = False,
) -> Question:
    """Return the question that lines of text ask; each has a hand, or several with ; between them.

    If there are fewer hands than `players`, hands of unknown cards are added. Hands of two cards
    mean hold'em: unknown cards are added to the board until it has five. A known card may be in
    several hands only if `common` is true, for files that repeat the board in every hand. Raises
    PokerTableError, which names the line, the hand and the card, if a word is not a card, a
    card appears twice, or there are too few or too many cards or hands.

    >>> read_question(["Kh Qs ?0 ?1 ; As Ac ?0 ?1"], board="9d 2c ?")
    <Question: KH QS ?0 ?1 9D 2C ? ; AS AC ?0 ?1 9D 2C ?>
    """
    where_used: dict[Slot, str] = {}
    hands: list[HandInText] = []
    texts = (
        (line, text)
        for line, whole_line in enumerate(lines, start=1)
        if (content := whole_line.partition(COMMENT)[0]).strip()
        for text in hands_in(content)
    )
    for number, (line, text) in enumerate(texts, start=1):
        place: Place = {"name": name, "line": line, "hand": number}
        elsewhere = {} if common else where_used
        slots = _parse_slots(text, place, f"hand {number}", elsewhere, (OWN, number - 1))
        hands.append(([*slots], place))
        where_used |= slots
    hands += _unknown_hands(hands, players, name)
    sizes, to_come = {len(slots) for slots, _ in hands}, None
    if sizes == {HOLDEM_CARDS}:
        if (given := len(split_words(board))) > BOARD_CARDS:
            expected = f"at most {BOARD_CARDS} cards in hold'em"
            raise PokerTableError(expected=expected, got=given, parameter="board")
        board += f" {UNKNOWN}" * (BOARD_CARDS - given)
        to_come = sum(word.startswith(UNKNOWN) for word in split_words(board))
    on_board = _parse_slots(board, {"parameter": "board"}, "the board", where_used, (ON_BOARD, 0))
    where_used |= on_board
    out = _parse_slots(dead, {"parameter": "dead"}, "the cards that are out", where_used)
    if not 1 <= len(hands) <= MOST_PLAYERS:
        expected = f"1 to {MOST_PLAYERS} hands"
        raise PokerTableError(expected=expected, got=len(hands) or "none", name=name)
    hands = [([*slots, *on_board], place) for slots, place in hands]
    size_note = f", {len(on_board)} of them on the board" if on_board else ""
    size_note += OMAHA if sizes == {OMAHA_CARDS} else ""
    known = sum(isinstance(slot, Card) for slot in where_used | out)
    _check_sizes(hands, size_note, len(CARDS) - known)
    slots_of_hands = [slots for slots, _ in hands]
    return Question(slots_of_hands, layout_of(slots_of_hands, out), to_come=to_come)


def _parse_slots(
    text: str, place: Place, whose: str, elsewhere: Mapping[Slot, str], own: Own | None = None
) -> dict[Slot, str]:
    """Return the cards in a text, in order, each with its position in words.

    Raises PokerTableError if a card appears twice in the text, if a known card is `elsewhere` too,
    or for an unknown card if `own` is None.
    """
    slots: dict[Slot, str] = {}
    for number, word in enumerate(split_words(text), start=1):
        try:
            slot = _parse_slot(word, own, number)
            if before := slots.get(slot) or (isinstance(slot, Card) and elsewhere.get(slot)):
                problem = f"{_slot_sign(slot)} appears twice: it is {before} too"
                raise PokerTableError(problem)
        except PokerTableError as error:
            raise PokerTableError(error, card=number, **place) from None
        slots[slot] = f"card {number} of {whose}"
    return slots


def _check_sizes(hands: Sequence[HandInText], size_note: str, remaining: int) -> None:
    """Raise PokerTableError for a hand of too few or too many cards, or too many unknown cards."""
    wrong = [hand for hand in hands if not HAND_SIZE <= len(hand[0]) <= MOST_CARDS]
    if wrong:  # beside hands of two cards, the one that has another number of cards is wrong
        slots, place = next((hand for hand in wrong if len(hand[0]) != HOLDEM_CARDS), wrong[0])
        expected = f"{HAND_SIZE} to {MOST_CARDS} cards, or two in each hand (hold'em)"
        raise PokerTableError(expected=expected, got=f"{len(slots) or 'none'}{size_note}", **place)
    unknown: set[Slot] = set()
    for slots, place in hands:
        for number, slot in enumerate(slots, start=1):
            unknown |= set() if isinstance(slot, Card) else {slot}
            if len(unknown) > remaining:
                expected = f"at most {remaining} unknown cards, as many as are left"
                raise PokerTableError(expected=expected, got="one more", card=number, **place)


def _unknown_hands(hands: Sequence[HandInText], players: int | None, name: str) -> list[HandInText]:
    """Return the hands of unknown cards that bring the number of hands to `players`."""
    if players is None or players == len(hands):
        return []
    if players < len(hands):
        expected = f"at least {len(hands)}, one for each hand"
        raise PokerTableError(expected=expected, got=players, parameter="players")
    sizes = {len(slots) for slots, _ in hands} or {HAND_SIZE}
    if len(sizes) > 1:
        expected = "hands that all have the same number of cards"
        got = f"{min(sizes)} and {max(sizes)}"
        raise PokerTableError(expected=expected, got=got, parameter="players")
    return [
        ([(OWN, card, hand) for card in range(max(sizes))], {"name": name, "hand": hand + 1})
        for hand in range(len(hands), len(player_numbers(players)))
    ]


def _parse_slot(word: str, own: Own | None, number: int) -> Slot:
    """Return the known or unknown card that a word means; `number` is its position, from 1."""
    digits = word.removeprefix(UNKNOWN)
    if own is not None and word == UNKNOWN:
        kind, hand = own
        return kind, number - 1, hand
    if own is not None and word != digits and digits.isascii() and digits.isdecimal():
        if len(digits) > MOST_DIGITS:
            expected = f"at most {MOST_DIGITS} digits after {UNKNOWN}"
            raise PokerTableError(expected=expected, given=word)
        return NUMBERED, int(digits), 0
    try:
        return Card.parse(word)
    except CardError as error:
        others = "" if own is None else ", ? or ?0 for an unknown one, or ; before the next hand"
        raise CardError(error, expected=f"{error.expected}{others}") from None


def _slot_sign(slot: Slot) -> Card | Sign:
    if isinstance(slot, Card):
        return slot
    number = slot[1] if slot[0] == NUMBERED else ""
    return Sign(f"{UNKNOWN}{number}", f"unknown {number}".rstrip())
