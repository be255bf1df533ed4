"""The results of a simulation as pages: tallies, all hands."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from typing import Annotated, NamedTuple

from poker_table.game.errors import counted
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rules import HandType
from poker_table.show.cells import Bar, Interval, one_in, percent
from poker_table.show.chart import Intervals
from poker_table.show.page import Column, Page, Section, columns_of
from poker_table.simulation import statistics
from poker_table.simulation.engines.tally import Tally

CONFIDENCE = "95 times in 100"  # how often an interval contains the true value
ALPHA = 0.001  # results with a smaller p-value are called more than chance
LEGEND = f"● measured  ━ {CONFIDENCE}"
OF_PLAYERS = "more than by chance", "as much as by chance", "less than by chance, suspiciously even"


def _signed(off_by: float | None) -> str:
    return "–" if off_by is None else f"{off_by:+.2f}"


class PlayerWins(NamedTuple):
    """How often a player won alone and with others, and the share of both in all deals."""

    player: Annotated[int, Column("Player", row_header=True)]
    alone: Annotated[int, Column("Won alone", number=True)]
    shared: Annotated[int, Column("Shared", number=True)]
    share: Annotated[float, Column("Best hand", number=True, cell=percent)]


class BestHands(NamedTuple):
    """In how many deals the best hand was of a hand type."""

    hand_type: Annotated[HandType, Column("Hand type", row_header=True)]
    deals: Annotated[int, Column("Deals", number=True)]
    share: Annotated[Interval, Column(CONFIDENCE, number=True)]


class HeldHands(NamedTuple):
    """How often a hand type was held, and how often it should be by the exact odds."""

    hand_type: Annotated[HandType, Column("Hand type", row_header=True)]
    held: Annotated[int, Column("Held", number=True)]
    squares: int  # the sum over the deals of the square of the number of players who held it
    odds: Annotated[float, Column("Exact odds", number=True, cell=percent)]
    expected: Annotated[float, Column("Expected", number=True, drop_order=2, cell="{:,.1f}".format)]
    off_by: Annotated[float | None, Column("Off by", number=True, cell=_signed)]
    share: Annotated[Interval, Column(CONFIDENCE, number=True, drop_order=1)]


class AllHands(NamedTuple):
    """How many of all hands are of a hand type."""

    hand_type: Annotated[HandType, Column("Hand type", row_header=True)]
    hands: Annotated[int, Column("Hands", number=True)]
    share: Annotated[
        float, Column("Share", number=True, cell=percent), Column("", drop_order=1, cell=Bar)
    ]


def simulation_page(tally: Tally, seed: int, asked: int) -> Page:
    """Return the page of a tally. The title says if fewer deals were counted than asked for."""
    partial = "" if tally.deals == asked else f"; partial: {asked:,} were asked for"
    players = counted(tally.players, "player")
    title = f"{counted(tally.deals, 'deal')} of seed {seed}, {players}{partial}"
    sections = [Section(title)]
    if tally.strangest:  # the most important sections come last, where a terminal shows them
        sections = [players_section(tally, title), best_section(tally), types_section(tally)]
        sections.append(strangest_section(tally.strangest, seed, tally.players))
    strangeness, deal = tally.strangest or (None, None)
    facts = {
        "seed": seed,
        "deals": tally.deals,
        "players": tally.players,
        "tied": tally.tied,
        "strangest": {"strangeness": strangeness, "deal": deal},
    }
    return Page(title, sections, facts=facts)


def players_section(tally: Tally, title: str) -> Section:
    """Return how often each player won, and whether the players differ more than by chance."""
    rows = [
        PlayerWins(player, alone, shared, (alone + shared) / tally.deals)
        for player, (alone, shared) in enumerate(zip(tally.alone, tally.shared, strict=True), 1)
    ]
    of_deals = f"{counted(tally.deals, 'deal')} ({percent(tally.tied / tally.deals)})"
    tied = f"The best hand was shared in {tally.tied:,} of {of_deals}."
    notes = (players_in_words(tally.alone), tied) if tally.players > 1 else ()
    return Section(title, columns_of(PlayerWins), rows, notes, key="wins")


def best_section(tally: Tally) -> Section:
    """Return, for each hand type, in how many deals it was the best hand."""
    rows = []
    for hand_type in reversed(HandType):
        won = tally.best[hand_type]
        low, high = statistics.wilson(won, tally.deals)
        rows.append(BestHands(hand_type, won, Interval(low, won / tally.deals, high)))
    note = (
        "How often a type is the best hand is only measured. Its true share of all deals lies"
        f" within the interval {CONFIDENCE}."
    )
    chart = Intervals(LEGEND, {str(row.hand_type): row.share for row in rows})
    title = "The best hand of a deal"
    return Section(title, columns_of(BestHands), rows, (note,), key="best", chart=chart)


def types_section(tally: Tally) -> Section:
    """Return, for each hand type, how often it was held, and how often it should be by the odds."""
    rows, dealt = [], tally.deals * tally.players
    for hand_type in reversed(HandType):
        hands, held = statistics.HANDS_OF_TYPE[hand_type], tally.held[hand_type]
        squares, odds = tally.squares[hand_type], hands / statistics.FIVE_CARD_HANDS
        expected = hands * dealt / statistics.FIVE_CARD_HANDS
        # Measured from the tables, because hands from one deck are not independent. By chance,
        # fewer hands than expected also vary less: the error of the expected number.
        error = sqrt(max(0.0, squares - held * held / tally.deals))
        error *= sqrt(max(1.0, expected / held if held else 0))
        off_by = (held - expected) / error if error else None
        low, high = statistics.interval(held, squares, tally.deals, tally.players)
        share = Interval(low, held / dealt, high, odds)
        rows.append(HeldHands(hand_type, held, squares, odds, expected, off_by, share))
    note = (
        "Off by: the difference from the expected number, in standard errors. These are measured"
        " from the tables, because hands from one deck are not independent. A difference beyond 4"
        " is more than chance."
    )
    intervals = {str(row.hand_type): row.share for row in rows}
    chart = Intervals(f"{LEGEND}  ┃ exact", intervals)
    title = "The hands of all players"
    return Section(title, columns_of(HeldHands), rows, (note,), key="held", chart=chart)


def players_in_words(alone: Sequence[int]) -> str:
    """Return a sentence on whether the players' wins differ more or less than by chance.

    >>> players_in_words([100, 110, 90])
    'The players differ as much as by chance: chi-square 2.0 on 2 degrees of freedom, p = 0.37.'
    """
    statistic, freedom = statistics.chi_square(alone), len(alone) - 1
    p = statistics.p_value(statistic, freedom)
    measured = f"chi-square {statistic:.1f} on {freedom} degrees of freedom, p = {p:.2g}"
    if p > 1 - ALPHA:  # few deals are often as even as they can be: what if one win were another's?
        other = statistics.p_value(statistic + 2 * len(alone) / max(sum(alone), 1), freedom)
        p = max(other, ALPHA)
    return f"The players differ {verdict(p, OF_PLAYERS)}: {measured}."


def verdict(p: float, verdicts: Sequence[str]) -> str:
    """Return one of three verdicts, given p: the probability of counts at least as uneven."""
    return verdicts[0 if p < ALPHA else 2 if p > 1 - ALPHA else 1]


def strangest_section(strangest: tuple[int, int], seed: int, players: int) -> Section:
    """Return which deal was the strangest, and the command that shows it."""
    strangeness, deal = strangest
    players_option = f" --players {players}" if players != MOST_PLAYERS else ""
    note = (
        "The product of the probabilities of its hand types is about"
        f" {one_in(2.0**-strangeness)}."
        f" See it: poker-table --seed {seed} --deal {deal}{players_option}"
    )
    return Section(f"The strangest deal was number {deal}", notes=(note,))


def all_hands_page(counts: Sequence[int], cards: int) -> Page:
    """Return how many of all hands are of each type; check those of five cards by combinatorics."""
    total = comb(52, cards)
    rows = [AllHands(kind, counts[kind], counts[kind] / total) for kind in reversed(HandType)]
    notes = ["Every hand was dealt and judged: this is not a sample."]
    if cards == 5:
        same = "the same" if tuple(counts) == statistics.HANDS_OF_TYPE else "NOT the same"
        notes.append(f"Combinatorics gives {same} numbers.")
    best = ", the best five of each" if cards > 5 else ""
    title = f"All {total:,} hands of {cards} cards{best}"
    section = Section(title, columns_of(AllHands), rows, notes, key="hands")
    return Page(title, [section], facts={"cards": cards})
