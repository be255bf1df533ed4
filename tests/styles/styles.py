"""A hundred styles of first-years: how a card, a type, a line is written, and what stands around.

A style is a row of STYLES; it is called with a game and returns the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from styles.outputs import Game, Player

from poker_table.game.card import Card
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HandType, summary_value
from poker_table.mutants.evaluator import FiveCards

Writer = Callable[[Card], str]
Label = Callable[[FiveCards], str]
DIGITS = {rank: str(rank + 2) if rank < Rank.JACK else rank.letter for rank in Rank}
NUMBERS = "Zero One Two Three Four Five Six Seven Eight Nine Ten".split()


def card(form: str) -> Writer:
    """Return what writes a card: {r} is T, {n} is 10 or J, {N} is 10 or 11; {w}, {s}: in words."""

    def write(card: Card) -> str:
        return form.format(
            r=card.rank.letter, n=DIGITS[card.rank], N=card.rank + 2, i=int(card.rank),
            w=card.rank.word.title(), W=card.rank.name, S=card.suit.name,
            c=card.suit.letter, l=card.suit.letter.lower(), y=card.suit.symbol,
            s=card.suit.word.title(), x=card.suit.word[:-1].title(), o="♧♢♡♤"[card.suit],
            one="1" if card.rank is Rank.TEN else card.rank.letter,
        )  # fmt: skip

    return write


def playing_card(card: Card) -> str:
    """Return a card as its one character, such as 🂷."""
    number = (card.rank + 2) % 14 + (card.rank >= Rank.QUEEN)  # Unicode has a knight at 12
    first = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}[card.suit.letter]
    return chr(first + (1 if card.rank is Rank.ACE else number))


def usual(five: FiveCards) -> str:
    return five.hand_type.label


def named(*names: str) -> Label:
    """Return what labels a hand with one of nine names, the weakest type's first."""
    return lambda five: names[five.hand_type]


def described(plural: Callable[[Rank], str], word: Callable[[Rank], str], *forms: str) -> Label:
    """Return what describes a hand by its ranks; {0} is the first one's word, {p0} its plural."""

    def label(five: FiveCards) -> str:
        ranks = [*five.ranks, *five.ranks[-1:] * 4]
        named = {f"p{at}": plural(rank) for at, rank in enumerate(ranks)}
        suit = five.cards[0].suit.word.title()
        return forms[five.hand_type].format(*map(word, ranks), **named, suit=suit)

    return label


@dataclass(frozen=True)
class Style:
    """How hands are written, and the parts that stand before and after them."""

    card: Writer = str
    between: str = " "
    line: str = "Player {player} - {cards} - {label}\n"
    label: Label = usual
    player: Callable[[int], str] = str
    low_to_high: bool = True
    begin: str = ""
    end: str = ""
    before: tuple[Part, ...] = ()
    after: tuple[Part, ...] = ()

    def __call__(self, game: Game) -> str:
        around = [
            "".join(part(self, game) for part in parts) for parts in (self.before, self.after)
        ]
        table = self.hands(game.players)
        return around[0] + self.begin + table + self.end + around[1]

    def hands(self, players: Sequence[Player], line: str = "", as_dealt: bool = False) -> str:
        return "".join(self.hand(player, line or self.line, as_dealt) for player in players)

    def hand(self, player: Player, line: str, as_dealt: bool = False) -> str:
        cards = sorted(player.dealt, key=lambda card: card.index, reverse=not self.low_to_high)
        shown = [self.card(card) for card in (player.dealt if as_dealt else cards)]
        return line.format(
            *shown,
            player=self.player(player.number),
            cards=self.between.join(shown),
            label=self.label(player.five),
            place=player.place,
            value=summary_value(player.five.ranks),
            number=int(player.five.hand_type),
        )


Part = Callable[[Style, Game], str]


def said(text: str) -> Part:
    return lambda style, game: text


def deck(
    row: int = 52, between: str = " ", begin: str = "", end: str = "\n", each: str = "{}"
) -> Part:
    def part(style: Style, game: Game) -> str:
        cards = [each.format(style.card(card), n=n) for n, card in enumerate(game.deck, 1)]
        rows = [between.join(cards[at : at + row]) for at in range(0, len(cards), row)]
        return begin + "".join(line + end for line in rows)

    return part


