"""Checks of how a program evaluates hands: their types, and their order.

Each check looks at the tables of all decks and yields faults, with the sentences that students
read. `HAND_CHECKS` lists them. If a wrong evaluator explains a fault, its mistake is the cause.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import FLUSHES, STRAIGHTS, HandType
from poker_table.grading.judging.faults import TYPE_UNREADABLE, Fault, Skill, quote, type_skill
from poker_table.grading.judging.rubric import ON_EVERY_DECK
from poker_table.grading.judging.tables import Pair, Tables
from poker_table.hands.explanation import has_low_ace
from poker_table.hands.in_words import ORDINALS, capitalised, in_words, why_it_beats
from poker_table.hands.sentence import Sentence, side_by_side
from poker_table.hands.types import FACTS
from poker_table.mutants.evaluator import Mutant

TYPE_TAKEN, WITHIN = "type-taken", "within"  # mistakes that nothing explains
MOST_NAMED = 3  # so many unexplained mistakes of one sort are named; of more, one sentence speaks


class Cause(NamedTuple):
    """The name of a mistake, its sentence, and the rule if a wrong evaluator explains it."""

    name: str
    sentence: str
    rule: str = ""


def hands_are_evaluated(tables: Tables) -> Iterator[Fault]:
    """Yield a fault for each deck of a program that evaluates no hands."""
    cause = "No hand is evaluated: neither types nor order depend on the cards"
    for deck, table in tables.judged.items():
        example = f"It printed player {table.hands[0].player} first, as on every deck."
        yield Fault("not-evaluated", cause, ON_EVERY_DECK - {"reading"}, example, deck=deck)


def cards_stand_in_order(tables: Tables) -> Iterator[Fault]:
    """Check that the ranks of a hand ascend, unless in all hands of a table they descend."""
    cause = "The cards of a hand do not stand in order of rank"
    for deck, table in tables.judged.items():
        if all(hand.is_sorted(-1) for hand in table.judged_hands):
            continue
        for hand in table.judged_hands:
            if not hand.is_sorted(1):
                whose = f"Player {hand.player}'s cards are printed as "
                example = Sentence(whose, side_by_side(hand.cards), ".")
                yield Fault("cards-unsorted", cause, {"cards"}, example, deck=deck)


# Types


def types_can_be_read(tables: Tables) -> Iterator[Fault]:
    """Check that each hand has a label that stands for a type."""
    for row in tables.rows:
        if row.printed.hand_type is None or not row.printed.label:
            label = quote(row.printed.label, 40) if row.printed.label else "none"
            yield Fault(
                TYPE_UNREADABLE, "A hand type could not be read", {"types"},
                Sentence(_has(row.hand), "You printed ", label, "."), (row.hand,), deck=row.deck,
                skills={type_skill(row.hand)},
            )  # fmt: skip


def types_are_right(tables: Tables) -> Iterator[Fault]:
    """Check the type of each hand."""
    faults = []
    for row, printed_type in tables.mistyped:
        hand, printed = row.hand, row.printed
        if mutant := tables.explanations.of_type(row):
            cause = _mistake_of(mutant)
        elif likely := tables.explanations.likely(row):
            perhaps = f"Perhaps your program {likely.does.rstrip('.')}"
            cause = Cause(TYPE_TAKEN, perhaps, likely.rule)
        else:
            cause = _taken_for(hand, printed_type, tables)
        name = FACTS[printed_type].name
        is_named = printed.label.casefold() in (str(printed_type).casefold(), name)
        stands = "" if is_named else f", which stands for {name}"
        read = Sentence("You printed ", quote(printed.label, 40), stands, ".")
        why = "" if mutant else f" {hint(hand, printed_type)}"
        faults.append(Fault(
            cause.name, cause.sentence, {"types"}, Sentence(_has(hand), read, why), (hand,),
            (printed.line,), row.deck, {type_skill(hand)}, cause.rule,
        ))  # fmt: skip
    return _few(faults, Cause("many-types", "Hands are given wrong types in many ways"))


def confusions(tables: Tables) -> Sequence[tuple[str, str, int]]:
    """Return each type, the one printed for it, and how often, where no cause is known.

    A single one needs no table: its own sentence says all.
    """
    count = Counter(
        (row.hand.hand_type, printed_type)
        for row, printed_type in tables.mistyped
        if not tables.explanations.of_type(row)
    )
    rows = [(str(right), str(wrong), times) for (right, wrong), times in sorted(count.items())]
    return rows if len(rows) > 1 and tables.evaluates_hands else []


def _taken_for(hand: Hand, printed: HandType, tables: Tables) -> Cause:
    # If other hands of the type are right, the mistake is about the wheel alone.
    is_wheel = hand.hand_type in tables.right_types and has_low_ace(hand)
    taken = FACTS[hand.hand_type].name + ", five high," * is_wheel
    return Cause(TYPE_TAKEN, f"{capitalised(taken)} is taken for {FACTS[printed].name}")


def _mistake_of(mutant: Mutant) -> Cause:
    return Cause(mutant.name, f"Your program {mutant.does.rstrip('.')}", mutant.rule)


def _few(faults: Sequence[Fault], many: Cause) -> Iterator[Fault]:
    """Yield faults, those last that nothing explains: with one cause for all if they have many."""

    def is_plain(fault: Fault) -> bool:
        return fault.name in (TYPE_TAKEN, WITHIN) and not fault.rule

    has_many = len({fault.cause for fault in faults if is_plain(fault)}) > MOST_NAMED
    for fault in sorted(faults, key=is_plain):
        is_one_of_many = has_many and is_plain(fault)
        yield replace(fault, name=many.name, cause=many.sentence) if is_one_of_many else fault


def _has(hand: Hand) -> Sentence:
    return Sentence(f"Player {hand.player} has ", side_by_side(hand.cards), f": {in_words(hand)}. ")


def hint(hand: Hand, printed: HandType) -> str:
    """Return what the student overlooked if a hand's type was taken for another one."""
    if has_low_ace(hand) and printed not in STRAIGHTS:
        return "The ace may count below the two."
    if printed in STRAIGHTS and {Rank.ACE, Rank.TWO} <= set(hand.ranks):
        return (
            "The ace may count above the king or below the two, but a straight never goes round it."
        )
    hints = [
        FACTS[types[0]].required if printed in types else FACTS[types[0]].overlooked
        for types in (STRAIGHTS, FLUSHES)
        if (printed in types) != (hand.hand_type in types)
    ]
    return " ".join(hints) or FACTS[hand.hand_type].overlooked


