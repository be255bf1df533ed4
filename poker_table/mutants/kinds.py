"""Mutants that go wrong over pairs, threes and fours, or over which cards they look at."""

from __future__ import annotations

from poker_table.game.card import Rank
from poker_table.game.hand import HAND_SIZE, STRAIGHTS, HandType
from poker_table.mutants.evaluator import LESS, RIGHT, Cards, Five, Key, Mutant, for_each

# The types that have kickers beside what makes them.
KICKERS = HandType.PAIR, HandType.TWO_PAIR, HandType.THREE_OF_A_KIND, HandType.FOUR_OF_A_KIND


@Mutant("looked_at", "Which line needs the very lowest of more than five cards?")
def last_card_forgotten(cards: Cards) -> Cards:
    """Off by one at the end of the hand: of six cards or more, the lowest is never looked at."""
    return RIGHT.looked_at(cards)[: max(HAND_SIZE, len(cards) - 1)]


@Mutant("looked_at", "The best of more than five cards may come last.")
def first_five_only(cards: Cards) -> Cards:
    """Only the first five cards that come are looked at."""
    return RIGHT.looked_at(cards[:HAND_SIZE])


@Mutant("misses", "A pair can hide in three of a kind.", HandType.FULL_HOUSE, needs="six")
def two_threes_no_full_house(five: Five) -> bool:
    """Three of a kind beside three of a kind is no full house: a pair must be exactly two."""
    return len(five.repeated) > 1 and all(five.copies(rank) > 2 for rank in five.repeated)


@Mutant("misses", "One type is made of two others.", HandType.FULL_HOUSE)
def full_house_missed(five: Five) -> bool:
    """Three of a kind is found first and the pair never looked for: no full house."""
    return True


@Mutant("worth", "Six cards can hold more pairs than count.", HandType.TWO_PAIR)
def second_pair_lowest(five: Five) -> Key:
    """Of three pairs, the highest and the lowest are taken for the two."""
    high, low, kicker = five.ranks
    return five.hand_type, high, -low, kicker


@for_each(
    "worth", "{}: the kicker may be one of two or three of its rank.",
    HandType.TWO_PAIR, HandType.FOUR_OF_A_KIND,
)  # fmt: skip
def kicker_from_no_pair(five: Five) -> Key:
    """{}: the kicker is looked for among single cards: a pair is passed over."""
    return *five.key[:-1], five.copies(five.ranks[-1]) == 1, five.ranks[-1]


@for_each(
    "worth", "{}: more than five cards leave a choice of kickers.", HandType.HIGH_CARD, *KICKERS
)
def lowest_kickers(five: Five) -> Key:
    """{}: the lowest kickers are taken, not the highest."""
    several = [rank for rank in five.ranks if five.high_to_low.count(rank) > 1]
    return five.hand_type, *several, *(-rank for rank in five.ranks[len(several) :])


@for_each("worth", "{}: may a kicker be higher than what makes the type?", *KICKERS)
def kickers_above_passed_over(five: Five) -> Key:
    """{}: the search for kickers begins below it, and higher cards are passed over."""
    return five.hand_type, *((rank <= five.ranks[0]) * len(Rank) + rank for rank in five.ranks)


@Mutant("worth", "A kicker may stand between two pairs.", HandType.TWO_PAIR)
def kicker_between_pairs_passed_over(five: Five) -> Key:
    """A card whose rank is between the two pairs is never their kicker."""
    high, low, kicker = five.ranks
    return five.hand_type, high, low, not low < kicker < high, kicker


@Mutant("worth", "A player may hold three of a kind twice.", HandType.FULL_HOUSE)
def lower_three_in_full_house(five: Five) -> Key:
    """Of three of a kind and three of a kind, the lower one is taken for the three."""
    three, pair = five.ranks
    return five.hand_type, -three, pair


@Mutant("worth", "A full house may have a choice of pairs.", HandType.FULL_HOUSE)
def lowest_pair_in_full_house(five: Five) -> Key:
    """Where two pairs stand beside three of a kind, the lower one fills the full house."""
    three, pair = five.ranks
    return five.hand_type, three, -pair


@Mutant("misses", "Is every type there at least once?", HandType.FOUR_OF_A_KIND)
def four_are_two_pair(five: Five) -> bool:
    """Four of a kind is taken for two pair of one rank."""
    return True


@Mutant("weight", "One rank is written unlike all the others.")
def ten_is_nothing(five: Five) -> Key:
    """The ten, written 0, is read as a rank below the two."""
    return five.hand_type, *(-1 if rank is Rank.TEN else rank for rank in five.ranks)


@Mutant("taken_for", "The lowest rank has the number 0: is a pair of it a pair?", HandType.PAIR)
def two_is_nothing(five: Five) -> Five:
    """The two has the rank number 0, and 0 is taken for no card: a pair of twos is no pair."""
    return five.as_type(HandType.HIGH_CARD) if five.ranks[0] is Rank.TWO else five


@for_each(
    "shown", "{}: the five cards are listed as they count. When is that not by rank?",
    HandType.PAIR, HandType.TWO_PAIR, HandType.THREE_OF_A_KIND, HandType.FULL_HOUSE,
    HandType.FOUR_OF_A_KIND, *STRAIGHTS,
)  # fmt: skip
def listed_by_rank(five: Five) -> Cards:
    """{}: the five cards are listed by rank, not by importance."""
    return RIGHT.looked_at(five.cards)


@for_each("misses", "{}: of more than five cards, two more may be of one rank.", *LESS, needs="six")
def hidden_by_a_pair(five: Five) -> bool:
    """{}: where one more pair lies beside it, or in it, it is not found."""
    return len(five.repeated) > sum(five.high_to_low.count(rank) > 1 for rank in five.ranks)


@for_each(
    "shown", "{}: of more than five cards, a higher one may not belong to it.",
    HandType.TWO_PAIR, HandType.FLUSH, HandType.FULL_HOUSE,
)  # fmt: skip
def filled_up_with_the_highest(five: Five) -> Cards:
    """{}: it is found, but the highest other cards are listed in place of its own."""
    flush = five.hand_type is HandType.FLUSH
    first = [] if flush else [card for card in five.cards if card.rank is five.ranks[0]]
    others = [card for card in RIGHT.looked_at(five.among) if card not in first]
    return [*first, *others][:HAND_SIZE]
