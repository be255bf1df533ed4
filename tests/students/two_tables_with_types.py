"""Shows the whole line of each player in turn, and then the table: right."""

import right

deal = right.deal


def deal_and_show(deck):
    hands = deal(deck)
    for player, cards in enumerate(hands, 1):
        right.show(player, cards, right.evaluate(cards)[0])
    print()
    return hands


right.deal = deal_and_show
right.main()
