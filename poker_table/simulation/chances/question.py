"""What is asked: hands of cards, some known, some not, and which unknown ones they share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from poker_table.files.text import COMMENT, SEPARATOR
from poker_table.game.card import CARDS, Card, split_words
from poker_table.game.deck import Deck
from poker_table.game.errors import CardError, PokerTableError, quoted, whole_number
from poker_table.game.hand import HAND_SIZE
from poker_table.game.table import MOST_PLAYERS, player_numbers
from poker_table.hands.sentence import GAP, Sentence, Sign, joined
from poker_table.simulation.engines.engine import Plan

MOST_CARDS = 10  # in a hand
HOLDEM_CARDS, BOARD_CARDS, OMAHA_CARDS = 2, 5, 4
OMAHA = ". Omaha is not counted: its hands take exactly two of their four cards, ours the best five"
UNKNOWN = "?"
# An unknown card is known by when it is dealt: those with a number first, then those on the board,
# then the hands' own, one to each in turn.
NUMBERED, ON_BOARD, OWN = range(3)
Unknown = tuple[int, ...]
Place = Card | Unknown


class Question:
    """Hands of known and unknown cards; `who` is what they are called: Hand or Player.

    In hold'em, `to_come` is how many cards of the board are still to be dealt; else it is None.
    """

    def __init__(
        self,
        hands: Sequence[Sequence[Place]],
        dead: frozenset[Card] = frozenset(),
        who: str = "Hand",
        to_come: int | None = None,
    ) -> None:
        self.hands, self.dead, self.who, self.to_come = hands, dead, who, to_come

    def __repr__(self) -> str:
        return f"<Question: {f' {SEPARATOR} '.join(map(str, map(hand_sentence, self.hands)))}>"

    @cached_property
    def plan(self) -> Plan:
        """The question in numbers, as engines take it."""
        places = {place for hand in self.hands for place in hand}
        known_cards = self.dead | {place for place in places if isinstance(place, Card)}
        unknown = sorted(place for place in places if not isinstance(place, Card))
        whose = [tuple(place in hand for hand in self.hands) for place in unknown]
        groups = list(dict.fromkeys(whose))
        return Plan(
            group_of=tuple(map(groups.index, whose)),
            remaining=tuple(card.index for card in CARDS if card not in known_cards),
            sizes=tuple(map(len, self.hands)),
            has_card=tuple(int(card in hand) for hand in self.hands for card in CARDS),
            members=tuple(int(g[hand]) for hand in range(len(self.hands)) for g in groups),
        )


def hand_sentence(hand: Sequence[Place]) -> Sentence:
    """Return the cards of a hand as they are written in a question, and said.

    >>> str(hand_sentence([Card.parse("KH"), (NUMBERED, 3), (OWN, 2, 0)]))
    'KH ?3 ?'
    """
    return joined(GAP, map(_part, hand))


def question_of_deck(deck: Deck, after: int) -> Question:
    """Return the table of a deal after its first cards; the rest of the deck is then unknown.

    Raises PokerTableError if so many cards are not dealt.
    """
    players = deck.players or MOST_PLAYERS
    most = HAND_SIZE * players
    whole_number(after, 0, most, f"the first 0 to {most} cards of a deal")
    places: list[Place] = [
        deck.cards[number] if number < after else (OWN, *divmod(number, players))
        for number in range(most)
    ]
    return Question([places[player::players] for player in range(players)], who="Player")


def read_question(
    lines: Iterable[str],
    name: str = "hands",
    board: str = "",
    dead: str = "",
    players: int | None = None,
    common: bool = False,
) -> Question:
    """Return what some lines ask: a hand on each, or several with ; between them.

    Players are added until there are as many as given. Hands of two cards mean hold'em: unknown
    cards are added to the board until it has five. A known card may be in several hands only if it
    is `common`, as on the board. Raises PokerTableError, which names the line,
    the hand and the card, if a card cannot be, is there twice, or there are too many or too few.

    >>> read_question(["Kh Qs ?0 ?1 ; As Ac ?0 ?1"], board="9d 2c ?")
    <Question: KH QS ?0 ?1 9D 2C ? ; AS AC ?0 ?1 9D 2C ?>
    >>> read_question(["Kh Qs ; As Ac"], board="9d 2c Jh")
    <Question: KH QS 9D 2C JH ? ? ; AS AC 9D 2C JH ? ?>
    """
    places: dict[Place, str] = {}  # and where
    own, where = list[list[Place]](), list[str]()
    for number, (line, text) in enumerate(_texts(lines), start=1):
        where.append(f"{name}:{line}: hand {number}")
        taken = {} if common else places
        read = _places(text, where[-1], f"hand {number}", taken, (OWN, number - 1))
        own.append([*read])
        places |= read
    own += _added(own, players, name)
    where += [f"{name}: hand {number}" for number in range(len(where) + 1, len(own) + 1)]
    to_come = None
    on_the_board = split_words(board)
    if {*map(len, own)} == {HOLDEM_CARDS} and len(on_the_board) <= BOARD_CARDS:
        on_the_board += [UNKNOWN] * (BOARD_CARDS - len(on_the_board))
        board, to_come = " ".join(on_the_board), sum(word[0] == UNKNOWN for word in on_the_board)
    places |= (shared := _places(board, "--board", "the board", places, (ON_BOARD,)))
    places |= (out := _places(dead, "--dead", "the cards that are out", places))
    hands = [[*hand, *shared] for hand in own]
    if not 1 <= len(hands) <= MOST_PLAYERS:
        expected = f"expected 1 to {MOST_PLAYERS} hands"
        raise PokerTableError(f"{name}: {expected}, got {len(hands) or 'none'}")
    on_board = f", {len(shared)} of them on the board" if shared else ""
    on_board += OMAHA if {*map(len, own)} == {OMAHA_CARDS} else ""
    cards_left = len(CARDS) - sum(isinstance(place, Card) for place in places)
    _check(hands, where, on_board, cards_left)
    dead_cards = frozenset(card for card in out if isinstance(card, Card))
    return Question(hands, dead_cards, to_come=to_come)


def _places(
    text: str, where: str, whose: str, taken: Mapping[Place, str], own: Unknown | None = None
) -> dict[Place, str]:
    """Return the cards of a hand or the board, with where each stands; unknown ones need `own`.

    Raises PokerTableError for one that is there twice, or that is `taken` and known.
    """
    places: dict[Place, str] = {}
    for number, word in enumerate(split_words(text), start=1):
        here = f"{where}, card {number}"
        place = _place(word, here, own, number)
        if before := places.get(place) or (isinstance(place, Card) and taken.get(place)):
            raise PokerTableError(f"{here}: {_part(place)} appears twice: it is {before} too")
        places[place] = f"card {number} of {whose}"
    return places


def _check(
    hands: Sequence[Sequence[Place]], where: Sequence[str], on_board: str, cards_left: int
) -> None:
    """Raise PokerTableError for hands too short or long, or with too many unknown cards."""
    unknown: set[Place] = set()
    for hand, here in zip(hands, where, strict=True):
        if not HAND_SIZE <= len(hand) <= MOST_CARDS:
            expected = f"expected {HAND_SIZE} to {MOST_CARDS} cards, or two in each hand (hold'em)"
            got = f"got {len(hand) or 'none'}{on_board}"
            raise PokerTableError(f"{here}: {expected}, {got}")
        for card, place in enumerate(hand, start=1):
            unknown |= set() if isinstance(place, Card) else {place}
            if len(unknown) > cards_left:
                expected = f"expected at most {cards_left} unknown cards, as many as are left"
                raise PokerTableError(f"{here}, card {card}: {expected}, got one more")


def _texts(lines: Iterable[str]) -> list[tuple[int, str]]:
    """Return the line number and the text of each hand."""
    return [
        (number, text)
        for number, line in enumerate(lines, start=1)
        if line.partition(COMMENT)[0].strip()
        for text in line.partition(COMMENT)[0].split(SEPARATOR)
    ]


def _added(hands: Sequence[Sequence[Place]], players: int | None, name: str) -> list[list[Place]]:
    """Return the hands, all unknown, of the players that are wanted besides these."""
    if players is None or players == len(hands):
        return []
    if players < len(hands):
        raise PokerTableError(f"{name}: expected no more hands than --players, got {len(hands)}")
    sizes = {len(hand) for hand in hands} or {HAND_SIZE}
    if len(sizes) > 1:
        expected = "--players expects hands of as many cards as the others"
        raise PokerTableError(f"{name}: {expected}, got {min(sizes)} and {max(sizes)}")
    new = range(len(hands), len(player_numbers(players)))
    return [[(OWN, card, player) for card in range(max(sizes))] for player in new]


def _place(word: str, where: str, own: tuple[int, ...] | None, number: int) -> Place:
    """Return the card, known or unknown, that a word stands for."""
    digits = word.removeprefix(UNKNOWN)
    if own is not None and word == UNKNOWN:
        return (own[0], number - 1, *own[1:])
    if own is not None and word != digits and digits.isascii() and digits.isdecimal():
        return NUMBERED, int(digits[:9])
    try:
        return Card.parse(word)
    except CardError:
        others = "" if own is None else ", ? or ?0 for an unknown one, or ; before the next hand"
        expected = f"expected a card such as TH{others}"
        raise PokerTableError(f"{where}: {expected}, got {quoted(word)}") from None


def _part(place: Place) -> Card | Sign:
    if isinstance(place, Card):
        return place
    number = place[1] if place[0] == NUMBERED else ""
    return Sign(f"{UNKNOWN}{number}", f"unknown {number}".rstrip())
