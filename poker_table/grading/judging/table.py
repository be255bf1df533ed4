"""What is wrong with a table that a program printed, with its criteria, cause and example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from poker_table.game.card import Card, Rank
from poker_table.game.errors import listed, quoted
from poker_table.game.hand import FLUSHES, HAND_SIZE, STRAIGHTS, WHEEL, Hand, HandType
from poker_table.game.table import MOST_PLAYERS, seats
from poker_table.grading.judging.output import Output, criterion, inverted, unequal
from poker_table.grading.judging.printed import Printed, PrintedHand
from poker_table.grading.judging.reading import CARD_TWICE, Cards, Reading, Table, same
from poker_table.grading.judging.rubric import OF_A_TABLE, Fault
from poker_table.hands.in_words import ORDINALS, deciding_digit, in_words, why_it_beats
from poker_table.hands.types import COUNTING, NEEDS, OVERLOOKED, TYPE_NAMES

MANY_TYPES_WRONG = "Hands are given wrong types in many ways"
UNSORTED = "Hands of one type stand in the wrong order in many ways"
LATER_RANKS_UNSORTED = (
    "Hands of one type stand in the wrong order where their first ranks are equal:"
    " the next ones, such as kickers, must decide"
)
SAME_HANDS = "The same hands are printed for several decks: nothing can be judged by them"
NOT_EVALUATED = "No hand is evaluated: neither types nor order depend on the cards"


class Judgement:
    """What is wrong with the tables of all decks: by deck, the `faults`; none if all is right.

    A mistake is paid for once: what holds on all decks is found first, and the rest is judged
    through it. Types, order and sorting are judged by the cards that the program printed, as long
    as they depend on the deck; the sorting by the hands whose type it got right. With two or more
    players missing there is no table to judge, and nothing holds.

    By deck too, `evidence` has the criteria that there is something to judge by, and `expected`
    those of a program without other faults than its reading's. `usable` is the number of tables
    that depend on their decks, `repeated` has the decks with the hands of other decks' tables.
    """

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.output = output = Output([*tables.values()])
        self.tables = tables
        self.usable = len(output.usable) if output.evaluates else 0
        whole = {name for name, table in tables.items() if table.printed.is_table}
        self.repeated = {name for name in whole if not tables[name].depends_on_deck}
        self.faults = {name: _faults(output, table) for name, table in tables.items()}
        self.expected, self.evidence = dict[str, Set[str]](), dict[str, Set[str]]()
        for name, table in tables.items():
            dealt = [Hand.of(cards) for cards in table.dealt if len(set(cards)) == HAND_SIZE]
            judged = output.sorted_by(table) if table.depends_on_deck else dealt
            self.expected[name], self.evidence[name] = _criteria(dealt), _criteria(judged)


def _criteria(hands: Iterable[Hand]) -> Set[str]:
    return OF_A_TABLE - {"between", "within"} | {criterion(*pair) for pair in unequal(hands)}


def _faults(output: Output, table: Table) -> list[Fault]:
    players = _player_faults(table.printed, output.reading.first_player)
    if not table.printed.is_table:
        return [replace(fault, criteria=OF_A_TABLE) for fault in players[:1]]
    rules = Reading().deal(table.deck)
    causes = output.reading.causes
    read = [fault for cause in causes for fault in _not_dealt(cause, table.hands, rules)]
    read += _not_dealt(_reading_cause(table), table.hands, table.dealt)  # what they leave open
    if not table.depends_on_deck:
        (example, *_) = (fault.example for fault in (*read, *players))
        return [Fault(OF_A_TABLE, SAME_HANDS, example)]
    if not output.evaluates:
        example = f"It printed {quoted(table.hands[0].line, 80)} first, as on every deck."
        return [*read, Fault(OF_A_TABLE - {"reading"}, NOT_EVALUATED, example)]
    types, order = _type_faults(output, table), _sorting_faults(output, table)
    return [*players, *read, *types, *_card_order_faults(table.judged), *order]


def _player_faults(printed: Printed, first: int) -> list[Fault]:
    unread = [f"This line could not be read: {quoted(line, 80)}." for line in printed.unread[:1]]
    if not printed.hands:
        other = (f"It printed {quoted(o, 80)}, which is no player's hand." for o in printed.others)
        (example, *_) = *unread, *other, "It printed nothing."
        return [Fault({"players"}, "No player's hand could be read", example)]
    times = Counter(hand.player for hand in printed.hands)
    play = {player - 1 + first for player in seats(MOST_PLAYERS)}
    many = {player for player, count in times.items() if count > 1}
    missing, strange = play - times.keys(), times.keys() - play
    example = "The players are 1 to 10. You printed 0 to 9."
    faults = [] if first else [Fault({"players"}, "The players are numbered from 0", example)]
    for who, cause, lines, told in (
        (missing, "A player is missing", "no line", unread),
        (many, "A player is there more than once", "more than one line", []),
        (strange, "A player is there who does not play", "a line", []),
    ):
        if who:
            said = f"There is {lines} for player {listed([*map(str, sorted(who))])}."
            faults.append(Fault({"players"}, cause, " ".join([said, *told])))
    return faults


def _not_dealt(cause: str, hands: Iterable[PrintedHand], dealt: Sequence[Cards]) -> list[Fault]:
    """Return a fault with the first hand that is not the one dealt, if there is one."""
    for hand in hands:
        was = dealt[hand.player - 1]
        if not same(hand.cards, was):
            given = _shown(sorted(was, key=lambda card: card.index))
            said = f"Player {hand.player} is dealt {given}. You printed {_shown(hand.cards)}."
            meant = replace(hand, cards=was).hand  # none where a card is there twice
            should = (meant,) if meant else ()
            return [Fault({"reading"}, cause, said, hands=should, printed=(hand.line,))]
    return []


def _reading_cause(table: Table) -> str:
    cards = [card for hand in table.hands for card in hand.cards]
    if len(set(cards)) < len(cards):
        return CARD_TWICE
    if any(map(table.as_dealt, table.hands)):
        return "Some of the hands are not those of the deck"
    return "These are not the hands of the deck"


def _type_faults(output: Output, table: Table) -> Iterator[Fault]:
    for printed in table.judged:
        hand, meant = printed.hand, output.meant(printed)
        if hand is None:
            continue
        has = f"Player {hand.player} has {_shown(hand.cards)}: {in_words(hand)}."
        if printed.hand_type is None:
            said = f"You printed {quoted(printed.label)}." if printed.label else "You printed none."
            yield Fault({"types"}, "A hand type could not be read", f"{has} {said}")
        if meant not in (None, hand.hand_type):
            said = f"{has} You printed {meant}. {hint(hand, meant)}"
            cause = _taken(hand, meant, hand.hand_type in output.found)
            common, lines = MANY_TYPES_WRONG, (printed.line,)
            fault = Fault({"types"}, cause, said, hand.strength, common, 0, (hand,), lines)
            yield output.in_likeness(fault)


def _taken(hand: Hand, printed: HandType, found: bool) -> str:
    """Return what a type is taken for; if it is found at all, only a wheel may be overlooked."""
    wheel = ", five high," if found and hand.ranks == WHEEL[:1] else ""
    taken = f"{TYPE_NAMES[hand.hand_type]}{wheel} is taken for"
    return f"{taken[0].upper()}{taken[1:]} {TYPE_NAMES[printed]}"


def hint(hand: Hand, printed: HandType) -> str:
    """Return what was overlooked where a hand's type was taken for another one."""
    if hand.ranks == WHEEL[:1] and printed not in STRAIGHTS:
        return "The ace may count below the two."
    if printed in STRAIGHTS and {Rank.ACE, Rank.TWO} <= set(hand.ranks):
        return (
            "The ace may count above the king or below the two, but a straight never goes round it."
        )
    said = [
        NEEDS[types[0]] if printed in types else OVERLOOKED[types[0]]
        for types in (STRAIGHTS, FLUSHES)
        if (printed in types) != (hand.hand_type in types)
    ]
    return " ".join(said) or OVERLOOKED[hand.hand_type]


