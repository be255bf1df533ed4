"""How a program reads deck files: the one hypothesis that explains its output on every deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from poker_table.game.card import Card, Rank, Suit
from poker_table.game.hand import HAND_SIZE
from poker_table.game.table import MOST_PLAYERS
from poker_table.grading.judging.faults import Cause, Kind
from poker_table.grading.judging.line import PrintedHand
from poker_table.grading.judging.printed import Printed

Cards = tuple[Card, ...]


class Interpretation(NamedTuple):
    """A hypothesis of how a program reads deck files; by default, that it reads them right.

    `ranks` is by how much each rank is taken too high, `suits` what the four are taken for.
    """

    in_a_row: bool = False
    backward: bool = False
    ranks: int = 0
    suits: tuple[Suit, ...] = tuple(Suit)
    first_player: int = 1

    def deal(self, deck: Sequence[Card]) -> list[Cards]:
        """Return the hands that this interpretation gives to the players in turn.

        >>> deck = [Card.parse(rank + suit) for suit in "CDHS" for rank in "23456789TJQKA"]
        >>> " ".join(map(str, Interpretation(in_a_row=True, ranks=1).deal(deck)[0]))
        '3C 4C 5C 6C 7C'
        """
        read = [*(deck[::-1] if self.backward else deck)]
        if self.ranks or self.suits != tuple(Suit):
            read = [
                Card(Rank((card.rank + self.ranks) % len(Rank)), self.suits[card.suit])
                for card in read
            ]
        if self.in_a_row:
            return [tuple(read[n * HAND_SIZE :][:HAND_SIZE]) for n in range(MOST_PLAYERS)]
        return [tuple(read[n::MOST_PLAYERS][:HAND_SIZE]) for n in range(MOST_PLAYERS)]

    @property
    def renames_suits(self) -> bool:
        """Whether the suits only have other numbers, which is no fault."""
        return self.suits != tuple(Suit) and set(self.suits) == set(Suit)

    @property
    def causes(self) -> list[Cause]:
        """What is wrong with how the cards of a deck are read."""
        causes = {
            Cause(Kind.FIVE_IN_A_ROW): self.in_a_row,
            Cause(Kind.OTHER_END): self.backward,
            Cause(Kind.RANKS_SHIFTED, (self.ranks,)): self.ranks,
            Cause(Kind.CARD_TWICE): len(set(self.suits)) < len(Suit),
        }
        return [cause for cause, is_so in causes.items() if is_so]


class Table(NamedTuple):
    """A deck's cards in their order, and what a program printed for it."""

    deck: Sequence[Card]
    printed: Printed

    def pairs(self, interpretation: Interpretation) -> Iterator[tuple[PrintedHand, Cards]]:
        """Yield each player's first hand with the one that the player is dealt."""
        dealt = interpretation.deal(self.deck)
        for hand in self.printed.first_of_each_player():
            if 0 <= (seat := hand.player - interpretation.first_player) < MOST_PLAYERS:
                yield hand, dealt[seat]


@dataclass(frozen=True)
class DealtTable:
    """A table as a reading explains it.

    That is what each player is dealt, and the first hand that was printed for each, the players
    being numbered from 1. `judged` are those that depend on the deck.
    """

    deck: Sequence[Card]
    printed: Printed
    dealt: Sequence[Cards]
    hands: Sequence[PrintedHand]
    judged: Sequence[PrintedHand]

    def as_dealt(self, hand: PrintedHand) -> bool:
        """Return whether a printed hand has the cards that its player is dealt."""
        return same(hand.cards, self.dealt[hand.player - 1])

    @property
    def depends_on_deck(self) -> bool:
        """Whether at least half of the hands do; else there is nothing to judge."""
        return self.printed.is_table and 2 * len(self.judged) >= max(len(self.hands), 1)


def tables_through(interpretation: Interpretation, tables: Sequence[Table]) -> list[DealtTable]:
    """Return the tables through a reading, the players numbered from 1.

    Judged are the hands that were dealt, and of the others those that no other deck's table has.
    """
    by = 1 - interpretation.first_player
    shown = [[replace(h, player=h.player + by) for h, _ in t.pairs(interpretation)] for t in tables]
    times = Counter(frozenset(hand.cards) for hands in shown for hand in hands)
    read_tables = []
    for (deck, printed), hands in zip(tables, shown, strict=True):
        dealt = interpretation.deal(deck)
        sets = {*map(frozenset, dealt)}
        judged = [h for h in hands if (c := frozenset(h.cards)) in sets or times[c] == 1]
        read_tables.append(DealtTable(deck, printed, dealt, hands, judged))
    return read_tables


def find_interpretation(tables: Sequence[Table]) -> Interpretation:
    """Return the reading that explains most of the hands in all tables, the simplest such one.

    One that explains fewer than half of them explains nothing: then it is the right one.
    """
    numbers = {hand.player for table in tables for hand in table.printed.hands}
    first_player = int(not (0 in numbers and MOST_PLAYERS not in numbers))
    best, most = Interpretation(first_player=first_player), 0
    shown = sum(len(table.printed.first_of_each_player()) for table in tables)
    for ranks, in_a_row, backward in product(range(len(Rank)), (False, True), (False, True)):
        interpretation = Interpretation(in_a_row, backward, ranks, first_player=first_player)
        interpretation = interpretation._replace(suits=_suits(interpretation, tables))
        pairs = (pair for table in tables for pair in table.pairs(interpretation))
        explained = sum(same(hand.cards, dealt) for hand, dealt in pairs)
        if explained > most and (2 * explained >= shown or not any((ranks, in_a_row, backward))):
            best, most = interpretation, explained
        if most == shown:
            break
    return best


def same(printed: Cards, dealt: Cards) -> bool:
    """Return whether two hands have the same cards, in any order."""
    return sorted(card.index for card in printed) == sorted(card.index for card in dealt)


def _suits(interpretation: Interpretation, tables: Sequence[Table]) -> tuple[Suit, ...]:
    """Return what the suits are mostly printed as, by the ranks that a hand has but once."""
    seen = Counter(
        (was.suit, card.suit)
        for table in tables
        for hand, dealt in table.pairs(interpretation)
        if sorted(card.rank for card in hand.cards) == sorted(card.rank for card in dealt)
        for was in dealt
        for card in hand.cards
        if card.rank == was.rank and [other.rank for other in dealt].count(card.rank) == 1
    )
    suit_of = {was: suit for (was, suit), _ in reversed(seen.most_common())}
    unused = [suit for suit in Suit if suit not in suit_of.values()]
    for was in Suit:  # of those never seen, each keeps its own if it can
        if was not in suit_of:
            suit_of[was] = unused.pop(unused.index(was) if was in unused else 0)
    return tuple(suit_of[suit] for suit in Suit)
