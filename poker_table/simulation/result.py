"""What a simulation found, as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb

from poker_table.game.hand import HandType
from poker_table.show.page import Column, Page, Row, Section, Share
from poker_table.simulation.chance import chi_square, p_value, standard_error, wilson
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.odds import hands_of_type, probability
from poker_table.simulation.swaps import FREEDOM, Positions

ALPHA = 0.001  # what is as rare as this by chance is called more than chance


def simulation_page(tally: Tally, seed: int, asked: int) -> Page:
    """Return the page of a tally; it is partial if fewer deals were counted than asked for."""
    partial = "" if tally.deals == asked else f"; partial: {asked:,} were asked for"
    players = "1 player" if tally.players == 1 else f"{tally.players} players"
    title = f"{tally.deals:,} deals of seed {seed}, {players}{partial}"
    document = {"seed": seed, **tally.document()}
    sections = [Section(title)]
    if tally.deals:  # what is asked for most stands last, where a screen ends
        sections = [
            players_section(tally, title),
            best_section(tally),
            types_section(tally),
            strangest_section(tally, seed),
        ]
    return Page(title, sections, document=document, counts=_counts(document))


def _section(
    title: str,
    names: Sequence[str],
    rows: Sequence[Sequence[str | Share]],
    notes: Sequence[str],
    spare: Sequence[str] = (),
) -> Section:
    """Return a section of numbers: its first column names the rows, bars have no name."""
    columns = [
        Column(
            name,
            number=bool(place and name not in ("", "In words")),
            spare=int(name in spare),
            names=not place,
        )
        for place, name in enumerate(names)
    ]
    return Section(title, columns, [Row(tuple(cells)) for cells in rows], notes)


def players_section(tally: Tally, title: str) -> Section:
    """Return who won how often, and whether the players differ more than chance allows."""
    rows = [
        (str(player), f"{alone:,}", f"{shared:,}", percent((alone + shared) / tally.deals))
        for player, (alone, shared) in enumerate(zip(tally.alone, tally.shared, strict=True), 1)
    ]
    tied = (
        f"The best hand was shared in {tally.tied:,} of {tally.deals:,} deals"
        f" ({percent(tally.tied / tally.deals)})."
    )
    notes = (players_in_words(tally.alone), tied) if tally.players > 1 else ()
    return _section(title, ("Player", "Won alone", "Shared", "Best hand"), rows, notes)


def best_section(tally: Tally) -> Section:
    """Return, for each hand type, in how many deals it was the best hand."""
    rows = [_best_row(tally, hand_type) for hand_type in reversed(HandType)]
    note = (
        "How often a type is the best hand has no closed form: it is measured, and its share of"
        " all deals lies within the interval 95 times in 100."
    )
    headers = "Hand type", "Deals", "95 times in 100", ""
    return _section("The best hand of a deal", headers, rows, [note], spare=[""])


def _best_row(tally: Tally, hand_type: HandType) -> tuple[str | Share, ...]:
    won = tally.won[hand_type]
    low, high = wilson(won, tally.deals)
    interval = f"{percent(low).removesuffix(' %')} – {percent(high)}"
    return str(hand_type), f"{won:,}", interval, Share(won / tally.deals)


def types_section(tally: Tally) -> Section:
    """Return, for each hand type, how often it was held beside how often it must be."""
    rows = [_type_row(tally, hand_type) for hand_type in reversed(HandType)]
    note = (
        "Off by: the difference in standard errors, which are measured from the tables, because"
        " hands from one deck are not independent. Beyond 4 is more than chance."
    )
    headers = "Hand type", "Held", "Exact odds", "Expected", "Off by"
    return _section("The hands of all players", headers, rows, [note], spare=["Expected"])


def _type_row(tally: Tally, hand_type: HandType) -> tuple[str, ...]:
    odds = probability(hand_type)
    held = tally.held[hand_type]
    expected = float(odds * tally.deals * tally.players)
    error = standard_error(held, tally.squares[hand_type], tally.deals)
    off_by = f"{(held - expected) / error:+.2f}" if error else "–"
    return str(hand_type), f"{held:,}", percent(float(odds)), f"{expected:,.1f}", off_by


def players_in_words(alone: Sequence[int]) -> str:
    """Return whether the players' wins differ more than chance allows, or less.

    >>> players_in_words([100, 110, 90])
    'The players differ as much as chance has it: chi-square 2.0 on 2 degrees of freedom, p = 0.37.'
    """
    statistic = chi_square(alone)
    p = p_value(statistic, len(alone) - 1)
    verdict = "as much as chance has it"
    if p < ALPHA:
        verdict = "more than chance allows"
    elif p > 1 - ALPHA:
        verdict = "less than chance has it, suspiciously even"
    measured = f"chi-square {statistic:.1f} on {len(alone) - 1} degrees of freedom, p = {p:.2g}"
    return f"The players differ {verdict}: {measured}."


def strangest_section(tally: Tally, seed: int) -> Section:
    """Return which deal was the strangest, and how to see it."""
    assert tally.strangest is not None
    strangeness, deal = tally.strangest
    players = f" --players {tally.players}" if tally.players != 10 else ""
    note = (
        f"Its hand types, taken one by one, have a probability of about 1 in 2^{strangeness}."
        f" See it: poker-table --seed {seed} --deal {deal}{players}"
    )
    return Section(f"The strangest deal was number {deal}", notes=(note,))


def all_hands_page(counts: Sequence[int], cards: int) -> Page:
    """Return how many of all hands are of each type, and how many must be if that is known."""
    total = comb(52, cards)
    rows = [
        (str(hand_type), f"{count:,}", percent(count / total), Share(count / total))
        for hand_type, count in reversed([*zip(HandType, counts, strict=True)])
    ]
    notes = ["Every one was dealt and judged: nothing here is a sample."]
    if cards == 5:
        same = "the same" if tuple(counts) == hands_of_type() else "NOT the same"
        notes.append(f"Combinatorics, from the rules in hand.py, gives {same} numbers.")
    best = ", the best five of each" if cards > 5 else ""
    title = f"All {total:,} hands of {cards} cards{best}"
    section = _section(title, ("Hand type", "Hands", "Share", ""), rows, notes, spare=[""])
    hands = dict(zip(map(str, HandType), counts, strict=True))
    return Page(title, [section], document={"cards": cards, "hands": hands})


def swaps_page(by_swaps: Positions, fair: Positions, seed: int, swaps: int) -> Page:
    """Return how evenly the cards lie after swaps, and after a fair shuffle."""
    rows = [
        (name, f"{positions.chi_square:,.1f}", f"{positions.p:.2g}", _fairness(positions.p))
        for name, positions in ((f"{swaps} swaps", by_swaps), ("a fair shuffle", fair))
        if positions.decks
    ]
    title = f"Where the cards lie after {swaps} swaps: {by_swaps.decks:,} decks of seed {seed}"
    note = (
        f"Chi-square of position x card, 52 x 52 counts: about {FREEDOM:,} if every card is as"
        " likely at every position. p is the probability that a fair shuffle looks as uneven as"
        " that."
    )
    section = _section(title, ("Shuffled by", "Chi-square", "p", "In words"), rows, [note])
    document = {
        "seed": seed,
        "swaps": swaps,
        "decks": by_swaps.decks,
        "after_swaps": by_swaps.counts,
        "after_fair_shuffle": fair.counts,
    }
    return Page(title, [section], document=document)


def _fairness(p: float) -> str:
    if p < ALPHA:
        return "not fair: cards lie nearer to where they were than chance allows"
    if p > 1 - ALPHA:
        return "suspiciously even"
    return "no unfairness to be seen in so many decks"


def percent(share: float) -> str:
    """Return a share in per cent, to four figures.

    >>> percent(0.42256902), percent(0.0000153908)
    ('42.26 %', '0.001539 %')
    """
    return f"{100 * share:#.4g} %" if share >= 1e-6 or not share else f"{100 * share:.3g} %"


def _counts(document: Mapping[str, object]) -> Section:
    """Return a tally's document as a table: what was counted, of what, how often."""
    columns = [Column(name) for name in ("count", "of", "number")]
    return Section("", columns, [Row(cells) for cells in _count_rows(document)])


def _count_rows(document: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    for name, value in document.items():
        if isinstance(value, dict):
            yield from ((name, key, str(count)) for key, count in value.items())
        elif isinstance(value, list):
            yield from ((name, f"Player {k}", str(count)) for k, count in enumerate(value, start=1))
        else:
            yield name, "", str(value)