def _card_order_faults(hands: Sequence[PrintedHand]) -> Iterator[Fault]:
    """Yield a fault for each hand out of order, unless all stand from high to low."""
    if all(_in_order(hand, -1) for hand in hands):
        return
    for hand in hands:
        if not _in_order(hand, 1):
            example = f"Player {hand.player}'s cards are printed as {_shown(hand.cards)}."
            cause = "The cards of a hand do not stand in order of rank"
            yield Fault({"cards"}, cause, example, sum(card.rank for card in hand.cards))


def _in_order(hand: PrintedHand, step: int) -> bool:
    """Return whether the cards stand in order of rank; the ace of the wheel may be its lowest."""
    ranks = [card.rank for card in hand.cards[::step]]
    return ranks == sorted(ranks) or tuple(ranks) == WHEEL[::-1]


def _sorting_faults(output: Output, table: Table) -> Iterator[Fault]:
    """Yield a fault for every two hands in the wrong order, and one for a table upside down."""
    hands = output.sorted_by(table)
    wrong = {criterion(*pair) for pair in unequal(hands) if inverted(*pair)}
    if output.upside_down and wrong:
        example = "The best hand comes first. You printed it last."
        yield Fault(wrong, "The table is upside down", example)
    lines = {hand.player: hand.line for hand in table.hands}
    common = LATER_RANKS_UNSORTED if output.first_ranks_decide else UNSORTED
    for upper, lower in unequal(hands[:: output.step]):
        if inverted(upper, lower):
            printed = lines[upper.player], lines[lower.player]
            yield output.in_likeness(_sorting_fault(upper, lower, common, printed))


def _sorting_fault(upper: Hand, lower: Hand, common: str, printed: tuple[str, str]) -> Fault:
    """Return the fault that a hand is printed above a stronger one."""
    example = (
        f"Player {lower.player} ({_shown(lower.cards)}) must stand above player {upper.player}"
        f" ({_shown(upper.cards)}): {why_it_beats(lower, upper)}."
        f" You printed player {upper.player} first."
    )
    size, hands = upper.strength + lower.strength, (lower, upper)
    if criterion(upper, lower) == "between":
        cause = "Hands of different types stand in the wrong order"
        return Fault({"between"}, cause, example, size, hands=hands, printed=printed)
    digit = deciding_digit(lower, upper)
    cause = f"Two hands of type {lower.hand_type} stand in the wrong order"
    names = COUNTING[lower.hand_type]
    if len(names) > 1:
        cause += f": the {ORDINALS[digit]} rank that counts, the {names[digit]}, decides"
    return Fault({"within"}, cause, example, size, common, digit, hands, printed)


def _shown(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