def unless_given(part: Part) -> Part:
    """Return a part that stands there only where no file is given."""
    return lambda style, game: "" if game.from_file else part(style, game)


def dealt(line: str = "", as_dealt: bool = True) -> Part:
    """Return the part that shows the hands in the order of the players."""

    def part(style: Style, game: Game) -> str:
        seated = sorted(game.players, key=lambda player: player.number)
        return style.hands(seated, line, as_dealt)

    return part


def winner(line: str) -> Part:
    return lambda style, game: style.hands(game.players[:1], line)


def turns(style: Style, game: Game) -> str:
    return "".join(
        f"Dealing {style.card(card)} to player {style.player(n % 10 + 1)}\n"
        for n, card in enumerate(game.deck[:50])
    )


def counted(style: Style, game: Game) -> str:
    types = [player.five.hand_type for player in game.players]
    return "".join(f"{kind}: {types.count(kind)}\n" for kind in HandType)


def upside_down(style: Style, game: Game) -> str:
    return style.hands(game.players[::-1])


UNTYPED = "Player {player} - {cards}\n"
BLANK, HEADING = said("\n"), said("===== Poker Hand Evaluator =====\n\n")
USUAL = [str(kind) for kind in HandType]
RANKED = named(*[name.upper().replace(" ", "_") for name in USUAL])
CAMEL = named(*[name.title().replace(" ", "") for name in USUAL])
OWN = named(
    "Nothing special", "Only one pair", "Two different pairs", "Three alike", "Run", "Same suit",
    "Three and two", "Four alike", "Run in same suit",
)  # fmt: skip
MISSPELT = named(
    "Hihg Card", "Piar", "Two Piars", "Three of Kind", "Straigt", "Flsh", "Ful House",
    "For of a Kind", "Stright Flush",
)  # fmt: skip
NINES = described(
    lambda rank: rank.plural.title(), lambda rank: rank.word.title(),
    "{0} High", "Pair of {p0}", "Two Pair: {p0} and {p1}", "Three {p0}", "Straight to the {0}",
    "Flush, {0} High", "Full House: {p0} over {p1}", "Four {p0}", "Straight Flush to the {0}",
)  # fmt: skip
FIVES = described(
    lambda rank: DIGITS[rank] + "s", lambda rank: DIGITS[rank],
    "High Card {0}", "Pair of {p0}", "Two Pair, {p0} and {p1}", "Three {p0}", "Straight ({0} high)",
    "Flush ({0} high)", "{p0} full of {p1}", "Four {p0}", "Straight Flush ({0} high)",
)  # fmt: skip
KICKED = described(
    lambda rank: rank.plural.title(), lambda rank: rank.word.title(),
    "High Card ({0})", "Pair ({p0}), {1} kicker", "Two Pair ({p0} & {p1})",
    "Three of a Kind ({p0})", "{0}-high Straight", "{0}-high Flush in {suit}",
    "Full House ({p0} over {p1})", "Four of a Kind ({p0})", "{0}-high Straight Flush in {suit}",
)  # fmt: skip
TWO_ACES = described(
    lambda rank: rank.plural.title(), lambda rank: rank.word.title(),
    "{0} high", "A pair of {p0}", "{p0} and {p1}", "Trip {p0}", "{0} high straight", "{suit} flush",
    "{p0} full of {p1}", "Quad {p0}", "{suit} straight flush",
)  # fmt: skip
WORDS, OF_WORDS = card("{w} of {s}"), card("{n} of {s}")
BLOCK = "Player {player}\n  Cards: {cards}\n  Type: {label}\n\n"
FIVE_LINES = "Player {player}\n{cards}\n{label}\n\n"
LINE, TAKEN = Style(), Style(label=RANKED)
RULE = "-" * 60 + "\n"


def style(based_on: Style = LINE, **changed: object) -> Style:
    return replace(based_on, **changed)  # type: ignore[arg-type]


def line(form: str, **changed: object) -> Style:
    return style(line=form + "\n", **changed)


def around(before: Sequence[Part] = (), after: Sequence[Part] = (), **changed: object) -> Style:
    return style(before=tuple(before), after=tuple(after), **changed)


