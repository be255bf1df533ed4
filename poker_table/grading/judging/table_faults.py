"""The faults in the tables that a program printed, one deck at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.players import MOST_PLAYERS, player_numbers
from poker_table.game.rules import HAND_SIZE, WHEEL
from poker_table.grading.judging.conventions import Conventions, is_inverted
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.interpretation import (
    Cards,
    Interpretation,
    InterpretedTable,
    OutputOnDeck,
    same_cards,
)
from poker_table.grading.judging.printed import PrintedHand, PrintedOutput
from poker_table.grading.judging.rubric import ON_EVERY_DECK
from poker_table.grading.judging.run_faults import unreadable_output
from poker_table.grading.judging.skills import (
    Skill,
    order_skill,
    order_skills,
    type_skill,
    unequal,
)
from poker_table.hands.explanation import has_low_ace

FEWEST_DEALT = 2  # hands of a table that must be as dealt: a single one may be chance
BEST_HAND_FIRST = Skill("between", (-1,))  # about no hand type in particular


class JudgedTables:
    """The faults in the tables of all decks.

    A mistake is paid for once. The program's conventions are found first, and the rest is judged
    through them. Types and order are judged by the cards that the program printed, as long as these
    depend on the deck. The order is judged by the hands whose types are right. A table that lacks
    two or more players is not judged, and fails all criteria.

    `faults`: the faults on each deck.
    `unreadable_decks`: the decks on which a person must look at the output.
    `judgeable_skills`: for each deck whose table depends on it, the skills that can be judged.
    `any_judgeable`: whether there is such a table, and the program evaluates hands at all.
    `ignores_decks`: whether there are tables, but never with the hands that the deck deals.
    """

    def __init__(self, outputs: Mapping[str, OutputOnDeck]) -> None:
        self.conventions = conventions = Conventions([*outputs.values()])
        tables = dict(zip(outputs, conventions.tables, strict=True))
        usable = {name: table for name, table in tables.items() if table.depends_on_deck}
        complete = {name: table for name, table in tables.items() if table.printed.is_table}
        self.any_judgeable = bool(usable) and conventions.evaluates_hands
        self.unreadable_decks = _unreadable_decks(tables) or _decks_without_types(
            conventions, usable
        )
        self.faults = {
            name: [unreadable_output(table.printed, {*ON_EVERY_DECK})]
            if name in self.unreadable_decks
            else _faults(conventions, table)
            for name, table in tables.items()
        }
        dealt = [sum(map(table.as_dealt, table.hands)) for table in complete.values()]
        self.ignores_decks = bool(dealt) and max(dealt) < FEWEST_DEALT
        self.judgeable_skills = {
            name: _judgeable_skills(conventions, table) for name, table in usable.items()
        }

    def tested_skills(self, deck: Sequence[Card]) -> Set[Skill]:
        """Return the skills that a deck tests, dealt as the program interprets it."""
        return _tested_skills(self.conventions.interpretation, tuple(deck))


def _unreadable_decks(tables: Mapping[str, InterpretedTable]) -> Set[str]:
    """Return the decks on which the output could not be read.

    None are returned if that output is the same on all of them: then it is no table, so no person
    needs to look at it.
    """
    starts = {name: table.printed.unreadable_start for name, table in tables.items()}
    names = {name for name, lines in starts.items() if lines}
    return names if len({starts[name] for name in names}) > 1 else set()


def _decks_without_types(
    conventions: Conventions, tables: Mapping[str, InterpretedTable]
) -> Set[str]:
    """Return all decks if there are labels, but the types of most hands could not be read."""
    hands = [hand for table in tables.values() for hand in table.judged]
    unread = [hand for hand in hands if conventions.type_of(hand) is None]
    labels = {hand.label for hand in unread if hand.label}
    return tables.keys() if len(labels) > 1 and 2 * len(unread) > len(hands) else set()


@lru_cache(maxsize=4096)
def _tested_skills(interpretation: Interpretation, deck: Sequence[Card]) -> Set[Skill]:
    hands = [Hand.of(cards) for cards in interpretation.deal(deck) if len(set(cards)) == HAND_SIZE]
    return frozenset(order_skills(hands) | {*map(type_skill, hands)})


def _judgeable_skills(conventions: Conventions, table: InterpretedTable) -> Set[Skill]:
    hands = [printed.hand for printed in table.judged if printed.hand]
    return order_skills(conventions.sortable_hands(table)) | {*map(type_skill, hands)}


def _faults(conventions: Conventions, table: InterpretedTable) -> list[Fault]:
    interpretation = conventions.interpretation
    players = _player_faults(table.printed, interpretation.first_player)
    if not table.printed.is_table:
        return [replace(fault, criteria={*ON_EVERY_DECK}) for fault in players[:1]]
    dealt_by_rules = Interpretation().deal(table.deck)
    reading = [
        fault
        for cause in interpretation.causes
        for fault in _not_dealt(cause, table.hands, dealt_by_rules)
    ]
    # Hands that differ even from the program's own interpretation.
    reading += _not_dealt(_not_dealt_cause(table), table.hands, table.dealt)
    if not table.depends_on_deck:
        (first, *_) = *reading, *players
        return [replace(first, criteria={*ON_EVERY_DECK}, reported_as=Cause(Kind.SAME_HANDS))]
    if not conventions.evaluates_hands:
        criteria, evidence = {*ON_EVERY_DECK} - {"reading"}, (table.hands[0].line,)
        return [*reading, Fault(Kind.NOT_EVALUATED, criteria, evidence=evidence)]
    types, order = _type_faults(conventions, table), _order_faults(conventions, table)
    return [*players, *reading, *types, *_card_order_faults(table.judged), *order]


def _player_faults(printed: PrintedOutput, first_player: int) -> list[Fault]:
    criteria, unread = {"players"}, "".join(printed.unread_lines[:1])
    if not printed.hands:
        other = "".join(printed.other_lines[:1])
        return [Fault(Kind.NO_HANDS, criteria, evidence=(unread, other))]
    times = Counter(hand.player for hand in printed.hands)
    expected = {player - 1 + first_player for player in player_numbers(MOST_PLAYERS)}
    repeated = {player for player, count in times.items() if count > 1}
    faults = [] if first_player else [Fault(Kind.FROM_ZERO, criteria)]
    for players, kind in (
        (expected - times.keys(), Kind.PLAYER_MISSING),
        (repeated, Kind.PLAYER_REPEATED),
        (times.keys() - expected, Kind.PLAYER_STRANGE),
    ):
        if players:
            faults.append(Fault(kind, criteria, evidence=(tuple(sorted(players)), unread)))
    return faults


def _not_dealt(cause: Cause, hands: Iterable[PrintedHand], dealt: Sequence[Cards]) -> list[Fault]:
    """Return a fault with the first hand that is not the one dealt, if there is such a hand."""
    for hand in hands:
        cards = dealt[hand.player - 1]
        if not same_cards(hand.cards, cards):
            evidence = hand.player, tuple(sorted(cards, key=lambda card: card.index)), hand.cards
            expected = replace(hand, cards=cards).hand  # None if the same card is dealt twice
            criteria = {"players" if cause.kind == Kind.OTHER_PLAYERS else "reading"}
            hands_expected = (expected,) if expected else ()
            lines = (hand.line,)
            return [Fault(cause.kind, criteria, cause.details, evidence, hands_expected, lines)]
    return []


def _not_dealt_cause(table: InterpretedTable) -> Cause:
    """Return the cause to report if some hands are not those dealt."""
    cards = [card for hand in table.hands for card in hand.cards]
    if len(set(cards)) < len(cards):
        return Cause(Kind.CARD_TWICE)
    if {frozenset(hand.cards) for hand in table.hands} <= {*map(frozenset, table.dealt)}:
        numbers = [hand.player for hand in table.hands]
        return Cause(Kind.OTHER_PLAYERS, (numbers == sorted(numbers),))
    some_dealt = any(map(table.as_dealt, table.hands))
    return Cause(Kind.SOME_NOT_DEALT if some_dealt else Kind.NOT_DEALT)


def _type_faults(conventions: Conventions, table: InterpretedTable) -> Iterator[Fault]:
    for printed in table.judged:
        hand, printed_type = printed.hand, conventions.type_of(printed)
        if hand is None:
            continue
        skills = {type_skill(hand)}
        if printed_type is None or not printed.label:
            yield Fault(
                Kind.TYPE_UNREADABLE,
                {"types"},
                evidence=(printed.label,),
                hands=(hand,),
                skills=skills,
            )
        elif printed_type != hand.hand_type:
            # If other hands of the type are right, the mistake is about the wheel alone.
            wheel_only = hand.hand_type in conventions.right_types and has_low_ace(hand)
            fault = Fault(
                Kind.TYPE_TAKEN,
                {"types"},
                (hand.hand_type, printed_type, wheel_only),
                hands=(hand,),
                printed=(printed.line,),
                skills=skills,
                complexity=hand.strength,
                broader_cause=Cause(Kind.MANY_TYPES),
            )
            yield conventions.reported_as_mutant(fault)


def _card_order_faults(hands: Sequence[PrintedHand]) -> Iterator[Fault]:
    """Yield a fault for each hand whose cards do not ascend, unless in all hands they descend."""
    if all(_is_sorted(hand, -1) for hand in hands):
        return
    for hand in hands:
        if not _is_sorted(hand, 1):
            evidence = hand.player, hand.cards
            rank_sum = sum(card.rank for card in hand.cards)
            yield Fault(Kind.CARDS_UNSORTED, {"cards"}, evidence=evidence, complexity=rank_sum)


def _is_sorted(hand: PrintedHand, direction: int) -> bool:
    """Return whether the ranks ascend in this direction; the ace of a wheel may be its lowest."""
    ranks = [card.rank for card in hand.cards[::direction]]
    return ranks == sorted(ranks) or tuple(ranks) == WHEEL[::-1]


def _order_faults(conventions: Conventions, table: InterpretedTable) -> Iterator[Fault]:
    """Yield a fault for each two hands in the wrong order, and one for a table upside down."""
    hands = conventions.sortable_hands(table)
    if conventions.upside_down and any(is_inverted(*pair) for pair in unequal(hands)):
        yield Fault(Kind.UPSIDE_DOWN, {"between"}, skills={BEST_HAND_FIRST})
    lines = {hand.player: hand.line for hand in table.hands}
    broader_cause = Cause(Kind.LATER_RANKS if conventions.first_ranks_decide else Kind.UNSORTED)
    for upper, lower in unequal(hands[:: conventions.direction]):
        if not is_inverted(upper, lower):
            continue
        fault = _order_fault(
            upper, lower, broader_cause, (lines[upper.player], lines[lower.player])
        )
        if conventions.sorts_by_player:
            cause = Cause(Kind.BY_PLAYER)
            yield replace(fault, reported_as=cause, broader_cause=None, report_order=0)
            continue
        if fault.kind == Kind.BETWEEN and not conventions.types_decide:
            fault = replace(fault, reported_as=Cause(Kind.TYPE_NOT_FIRST))
        if fault.kind == Kind.WITHIN and conventions.kickers_of_one_type:
            fault = replace(fault, reported_as=broader_cause)
        yield conventions.reported_as_mutant(fault)


def _order_fault(upper: Hand, lower: Hand, broader_cause: Cause, printed: tuple[str, str]) -> Fault:
    """Return the fault that the hand `upper` is printed above `lower`, which is stronger."""
    skill = order_skill(lower, upper)
    fault = Fault(
        Kind.BETWEEN,
        {skill.criterion},
        hands=(lower, upper),
        printed=printed,
        skills={skill},
        complexity=upper.strength + lower.strength,
    )
    if skill.criterion == "between":
        return fault
    return replace(
        fault,
        kind=Kind.WITHIN,
        details=skill.details,
        report_order=skill.details[1],
        broader_cause=broader_cause,
    )
