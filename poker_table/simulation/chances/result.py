"""Chances as a page, as a chart, and in sentences."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from poker_table.game.card import Card
from poker_table.game.errors import counted, list_in_words
from poker_table.hands.in_words import number_in_words
from poker_table.hands.sentence import Sentence, Text
from poker_table.show.cells import Bar, percent
from poker_table.show.chart import Line, Lines, Stacks
from poker_table.show.page import Column, Page, Section, columns_of
from poker_table.simulation.chances.answer import Chances, HandChances
from poker_table.simulation.chances.whole_deal import WholeDeal
from poker_table.simulation.result import CONFIDENCE

DURING = "Each player's chance during the deal"


def chances_page(chances: Chances, asked: str = "") -> Page:
    """Return the page of chances.

    If counting was interrupted, `asked` says how many deals were asked for.
    """
    if chances.exact:
        title = f"All {chances.deals:,} arrangements of the unknown cards"
        if chances.deals == 1:
            title = "The only arrangement of the cards"
    else:
        title = f"{counted(chances.deals, 'deal')} of seed {chances.seed}"
    if (to_come := chances.question.to_come) is not None:
        cards = f"{number_in_words(to_come) if to_come else 'no'} card{'s' * (to_come != 1)}"
        title = f"Hold'em, {cards} of the board to come. {title}"
    title += f"; partial: {asked} were asked for" if asked else ""
    sections = [Section(title)]
    if chances.deals:
        notes = [f"{chances.question.who} {hand.hand} {_won_with(hand)}." for hand in chances.hands]
        bars = {f"{chances.question.who} {h.hand}": _types(h) for h in chances.hands if h.wins}
        chart = Stacks(bars) if bars else None
        with_types = Section("What each hand won with", notes=notes, chart=chart)
        sections = [_hands_section(title, chances), with_types]
    facts = {"exact": chances.exact, "deals": chances.deals, "seed": chances.seed}
    return Page(title, sections, facts=facts)


def times(count: int) -> str:
    """Return how often something happened: once, 9 times."""
    return "once" if count == 1 else f"{count} times"


def as_poker(chances: Chances) -> str:
    """Return exactly what the final program of a programming course prints.

    That is a line for each hand, numbered from 0, and the number of ties, which nobody wins.
    """
    lines = [
        f"Hand {number} won {hand.wins} / {chances.deals} times"
        f" ({100 * hand.wins / max(chances.deals, 1):.2f}%)\n"
        for number, hand in enumerate(chances.hands)
    ]
    return f"{''.join(lines)}And there were {chances.ties} ties\n"


def who_is_ahead(chances: Chances) -> str:
    """Return who is ahead, in a sentence."""
    who, leaders = chances.question.who, chances.leaders
    numbers = [str(hand.hand) for hand in leaders]
    if len(chances.hands) == 1:
        return f"{who} 1 has nobody against it: --players 2 adds a hand of unknown cards."
    if len(leaders) > 1:
        others = ", ahead of all others" * bool(chances.ahead)
        sample = "" if chances.exact else " in this sample"
        return f"{who}s {list_in_words(numbers, 'and')} are equal{sample}{others}."
    if not chances.ahead:
        return f"{who} {numbers[0]} seems to be ahead, but so few deals are not enough to be sure."
    if chances.exact and leaders[0].wins == chances.deals:
        whatever = ", whatever cards are still to come" * (chances.deals > 1)
        return f"{who} {numbers[0]} wins{whatever}."
    return f"{who} {numbers[0]} is ahead: its equity is {percent(leaders[0].equity)}."


class CardChances(NamedTuple):
    """A card of a deal, who is ahead after it, and every player's chance."""

    number: Annotated[int, Column("Card", number=True)]
    card: Annotated[Card, Column("Dealt", cell=lambda card: (card,))]
    player: Annotated[int, Column("To player", number=True, row_header=True)]
    ahead: Annotated[tuple[int, ...], Column("Ahead", cell=lambda who: ", ".join(map(str, who)))]
    chance: float
    exact: bool
    chances: dict[int, float]

    @property
    def chance_text(self) -> str:
        """The chance of each player who is ahead."""
        return percent(self.chance, whole=True, exact=self.exact)


