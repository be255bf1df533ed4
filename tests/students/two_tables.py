"""Shows the hands as they were dealt, and then the table: right."""

import right

deal = right.deal


def deal_and_show(deck):
    hands = deal(deck)
    print("The hands as dealt:")
    for player, cards in enumerate(hands, 1):
        shown = " ".join(right.RANKS[rank] + right.SUITS[suit] for rank, suit in cards)
        print(f"Player {player} - {shown}")
    print("Best to worst:")
    return hands


right.deal = deal_and_show
right.main()
