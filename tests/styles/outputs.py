"""What programs print: a deck, an evaluator and a style give a text, and texts give a sheet."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cmp_to_key
from unittest.mock import patch

from poker_table.files.deck_file import parse_deck
from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rules import HandType
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import MarkingOptions, decks_to_try, mark
from poker_table.grading.running.runner import Limits, Run
from poker_table.grading.running.submission import NO_SUCH_NAME, Submission
from poker_table.grading.sheet import Sheet
from poker_table.mutants.evaluator import RIGHT, Evaluator, FiveCards, Key, Mutant
from poker_table.mutants.wrong import MUTANTS

#: Those whose mistake shows in five cards a hand.
WRONG = [mutant for mutant in MUTANTS if mutant.needs == "five"]


class CombinedMutants(Evaluator):
    """Several mutants as one evaluator, which makes all their mistakes.

    In deciding a hand's type they take turns. In deciding between two hands, a mutant for a few
    hand types comes before one for all.
    """

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.mutants = mutants
        self.most_specific_first = sorted(mutants, key=lambda m: len(m.types) or len(HandType))

    def classify(self, five: FiveCards) -> FiveCards:
        """Return five cards after each mutant in turn has classified them."""
        for mutant in self.mutants:
            five = mutant.classify(five)
        return five

    def comparison_key(self, five: FiveCards) -> Key:
        """Return the first wrong key that a mutant gives, else the right key."""
        keys = (mutant.comparison_key(five) for mutant in self.most_specific_first)
        return next((key for key in keys if key != five.key), five.key)


@dataclass(frozen=True)
class Player:
    """A player: the number, the cards as dealt, what they are taken for, and the place."""

    number: int
    dealt: tuple[Card, ...]
    five: FiveCards
    place: int = 0


@dataclass(frozen=True)
class Game:
    """All that a program knows when it prints: the deck, the players best first, and whence."""

    deck: Sequence[Card]
    players: Sequence[Player]
    from_file: bool


Printing = Callable[[Sequence[Card], bool], str]  # for a deck, and whether a file gave it


@dataclass(frozen=True)
class Program:
    """A program: its evaluator, the letters that it gives the suits, how it orders who tie."""

    evaluator: Evaluator = RIGHT
    suits: str = "CDHS"
    last_player_first: bool = False

    def game(self, deck: Sequence[Card], from_file: bool) -> Game:
        """Return what it makes of a deck."""
        deck = [Card(card.rank, "CDHS".index(self.suits[card.suit])) for card in deck]
        players = [self.player(number, deck) for number in range(1, MOST_PLAYERS + 1)]
        compared = cmp_to_key(lambda one, other: self.evaluator.compare(other.five, one.five))
        ordered = sorted(players[:: -1 if self.last_player_first else 1], key=compared)
        placed = [replace(player, place=place) for place, player in enumerate(ordered, 1)]
        return Game(deck, placed, from_file)

    def player(self, number: int, deck: Sequence[Card]) -> Player:
        dealt = tuple(deck[number - 1 :: MOST_PLAYERS][:5])
        return Player(number, dealt, self.evaluator.evaluate(dealt))

    def printing(self, style: Callable[[Game], str]) -> Printing:
        """Return what it prints in a style."""
        return lambda deck, from_file: style(self.game(deck, from_file))


#: The right ones first.
PROGRAMS = {
    "right": Program(),
    "right, ties last player first": Program(last_player_first=True),
    "right, suits numbered otherwise": Program(suits="DCHS"),
    **{mutant.name: Program(mutant) for mutant in WRONG},
}


def sheet_of(answer: Callable[[Sequence[Card], bool], str | Run], random_decks: int = 10) -> Sheet:
    """Return the sheet of a program that meets a missing file and deals at random, as it should.

    Its answer to a deck is what it prints, or a whole run.
    """
    chance = random.Random(1)

    def run(deck: Sequence[Card], from_file: bool) -> Run:
        answered = answer(deck, from_file)
        return answered if isinstance(answered, Run) else Run(answered, "", 0)

    def run_copy(folder: str, command: Iterable[str], files: dict[str, str], *_: object) -> Run:
        if NO_SUCH_NAME in command:
            return Run("", "Error: Could not find file\n", 1)
        for text in files.values():
            return run(parse_deck(text, "deck.txt").cards, True)
        return run(chance.sample(CARDS, len(CARDS)), False)

    decks = decks_to_try(random_decks, 1)
    options = MarkingOptions(decks, DEFAULT_POINTS, "none", Limits(), {})
    without_waiting = patch("poker_table.grading.marking.sleep")
    with patch("poker_table.grading.marking.run_copy", run_copy), without_waiting:
        return mark(Submission("ann", "", ("true",)), options)
