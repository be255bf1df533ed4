"""Checks of what a program dealt: that it can be read, and that each player has the hand dealt.

Each check looks at the tables of all decks and yields faults, with the sentences that students
read. `DEAL_CHECKS` lists them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.grading.judging.faults import NOT_READ, Fault, Foreign, with_first
from poker_table.grading.judging.interpretation import BY_THE_RULES, Cards, same_cards
from poker_table.grading.judging.printed import PrintedOutput
from poker_table.grading.judging.rubric import ON_EVERY_DECK
from poker_table.grading.judging.tables import DeckTable, Tables
from poker_table.hands.sentence import Sentence, Text, joined, side_by_side

NOTHING = "It printed nothing."
CARD_TWICE = "card-twice", "A card is printed twice"


def output_can_be_read(tables: Tables) -> Iterator[Fault]:
    """Check that no person needs to look at the output."""
    for deck in tables.unreadable:
        yield replace(unreadable(tables.by_deck[deck].printed, ON_EVERY_DECK), deck=deck)


def unreadable(printed: PrintedOutput, criteria: Set[str]) -> Fault:
    """Return the fault that an output could not be read."""
    lines = printed.unreadable_start or tuple(hand.line for hand in printed.hands)
    cause = "The program's output could not be read, so a person must look at it"
    return Fault(NOT_READ, cause, criteria, with_first("It begins with ", lines), printed=lines)


def hands_are_printed(tables: Tables) -> Iterator[Fault]:
    """Check that there is at least one hand."""
    for deck in tables.incomplete:
        printed = tables.by_deck[deck].printed
        if not printed.hands:
            after = ", which is not a player's hand."
            example = _unread_line(printed) or with_first("It printed ", printed.other_lines, after)
            cause = "No player's hand could be read" if example else "Nothing is printed"
            yield Fault("no-hands", cause, ON_EVERY_DECK, example or NOTHING, deck=deck)


def _unread_line(printed: PrintedOutput) -> Text:
    return with_first("This line could not be read: ", printed.unread_lines)


# Players


def players_are_numbered_from_1(tables: Tables) -> Iterator[Fault]:
    """Check the first player's number; from there on all others are judged."""
    cause = "The players are numbered from 0"
    example = "The players are 1 to 10. You printed 0 to 9."
    for deck in tables.judged if tables.interpretation.first_player == 0 else ():
        yield Fault("from-zero", cause, {"players"}, example, deck=deck)


def each_player_is_there_once(tables: Tables) -> Iterator[Fault]:
    """Check that each player has one hand, and nobody else has any.

    Where two players have no hand, there is no table to judge.
    """
    first = tables.interpretation.first_player
    players = {*range(first, first + MOST_PLAYERS)}
    for deck in [*tables.judged, *tables.incomplete]:
        printed, is_judged = tables.by_deck[deck].printed, deck in tables.judged
        times = Counter(hand.player for hand in printed.hands)
        criteria = {"players"} if is_judged else ON_EVERY_DECK
        repeated = {player for player, count in times.items() if count > 1 and is_judged}
        for name, cause, lines, who in (
            ("player-missing", "A player is missing", "no line", players - times.keys()),
            ("player-repeated", "A player is printed more than once", "more than one line",
             repeated),
            ("player-strange", "A player is printed who is not in the game", "a line",
             times.keys() - players),
        ):  # fmt: skip
            if who and times:
                numbers = joined(", ", map(player_number, sorted(who)[:MOST_PLAYERS]))
                more = " …" * (len(who) > MOST_PLAYERS)
                example = Sentence(f"There is {lines} for player ", numbers, f"{more}.")
                if name == "player-missing" and (unread := _unread_line(printed)):
                    example = Sentence(example, " ", unread)
                yield Fault(name, cause, criteria, example, deck=deck)


def player_number(player: int) -> str:
    """Return a player's number as text. One that is too great may be the student's own number."""
    return str(player) if player <= MOST_PLAYERS else Foreign(player)