# Order


def best_hand_stands_first(tables: Tables) -> Iterator[Fault]:
    """Check which way up the tables stand; their order is judged that way."""
    cause, example = "The table is upside down", "The best hand comes first. You printed it last."
    for deck in tables.judged if tables.upside_down else ():
        if deck in tables.inverted_on:
            skills = {Skill("between", (-1,))}  # about no hand type in particular
            yield Fault("upside-down", cause, {"between"}, example, deck=deck, skills=skills)


def hands_stand_in_order(tables: Tables) -> Iterator[Fault]:
    """Check the order of each two hands. A fault has all pairs of a deck with the same cause."""
    pairs = defaultdict[tuple[str, str, Cause], list[Pair]](list)
    for pair in tables.misplaced:
        key = pair.better.deck, pair.skill.criterion, _why_misplaced(pair, tables)
        pairs[key].append(pair)
    faults = [_in_wrong_order(cause, each, tables) for (*_, cause), each in pairs.items()]
    return _few(faults, _within_in_many_ways(tables))


def _why_misplaced(pair: Pair, tables: Tables) -> Cause:
    """Return the most telling cause that is known for two hands in the wrong order."""
    if tables.sorts_by_player:
        cause = "The hands stand in the order of the players' numbers: they are not sorted"
        return Cause("by-player", cause)
    if mutant := tables.explanations.of_order(pair.better, pair.worse):
        return _mistake_of(mutant)
    skill = pair.skill
    if skill.criterion == "between":
        cause = "Hands of different types stand in the wrong order"
        if tables.types_decide:
            return Cause("between", cause)
        return Cause("type-not-first", f"{cause} in many ways: the type must decide first")
    types = {each.types for each in tables.wrong_within}
    if tables.first_ranks_decide and len(types) == 1 < len(tables.wrong_within):
        return _within_in_many_ways(tables)  # a mistake with the kickers of one type
    facts = FACTS[HandType(skill.types[0])]
    rank = "the rank"
    if len(facts.ranks) > 1:
        rank = f"the {ORDINALS[skill.digit]} rank, the {facts.ranks[skill.digit]},"
    both = f"{capitalised(facts.name)} against {facts.name}"
    return Cause(WITHIN, f"{both}: {rank} must decide, and did not")


def _within_in_many_ways(tables: Tables) -> Cause:
    cause = "Hands of one type stand in the wrong order"
    if tables.first_ranks_decide:
        where = "where their first ranks are equal: then later ones must decide, such as kickers"
        return Cause("later-ranks", f"{cause} {where}")
    return Cause("unsorted", f"{cause} in many ways")


def _in_wrong_order(cause: Cause, pairs: Sequence[Pair], tables: Tables) -> Fault:
    """Return the fault of pairs of one deck, criterion and cause; the lowest are its example."""
    lowest = min(pairs, key=lambda pair: pair.better.hand.strength + pair.worse.hand.strength)
    better, worse = lowest.better.hand, lowest.worse.hand
    printed = "Read upwards, your table has" if tables.upside_down else "You printed"
    example = Sentence(
        f"Player {better.player} (", side_by_side(better.cards), ") must stand above player"
        f" {worse.player} (", side_by_side(worse.cards), f"): {why_it_beats(better, worse)}."
        f" {printed} player {worse.player} first.",
    )  # fmt: skip
    return Fault(
        cause.name, cause.sentence, {lowest.skill.criterion}, example, (better, worse),
        (lowest.worse.printed.line, lowest.better.printed.line), lowest.better.deck,
        {pair.skill for pair in pairs}, cause.rule,
    )  # fmt: skip


#: A program that evaluates no hands gets the fault of `hands_are_evaluated` instead.
HAND_CHECKS = [
    cards_stand_in_order,
    types_can_be_read,
    types_are_right,
    best_hand_stands_first,
    hands_stand_in_order,
]
