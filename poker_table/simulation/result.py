"""What a simulation found, as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

from poker_table.game.hand import HandType
from poker_table.game.table import MOST_PLAYERS
from poker_table.show.page import Column, Interval, Page, Row, Section, Share, percent, table_of
from poker_table.simulation import chance
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.run import Simulation
from poker_table.simulation.swaps import FREEDOM, Counts, unevenness

ALPHA = 0.001  # what is as rare as this by chance is called more than chance
HAND_TYPE = Column("Hand type", names=True)
INTERVALS = Column("95 times in 100", number=True, legend="● measured  ━ 95 times in 100")
# What is said of counts: they are too uneven for chance, as chance has it, or too even.
OF_PLAYERS = (
    "more than chance allows",
    "as much as chance has it",
    "less than chance has it, suspiciously even",
)
OF_SHUFFLES = (
    "not fair: cards lie nearer to where they were than chance allows",
    "no unfairness to be seen in so many decks",
    "suspiciously even",
)


def simulation_page(tally: Tally, simulation: Simulation) -> Page:
    """Return the page of a tally; it is partial if fewer deals were counted than asked for."""
    asked, seed = simulation.deals, simulation.seed
    partial = "" if tally.deals == asked else f"; partial: {asked:,} were asked for"
    players = "1 player" if tally.players == 1 else f"{tally.players} players"
    title = f"{tally.deals:,} deals of seed {seed}, {players}{partial}"
    sections = [Section(title)]
    if tally.strangest:  # what is asked for most stands last, where a screen ends
        sections = [
            players_section(tally, title),
            best_section(tally),
            types_section(tally),
            strangest_section(tally.strangest, seed, tally.players),
        ]
    document = {"seed": seed, **tally.document()}
    counts = table_of("", ("count", "of", "number"), count_rows(document))
    return Page(title, sections, document=document, counts=counts)


def numbers(*names: str) -> list[Column]:
    """Return columns of numbers."""
    return [Column(name, number=True) for name in names]


def players_section(tally: Tally, title: str) -> Section:
    """Return who won how often, and whether the players differ more than chance allows."""
    rows = [
        Row((str(player), f"{alone:,}", f"{shared:,}", percent((alone + shared) / tally.deals)))
        for player, (alone, shared) in enumerate(zip(tally.alone, tally.shared, strict=True), 1)
    ]
    tied = (
        f"The best hand was shared in {tally.tied:,} of {tally.deals:,} deals"
        f" ({percent(tally.tied / tally.deals)})."
    )
    notes = (players_in_words(tally.alone), tied) if tally.players > 1 else ()
    columns = [Column("Player", names=True), *numbers("Won alone", "Shared", "Best hand")]
    return Section(title, columns, rows, notes)


def best_section(tally: Tally) -> Section:
    """Return, for each hand type, in how many deals it was the best hand."""
    rows = []
    for hand_type in reversed(HandType):
        won = tally.won[hand_type]
        low, high = chance.wilson(won, tally.deals)
        rows.append(Row((str(hand_type), f"{won:,}", Interval(low, won / tally.deals, high))))
    note = (
        "How often a type is the best hand has no closed form: it is measured, and its share of"
        " all deals lies within the interval 95 times in 100."
    )
    columns = [HAND_TYPE, *numbers("Deals"), INTERVALS]
    return Section("The best hand of a deal", columns, rows, (note,))


def types_section(tally: Tally) -> Section:
    """Return, for each hand type, how often it was held beside how often it must be."""
    rows = []
    for hand_type in reversed(HandType):
        hands, held = chance.HANDS_OF_TYPE[hand_type], tally.held[hand_type]
        dealt, odds = tally.deals * tally.players, hands / chance.FIVE_CARD_HANDS
        expected = hands * dealt / chance.FIVE_CARD_HANDS
        measured = held, tally.squares[hand_type], tally.deals
        error = chance.standard_error(*measured)
        off_by = f"{(held - expected) / error:+.2f}" if error else "–"
        beside = percent(odds), f"{expected:,.1f}", off_by
        low, high = chance.interval(*measured, tally.players)
        drawn = Interval(low, held / dealt, high, odds)
        rows.append(Row((str(hand_type), f"{held:,}", *beside, drawn)))
    note = (
        "Off by: the difference in standard errors, which are measured from the tables, because"
        " hands from one deck are not independent. Beyond 4 is more than chance."
    )
    expected_by_odds = Column("Expected", number=True, goes=2)
    columns = [HAND_TYPE, *numbers("Held", "Exact odds"), expected_by_odds, *numbers("Off by")]
    columns.append(INTERVALS._replace(goes=1, legend=f"{INTERVALS.legend}  ┃ exact"))
    return Section("The hands of all players", columns, rows, (note,))


def players_in_words(alone: Sequence[int]) -> str:
    """Return whether the players' wins differ more than chance allows, or less.

    >>> players_in_words([100, 110, 90])
    'The players differ as much as chance has it: chi-square 2.0 on 2 degrees of freedom, p = 0.37.'
    """
    statistic, freedom = chance.chi_square(alone), len(alone) - 1
    p = chance.p_value(statistic, freedom)
    measured = f"chi-square {statistic:.1f} on {freedom} degrees of freedom, p = {p:.2g}"
    return f"The players differ {verdict(p, OF_PLAYERS)}: {measured}."


def verdict(p: float, words: Sequence[str]) -> str:
    """Return what to say of counts if chance makes them as uneven as this, or more, with p."""
    return words[0 if p < ALPHA else 2 if p > 1 - ALPHA else 1]


def strangest_section(strangest: tuple[int, int], seed: int, players: int) -> Section:
    """Return which deal was the strangest, and how to see it."""
    strangeness, deal = strangest
    players_option = f" --players {players}" if players != MOST_PLAYERS else ""
    note = (
        f"Its hand types, taken one by one, have a probability of about 1 in 2^{strangeness}."
        f" See it: poker-table --seed {seed} --deal {deal}{players_option}"
    )
    return Section(f"The strangest deal was number {deal}", notes=(note,))


def all_hands_page(counts: Sequence[int], cards: int) -> Page:
    """Return how many of all hands are of each type, and how many must be if that is known."""
    total = comb(52, cards)
    hands = dict(zip(map(str, HandType), counts, strict=True))
    rows = [
        Row((name, f"{count:,}", percent(count / total), Share(count / total)))
        for name, count in reversed(hands.items())
    ]
    notes = ["Every one was dealt and judged: nothing here is a sample."]
    if cards == 5:
        same = "the same" if tuple(counts) == chance.HANDS_OF_TYPE else "NOT the same"
        notes.append(f"Combinatorics, from the rules in hand.py, gives {same} numbers.")
    best = ", the best five of each" if cards > 5 else ""
    title = f"All {total:,} hands of {cards} cards{best}"
    section = Section(
        title, [HAND_TYPE, *numbers("Hands", "Share"), Column("", goes=1)], rows, notes
    )
    return Page(title, [section], document={"cards": cards, "hands": hands})


def swaps_page(by_swaps: Counts, fair: Counts, seed: int, swaps: int) -> Page:
    """Return how evenly the cards lie after swaps, and after a fair shuffle."""
    decks = sum(by_swaps[0])
    rows = []
    for name, counts in (f"{swaps} swaps", by_swaps), ("a fair shuffle", fair):
        statistic, p = unevenness(counts)
        shown = name, f"{statistic:,.1f}", f"{p:.2g}", verdict(p, OF_SHUFFLES)
        rows += [Row(shown)] if decks else []
    title = f"Where the cards lie after {swaps} swaps: {decks:,} decks of seed {seed}"
    note = (
        f"Chi-square of position x card, 52 x 52 counts: about {FREEDOM:,} if every card is as"
        " likely at every position. p is the probability that a fair shuffle looks as uneven as"
        " that."
    )
    columns = [Column("Shuffled by", names=True), *numbers("Chi-square", "p"), Column("In words")]
    section = Section(title, columns, rows, (note,))
    after = {"after_swaps": by_swaps, "after_fair_shuffle": fair}
    document = {"seed": seed, "swaps": swaps, "decks": decks, **after}
    return Page(title, [section], document=document)


def count_rows(document: Mapping[str, object]) -> list[tuple[str, str, str]]:
    """Return a tally's document as rows: what was counted, of what, how often.

    >>> count_rows({"deals": 3, "held": {"Pair": 2}, "alone": [1]})
    [('deals', '', '3'), ('held', 'Pair', '2'), ('alone', 'Player 1', '1')]
    """
    rows = []
    for name, value in document.items():
        if isinstance(value, list):
            value = {f"Player {player}": count for player, count in enumerate(value, start=1)}
        of_what = value if isinstance(value, dict) else {"": value}
        rows += [(name, key, str(count)) for key, count in of_what.items()]
    return rows
