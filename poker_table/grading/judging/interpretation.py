"""How a program interprets deck files: the one hypothesis that explains its output on all decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import HAND_SIZE
from poker_table.grading.judging.own_labels import OwnLabels
from poker_table.grading.judging.printed import PrintedHand, PrintedOutput

Cards = tuple[Card, ...]


class Interpretation(NamedTuple):
    """A hypothesis of how a program interprets deck files. The default is the right way.

    `in_a_row`: it deals the first five cards to the first player, and so on.
    `backward`: it deals from the end of the deck.
    `skipped`: the number of cards that it leaves out first.
    `ranks`: the number that it adds to the rank of each card.
    `suits`: its readings of clubs, diamonds, hearts and spades.
    `first_player`: the number that it gives the first player.
    """

    in_a_row: bool = False
    backward: bool = False
    ranks: int = 0
    suits: tuple[Suit, ...] = tuple(Suit)
    first_player: int = 1
    skipped: int = 0

    def deal(self, deck: Sequence[Card]) -> list[Cards]:
        """Return the players' hands, in seat order, when the deck is interpreted like this.

        >>> deck = [Card.parse(rank + suit) for suit in "CDHS" for rank in "23456789TJQKA"]
        >>> " ".join(map(str, Interpretation(in_a_row=True, ranks=1).deal(deck)[0]))
        '3C 4C 5C 6C 7C'
        """
        cards = [*(deck[::-1] if self.backward else deck)][self.skipped :]
        if self.ranks or self.suits != tuple(Suit):
            cards = [
                Card(Rank((card.rank + self.ranks) % len(Rank)), self.suits[card.suit])
                for card in cards
            ]
        if self.in_a_row:
            return [tuple(cards[n * HAND_SIZE :][:HAND_SIZE]) for n in range(MOST_PLAYERS)]
        return [tuple(cards[n::MOST_PLAYERS][:HAND_SIZE]) for n in range(MOST_PLAYERS)]

    @property
    def new_suits(self) -> tuple[Suit, ...] | None:
        """The program's own order of the suits, which is no fault; None if it is the usual one."""
        is_order = self.suits != tuple(Suit) and set(self.suits) == set(Suit)
        return self.suits if is_order else None


BY_THE_RULES = Interpretation()


@dataclass(frozen=True)
class Table:
    """What a program printed for a deck, and how it interprets the deck.

    `repeated` are the hands, as sets of cards, that it printed for several decks.
    """

    deck: Sequence[Card]
    printed: PrintedOutput
    interpretation: Interpretation = BY_THE_RULES
    repeated: Set[Set[Card]] = frozenset()

    @cached_property
    def dealt(self) -> Sequence[Cards]:
        """The hands that are dealt to players 1 to 10."""
        return self.interpretation.deal(self.deck)

    @cached_property
    def hands(self) -> Sequence[PrintedHand]:
        """The first hand printed for each player, counted from 1 even if the program does not."""
        hands = self.printed.first_of_each_player()
        if self.interpretation.first_player == 0:
            hands = [replace(hand, player=hand.player + 1) for hand in hands]
        return [hand for hand in hands if 1 <= hand.player <= MOST_PLAYERS]

    @cached_property
    def judged_hands(self) -> Sequence[PrintedHand]:
        """The hands that depend on the deck: dealt by it, or printed for this deck alone."""
        dealt = {*map(frozenset, self.dealt)}
        sets = ((hand, frozenset(hand.cards)) for hand in self.hands)
        return [hand for hand, cards in sets if cards in dealt or cards not in self.repeated]

    def read_by(self, labels: OwnLabels) -> Table:
        """Return this table with the types that its labels have in the program's own words."""
        hands = [labels.read(hand) for hand in self.printed.hands]
        return replace(self, printed=replace(self.printed, hands=hands))

    def as_dealt(self, hand: PrintedHand) -> bool:
        """Return whether a printed hand has the cards that its player is dealt."""
        return same_cards(hand.cards, self.dealt[hand.player - 1])

    @property
    def depends_on_deck(self) -> bool:
        """Whether at least half of the hands depend on the deck; if not, nothing can be judged."""
        return self.printed.is_table and 2 * len(self.judged_hands) >= max(len(self.hands), 1)


def interpreted(tables: Mapping[str, Table], found: Interpretation) -> dict[str, Table]:
    """Return the tables of one program with its interpretation, and the hands that it repeats."""
    told = {name: replace(table, interpretation=found) for name, table in tables.items()}
    sets = Counter(frozenset(hand.cards) for table in told.values() for hand in table.hands)
    repeated = frozenset(cards for cards, times in sets.items() if times > 1)
    return {name: replace(table, repeated=repeated) for name, table in told.items()}


def find_interpretation(tables: Sequence[Table]) -> Interpretation:
    """Return the interpretation that explains the most printed hands; among equals, the simplest.

    A wrong interpretation must explain at least half of them. If none does, the right one is
    returned.
    """
    players = {hand.player for table in tables for hand in table.printed.hands}
    first_player = 0 if 0 in players and MOST_PLAYERS not in players else 1
    best, most_explained = Interpretation(first_player=first_player), 0
    printed = sum(len(table.printed.first_of_each_player()) for table in tables)
    orders = product((0, 1), (False, True), (False, True))  # with shifted ranks, no card is skipped
    for ranks, (skipped, in_a_row, backward) in product(range(len(Rank)), [*orders]):
        if ranks and skipped:
            continue
        interpretation = Interpretation(
            in_a_row, backward, ranks, first_player=first_player, skipped=skipped
        )
        tried = [replace(table, interpretation=interpretation) for table in tables]
        interpretation = interpretation._replace(suits=_suits(tried))
        tried = [replace(table, interpretation=interpretation) for table in tables]
        explained = sum(sum(map(table.as_dealt, table.hands)) for table in tried)
        is_plausible = 2 * explained >= printed or not any((ranks, in_a_row, backward, skipped))
        if explained > most_explained and is_plausible:
            best, most_explained = interpretation, explained
        if most_explained and 2 * most_explained >= printed:
            break  # another one would have to explain the other half
    return best


def same_cards(printed: Cards, dealt: Cards) -> bool:
    """Return whether two hands have the same cards, in any order."""
    return sorted(card.index for card in printed) == sorted(card.index for card in dealt)


def _suits(tables: Sequence[Table]) -> tuple[Suit, ...]:
    """Return the suit that each suit is mostly printed as.

    Only cards whose rank occurs once in a hand count: they can be matched without their suits.
    """
    times_printed_as = Counter(
        (dealt_card.suit, card.suit)
        for table in tables
        for hand in table.hands
        for dealt in [table.dealt[hand.player - 1]]
        if sorted(card.rank for card in hand.cards) == sorted(card.rank for card in dealt)
        for dealt_card in dealt
        for card in hand.cards
        if card.rank == dealt_card.rank and [other.rank for other in dealt].count(card.rank) == 1
    )
    printed_as = {dealt: suit for (dealt, suit), _ in reversed(times_printed_as.most_common())}
    unused = [suit for suit in Suit if suit not in printed_as.values()]
    for suit in Suit:  # a suit that was never matched keeps its name, if that is still unused
        if suit not in printed_as:
            printed_as[suit] = unused.pop(unused.index(suit) if suit in unused else 0)
    return tuple(printed_as[suit] for suit in Suit)
