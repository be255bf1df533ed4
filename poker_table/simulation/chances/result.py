"""Chances as a page."""

from __future__ import annotations

from poker_table.game.card import Card
from poker_table.game.hand import HandType
from poker_table.show.page import (
    Column,
    Interval,
    Page,
    Row,
    Section,
    Share,
    percent,
    spelled,
    table_of,
)
from poker_table.simulation.chances.answer import Chances, HandChances
from poker_table.simulation.chances.question import UNKNOWN


def chances_page(chances: Chances, asked: str = "") -> Page:
    """Return the page of chances; `asked` is what was wanted, if an interrupt left it partial."""
    if chances.exact:
        title = f"All {chances.deals:,} arrangements of the unknown cards"
    else:
        title = f"{chances.deals:,} deals of seed {chances.seed}"
    title += f"; partial: {asked} were asked for" if asked else ""
    sections = [Section(title)]
    if chances.deals:
        told = [
            f"{chances.question.who} {number} {_won_with(hand)}."
            for number, hand in enumerate(chances.hands, start=1)
        ]
        with_types = Section("With which hand types each hand won", notes=told)
        sections = [_hands_section(title, chances), with_types]
    return Page(title, sections, document=chances.document(), counts=_counts(chances))


def as_poker(chances: Chances) -> str:
    """Return what the final program of a programming course prints, letter for letter.

    That is a line for each hand from 0 on, and how many ties there were, which nobody wins.
    """
    lines = [
        f"Hand {number} won {hand.wins} / {chances.deals} times"
        f" ({100 * hand.wins / max(chances.deals, 1):.2f}%)\n"
        for number, hand in enumerate(chances.hands)
    ]
    return f"{''.join(lines)}And there were {chances.ties} ties\n"


def who_is_ahead(chances: Chances) -> str:
    """Return who is ahead, in a sentence."""
    who = chances.question.who
    best = max(hand.equity for hand in chances.hands)
    first = [str(k) for k, hand in enumerate(chances.hands, start=1) if hand.equity == best]
    if len(chances.hands) == 1:
        return f"{who} 1 has nobody against it."
    if len(first) > 1:
        return f"{who}s {', '.join(first[:-1])} and {first[-1]} are equal, ahead of all others."
    others = [hand for hand in chances.hands if hand.equity != best]
    leader = chances.hands[int(first[0]) - 1]
    if max(hand.high for hand in others) > leader.low:
        return f"{who} {first[0]} seems to be ahead, but so few deals are not enough to be sure."
    return f"{who} {first[0]} is ahead: its equity is {percent(best)}."


def _hands_section(title: str, chances: Chances) -> Section:
    """Return what came of each hand."""
    sampled = [] if chances.exact else [Column("95 times in 100", number=True)]
    columns = [
        Column(chances.question.who, names=True), Column("Cards"), Column("Wins", number=True),
        Column("Shares", number=True, goes=2), Column("Loses", number=True, goes=1),
        Column("Equity", number=True), *sampled, Column("", goes=3),
    ]  # fmt: skip
    rows = [_row(number, hand, chances) for number, hand in enumerate(chances.hands, start=1)]
    equity = "Equity is the share of the deals won, a deal shared by two counted as a half."
    return Section(title, columns, rows, [who_is_ahead(chances), equity])


def _row(number: int, hand: HandChances, chances: Chances) -> Row:
    """Return what came of a hand, in cells and to be heard."""
    shares = [count / chances.deals for count in (hand.wins, hand.shared, hand.losses)]
    outcomes = wins, shared, loses, equity = [percent(s) for s in (*shares, hand.equity)]
    told = f"wins {wins}, shares {shared}, loses {loses}; its equity is {equity}"
    interval: list[str] = []
    if not chances.exact:
        interval.append(str(Interval(hand.low, hand.equity, hand.high)))
        told += f", give or take {percent((hand.high - hand.low) / 2)}"
    cards = ", ".join(map(_spelled, hand.cards.split()))
    sentence = f"{chances.question.who} {number} {told}. The cards are {cards}."
    return Row((str(number), hand.cards, *outcomes, *interval, Share(hand.equity)), "", sentence)


def _spelled(word: str) -> str:
    if word.startswith(UNKNOWN):
        return f"unknown {word.removeprefix(UNKNOWN)}".rstrip()
    return spelled(Card.parse(word))


def _won_with(hand: HandChances) -> str:
    if not hand.wins:
        return "never won alone"
    by_count = sorted(hand.wins_with.items(), key=lambda pair: -pair[1])
    types = [f"{kind} {percent(count / hand.wins)}" for kind, count in by_count if count]
    return f"won {hand.wins:,} of the deals alone, with {', '.join(types)}"


def _counts(chances: Chances) -> Section:
    """Return the counts as a table for other programs."""
    names = "hand", "cards", "deals", *HandChances._fields[1:-1], *map(str, HandType)
    rows = [
        (str(number), hand.cards, *map(str, (chances.deals, *hand[1:-1], *hand.wins_with.values())))
        for number, hand in enumerate(chances.hands, start=1)
    ]
    return table_of("", names, rows)