#: By name; the first is the assignment's own.
STYLES: dict[str, Style] = {
    "as the assignment": LINE,
    # The line
    "padded number": line("Player {player:>2} - {cards} - {label}"),
    "padded columns": line("Player {player:<4}{cards:<20}{label:>20}"),
    "colon": line("Player {player}: {cards} ({label})"),
    "place with a point": line("{place}. Player {player}: {cards} - {label}"),
    "place with a bracket": line("{place}) Player {player} | {cards} | {label}"),
    "place with a hash": line("#{place:<3}P{player:<4}{cards}  {label}"),
    "place in words": line("Place {place}: Player {player} with {cards}, {label}"),
    "type first": line("{label} - Player {player} - {cards}"),
    "type first, padded": line("{label:<16} Player {player:<3} {cards}"),
    "type between": line("Player {player} has {label}: {cards}"),
    "a sentence": line("Player {player}'s hand is {cards} which is a {label}."),
    "value last": line("Player {player} - {cards} - {label} - {value}"),
    "value in brackets": line("Player {player} - {cards} - {label} (value: {value})"),
    "type's number too": line("Player {player} - {cards} - {label} [{number}]"),
    "csv": line("{player},{cards},{label}", between=","),
    "csv with a head": line("{place},{player},{cards},{label}",
     begin="place,player,c1,c2,c3,c4,c5,type\n", between=","),
    "csv in quotes": line('"{player}","{cards}","{label}"'),
    "json a line": line('{{"player": {player}, "cards": ["{cards}"], "type": "{label}"}}',
     between='", "'),
    "json": line('  {{\n    "player": {player},\n    "cards": ["{cards}"],\n    "type": "{label}"'
     "\n  }},", between='", "', begin="[\n", end="]\n"),
    "python tuple": line("({player}, ['{cards}'], '{label}')", between="', '"),
    "key and value": line("player={player} cards={cards} type={label}", between=",", label=RANKED),
    "tabs": line("{place}\t{player}\t{cards}\t{label}", begin="Place\tPlayer\tCards\tType\n"),
    "table of bars": line("| {place:>2} | {player:>6} | {cards} | {label:<15} |",
     begin=RULE + "| No | Player | Cards | Type |\n" + RULE, end=RULE),
    "table of boxes": line("│ {player:>2} │ {cards} │ {label:<15} │", begin="┌────┬────────┐\n",
     end="└────┴────────┘\n"),
    "rule after each": line("Player {player} - {cards} - {label}\n" + RULE.rstrip()),
    "blank line after each": line("Player {player} - {cards} - {label}\n"),
    "the player behind": line("{place}th  {label:<16} {cards}   (player {player})"),
    "a key for each card": line("Place : {place}\nPlayer: {player}\nType  : {label}\n"
     "Card 1: {0}\nCard 2: {1}\nCard 3: {2}\nCard 4: {3}\nCard 5: {4}\n=====", card=WORDS),
    "number alone": line("{player}: {cards} {label}"),
    "P2": line("P{player} {cards} => {label}"),
    "PLAYER 2": line("PLAYER {player} : {cards} : {label}", label=RANKED),
    "player_2": line("player_{player} -> {cards} -> {label}"),
    "Player No. 2": line("Player No. {player}, cards {cards}, {label}"),
    "Hand 2": line("Hand {player}: {cards} - {label}"),
    "Player Two": style(player=lambda number: NUMBERS[number]),
    "player two in words": line("Player {player}: {cards} - {label}",
     player=lambda number: NUMBERS[number].lower(), card=WORDS, between=", "),
    # The cards
    "10H": style(card=card("{n}{c}")),
    "10h": style(card=card("{n}{l}")),
    "T♥": style(card=card("{r}{y}")),
    "10♡": style(card=card("{n}{o}"), between="  "),
    "♥10": style(card=card("{y}{n}"), between=", "),
    "H10": style(card=card("{c}{n}")),
    "🂺": style(card=playing_card),
    "14H": style(card=card("{N}{c}")),
    "1H for a ten": style(card=card("{one}{c}")),
    "10 H": style(card=card("{n} {c}"), between=", "),
    "10-H": style(card=card("{n}-{c}")),
    "10/H": style(card=card("{n}/{c}"), between=" "),
    "[10H]": style(card=card("[{n}{c}]"), between=""),
    "10(H)": style(card=card("{n}({c})")),
    "ten of hearts": line("Player {player}: {cards} - {label}", card=card("{n} of {s}"),
     between=", "),
    "Ten of Hearts": line("Player {player}: {cards} - {label}", card=WORDS, between=", "),
    "TEN of HEARTS": style(card=card("{W} of {S}"), between=" | ", label=RANKED),
    "Ten Hearts": style(card=card("{w} {s}"), between=", "),
    "Ten Heart": style(card=card("{w} {x}"), between=", "),
    "TenOfHearts": style(card=card("{w}Of{s}"), label=CAMEL),
    "TEN_HEARTS": style(card=card("{W}_{S}"), label=RANKED),
    "10 Hearts": style(card=card("{n} {s}"), between="; "),
    "11 of Hearts": style(card=card("{N} of {s}"), between=", "),
    "Hearts 10": style(card=card("{s} {n}"), between=", "),
    "pairs": style(card=card("('{n}', '{c}')"), between=", ",
     line="Player {player}: [{cards}] {label}\n"),
    "pairs with words": style(card=card("('{n}', '{s}')"), between=", ",
     line="Player {player} [{cards}] {label}\n"),
    "pairs with numbers": style(card=card("({N}, '{c}')"), between=", ",
     line="Player {player} [{cards}] {label}\n"),
    "pairs as lists": style(card=card("['{w}', '{s}']"), between=", ",
     line="Player {player} [{cards}] {label}\n"),
    "Card(...)": style(card=card("Card(rank='{r}', suit='{c}')"), between=", "),
    "high to low": style(low_to_high=False),
    # The types
    "ONE_PAIR": style(label=named("HIGH_CARD", "ONE_PAIR", "TWO_PAIR", "THREE_OF_A_KIND",
     "STRAIGHT", "FLUSH", "FULL_HOUSE", "FOUR_OF_A_KIND", "STRAIGHT_FLUSH")),
    "TwoPairs": style(label=named("HighCard", "OnePair", "TwoPairs", "ThreeOfKind", "Straight",
     "Flush", "FullHouse", "FourOfKind", "StraightFlush")),
    "Trips": style(label=named("nothing", "1 pair", "2 pairs", "trips", "straight", "flush", "boat",
     "quads", "straight flush")),
    "Three Nines": style(label=NINES),
    "Pair of 5s": style(label=FIVES),
    "with ranks in brackets": style(label=KICKED),
    "Nines full of Tens": style(label=TWO_ACES),
    "type's number alone": line("Player {player} - {cards} - {number}"),
    "type in short": style(label=named("HC", "1P", "2P", "3K", "ST", "FL", "FH", "4K", "SF")),
    "hand type: ...": line("Player {player} | {cards} | Hand type: {label} | Value: {value}"),
    # One hand on several lines
    "block": style(line=BLOCK),
    "block with words": style(line=BLOCK, card=WORDS, between=", "),
    "type on its own line": style(line="Player {player} - {cards}\n{label}\n"),
    "type above": style(line="{label}\nPlayer {player}: {cards}\n\n"),
    "cards below": style(line="Player {player}: {label}\n    {cards}\n"),
    "a card a line": style(line=FIVE_LINES, between="\n"),
    "a card a line, in words": style(line="Player {player}:\n  {cards}\n  => {label}\n\n",
     between="\n  ", card=WORDS),
    "block with a place": style(line="Rank: {place}\nPlayer: {player}\nHand: {cards}\n"
     f"Type: {{label}}\nValue: {{value}}\n{RULE}"),
    "block, described": style(line="*** Player {player} ***\n{cards}\n{label}\n\n", label=NINES,
     card=OF_WORDS, between=", "),
    # What stands around
    "heading": around([HEADING], [said("\nThank you for playing!\n")]),
    "deck in a line": around([deck()]),
    "deck with commas": around([deck(between=", ", begin="Deck: ")]),
    "deck ten a row": around([deck(10, begin="The deck:\n"), BLANK]),
    "deck thirteen a row": around([said("Shuffled deck\n"), deck(13), BLANK]),
    "deck five a row": around([deck(5), BLANK]),
    "deck a card a row": around([deck(1)]),
    "deck numbered": around([deck(1, each="Card {n}: {}"), BLANK]),
    "deck as a list": around([deck(between="', '", begin="['", end="']\n")]),
    "deck after": around(after=[said("\nDeck was:\n"), deck(13)]),
    "deck in words": around([deck(between=", ", begin="Deck: ")], card=WORDS, between=", "),
    "deck unless a file is given": around([unless_given(deck(13))]),
    "numbered deck unless a file": around([unless_given(deck(1, each="Card {n} is {}"))]),
    "deck ten a row unless a file": around([unless_given(deck(10, begin="Random deck:\n"))]),
    "deal told": around([turns, BLANK]),
    "dealt before": around([said("Hands:\n"), dealt(UNTYPED), said("\nSorted:\n")]),
    "dealt before, with types": around([dealt(), BLANK]),
    "dealt before, no gap": around([dealt()]),
    "dealt before, other form": around([dealt("P{player}: {cards}\n"), BLANK]),
    "dealt after": around(after=[said("\nAs dealt:\n"), dealt(UNTYPED)]),
    "dealt after, with types": around(after=[said("\nAs dealt:\n"), dealt()]),
    "dealt before and after": around([dealt(UNTYPED), BLANK],
     [BLANK, dealt("{player}: {cards} {label}\n")]),
    "unsorted by accident first": around([said("Before the sort\n"), upside_down, said("After\n")]),
    "winner after": around(after=[winner("\nThe winner is Player {player} with {label}\n")]),
    "winner's whole line after": around(after=[winner(f"Winner: {LINE.line}")]),
    "winner's line once more": around(after=[said("\nThe winner:\n"), winner(LINE.line)]),
    "winner before": around([winner("Player {player} wins with {cards} ({label})!\n\n")]),
    "winner before, no cards": around([winner("The winner is Player {player}: {label}\n")]),
    "winner's place": line("{place}. Player {player} - {cards} - {label}",
     after=(winner("Player {player} wins!\n"),)),
    "debug": around([said("DEBUG: read 52 cards\n"),
     dealt("DEBUG player {player} type {number} value {value}\n")]),
    "debug with a hand": around([said("DEBUG first hand 2C 3D 4H 5S 6C evaluates to Straight\n")]),
    "evaluating": around([dealt("Evaluating Player {player}... {label}\n"), BLANK]),
    "types counted": around(after=[BLANK, counted]),
    "prompt": around([said("Enter deck file name: Enter seed: ")]),
    "press any key": around(after=[said("Press any key to continue . . . ")]),
    "legend": around([said("High Card < Pair < Two Pair < Three of a Kind < Straight\n"),
     said("Players: 10, cards each: 5\n")]),
    "coloured": line(
        "\x1b[1mPlayer {player}\x1b[0m - \x1b[31m{cards}\x1b[0m - \x1b[32m{label}\x1b[0m"
    ),
    "all at once": style(TAKEN, card=card("{n}{y}"),
     before=(HEADING, deck(13), BLANK, dealt(UNTYPED), BLANK),
     after=(winner("\nPlayer {player} wins with {label}\n"),)),
    "all at once, in blocks": style(line=BLOCK, card=WORDS, between=", ", label=NINES,
     before=(HEADING, deck(1)), after=(winner("Winner: Player {player}\n"),)),
    "all at once, a card a line": style(line=FIVE_LINES, between="\n",
     before=(deck(1), dealt(UNTYPED), BLANK), after=(dealt("Player {player} had {cards}\n"),)),
    # What hardly anybody could read
    "names for players": line("{player} - {cards} - {label}",
     player=lambda number: "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim".split()[number - 1]),
    "cards by number": style(card=lambda card: str(card.index)),
    # The types in words and numbers of the program's own
    "Polish": style(label=named("Wysoka karta", "Para", "Dwie pary", "Trójka", "Strit", "Kolor",
     "Ful", "Kareta", "Poker")),
    "a letter for the type": line("{player}: {cards} {label}", label=named(*"HPTKSFBQX")),
    "A for the lowest type": line("{label} {player} {cards}", label=named(*"ABCDEFGHI")),
    "how often each rank": style(label=named("11111", "2111", "221", "311", "S", "F", "32", "41",
     "SF")),
    "two numbers behind": line("Player {player} - {cards} {number} {value}"),
    "two numbers before": line("{number} {value} - Player {player} - {cards}"),
    "misspelt, with a value": line("Player {player} - {cards} - {label} {value}", label=MISSPELT),
    "misspelt, with numbers": line("Player {player} - {cards} - {number}.{place} {label}",
     label=MISSPELT),
    "numbered from 1": style(label=named(*[f"{n}. {name}" for n, name in enumerate(USUAL, 1)])),
    "own sentence": line("Player {player} holds {cards} and so has {label} worth {value} points.",
     label=OWN),
}  # fmt: skip
