"""What is wrong with a table that a program printed, with its criteria, cause and evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache

from poker_table.game.card import Card
from poker_table.game.hand import HAND_SIZE, WHEEL, Hand
from poker_table.game.table import MOST_PLAYERS, player_numbers
from poker_table.grading.judging.all_tables import AllTables, inverted
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.interpretation import (
    Cards,
    DealtTable,
    Interpretation,
    Table,
    same,
)
from poker_table.grading.judging.line import PrintedHand
from poker_table.grading.judging.printed import Printed
from poker_table.grading.judging.rubric import OF_A_TABLE
from poker_table.grading.judging.run import not_read
from poker_table.grading.judging.skills import (
    Skill,
    order_skill,
    order_skills,
    type_skill,
    unequal,
)
from poker_table.hands.explanation import has_low_ace

FEWEST_DEALT = 2  # hands of a table that are those dealt: one may be so by chance
UPWARD = Skill("between", (-1,))  # that the best hand comes first, which is about no type


class JudgedTables:
    """What is wrong with the tables of all decks: by deck, the `faults`; none if all is right.

    A mistake is paid for once: what holds on all decks is found first, and the rest is judged
    through it. Types, order and sorting are judged by the cards that the program printed, as long
    as they depend on the deck; the sorting by the hands whose type it got right. With two or more
    players missing there is no table to judge, and nothing holds.

    `shown` has the skills that there is something to judge by on each deck where the table depends
    on the deck. `usable` is the number of these, `repeated` has the other decks with a table.
    On those `unread` a person must look. The hands are `undealt` if on no deck they are those that
    were dealt.
    """

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.all_tables = all_tables = AllTables([*tables.values()])
        read = dict(zip(tables, all_tables.tables, strict=True))
        usable = {name: table for name, table in read.items() if table.depends_on_deck}
        self.usable = len(usable) if all_tables.evaluates else 0
        self.repeated = {n for n, t in read.items() if t.printed.is_table} - usable.keys()
        self.unread = _not_understood(read)
        self.faults = {
            name: [not_read(table.printed, OF_A_TABLE)]
            if name in self.unread
            else _faults(all_tables, table)
            for name, table in read.items()
        }
        whole = [table for table in read.values() if table.printed.is_table]
        dealt = max(
            (sum(map(table.as_dealt, table.hands)) for table in whole), default=FEWEST_DEALT
        )
        self.undealt = dealt < FEWEST_DEALT
        self.shown = {name: _shown(all_tables, table) for name, table in usable.items()}

    def tested(self, deck: Sequence[Card]) -> Set[Skill]:
        """Return the skills that a deck tests of a program that reads it in this way."""
        return _tested(self.all_tables.interpretation, tuple(deck))


def _not_understood(tables: Mapping[str, DealtTable]) -> Set[str]:
    """Return the decks on which a text was not understood, unless it is the same on all of them.

    What does not depend on the deck is no table, whoever reads it.
    """
    beginnings = {name: table.printed.beginning for name, table in tables.items()}
    names = {name for name, lines in beginnings.items() if lines}
    return names if len({beginnings[name] for name in names}) > 1 else set()


@lru_cache(maxsize=4096)
def _tested(interpretation: Interpretation, deck: Sequence[Card]) -> Set[Skill]:
    hands = [Hand.of(cards) for cards in interpretation.deal(deck) if len(set(cards)) == HAND_SIZE]
    return frozenset(order_skills(hands) | {*map(type_skill, hands)})


def _shown(all_tables: AllTables, table: DealtTable) -> Set[Skill]:
    hands = [printed.hand for printed in table.judged if printed.hand]
    return order_skills(all_tables.sorted_by(table)) | {*map(type_skill, hands)}


def _faults(all_tables: AllTables, table: DealtTable) -> list[Fault]:
    players = _player_faults(table.printed, all_tables.interpretation.first_player)
    if not table.printed.is_table:
        return [replace(fault, criteria=OF_A_TABLE) for fault in players[:1]]
    rules = Interpretation().deal(table.deck)
    causes = all_tables.interpretation.causes
    read = [fault for cause in causes for fault in _not_dealt(cause, table.hands, rules)]
    read += _not_dealt(_not_dealt_cause(table), table.hands, table.dealt)  # what they leave open
    if not table.depends_on_deck:
        (first, *_) = *read, *players
        return [replace(first, criteria=OF_A_TABLE, reported_as=Cause(Kind.SAME_HANDS))]
    if not all_tables.evaluates:
        criteria, seen = OF_A_TABLE - {"reading"}, (table.hands[0].line,)
        return [*read, Fault(Kind.NOT_EVALUATED, criteria, evidence=seen)]
    types, order = _type_faults(all_tables, table), _sorting_faults(all_tables, table)
    return [*players, *read, *types, *_card_order_faults(table.judged), *order]


def _player_faults(printed: Printed, first: int) -> list[Fault]:
    criteria, unread = {"players"}, "".join(printed.unread[:1])
    if not printed.hands:
        return [Fault(Kind.NO_HANDS, criteria, evidence=(unread, "".join(printed.others[:1])))]
    times = Counter(hand.player for hand in printed.hands)
    play = {player - 1 + first for player in player_numbers(MOST_PLAYERS)}
    many = {player for player, count in times.items() if count > 1}
    faults = [] if first else [Fault(Kind.FROM_ZERO, criteria)]
    for who, kind in (
        (play - times.keys(), Kind.PLAYER_MISSING),
        (many, Kind.PLAYER_REPEATED),
        (times.keys() - play, Kind.PLAYER_STRANGE),
    ):
        if who:
            faults.append(Fault(kind, criteria, evidence=(tuple(sorted(who)), unread)))
    return faults


def _not_dealt(cause: Cause, hands: Iterable[PrintedHand], dealt: Sequence[Cards]) -> list[Fault]:
    """Return a fault with the first hand that is not the one dealt, if there is one."""
    for hand in hands:
        was = dealt[hand.player - 1]
        if not same(hand.cards, was):
            seen = hand.player, tuple(sorted(was, key=lambda card: card.index)), hand.cards
            meant = replace(hand, cards=was).hand  # none where a card is there twice
            should = (meant,) if meant else ()
            criteria = {"players" if cause.kind == Kind.OTHER_PLAYERS else "reading"}
            return [Fault(cause.kind, criteria, cause.details, seen, should, (hand.line,))]
    return []


def _not_dealt_cause(table: DealtTable) -> Cause:
    cards = [card for hand in table.hands for card in hand.cards]
    if len(set(cards)) < len(cards):
        return Cause(Kind.CARD_TWICE)
    if {frozenset(hand.cards) for hand in table.hands} <= {*map(frozenset, table.dealt)}:
        numbers = [hand.player for hand in table.hands]
        return Cause(Kind.OTHER_PLAYERS, (numbers == sorted(numbers),))
    some = any(map(table.as_dealt, table.hands))
    return Cause(Kind.SOME_NOT_DEALT if some else Kind.NOT_DEALT)


def _type_faults(all_tables: AllTables, table: DealtTable) -> Iterator[Fault]:
    for printed in table.judged:
        hand, meant = printed.hand, all_tables.meant(printed)
        if hand is None:
            continue
        skills = {type_skill(hand)}
        if meant is None or not printed.label:
            seen = (printed.label,)
            yield Fault(
                Kind.TYPE_UNREADABLE, {"types"}, evidence=seen, hands=(hand,), skills=skills
            )
        elif meant != hand.hand_type:
            # Where the type is found at all, only a wheel may be overlooked.
            wheel = hand.hand_type in all_tables.right_types and has_low_ace(hand)
            about = hand.hand_type, meant, wheel
            fault = Fault(
                Kind.TYPE_TAKEN, {"types"}, about, complexity=hand.strength, hands=(hand,),
                printed=(printed.line,), broader_cause=Cause(Kind.MANY_TYPES),
                skills=skills,
            )  # fmt: skip
            yield all_tables.in_likeness(fault)


def _card_order_faults(hands: Sequence[PrintedHand]) -> Iterator[Fault]:
    """Yield a fault for each hand out of order, unless all stand from high to low."""
    if all(_in_order(hand, -1) for hand in hands):
        return
    for hand in hands:
        if not _in_order(hand, 1):
            size, seen = sum(card.rank for card in hand.cards), (hand.player, hand.cards)
            yield Fault(Kind.CARDS_UNSORTED, {"cards"}, evidence=seen, complexity=size)


def _in_order(hand: PrintedHand, direction: int) -> bool:
    """Return whether the cards stand in order of rank; the ace of the wheel may be its lowest."""
    ranks = [card.rank for card in hand.cards[::direction]]
    return ranks == sorted(ranks) or tuple(ranks) == WHEEL[::-1]


def _sorting_faults(all_tables: AllTables, table: DealtTable) -> Iterator[Fault]:
    """Yield a fault for every two hands in the wrong order, and one for a table upside down."""
    hands = all_tables.sorted_by(table)
    if all_tables.upside_down and any(inverted(*pair) for pair in unequal(hands)):
        yield Fault(Kind.UPSIDE_DOWN, {"between"}, skills={UPWARD})
    lines = {hand.player: hand.line for hand in table.hands}
    wider = Cause(Kind.LATER_RANKS if all_tables.first_ranks_decide else Kind.UNSORTED)
    for upper, lower in unequal(hands[:: all_tables.direction]):
        if inverted(upper, lower):
            printed = lines[upper.player], lines[lower.player]
            fault = _sorting_fault(upper, lower, wider, printed)
            if all_tables.by_player:
                yield replace(
                    fault, reported_as=Cause(Kind.BY_PLAYER), broader_cause=None, report_order=0
                )
                continue
            if fault.kind == Kind.BETWEEN and not all_tables.types_decide:
                fault = replace(fault, reported_as=Cause(Kind.TYPE_NOT_FIRST))
            yield all_tables.in_likeness(fault)


def _sorting_fault(upper: Hand, lower: Hand, wider: Cause, printed: tuple[str, str]) -> Fault:
    """Return the fault that a hand is printed above a stronger one."""
    skill, hands = order_skill(lower, upper), (lower, upper)
    between = skill.criterion == "between"
    return Fault(
        Kind.BETWEEN if between else Kind.WITHIN,
        {skill.criterion},
        () if between else skill.details,
        hands=hands,
        printed=printed,
        skills={skill},
        complexity=upper.strength + lower.strength,
        report_order=0 if between else skill.details[1],
        broader_cause=None if between else wider,
    )