def whole_deal_page(deal: WholeDeal) -> Page:
    """Return the page of every player's chance after each card of a deal."""
    rows = []
    for number, chances in enumerate(deal.after[1:], start=1):
        shares = {hand.hand: hand.equity for hand in chances.hands}
        ahead = deal.ahead[number]
        best = shares[ahead[0]] if ahead else 1 / deal.players
        rows.append(CardChances(number, *deal.dealt(number), ahead, best, chances.exact, shares))
    columns = [*columns_of(CardChances), Column("Chance", number=True, field="chance_text")]
    sampled = [chances for chances in deal.after[1:] if not chances.exact]
    method = "Exact after each card."
    if sampled:
        deals = f"{counted(sampled[0].deals, 'deal')} of seed {sampled[0].seed}"
        method = f"After each card up to card {len(sampled)} from {deals}, then exact."
    changed = f"Who is ahead changed {times(len(deal.changes))}."
    notes: list[Text] = [turning_point(deal), changed, method]
    turned, chart = deal.turning_number, chances_chart(deal)
    section = Section(DURING, columns, rows, notes, "cards", [turned - 1], chart)
    facts = {"turned_by_card": turned, "changes": len(deal.changes)}
    return Page(DURING, [section], facts=facts)


def chances_chart(deal: WholeDeal) -> Lines:
    """Return each player's chance over a deal as a line; only the last three leaders have names."""
    latest_first = [player for leaders in reversed(deal.ahead) for player in leaders]
    named = [*dict.fromkeys(latest_first)][:3]
    lines = []
    for player in range(1, deal.players + 1):
        equities = [chances.hands[player - 1].equity for chances in deal.after]
        lines.append(Line(equities, f"Player {player}" * (player in named)))
    number = deal.turning_number
    card, player = deal.dealt(number)
    label = f"card {number}: {card.with_symbol} to player {player}"
    return Lines(lines, number, label, f"cards dealt, 0 to {len(deal.after) - 1}")


def turning_point(deal: WholeDeal) -> Sentence:
    """Return a sentence that says which card turned the deal.

    >>> from poker_table.files.deck_file import read_deck
    >>> from poker_table.simulation.chances.whole_deal import whole_deal
    >>> *_, deal = whole_deal(read_deck("three.txt"))
    >>> print(turning_point(deal))
    Card 42, 9S to player 2, turned the deal: before it, player 8 was ahead with 77 %; after it, \
player 2 was ahead with 100 %.
    """
    number = deal.turning_number
    if not number:
        return Sentence("All players have equal chances to the end.")
    (card, player), after = deal.dealt(number), _ahead(deal, number)
    if not deal.ahead[number - 1]:
        never = f"The lead never changed: after card {number}, "
        return Sentence(never, card, f" to player {player}, {after}.")
    before = f"before it, {_ahead(deal, number - 1)}; after it, {after}."
    return Sentence(f"Card {number}, ", card, f" to player {player}, turned the deal: ", before)


def _ahead(deal: WholeDeal, number: int) -> str:
    """Return which players are ahead after a number of cards, and their chance."""
    leaders, chances = deal.ahead[number], deal.after[number]
    equity = chances.hands[leaders[0] - 1].equity
    chance = percent(equity, whole=True, exact=chances.exact)
    if len(leaders) > 1:
        players = f"players {list_in_words(map(str, leaders), 'and')} were ahead"
        return f"{players} with {chance} each"
    return f"player {leaders[0]} was ahead with {chance}"


def _hands_section(title: str, chances: Chances) -> Section:
    """Return the table of all hands, which can also be read out in sentences."""
    share = lambda count: percent(count / chances.deals)  # noqa: E731
    interval = Column(CONFIDENCE, number=True, drop_order=4, field="interval")
    columns = [
        Column(chances.question.who, row_header=True, field="hand"),
        Column("Cards", field="cards"),
        Column("Wins", number=True, drop_order=5, field="wins", cell=share),
        Column("Shares", number=True, drop_order=2, field="shared", cell=share),
        Column("Loses", number=True, drop_order=1, field="losses", cell=share),
        Column("Equity", number=True, field="equity", cell=percent),
        *([] if chances.exact else [interval]),
        Column("", drop_order=3, field="equity", cell=Bar),
    ]
    equity = "Equity is the share of the deals won, a deal shared by two counted as a half."
    notes = [who_is_ahead(chances), equity]
    return Section(title, columns, chances.hands, notes, key="hands")


def _won_with(hand: HandChances) -> str:
    if not hand.wins:
        return "never won alone"
    types = [f"{kind} {percent(share)}" for kind, share in _types(hand).items()]
    return f"won {hand.wins:,} of the deals alone, with {', '.join(types)}"


def _types(hand: HandChances) -> dict[str, float]:
    """Return the share of each hand type in the deals that a hand won alone, greatest first."""
    by_count = sorted(hand.wins_with.items(), key=lambda pair: -pair[1])
    return {str(kind): count / hand.wins for kind, count in by_count if count}
