"""The table that a program printed: its hands, and the lines around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rules import HAND_SIZE, WHEEL, HandType

FEWEST_PLAYERS = MOST_PLAYERS - 1  # in a table


@dataclass(frozen=True)
class PrintedHand:
    """A hand as it was printed."""

    line: str  # its full text, several lines joined by slashes
    player: int
    cards: tuple[Card, ...]  # in printed order
    hand_type: HandType | None  # None if the label is not one that we know
    label: str  # the text that stands for the hand type
    # The parts of the text around the cards, without the player, those of the nearest line first.
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    where: tuple[int, int] = (0, 0)  # the start and the end of the text in the output

    @cached_property
    def hand(self) -> Hand | None:
        """The hand of these cards, or None if a card occurs twice."""
        return Hand.of(self.cards, self.player) if len(set(self.cards)) == HAND_SIZE else None

    def is_sorted(self, direction: int) -> bool:
        """Return whether the ranks ascend (1) or descend (-1); a wheel's ace may be its lowest."""
        ranks = [card.rank for card in self.cards[::direction]]
        return ranks == sorted(ranks) or tuple(ranks) == WHEEL[::-1]


Hands = Sequence[PrintedHand]


@dataclass(eq=False)
class PrintedOutput:
    """The parts of one run's output."""

    hands: list[PrintedHand]  # of its table, in order; of several rankings usually the last
    unread_lines: list[str]  # lines that look like hands but could not be read
    other_lines: list[str]  # all other lines, which cost nothing
    has_escapes: bool  # control characters were left out
    is_truncated: bool  # only the beginning of the output was read
    rankings: int  # how many rankings there are, if they are not all the same; else 0
    passed_over: bool  # a later ranking than the one that counts differs from it
    unreadable_start: tuple[str, ...]  # the first lines, if no table and few hands were found

    @property
    def is_table(self) -> bool:
        """Whether there is a table to judge: a hand for each player, or for all but one."""
        return len(self.by_player) >= FEWEST_PLAYERS

    @cached_property
    def by_player(self) -> Mapping[int, PrintedHand]:
        """The first hand of each player, in printed order."""
        first_hands = dict[int, PrintedHand]()
        for hand in self.hands:
            first_hands.setdefault(hand.player, hand)
        return first_hands


def meaning_of(hands: Hands) -> list[list[tuple[int, list[str], str]]]:
    """Return hands without wording: equal for runs that differ only in wording or tie order.

    Each group of adjacent tied hands is a list with the player, cards and type of each hand.
    """
    tied_hands = groupby(hands, key=lambda hand: hand.hand and hand.hand.strength)
    return [
        sorted((h.player, sorted(map(str, h.cards)), str(h.hand_type)) for h in group)
        for _, group in tied_hands
    ]