# Hands


def deck_is_dealt_by_the_rules(tables: Tables) -> Iterator[Fault]:
    """Check how the program interprets decks: whichever way explains its tables."""
    found = tables.interpretation
    zero = Rank(found.ranks).word
    an = "an" if zero[0] in "ae" else "a"
    mistakes = [
        (found.in_a_row, "five-in-a-row",
         "Each player gets five cards in a row; player 1 must get cards 1, 11, 21, 31 and 41"),
        (found.backward, "other-end", "The deck is dealt from the wrong end"),
        (found.skipped, "second-card",
         "The deck is dealt from its second card: the first one is left out"),
        (found.ranks, "ranks-shifted",
         f"The ranks are numbered differently: 0 is a two, but is taken for {an} {zero}"),
        (len(set(found.suits)) < len(Suit), *CARD_TWICE),
    ]  # fmt: skip
    for is_made, name, cause in mistakes:
        for deck, table in tables.judged.items() if is_made else ():
            dealt = BY_THE_RULES.deal(table.deck)
            yield from _first_not_dealt(name, cause, {"reading"}, deck, table, dealt)


def hands_are_those_dealt(tables: Tables) -> Iterator[Fault]:
    """Check that each player has the hand that the program's own way to deal gives."""
    for deck, table in tables.judged.items():
        cards = [card for hand in table.hands for card in hand.cards]
        criterion = "reading"
        if len(set(cards)) < len(cards):
            name, cause = CARD_TWICE
        elif {frozenset(hand.cards) for hand in table.hands} <= {*map(frozenset, table.dealt)}:
            numbers, name, criterion = [h.player for h in table.hands], "other-players", "players"
            cause = "The hands are right, but other players have them"
            if numbers == sorted(numbers):
                cause = "The players are numbered by their places in the table"
        elif any(map(table.as_dealt, table.hands)):
            name, cause = "some-not-dealt", "Some of the hands are not those that the deck deals"
        else:
            name, cause = "not-dealt", "The hands are not those that the deck deals"
        yield from _first_not_dealt(name, cause, {criterion}, deck, table, table.dealt)


def hands_depend_on_the_deck(tables: Tables) -> Iterator[Fault]:
    """Check that not most hands are the same on several decks: these could not be judged."""
    cause = "The same hands are printed for several decks, so they cannot be judged"
    for deck in tables.repeating:
        table = tables.by_deck[deck]
        yield from _first_not_dealt("same-hands", cause, ON_EVERY_DECK, deck, table, table.dealt)


def _first_not_dealt(
    name: str, cause: str, criteria: Set[str], deck: str, table: DeckTable, dealt: Sequence[Cards]
) -> Iterator[Fault]:
    """Yield a fault with the first hand that is not the one dealt, if there is such a hand."""
    suits = table.interpretation.new_suits or BY_THE_RULES.suits
    by_the_rules = BY_THE_RULES._replace(suits=suits).deal(table.deck)
    for hand in table.hands:
        cards = by_the_rules[hand.player - 1]
        if not same_cards(hand.cards, dealt[hand.player - 1]) and not same_cards(hand.cards, cards):
            in_order = side_by_side(sorted(cards, key=lambda card: card.index))
            who = f"Player {hand.player} is dealt "
            example = Sentence(who, in_order, ". You printed ", side_by_side(hand.cards), ".")
            expected = replace(hand, cards=cards).hand  # None if the same card is dealt twice
            hands = (expected,) if expected else ()
            yield Fault(name, cause, criteria, example, hands, (hand.line,), deck)
            return


DEAL_CHECKS = [
    output_can_be_read,
    hands_are_printed,
    players_are_numbered_from_1,
    each_player_is_there_once,
    deck_is_dealt_by_the_rules,
    hands_are_those_dealt,
    hands_depend_on_the_deck,
]
