from poker_table.compare.errors import RoundError as RoundError
from poker_table.compare.rounds import Round as Round
from poker_table.compare.rounds import read_rounds as read_rounds
from poker_table.files.deck_file import format_deck as format_deck
from poker_table.files.deck_file import parse_deck as parse_deck
from poker_table.files.deck_file import read_deck as read_deck
from poker_table.game.card import Card as Card
from poker_table.game.card import CardComparer as CardComparer
from poker_table.game.deck import Deck as Deck
from poker_table.game.errors import PokerTableError as PokerTableError
from poker_table.game.hand import Hand as Hand
from poker_table.game.hand import HandComparer as HandComparer
from poker_table.game.random import Random as Random
from poker_table.game.rank_and_suit import Rank as Rank
from poker_table.game.rank_and_suit import Suit as Suit
from poker_table.game.rules import HandType as HandType
from poker_table.game.table import Showdown as Showdown
from poker_table.game.table import deal as deal
from poker_table.game.version import __version__ as __version__
from poker_table.hands.best_five import best_five as best_five
from poker_table.hands.explanation import explanation as explanation
from poker_table.hands.in_words import in_words as in_words
from poker_table.hands.in_words import why_it_beats as why_it_beats
from poker_table.order.request import Request as Request
from poker_table.order.search import stacked_deck as stacked_deck
from poker_table.simulation.chances.answer import Chances as Chances
from poker_table.simulation.chances.answer import chances as chances
from poker_table.simulation.engines.tally import Tally as Tally
from poker_table.simulation.run import simulate as simulate

__all__ = [
    "Card",
    "CardComparer",
    "Chances",
    "Deck",
    "Hand",
    "HandComparer",
    "HandType",
    "PokerTableError",
    "Random",
    "Rank",
    "Request",
    "Round",
    "RoundError",
    "Showdown",
    "Suit",
    "Tally",
    "best_five",
    "chances",
    "deal",
    "explanation",
    "format_deck",
    "in_words",
    "parse_deck",
    "read_deck",
    "read_rounds",
    "simulate",
    "stacked_deck",
    "why_it_beats",
]
